// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// Reads dates and times as ISO 8601 writes them, by calendar, day of the year or week, in the basic or the extended form.
struct ArcadeISODateReader {
    /// What was read.
    struct Value {
        let wall: CivilMilliseconds
        /// Milliseconds ahead of UTC; nil where the text does not say.
        let offset: Int64?
    }

    private let bytes: [UInt8]
    private var index = 0

    private init(_ text: String) {
        var bytes = Array(text.utf8.prefix(64))
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        self.bytes = bytes
        while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
    }

    /// `2016-10-20T17:41:37.5+00:00`, with any of its parts from the month on left out, a blank for the `T`, a comma for the point, or
    /// without separators; `2016-294`, `2016-W42-4`, `+012016-10-20`. nil for anything else and for days and times that do not exist;
    /// `24:00` is the midnight after the day. Digits past the millisecond are dropped.
    static func read(_ text: String) -> Value? {
        guard text.utf8.count <= 64 else { return nil }
        var reader = ArcadeISODateReader(text)
        guard let day = reader.day() else { return nil }
        guard reader.index < reader.bytes.count else {
            return Value(wall: CivilMilliseconds(day: day, milliseconds: 0), offset: nil)
        }
        guard reader.take("T") || reader.take("t") || reader.take(" "), let time = reader.time(limit: CivilMilliseconds.perDay) else {
            return nil
        }
        var offset: Int64?
        if reader.index < reader.bytes.count {
            guard let seconds = reader.offset(), reader.index == reader.bytes.count else { return nil }
            offset = Int64(seconds) * 1_000
        }
        return Value(wall: CivilMilliseconds(day: day, milliseconds: time), offset: offset)
    }

