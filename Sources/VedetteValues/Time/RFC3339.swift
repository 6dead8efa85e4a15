// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Times as RFC 3339 writes them.
package enum RFC3339 {
    /// Reads a date-time of RFC 3339 §5.6, `2026-05-01T12:04:31.25Z` or with an offset such as `+02:00`.
    ///
    /// A space may stand for the `T`. A leap second (`:60`) counts as the second after it. Digits past the microsecond are dropped.
    ///
    /// - Returns: nil for anything else; a date-time without an offset too, since it names no moment.
    package static func parse(_ text: UnsafeRawBufferPointer) -> Instant? {
        var reader = Reader(text: text)
        guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2), reader.take("-"), let day = reader.digits(2),
            reader.takeSeparator(), let hour = reader.digits(2), reader.take(":"), let minute = reader.digits(2), reader.take(":"),
            let second = reader.digits(2), let microsecond = reader.fraction(), let offset = reader.offset(), reader.isAtEnd
        else { return nil }
        guard (1...12).contains(month), day >= 1, day <= CivilCalendar.dayCount(ofMonth: month, year: year), hour <= 23, minute <= 59,
            second <= 60
        else {
            return nil
        }
        let days = Int64(CivilCalendar.daysSince1970(year: year, month: month, day: day))
        let seconds = days * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
        return Instant(microsecondsSince1970: seconds * 1_000_000 + Int64(microsecond))
    }

    /// Appends `instant` in UTC with three decimals, or six where there are microseconds.
    ///
    /// Years before 0000 and after 9999, which RFC 3339 cannot write, are written with a sign as ISO 8601 extends them.
    package static func append(_ instant: Instant, to output: inout [UInt8]) {
        let microseconds = instant.microsecondsSince1970
        let (seconds, fraction) = CivilCalendar.floorDivide(microseconds, 1_000_000)
        let (days, secondOfDay) = CivilCalendar.floorDivide(seconds, 86_400)
        let date = CivilCalendar.date(daysSince1970: days)
        if date.year < 0 || date.year > 9_999 {
            output.append(UInt8(ascii: date.year < 0 ? "-" : "+"))
            append(date.year.magnitude, digits: 6, to: &output)
        } else {
            append(date.year.magnitude, digits: 4, to: &output)
        }
        for (separator, value) in [
            ("-", UInt64(date.month)), ("-", UInt64(date.day)), ("T", UInt64(secondOfDay / 3_600)), (":", UInt64(secondOfDay / 60 % 60)),
            (":", UInt64(secondOfDay % 60)),
        ] as [(Unicode.Scalar, UInt64)] {
            output.append(UInt8(ascii: separator))
            append(value, digits: 2, to: &output)
        }
        output.append(UInt8(ascii: "."))
        if fraction % 1_000 == 0 {
            append(UInt64(fraction / 1_000), digits: 3, to: &output)
        } else {
            append(UInt64(fraction), digits: 6, to: &output)
        }
        output.append(UInt8(ascii: "Z"))
    }

    private static func append(_ value: UInt64, digits: Int, to output: inout [UInt8]) {
        let start = output.count
        var rest = value
        for _ in 0..<digits {
            output.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        output[start...].reverse()
    }

    private struct Reader {
        let text: UnsafeRawBufferPointer
        var index = 0

        var isAtEnd: Bool { index == text.count }

        mutating func digits(_ count: Int) -> Int? {
            guard index + count <= text.count else { return nil }
            var value = 0
            for _ in 0..<count {
                let digit = text[index] &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                value = value * 10 + Int(digit)
                index += 1
            }
            return value
        }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }

        mutating func takeSeparator() -> Bool {
            take("T") || take("t") || take(" ")
        }

        /// Microseconds; 0 where there is no fraction.
        mutating func fraction() -> Int? {
            guard take(".") else { return 0 }
            var (value, count) = (0, 0)
            while index < text.count, text[index] &- UInt8(ascii: "0") < 10 {
                if count < 6 { value = value * 10 + Int(text[index] - UInt8(ascii: "0")) }
                count += 1
                index += 1
            }
            guard count > 0 else { return nil }
            for _ in min(count, 6)..<6 { value *= 10 }
            return value
        }

        /// Seconds east of Greenwich.
        mutating func offset() -> Int? {
            if take("Z") || take("z") { return 0 }
            let isWest = take("-")
            guard isWest || take("+") else { return nil }
            guard let hours = digits(2), take(":"), let minutes = digits(2), hours <= 23, minutes <= 59 else { return nil }
            return (hours * 60 + minutes) * (isWest ? -60 : 60)
        }
    }
}
