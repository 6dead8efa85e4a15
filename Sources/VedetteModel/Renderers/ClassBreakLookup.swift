// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteValues

/// Finds the range that a number of the attributes is in.
package struct ClassBreakLookup: Sendable {
    /// What a number is set in relation to before it is looked up.
    package enum Normalization: Hashable, Sendable {
        case none
        /// Divided by the number in another field.
        case byField(String)
        /// Its logarithm to the base of 10.
        case byLog
        /// Its share of a total, in per cent.
        case byPercentOfTotal(Double)
    }

    package var fieldName: String
    /// Both ends are in the range; where several ranges hold a number, the first counts.
    package var ranges: [(minimum: Double, maximum: Double)]
    package var normalization: Normalization

    package init(fieldName: String, ranges: [(minimum: Double, maximum: Double)], normalization: Normalization = .none) {
        (self.fieldName, self.ranges, self.normalization) = (fieldName, ranges, normalization)
    }

    /// The place of the range that the number is in; nil for none, and where there is no number.
    ///
    /// - Complexity: O(*n*) in the number of ranges.
    package func index(for attributes: [String: any Sendable]) -> Int? {
        guard let number = number(for: attributes) else { return nil }
        return ranges.firstIndex { $0.minimum <= number && number <= $0.maximum }
    }

    /// The number that is looked up; nil where attributes are missing or no numbers, or it cannot be worked out.
    package func number(for attributes: [String: any Sendable]) -> Double? {
        guard let number = Self.number(fieldName, attributes) else { return nil }
        let result: Double? =
            switch normalization {
            case .none: number
            case .byField(let name): Self.number(name, attributes).map { number / $0 }
            case .byLog: log10(number)
            case .byPercentOfTotal(let total): number / total * 100
            }
        return result.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func number(_ name: String, _ attributes: [String: any Sendable]) -> Double? {
        switch AttributeNames.value(name, in: attributes) {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
