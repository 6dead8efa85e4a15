// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Several symbols over each other, the first at the bottom.
public final class CompositeSymbol: Symbol, @unchecked Sendable {
    /// The symbols, from the bottom up.
    @Synchronized public private(set) var symbols: [Symbol]

    public init(symbols: some Sequence<Symbol> = []) {
        _symbols = .init(wrappedValue: Array(symbols))
        super.init()
    }

    /// Lays a symbol over the others.
    public func addSymbol(_ symbol: Symbol) { addSymbols([symbol]) }

    /// Lays symbols over the others.
    public func addSymbols(_ symbols: some Sequence<Symbol>) {
        let added = Array(symbols)
        _symbols.change { $0 += added }
    }

    /// Takes out a symbol; nothing happens where it is not among them.
    public func removeSymbol(_ symbol: Symbol) { _symbols.change { $0.removeAll { $0 == symbol } } }

    public func removeAllSymbols() { symbols = [] }
}
