// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// Finds the first of many combinations of values that attributes have, in one step.
package struct UniqueValueLookup: Sendable {
    private let fieldNames: [String]
    private let indices: [[Key]: Int]

    /// What of a value counts: a number is its value, whatever its type.
    private enum Key: Hashable {
        case whole(Int64)
        case other(AttributeValue)

        init(_ value: AttributeValue) {
            switch value {
            case .integer(let number): self = .whole(number)
            case .number(let number): self = Int64(exactly: number).map(Key.whole) ?? .other(value)
            default: self = .other(value)
            }
        }
    }

    /// - Parameters:
    ///   - fieldNames: the fields to look at.
    ///   - values: combinations of a value for each field. One of another length is never found; of equal ones, the first is.
    package init(fieldNames: [String], values: [[any Sendable]]) {
        self.fieldNames = fieldNames
        indices = Dictionary(
            values.enumerated().filter { $0.element.count == fieldNames.count && !fieldNames.isEmpty }
                .map { index, combination in (combination.map { Key(AttributeValue($0)) }, index) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The place of the combination that the attributes have; nil for none.
    ///
    /// - Complexity: O(1) in the number of combinations.
    package func index(for attributes: [String: any Sendable]) -> Int? {
        indices[fieldNames.map { Key(AttributeNames.value($0, in: attributes)) }]
    }
}
