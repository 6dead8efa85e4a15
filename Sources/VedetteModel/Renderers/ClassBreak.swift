// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A range of numbers, and the symbol of elements whose number is in it.
///
/// A class break never changes once made; its symbol may.
public final class ClassBreak: Sendable {
    /// What people should know of the range.
    public let description: String
    /// What a legend says of it.
    public let label: String
    /// The smallest number; in the range.
    public let minValue: Double
    /// The largest number; in the range, unless an earlier range has it too.
    public let maxValue: Double
    public let symbol: Symbol?
    /// Symbols for other scales.
    public let alternateSymbols: [Symbol]

    public init(
        description: String = "", label: String = "", minValue: Double, maxValue: Double, symbol: Symbol? = nil,
        alternateSymbols: [Symbol] = []
    ) {
        (self.description, self.label, self.minValue, self.maxValue) = (description, label, minValue, maxValue)
        (self.symbol, self.alternateSymbols) = (symbol, alternateSymbols)
    }
}
