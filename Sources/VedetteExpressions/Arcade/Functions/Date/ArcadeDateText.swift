// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteValues

/// What `Text()` makes of dates, days and times, after ISO 8601; and what `Number()` does.
package enum ArcadeDateText {
    /// `2016-10-20T11:23:03-07:00`; `Z` for UTC, nothing for the unknown zone, and milliseconds only where there are any.
    ///
    /// Years before 0 and after 9999 have a sign and six digits.
    package static func iso(_ date: ArcadeDate) -> String {
        let milliseconds = date.wholeMilliseconds
        let offset = date.zone.offset(at: milliseconds)
        let wall = CivilMilliseconds(milliseconds + offset)
        var output = Digits()
        output.append(date: wall)
        output.append(character: "T")
        output.append(timeOf: wall)
        if date.zone.isUTC {
            output.append(character: "Z")
        } else if !date.zone.isUnknown {
            output.append(offset: Int(offset / 1_000), separator: ":")
        }
        return output.text
    }

    /// `2016-10-20`.
    package static func iso(_ day: DateOnly) -> String {
        var output = Digits()
        output.append(date: CivilMilliseconds(day: day.daysSince1970, milliseconds: 0))
        return output.text
    }

    /// `11:23:03`, with milliseconds where there are any.
    package static func iso(_ time: TimeOnly) -> String {
        var output = Digits()
        output.append(timeOf: CivilMilliseconds(wholeMilliseconds(of: time)))
        return output.text
    }

    /// What `Number()` of a day is: milliseconds from 1970 to its midnight in UTC.
    package static func milliseconds(of day: DateOnly) -> Double { Double(day.daysSince1970) * 86_400_000 }

    /// What `Number()` of a time is: milliseconds since midnight.
    package static func milliseconds(of time: TimeOnly) -> Double { Double(wholeMilliseconds(of: time)) }

    package static func wholeMilliseconds(of time: TimeOnly) -> Int64 { time.microsecondsOfDay / 1_000 }

    /// `-07:00`, or `-0700` without a separator. Seconds, which clocks had before 1900, are dropped.
    static func offset(seconds: Int, separator: String) -> String {
        var output = Digits()
        output.append(offset: seconds, separator: separator)
        return output.text
    }

    /// `-7`, `+5:30`.
    static func shortOffset(seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        let text = (seconds < 0 ? "-" : "+") + String(minutes / 60)
        return minutes % 60 == 0 ? text : text + (minutes % 60 < 10 ? ":0" : ":") + String(minutes % 60)
    }

    /// Bytes of text that is mostly digits.
    struct Digits {
        private(set) var bytes: [UInt8] = []

        init() { bytes.reserveCapacity(32) }

        var text: String { String(decoding: bytes, as: UTF8.self) }

        mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

        mutating func append(byte: UInt8) { bytes.append(byte) }

        mutating func append(character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }

        /// With zeros before it up to `width` digits.
        mutating func append(_ number: Int, width: Int) {
            if number < 0 { append(character: "-") }
            let number = number.magnitude
            var (divisor, digitCount): (UInt, Int) = (1, 1)
            while number / divisor >= 10 { (divisor, digitCount) = (divisor * 10, digitCount + 1) }
            while digitCount < width { (divisor, digitCount) = (divisor * 10, digitCount + 1) }
            while divisor > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
                divisor /= 10
            }
        }

        mutating func append(date wall: CivilMilliseconds) {
            let (year, month, day) = wall.date
            if (0...9_999).contains(year) {
                append(year, width: 4)
            } else {
                if year > 0 { append(character: "+") }
                append(year, width: 6)
            }
            append(character: "-")
            append(month, width: 2)
            append(character: "-")
            append(day, width: 2)
        }

        mutating func append(timeOf wall: CivilMilliseconds) {
            append(wall.hour, width: 2)
            append(character: ":")
            append(wall.minute, width: 2)
            append(character: ":")
            append(wall.second, width: 2)
            if wall.millisecond > 0 {
                append(character: ".")
                append(wall.millisecond, width: 3)
            }
        }

        mutating func append(offset seconds: Int, separator: String) {
            append(character: seconds < 0 ? "-" : "+")
            append(abs(seconds) / 3_600, width: 2)
            append(separator)
            append(abs(seconds) / 60 % 60, width: 2)
        }
    }
}
