// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The value of an attribute, in one of the few forms that tables and expressions know.
package enum AttributeValue: Hashable, Sendable {
    /// Nothing is known.
    case null
    case boolean(Bool)
    case integer(Int64)
    /// Never NaN: that is null.
    case number(Double)
    case text(String)
    case instant(Instant)
    case date(DateOnly)
    case time(TimeOnly)
    /// Bytes, of which nothing is known but that they are there.
    case data(Data)

    /// The value that an attribute dictionary holds; null for nil and for types that no attribute has.
    package init(_ value: (any Sendable)?) {
        switch value {
        case nil: self = .null
        case let value as String: self = .text(value)
        case let value as Double: self = .init(number: value)
        case let value as Bool: self = .boolean(value)
        case let value as any BinaryInteger: self = Int64(exactly: value).map(AttributeValue.integer) ?? .init(number: Double(value))
        case let value as Float: self = .init(number: Double(value))
        case let value as Date: self = .instant(Instant(value))
        case let value as Instant: self = .instant(value)
        case let value as DateOnly: self = .date(value)
        case let value as TimeOnly: self = .time(value)
        case let value as UUID: self = .text(value.uuidString)
        case let value as Data: self = .data(value)
        default: self = .null
        }
    }

    /// A number, or null where it is none.
    package init(number: Double) {
        self = number.isNaN ? .null : .number(number)
    }

    /// The value as an attribute dictionary holds it: `String`, `Double`, `Int64`, `Bool`, `Date` and the like; nil for null.
    package var sendable: (any Sendable)? {
        switch self {
        case .null: nil
        case .boolean(let value): value
        case .integer(let value): value
        case .number(let value): value
        case .text(let value): value
        case .instant(let value): value.date
        case .date(let value): value
        case .time(let value): value
        case .data(let value): value
        }
    }
}
