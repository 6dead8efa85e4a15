// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The values of one field over many rows, in one run of memory.
package struct AttributeColumn: Sendable {
    /// How values are kept.
    package enum Kind: Sendable {
        /// Whole numbers.
        case integer
        /// Numbers; NaN is null.
        case number
        case text
        /// Microseconds since 1970.
        case instant
        /// Days since 1970.
        case date
        /// Microseconds of the day.
        case time
        /// Values of any kind, one by one: fields whose type is not known, and bytes.
        case mixed
    }

    package let kind: Kind
    /// For integers, instants, dates and times; what a null row holds means nothing.
    package private(set) var integers: [Int64] = []
    /// As long as `integers`: 1 where a row has a value, 0 where it is null.
    package private(set) var presence: [UInt8] = []
    package private(set) var nullCount = 0
    package private(set) var numbers: [Double] = []
    package private(set) var texts = TextColumn()
    package private(set) var mixed: [AttributeValue] = []

    package init(type: FieldType?) {
        kind = Self.kind(of: type)
    }

    /// How values of fields of a type are kept.
    package static func kind(of type: FieldType?) -> Kind {
        switch type {
        case .int16, .int32, .int64, .oid: .integer
        case .float32, .float64: .number
        case .text, .guid, .globalID, .xml: .text
        case .date, .timestampOffset: .instant
        case .dateOnly: .date
        case .timeOnly: .time
        case nil, .geometry, .blob, .raster: .mixed
        }
    }

    /// What a field of `type` keeps of `value`: the same thing where nothing is lost, else null.
    package static func stored(_ value: AttributeValue, in type: FieldType?) -> AttributeValue {
        var column = AttributeColumn(type: type)
        if column.kind == .mixed { return value }
        column.append(value)
        return column[0]
    }

    package mutating func append(_ value: AttributeValue) {
        switch kind {
        case .number: numbers.append(Self.number(value))
        case .text: texts.append(Self.text(value))
        case .mixed: mixed.append(value)
        case .integer, .instant, .date, .time:
            let word = word(value)
            integers.append(word ?? 0)
            presence.append(word == nil ? 0 : 1)
            if word == nil { nullCount += 1 }
        }
    }

    package mutating func set(_ value: AttributeValue, at row: Int) {
        switch kind {
        case .number: numbers[row] = Self.number(value)
        case .text: texts.set(Self.text(value), at: row)
        case .mixed: mixed[row] = value
        case .integer, .instant, .date, .time:
            let word = word(value)
            nullCount += Int(presence[row]) - (word == nil ? 0 : 1)
            integers[row] = word ?? 0
            presence[row] = word == nil ? 0 : 1
        }
    }

    /// Removes a row; the last row takes its place.
    package mutating func swapRemove(at row: Int) {
        switch kind {
        case .number:
            numbers.swapAt(row, numbers.count - 1)
            numbers.removeLast()
        case .text: texts.swapRemove(at: row)
        case .mixed:
            mixed.swapAt(row, mixed.count - 1)
            mixed.removeLast()
        case .integer, .instant, .date, .time:
            if presence[row] == 0 { nullCount -= 1 }
            integers.swapAt(row, integers.count - 1)
            integers.removeLast()
            presence.swapAt(row, presence.count - 1)
            presence.removeLast()
        }
    }

    package subscript(row: Int) -> AttributeValue {
        switch kind {
        case .number: AttributeValue(number: numbers[row])
        case .text: texts[row].map(AttributeValue.text) ?? .null
        case .mixed: mixed[row]
        case .integer: presence[row] == 0 ? .null : .integer(integers[row])
        case .instant: presence[row] == 0 ? .null : .instant(Instant(microsecondsSince1970: integers[row]))
        case .date: presence[row] == 0 ? .null : .date(DateOnly(daysSince1970: Int(integers[row])))
        case .time: presence[row] == 0 ? .null : .time(TimeOnly(microsecondsOfDay: integers[row]))
        }
    }

    // What a value is in a column of another kind: the same thing where nothing is lost, else null.

    private static func number(_ value: AttributeValue) -> Double {
        switch value {
        case .number(let value): value
        case .integer(let value): Double(value)
        case .boolean(let value): value ? 1 : 0
        default: .nan
        }
    }

    private static func text(_ value: AttributeValue) -> String? {
        switch value {
        case .text(let value): value
        case .integer(let value): String(value)
        case .number(let value): Int64(exactly: value).map { String($0) } ?? String(value)
        case .boolean(let value): String(value)
        case .instant(let value): value.description
        case .date(let value): value.description
        case .time(let value): value.description
        case .null, .data: nil
        }
    }

    private func word(_ value: AttributeValue) -> Int64? {
        switch (kind, value) {
        case (.integer, .integer(let value)): value
        case (.integer, .number(let value)): Int64(exactly: value)
        case (.integer, .boolean(let value)): value ? 1 : 0
        case (.instant, .instant(let value)): value.microsecondsSince1970
        // Numbers and texts in a column of instants are what JSON makes of them: milliseconds since 1970, or a date in words.
        case (.instant, .integer(let value)): Self.microseconds(value)
        case (.instant, .number(let value)): Int64(exactly: (value * 1_000).rounded())
        case (.instant, .text(let value)):
            switch Self.dateText(value) {
            case .instant(let instant): instant.microsecondsSince1970
            case .date(let date): Int64(date.daysSince1970) * TimeOnly.microsecondsPerDay
            case nil: nil
            }
        case (.instant, .date(let value)): Int64(value.daysSince1970) * TimeOnly.microsecondsPerDay
        case (.date, .date(let value)): Int64(value.daysSince1970)
        case (.date, .instant(let value)):
            CivilCalendar.floorDivide(value.microsecondsSince1970, TimeOnly.microsecondsPerDay).quotient
        case (.date, .text(let value)):
            if case .date(let date) = Self.dateText(value) { Int64(date.daysSince1970) } else { nil }
        case (.time, .time(let value)): value.microsecondsOfDay
        case (.time, .text(var value)): value.withUTF8 { DateText.parseTime(UnsafeRawBufferPointer($0)) }?.microsecondsOfDay
        default: nil
        }
    }

    private static func dateText(_ text: String) -> DateText.Value? {
        var text = text
        return text.withUTF8 { DateText.parse(UnsafeRawBufferPointer($0)) }
    }

    private static func microseconds(_ milliseconds: Int64) -> Int64? {
        let (microseconds, isBeyond) = milliseconds.multipliedReportingOverflow(by: 1_000)
        return isBeyond ? nil : microseconds
    }
}
