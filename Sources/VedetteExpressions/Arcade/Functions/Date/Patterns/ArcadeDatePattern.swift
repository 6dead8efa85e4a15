// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// Patterns such as `ddd, MMM D, Y h:mm A`, by which dates, days and times are written and read.
package enum ArcadeDatePattern {
    /// A date, a day or a time as `pattern` says, in English.
    ///
    /// For a day, parts of a time are those of midnight. For a time, `M` and `MM` are minutes, as documents write them, and parts of a date
    /// are left out. Zones are left out where none is known. Other values are written as `Text()` does, and so is anything where the pattern
    /// is empty.
    package static func text(of value: ArcadeValue, pattern: String, in run: ArcadeRun) throws(ArcadeFailure) -> String {
        try run.charge(pattern.utf8.count >> 3 + 1)
        if pattern.isEmpty { return try run.text(value) }
        switch value {
        case .date(let date):
            return text(Moment(wall: date.wall, date: date), pattern)
        case .dateOnly(let day):
            return text(Moment(wall: CivilMilliseconds(day: day.daysSince1970, milliseconds: 0), date: nil), pattern)
        case .time(let time):
            return text(Moment(wall: CivilMilliseconds(ArcadeDateText.wholeMilliseconds(of: time)), date: nil, isTime: true), pattern)
        default:
            return try run.text(value)
        }
    }

    /// What is to be written.
    private struct Moment {
        let wall: CivilMilliseconds
        /// nil where there is no zone.
        let date: ArcadeDate?
        var isTime = false
    }

    private static func text(_ moment: Moment, _ pattern: String) -> String {
        var reader = ArcadeDatePatternReader(pattern)
        var output = ArcadeDateText.Digits()
        while let piece = reader.next() {
            switch piece {
            case .literal(let bytes):
                for byte in bytes { output.append(byte: byte) }
            case .token(let token):
                if moment.isTime, !append(token, ofTime: moment.wall, to: &output) { continue }
                if !moment.isTime { append(token, of: moment, to: &output) }
            }
        }
        return output.text
    }

    /// - Returns: false where a time has no such part.
    @discardableResult
    private static func append(
        _ token: ArcadeDateToken, ofTime wall: CivilMilliseconds, to output: inout ArcadeDateText.Digits
    ) -> Bool {
        switch token {
        case .halfDayHour(let width): output.append((wall.hour + 11) % 12 + 1, width: width)
        case .hour(let width): output.append(wall.hour, width: width)
        case .minute(let width), .month(let width): output.append(wall.minute, width: width)
        case .second(let width): output.append(wall.second, width: width)
        case .millisecond: output.append(wall.millisecond, width: 3)
        case .halfDay(let isUpperCase): output.append(wall.hour < 12 ? (isUpperCase ? "AM" : "am") : (isUpperCase ? "PM" : "pm"))
        default: return false
        }
        return true
    }

    private static func append(_ token: ArcadeDateToken, of moment: Moment, to output: inout ArcadeDateText.Digits) {
        let wall = moment.wall
        switch token {
        case .day(let width): output.append(wall.date.day, width: width)
        case .dayOfYear: output.append(wall.dayOfYear + 1, width: 1)
        case .weekdayNumber: output.append((wall.weekday + 6) % 7 + 1, width: 1)
        case .weekdayName(let isLong): output.append(named(ArcadeDateToken.weekdays[wall.weekday], isLong))
        case .month(let width): output.append(wall.date.month, width: width)
        case .monthName(let isLong): output.append(named(ArcadeDateToken.months[wall.date.month - 1], isLong))
        case .year(let width): output.append(wall.date.year, width: width)
        case .shortYear: output.append(abs(wall.date.year) % 100, width: 2)
        case .offset(let length):
            guard let date = moment.date, !date.zone.isUnknown else { return }
            let seconds = Int(date.zone.offset(at: date.wholeMilliseconds) / 1_000)
            if length == 1 {
                output.append(ArcadeDateText.shortOffset(seconds: seconds))
            } else {
                output.append(offset: seconds, separator: length == 2 ? ":" : "")
            }
        case .zoneName(let isLong):
            guard let date = moment.date else { return }
            output.append(
                isLong ? date.zone.longName(at: date.wholeMilliseconds) : date.zone.abbreviation(at: date.wholeMilliseconds))
        default: append(token, ofTime: wall, to: &output)
        }
    }

    private static func named(_ name: String, _ isLong: Bool) -> String { isLong ? name : String(name.prefix(3)) }
}
