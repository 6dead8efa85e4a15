// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads dates and times in the forms that people and services write: ISO 8601 with a blank or a `T`, and `month/day/year`.
///
/// Without an offset a time is in UTC. Surrounding blanks are passed over.
package enum DateText {
    /// A day alone, or a moment.
    package enum Value: Hashable, Sendable {
        case date(DateOnly)
        case instant(Instant)
    }

    /// Reads `2026-05-01`, `5/1/2026`, and either with `hh:mm[:ss[.fraction]]` and `Z` or an offset behind it; nil for anything else,
    /// and for days and times that do not exist.
    ///
    /// Digits past the microsecond are dropped; a leap second (`:60`) counts as the second after it.
    package static func parse(_ text: UnsafeRawBufferPointer) -> Value? {
        var reader = Reader(text)
        guard let date = reader.date() else { return nil }
        if reader.isAtEnd { return .date(date) }
        guard reader.take("T") || reader.take("t") || reader.takeBlanks(), let time = reader.time(allowsLeapSecond: true) else {
            return nil
        }
        _ = reader.takeBlanks()
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        let microseconds = Int64(date.daysSince1970) * TimeOnly.microsecondsPerDay + time - Int64(offset) * 60_000_000
        return .instant(Instant(microsecondsSince1970: microseconds))
    }

    /// Reads `hh:mm[:ss[.fraction]]`; nil for anything else.
    package static func parseTime(_ text: UnsafeRawBufferPointer) -> TimeOnly? {
        var reader = Reader(text)
        guard let time = reader.time(allowsLeapSecond: false), reader.isAtEnd else { return nil }
        return TimeOnly(microsecondsOfDay: time)
    }

    private struct Reader {
        let text: UnsafeRawBufferPointer
        var index = 0
        let end: Int

        init(_ text: UnsafeRawBufferPointer) {
            var (start, end) = (0, text.count)
            while start < end, text[start] == 0x20 { start += 1 }
            while end > start, text[end - 1] == 0x20 { end -= 1 }
            (self.text, index, self.end) = (text, start, end)
        }

        var isAtEnd: Bool { index == end }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard index < end, text[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }

        mutating func takeBlanks() -> Bool {
            let start = index
            while take(" ") {}
            return index > start
        }

        mutating func digits(_ count: ClosedRange<Int>) -> Int? {
            let start = index
            var value = 0
            while index < end, index - start < count.upperBound, text[index] &- UInt8(ascii: "0") < 10 {
                value = value * 10 + Int(text[index] - UInt8(ascii: "0"))
                index += 1
            }
            return index - start >= count.lowerBound ? value : nil
        }

        mutating func date() -> DateOnly? {
            let start = index
            if let year = digits(4...4), take("-"), let month = digits(1...2), take("-"), let day = digits(1...2) {
                return DateOnly(year: year, month: month, day: day)
            }
            index = start
            if let month = digits(1...2), take("/"), let day = digits(1...2), take("/"), let year = digits(4...4) {
                return DateOnly(year: year, month: month, day: day)
            }
            return nil
        }

        /// Microseconds of the day.
        mutating func time(allowsLeapSecond: Bool) -> Int64? {
            guard let hour = digits(1...2), take(":"), let minute = digits(2...2), hour <= 23, minute <= 59 else { return nil }
            var microseconds = Int64(hour * 3_600 + minute * 60) * 1_000_000
            guard take(":") else { return microseconds }
            guard let second = digits(2...2), second <= (allowsLeapSecond ? 60 : 59) else { return nil }
            microseconds += Int64(second) * 1_000_000
            guard take(".") else { return microseconds }
            let start = index
            var scale: Int64 = 100_000
            while index < end, text[index] &- UInt8(ascii: "0") < 10 {
                microseconds += Int64(text[index] - UInt8(ascii: "0")) * scale
                scale /= 10
                index += 1
            }
            return index > start ? microseconds : nil
        }

        /// Minutes east of Greenwich; 0 where nothing is said.
        mutating func offset() -> Int? {
            if isAtEnd || take("Z") || take("z") { return 0 }
            let isWest = take("-")
            guard isWest || take("+"), let hours = digits(2...2), hours <= 23 else { return nil }
            if isAtEnd { return (isWest ? -60 : 60) * hours }
            _ = take(":")
            guard let minutes = digits(2...2), minutes <= 59 else { return nil }
            return (hours * 60 + minutes) * (isWest ? -1 : 1)
        }
    }
}
