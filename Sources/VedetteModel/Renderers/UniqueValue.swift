// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A value, or a value for each of several fields, and the symbol of elements that have it.
///
/// A unique value never changes once made; its symbol may.
public final class UniqueValue: Sendable {
    /// What people should know of the value.
    public let description: String
    /// What a legend says of it.
    public let label: String
    public let symbol: Symbol?
    /// A value for each field of the renderer, in their order: `String`, `Double`, `Int64` and the like.
    public let values: [any Sendable]
    /// Symbols for other scales.
    public let alternateSymbols: [Symbol]

    public init(
        description: String = "", label: String = "", symbol: Symbol? = nil, values: [any Sendable] = [], alternateSymbols: [Symbol] = []
    ) {
        (self.description, self.label, self.symbol, self.values) = (description, label, symbol, values)
        self.alternateSymbols = alternateSymbols
    }
}