    /// `11:20`, `11:20:05.25`, `112005`, `T11:20`, `11:20 am`, `2 PM`, in milliseconds of the day; nil for anything else.
    static func readTime(_ text: String) -> Int64? {
        guard text.utf8.count <= 64 else { return nil }
        var reader = ArcadeISODateReader(text)
        _ = reader.take("T") || reader.take("t")
        let start = reader.index
        guard let time = reader.time(limit: CivilMilliseconds.perDay - 1) else { return nil }
        let isHourAlone = reader.index - start <= 2
        while reader.take(" ") {}
        guard reader.index < reader.bytes.count else { return isHourAlone ? nil : time }
        guard let isAfternoon = reader.halfDay(), reader.index == reader.bytes.count else { return nil }
        let hour = time / 3_600_000
        guard (1...12).contains(hour) else { return nil }
        return (hour % 12 + (isAfternoon ? 12 : 0)) * 3_600_000 + time % 3_600_000
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// How many digits stand here, up to 9.
    private var digitCount: Int { bytes[index...].prefix(9).prefix { $0 &- UInt8(ascii: "0") < 10 }.count }

    private mutating func digits(_ count: Int) -> Int? {
        guard digitCount >= count else { return nil }
        defer { index += count }
        return bytes[index..<index + count].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Days since 1970-01-01.
    private mutating func day() -> Int? {
        let isNegative = take("-")
        let isSigned = isNegative || take("+")
        guard let number = digits(isSigned ? 6 : 4) else { return nil }
        let year = isNegative ? -number : number
        let isExtended = take("-")
        if take("W") {
            guard let week = digits(2), (1...53).contains(week) else { return nil }
            var weekday = 1
            if isExtended ? take("-") : digitCount == 1 {
                guard let number = digits(1), (1...7).contains(number) else { return nil }
                weekday = number
            }
            let fourth = CivilMilliseconds(day: CivilCalendar.daysSince1970(year: year, month: 1, day: 4), milliseconds: 0)
            let monday = CivilMilliseconds(day: fourth.day - (fourth.weekday + 6) % 7 + (week - 1) * 7, milliseconds: 0)
            guard monday.isoWeek == (year, week) else { return nil }
            return monday.day + weekday - 1
        }
        switch digitCount {
        case 3:
            guard let number = digits(3), number >= 1 else { return nil }
            let first = CivilCalendar.daysSince1970(year: year, month: 1, day: 1)
            return first + number <= CivilCalendar.daysSince1970(year: year + 1, month: 1, day: 1) ? first + number - 1 : nil
        case 2 where isExtended, 4 where !isExtended:
            guard let month = digits(2) else { return nil }
            var day = 1
            if isExtended ? take("-") : true {
                guard let number = digits(2) else { return nil }
                day = number
            }
            return DateOnly(year: year, month: month, day: day)?.daysSince1970
        case 0 where !isExtended:
            return CivilCalendar.daysSince1970(year: year, month: 1, day: 1)
        default:
            return nil
        }
    }

    /// Milliseconds of the day. An hour alone may have one digit.
    private mutating func time(limit: Int64) -> Int64? {
        guard let hour = digits(digitCount == 1 ? 1 : 2) else { return nil }
        var milliseconds = Int64(hour) * 3_600_000
        let isExtended = take(":")
        if isExtended || digitCount > 0 {
            guard let minute = digits(2), minute <= 59 else { return nil }
            milliseconds += Int64(minute) * 60_000
            if isExtended ? take(":") : digitCount > 0 {
                guard let second = digits(2), second <= 59 else { return nil }
                milliseconds += Int64(second) * 1_000
                if take(".") || take(",") {
                    guard digitCount > 0 else { return nil }
                    var scale: Int64 = 100
                    while digitCount > 0, let digit = digits(1) {
                        milliseconds += Int64(digit) * scale
                        scale /= 10
                    }
                }
            }
        }
        return milliseconds <= limit ? milliseconds : nil
    }

    private mutating func offset() -> Int? {
        let (seconds, end) = Self.offset(in: bytes, at: index) ?? (0, -1)
        guard end >= 0 else { return nil }
        index = end
        return seconds
    }

    /// `Z`, `+7`, `+07`, `+07:00` or `+0700`, in seconds ahead of UTC, and where it ends.
    static func offset(in bytes: [UInt8], at start: Int) -> (seconds: Int, end: Int)? {
        guard start < bytes.count else { return nil }
        if bytes[start] | 0x20 == UInt8(ascii: "z") { return (0, start + 1) }
        let isNegative = bytes[start] == UInt8(ascii: "-")
        guard isNegative || bytes[start] == UInt8(ascii: "+") else { return nil }
        func digits(at place: Int) -> ArraySlice<UInt8> { bytes[min(place, bytes.count)...].prefix { $0 &- UInt8(ascii: "0") < 10 } }
        func number(_ digits: ArraySlice<UInt8>) -> Int { digits.prefix(4).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
        let first = digits(at: start + 1)
        var (hours, minutes, end) = (number(first), 0, first.endIndex)
        switch first.count {
        case 1...2:
            if end < bytes.count, bytes[end] == UInt8(ascii: ":") {
                let second = digits(at: end + 1)
                guard second.count == 2 else { return nil }
                (minutes, end) = (number(second), second.endIndex)
            }
        case 4:
            (hours, minutes) = (hours / 100, hours % 100)
        default:
            return nil
        }
        guard hours <= 23, minutes <= 59 else { return nil }
        return ((hours * 3_600 + minutes * 60) * (isNegative ? -1 : 1), end)
    }

    /// `am`, `PM`, `a.m.`: whether it is the afternoon.
    private mutating func halfDay() -> Bool? {
        guard let (isAfternoon, end) = Self.halfDay(in: bytes, at: index) else { return nil }
        index = end
        return isAfternoon
    }

    /// Whether `am`, `PM` or `a.m.` is the afternoon, and where it ends.
    static func halfDay(in bytes: [UInt8], at start: Int) -> (isAfternoon: Bool, end: Int)? {
        for (text, isAfternoon) in [("am", false), ("pm", true), ("a.m.", false), ("p.m.", true)] {
            let end = start + text.utf8.count
            if end <= bytes.count, zip(bytes[start..<end], text.utf8).allSatisfy({ $0 | ($1 > 0x40 ? 0x20 : 0) == $1 }) {
                return (isAfternoon, end)
            }
        }
        return nil
    }
}
