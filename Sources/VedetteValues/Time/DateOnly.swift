// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A day of the calendar, without a time and without a time zone.
public struct DateOnly: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before it.
    package let daysSince1970: Int

    package init(daysSince1970: Int) {
        self.daysSince1970 = daysSince1970
    }

    /// Makes a day of the proleptic Gregorian calendar; fails for one that no calendar has, such as 30 February.
    ///
    /// - Parameters:
    ///   - year: −999,999…999,999.
    ///   - month: 1…12.
    ///   - day: 1…31.
    public init?(year: Int, month: Int, day: Int) {
        guard (-999_999...999_999).contains(year), (1...12).contains(month),
            (1...CivilCalendar.dayCount(ofMonth: month, year: year)).contains(day)
        else { return nil }
        daysSince1970 = CivilCalendar.daysSince1970(year: year, month: month, day: day)
    }

    public var year: Int { Int(CivilCalendar.date(daysSince1970: Int64(daysSince1970)).year) }
    /// 1…12.
    public var month: Int { Int(CivilCalendar.date(daysSince1970: Int64(daysSince1970)).month) }
    /// 1…31.
    public var day: Int { Int(CivilCalendar.date(daysSince1970: Int64(daysSince1970)).day) }

    public static func < (lhs: DateOnly, rhs: DateOnly) -> Bool { lhs.daysSince1970 < rhs.daysSince1970 }
}

extension DateOnly: CustomStringConvertible {
    /// `2026-05-01`, as ISO 8601 has it.
    public var description: String {
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value.magnitude)
            return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}
