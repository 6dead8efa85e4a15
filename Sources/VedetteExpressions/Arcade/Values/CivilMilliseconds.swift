// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteValues

/// What a calendar on the wall and a clock beside it show, counted in milliseconds from 1970-01-01T00:00.
package struct CivilMilliseconds: Sendable, Hashable {
    package static let perDay: Int64 = 86_400_000

    package let milliseconds: Int64

    package init(_ milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package init(day: Int, milliseconds: Int64) {
        self.milliseconds = Int64(day) * Self.perDay + milliseconds
    }

    /// Whole seconds, rounded down.
    static func seconds(_ milliseconds: Int64) -> Int64 { CivilCalendar.floorDivide(milliseconds, 1_000).quotient }

    /// Days since 1970-01-01.
    package var day: Int { Int(CivilCalendar.floorDivide(milliseconds, Self.perDay).quotient) }

    /// 0…86,399,999.
    package var ofDay: Int { Int(CivilCalendar.floorDivide(milliseconds, Self.perDay).remainder) }

    /// Month and day count from 1.
    package var date: (year: Int, month: Int, day: Int) {
        let (year, month, day) = CivilCalendar.date(daysSince1970: Int64(day))
        return (Int(year), Int(month), Int(day))
    }

    package var hour: Int { ofDay / 3_600_000 }
    package var minute: Int { ofDay / 60_000 % 60 }
    package var second: Int { ofDay / 1_000 % 60 }
    package var millisecond: Int { ofDay % 1_000 }

    /// 0 is Sunday.
    package var weekday: Int { Int(CivilCalendar.floorDivide(Int64(day) + 4, 7).remainder) }

    /// 0 is 1 January.
    package var dayOfYear: Int { day - CivilCalendar.daysSince1970(year: date.year, month: 1, day: 1) }

    /// Year and week, from 1, of ISO 8601: a week belongs to the year of its Thursday.
    package var isoWeek: (year: Int, week: Int) {
        let thursday = CivilMilliseconds(day: day + 3 - (weekday + 6) % 7, milliseconds: 0)
        return (thursday.date.year, thursday.dayOfYear / 7 + 1)
    }

    /// `count` months later at the same time of the same day, or of the last day of a month that is too short.
    ///
    /// - Precondition: `count` is within ±10,000,000.
    package func adding(months count: Int) -> CivilMilliseconds {
        let (year, month, day) = date
        let (years, rest) = CivilCalendar.floorDivide(Int64(year * 12 + month - 1 + count), 12)
        let last = CivilCalendar.dayCount(ofMonth: Int(rest) + 1, year: Int(years))
        let days = CivilCalendar.daysSince1970(year: Int(years), month: Int(rest) + 1, day: min(day, last))
        return CivilMilliseconds(day: days, milliseconds: Int64(ofDay))
    }
}
