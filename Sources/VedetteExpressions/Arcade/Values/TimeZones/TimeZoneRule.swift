// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// The rule by which clocks are changed year after year, as POSIX.1-2017 §8.3 (`TZ`) writes it, with the additions of RFC 9636 §3.3.1:
/// `EST5EDT,M3.2.0,M11.1.0`.
struct TimeZoneRule: Sendable {
    /// A day of each year, and a time on it.
    struct Change: Sendable {
        enum Day: Sendable {
            /// 1…365, never counting 29 February.
            case julian(Int)
            /// 0…365.
            case dayOfYear(Int)
            /// The `week`th `weekday` (0 is Sunday) of `month`; the 5th is the last.
            case weekday(month: Int, week: Int, weekday: Int)
        }

        let day: Day
        /// Seconds after midnight; may lie on other days.
        let time: Int

        /// Seconds since 1970, as clocks before the change show them.
        func wall(year: Int) -> Int64 {
            let days: Int
            switch day {
            case .julian(let number):
                let leaps = CivilCalendar.dayCount(ofMonth: 2, year: year) == 29 && number >= 60
                days = CivilCalendar.daysSince1970(year: year, month: 1, day: number) + (leaps ? 1 : 0)
            case .dayOfYear(let number):
                days = CivilCalendar.daysSince1970(year: year, month: 1, day: number + 1)
            case .weekday(let month, let week, let weekday):
                let first = CivilCalendar.daysSince1970(year: year, month: month, day: 1)
                // 1970-01-01 was a Thursday.
                let firstWeekday = Int(CivilCalendar.floorDivide(Int64(first) + 4, 7).remainder)
                var day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
                if day >= CivilCalendar.dayCount(ofMonth: month, year: year) { day -= 7 }
                days = first + day
            }
            return Int64(days) * 86_400 + Int64(time)
        }
    }

    let standard: TimeZonePeriod.Kind
    /// nil where clocks are never changed.
    let daylightSaving: (kind: TimeZonePeriod.Kind, start: Change, end: Change)?
    /// Where its kinds lie in the table that it belongs to.
    var standardPlace = 0
    var daylightSavingPlace = 0

    /// The period that `second`, since 1970 in UTC, lies in; `earliest` is where the rule begins to hold.
    func period(at second: Int64, from earliest: Int64) -> TimeZonePeriod {
        guard let (kind, start, end) = daylightSaving else {
            return TimeZonePeriod(kind: standardPlace, offset: Int64(standard.offset), start: earliest, end: .max)
        }
        let days = CivilCalendar.floorDivide(second, 86_400).quotient
        let year = Int(CivilCalendar.date(daysSince1970: days).year)
        var (before, after) = (Int64.min, Int64.max)
        var isDaylightSaving = false
        for candidate in year - 1...year + 1 {
            let leap = start.wall(year: candidate) - Int64(standard.offset)
            let back = end.wall(year: candidate) - Int64(kind.offset)
            // Where both come at once, as in zones that never leave it, daylight saving holds.
            for (change, starts) in [(back, false), (leap, true)] {
                if change <= second {
                    if change > before || change == before && starts { (before, isDaylightSaving) = (change, starts) }
                } else {
                    after = min(after, change)
                }
            }
        }
        return TimeZonePeriod(
            kind: isDaylightSaving ? daylightSavingPlace : standardPlace,
            offset: Int64(isDaylightSaving ? kind.offset : standard.offset), start: max(before, earliest), end: after)
    }
}

extension TimeZoneRule {
    /// Reads a rule; fails for what is none.
    init?(_ text: some StringProtocol) {
        var reader = Reader(bytes: Array(text.utf8))
        guard let name = reader.name(), let offset = reader.time(), abs(offset) < TimeZoneTable.offsetBound else { return nil }
        standard = TimeZonePeriod.Kind(offset: -offset, isDaylightSaving: false, abbreviation: name)
        guard !reader.isAtEnd else {
            daylightSaving = nil
            return
        }
        guard let name = reader.name() else { return nil }
        var summer = standard.offset + 3_600
        if !reader.isAtEnd, !reader.isNext(",") {
            guard let offset = reader.time(), abs(offset) < TimeZoneTable.offsetBound else { return nil }
            summer = -offset
        }
        guard let start = reader.change(), let end = reader.change(), reader.isAtEnd else { return nil }
        daylightSaving = (TimeZonePeriod.Kind(offset: summer, isDaylightSaving: true, abbreviation: name), start, end)
    }

    private struct Reader {
        let bytes: [UInt8]
        var index = 0

        var isAtEnd: Bool { index >= bytes.count }

        func isNext(_ character: Unicode.Scalar) -> Bool { index < bytes.count && bytes[index] == UInt8(ascii: character) }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard isNext(character) else { return false }
            index += 1
            return true
        }

        mutating func name() -> String? {
            let isQuoted = take("<")
            let start = index
            while index < bytes.count {
                let byte = bytes[index]
                let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
                guard isQuoted ? byte != UInt8(ascii: ">") : isLetter else { break }
                index += 1
            }
            let name = String(decoding: bytes[start..<index], as: UTF8.self)
            guard name.utf8.count >= 3, name.utf8.count <= 32, !isQuoted || take(">") else { return nil }
            return name
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            let start = index
            var value = 0
            while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10, index - start < 4 {
                value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
                index += 1
            }
            return index > start && range.contains(value) ? value : nil
        }

        /// `[+-]hh[:mm[:ss]]` in seconds.
        mutating func time() -> Int? {
            let isNegative = take("-")
            if !isNegative { _ = take("+") }
            guard var seconds = number(0...167).map({ $0 * 3_600 }) else { return nil }
            if take(":") {
                guard let minutes = number(0...59) else { return nil }
                seconds += minutes * 60
                if take(":") {
                    guard let rest = number(0...59) else { return nil }
                    seconds += rest
                }
            }
            return isNegative ? -seconds : seconds
        }

        mutating func change() -> Change? {
            guard take(",") else { return nil }
            let day: Change.Day
            if take("J") {
                guard let number = number(1...365) else { return nil }
                day = .julian(number)
            } else if take("M") {
                guard let month = number(1...12), take("."), let week = number(1...5), take("."), let weekday = number(0...6) else {
                    return nil
                }
                day = .weekday(month: month, week: week, weekday: weekday)
            } else {
                guard let number = number(0...365) else { return nil }
                day = .dayOfYear(number)
            }
            guard take("/") else { return Change(day: day, time: 7_200) }
            return time().map { Change(day: day, time: $0) }
        }
    }
}
