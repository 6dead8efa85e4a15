// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension AttributeValue {
    /// The value as a field of this type holds it, nothing lost; nil where it cannot. Null fits everywhere.
    package func fitted(to type: FieldType?) -> AttributeValue? {
        if case .null = self { return self }
        switch type {
        case nil: return self
        case .int16: return whole(in: Int64(Int16.min)...Int64(Int16.max))
        case .int32: return whole(in: Int64(Int32.min)...Int64(Int32.max))
        case .int64, .oid: return whole(in: .min ... .max)
        case .float32, .float64: return real
        case .text, .xml:
            switch self {
            case .text: return self
            // Tables without a type for these keep them as texts.
            case .instant(let value): return .text(value.description)
            case .date(let value): return .text(value.description)
            case .time(let value): return .text(value.description)
            default: return nil
            }
        case .guid, .globalID:
            if case .text(let text) = self, UUID(uuidString: text.trimmingCharacters(in: ["{", "}"])) != nil { return self }
        case .date, .timestampOffset: return moment
        case .dateOnly:
            if case .date = self { return self }
            if case .text(let text) = self { return DateOnly(text).map(AttributeValue.date) }
        case .timeOnly:
            if case .time = self { return self }
            if case .text(let text) = self { return TimeOnly(text).map(AttributeValue.time) }
        case .blob, .raster:
            if case .data = self { return self }
        case .geometry: break
        }
        return nil
    }

    /// A whole number, for what is an object id.
    package var objectID: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    private func whole(in range: ClosedRange<Int64>) -> AttributeValue? {
        let value: Int64? =
            switch self {
            case .integer(let value): value
            case .number(let value): Int64(exactly: value)
            case .boolean(let value): value ? 1 : 0
            default: nil
            }
        guard let value, range.contains(value) else { return nil }
        return .integer(value)
    }

    private var real: AttributeValue? {
        switch self {
        case .number: self
        case .integer(let value): .number(Double(value))
        case .boolean(let value): .number(value ? 1 : 0)
        default: nil
        }
    }

    /// Numbers are milliseconds since 1970, as services send them.
    private var moment: AttributeValue? {
        switch self {
        case .instant: return self
        case .date(let value):
            let (microseconds, isBeyond) = Int64(value.daysSince1970).multipliedReportingOverflow(by: TimeOnly.microsecondsPerDay)
            return isBeyond ? nil : .instant(Instant(microsecondsSince1970: microseconds))
        case .integer(let value):
            let (microseconds, isBeyond) = value.multipliedReportingOverflow(by: 1_000)
            return isBeyond ? nil : .instant(Instant(microsecondsSince1970: microseconds))
        case .number(let value):
            return Int64(exactly: (value * 1_000).rounded()).map { .instant(Instant(microsecondsSince1970: $0)) }
        case .text(let text): return Instant(lenient: text).map(AttributeValue.instant)
        default: return nil
        }
    }
}

extension Instant {
    /// Reads RFC 3339; without an offset the time is meant in UTC, and a date alone is its midnight.
    package init?(lenient text: String) {
        func parse(_ text: String) -> Instant? {
            var text = text
            return text.withUTF8 { RFC3339.parse(UnsafeRawBufferPointer($0)) }
        }
        let minutesOnly = text.utf8.count == 16 ? text + ":00Z" : ""
        guard let instant = parse(text) ?? parse(text + "Z") ?? parse(minutesOnly) ?? parse(text + "T00:00:00Z") else { return nil }
        self = instant
    }
}

extension DateOnly {
    /// Reads `2026-05-01`.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

extension TimeOnly {
    /// Reads `14:05`, `14:05:30` and `14:05:30.25`.
    package init?(_ text: String) {
        let full = text.utf8.count == 5 ? text + ":00" : text
        guard let instant = Instant(lenient: "1970-01-01T\(full)Z"), (0..<Self.microsecondsPerDay).contains(instant.microsecondsSince1970)
        else { return nil }
        self.init(microsecondsOfDay: instant.microsecondsSince1970)
    }
}
