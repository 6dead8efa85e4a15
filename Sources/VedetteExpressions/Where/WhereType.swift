// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// What is known of an operand's type before any row is seen.
enum WhereType {
    /// Anything, also nothing.
    case unknown
    case boolean
    case number
    case text
    /// Text that names a thing: case and braces do not matter.
    case identifier
    case instant
    case date
    case time
    case interval

    init(_ type: FieldType?) {
        self =
            switch type {
            case .int16, .int32, .int64, .oid, .float32, .float64: .number
            case .text, .xml: .text
            case .guid, .globalID: .identifier
            case .date, .timestampOffset: .instant
            case .dateOnly: .date
            case .timeOnly: .time
            case nil, .geometry, .blob, .raster: .unknown
            }
    }

    init(_ value: WhereValue) {
        self =
            switch value {
            case .null: .unknown
            case .boolean: .boolean
            case .integer, .number: .number
            case .text: .text
            case .instant: .instant
            case .date: .date
            case .time: .time
            case .interval: .interval
            }
    }

    /// How messages call it.
    var name: String {
        switch self {
        case .unknown: "a value"
        case .boolean: "a condition"
        case .number: "a number"
        case .text: "a text"
        case .identifier: "an id"
        case .instant, .date: "a date"
        case .time: "a time of day"
        case .interval: "an interval"
        }
    }

    var isMoment: Bool { self == .instant || self == .date }

    /// Whether values of the two types can ever be compared.
    func compares(with other: WhereType) -> Bool {
        switch (self, other) {
        case (.unknown, _), (_, .unknown): true
        case (.text, _), (_, .text), (.identifier, _), (_, .identifier): self != .interval && other != .interval
        case (.number, _): other != .time
        case (_, .number): self != .time
        case (.boolean, .boolean), (.time, .time), (.interval, .interval): true
        default: isMoment && other.isMoment
        }
    }
}
