// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// What was read by a pattern; nil for what it did not say.
struct ArcadeDateParts {
    var year: Int?
    /// From 1.
    var month: Int?
    var day: Int?
    /// From 1.
    var dayOfYear: Int?
    /// 0 is Sunday.
    var weekday: Int?
    var hour: Int?
    /// 1 to 12.
    var halfDayHour: Int?
    var isAfternoon: Bool?
    var minute: Int?
    var second: Int?
    var millisecond: Int?
    var zone: ArcadeTimeZone?

    /// Whether `token` was read and came to nothing.
    func isMissing(_ token: ArcadeDateToken, isTime: Bool) -> Bool {
        switch token {
        case .day: day == nil
        case .dayOfYear: dayOfYear == nil
        case .weekdayNumber, .weekdayName: weekday == nil
        case .month: isTime ? minute == nil : month == nil
        case .monthName: month == nil
        case .year, .shortYear: year == nil
        case .halfDayHour: halfDayHour == nil
        case .hour: hour == nil
        case .minute: minute == nil
        case .second: second == nil
        case .millisecond: millisecond == nil
        case .halfDay: isAfternoon == nil
        case .offset, .zoneName: zone == nil
        }
    }

    /// The time of the day; nil where no clock shows it.
    var millisecondsOfDay: Int64? {
        var hour = hour ?? 0
        if let halfDayHour {
            guard (1...12).contains(halfDayHour) else { return nil }
            if self.hour == nil { hour = isAfternoon.map { halfDayHour % 12 + ($0 ? 12 : 0) } ?? halfDayHour }
        } else if isAfternoon == true, hour < 12 {
            hour += 12
        }
        let (minute, second) = (minute ?? 0, second ?? 0)
        guard hour <= 23, minute <= 59, second <= 59 else { return nil }
        return Int64((hour * 3_600 + minute * 60 + second) * 1_000 + (millisecond ?? 0))
    }

    /// Days since 1970-01-01: what is longer than anything said is that of `today`, what is shorter is the first; nil where no calendar
    /// shows it.
    private func day(today: CivilMilliseconds) -> Int? {
        let now = today.date
        let found: Int?
        if let dayOfYear {
            let year = year ?? now.year
            let first = CivilCalendar.daysSince1970(year: year, month: 1, day: 1)
            let length = CivilCalendar.daysSince1970(year: year + 1, month: 1, day: 1) - first
            found = (1...length).contains(dayOfYear) ? first + dayOfYear - 1 : nil
        } else {
            let month = month ?? (year == nil ? now.month : 1)
            let day = day ?? (year == nil && self.month == nil ? now.day : 1)
            found = DateOnly(year: year ?? now.year, month: month, day: day)?.daysSince1970
        }
        guard let found, weekday.map({ $0 == CivilMilliseconds(day: found, milliseconds: 0).weekday || !isDaySaid }) ?? true else {
            return nil
        }
        return found
    }

    private var isDaySaid: Bool { day != nil || dayOfYear != nil }

    /// What calendar and clock show.
    func wall(today: CivilMilliseconds) -> CivilMilliseconds? {
        guard let day = day(today: today), let time = millisecondsOfDay else { return nil }
        return CivilMilliseconds(day: day, milliseconds: time)
    }

    /// The date, in `zone`; read in the zone that the text names, where it does.
    func date(in zone: ArcadeTimeZone, run: ArcadeRun) -> ArcadeDate? {
        let now = ArcadeDate(instant: run.context.now, zone: self.zone ?? zone)
        guard let wall = wall(today: now.wall) else { return nil }
        guard let named = self.zone else { return ArcadeDate(wall: wall, zone: zone) }
        return ArcadeDate(wall: wall, zone: named).flatMap { ArcadeDate(milliseconds: $0.wholeMilliseconds, zone: zone) }
    }

    /// A zone by its name, as an offset, or as RFC 5322 §4.3 abbreviates it.
    static func zone(_ word: String) -> ArcadeTimeZone? {
        let hours = ["EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "GMT": 0, "UT": 0]
        if let hours = hours[word.uppercased()] { return .fixed(seconds: hours * 3_600) }
        return ArcadeTimeZone.named(word)
    }
}
