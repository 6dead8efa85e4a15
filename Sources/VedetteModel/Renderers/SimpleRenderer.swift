// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Draws every element alike.
public final class SimpleRenderer: Renderer, @unchecked Sendable {
    /// The symbol of all elements; nil for none.
    @Synchronized public var symbol: Symbol?
    /// What a legend says of the symbol.
    @Synchronized public var label: String
    /// What people should know of it.
    @Synchronized public var description: String

    public init(symbol: Symbol? = nil, label: String = "", description: String = "") {
        (_symbol, _label) = (.init(wrappedValue: symbol), .init(wrappedValue: label))
        _description = .init(wrappedValue: description)
        super.init()
    }

    public override func symbol(for attributes: [String: any Sendable]) -> Symbol? { symbol }
}
