// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// Adding to dates and telling them apart, so that adding a difference to the earlier date gives the later one.
///
/// Days, weeks, months and years are those of the calendar in the date's zone: a day later, clocks show the same, even where they were
/// changed in between. A part of one is that part of the very day or month that it lies in.
enum ArcadeDateArithmetic {
    /// nil for an amount that is no number, and beyond what a date can name.
    static func adding(_ amount: Double, _ unit: ArcadeDateUnit, to date: ArcadeDate) -> ArcadeDate? {
        if case .fixed(let milliseconds) = unit {
            let step = (amount * milliseconds).rounded()
            guard abs(step) <= 2 * Double(ArcadeDate.bound) else { return nil }
            return ArcadeDate(milliseconds: date.wholeMilliseconds + Int64(step), zone: date.zone)
        }
        let whole = amount.rounded(.towardZero)
        guard abs(whole) < 1e9, let near = stepping(Int(whole), unit, from: date) else { return nil }
        let part = abs(amount - whole)
        guard part > 0 else { return near }
        guard let far = stepping(Int(whole) + (amount < 0 ? -1 : 1), unit, from: date) else { return nil }
        let step = (Double(far.wholeMilliseconds - near.wholeMilliseconds) * part).rounded()
        return ArcadeDate(milliseconds: near.wholeMilliseconds + Int64(step), zone: date.zone)
    }

    /// `date` moved by whole units of the calendar.
    private static func stepping(_ count: Int, _ unit: ArcadeDateUnit, from date: ArcadeDate) -> ArcadeDate? {
        // Not moved at all, a moment that clocks show twice stays the one that it is.
        if count == 0 { return date }
        switch unit {
        case .fixed: return nil
        case .days(let days):
            guard abs(count) <= 1_000_000_000 else { return nil }
            let wall = CivilMilliseconds(date.wall.milliseconds + Int64(count * days) * CivilMilliseconds.perDay)
            return ArcadeDate(wall: wall, zone: date.zone)
        case .months(let months):
            guard abs(count) <= 10_000_000 / months else { return nil }
            return ArcadeDate(wall: date.wall.adding(months: count * months), zone: date.zone)
        }
    }

    /// How many units lie between `earlier` and `later`, negative where they come the other way; days and longer as calendars in the
    /// zone of `later` have them.
    static func difference(_ later: ArcadeDate, _ earlier: ArcadeDate, _ unit: ArcadeDateUnit) -> Double {
        let distance = later.wholeMilliseconds - earlier.wholeMilliseconds
        if case .fixed(let milliseconds) = unit { return Double(distance) / milliseconds }
        let earlier = ArcadeDate(instant: earlier.instant, zone: later.zone)
        return distance < 0 ? -count(from: later, to: earlier, unit) : count(from: earlier, to: later, unit)
    }

    /// - Precondition: `start` is not after `end`, and both are in one zone.
    private static func count(from start: ArcadeDate, to end: ArcadeDate, _ unit: ArcadeDateUnit) -> Double {
        let (first, last) = (start.wall, end.wall)
        var whole: Int
        switch unit {
        case .fixed(let milliseconds): return Double(end.wholeMilliseconds - start.wholeMilliseconds) / milliseconds
        case .days(let days): whole = max(0, last.day - first.day) / days
        case .months(let months):
            whole = max(0, (last.date.year - first.date.year) * 12 + last.date.month - first.date.month) / months
        }
        func moment(_ count: Int) -> Int64? { stepping(count, unit, from: start)?.wholeMilliseconds }
        // The calendars' difference is one too many where the time of day, or the day of the month, has not come yet.
        while whole > 0, let moment = moment(whole), moment > end.wholeMilliseconds { whole -= 1 }
        guard let near = moment(whole), let far = moment(whole + 1), far > near else { return Double(whole) }
        return Double(whole) + min(1, Double(end.wholeMilliseconds - near) / Double(far - near))
    }
}
