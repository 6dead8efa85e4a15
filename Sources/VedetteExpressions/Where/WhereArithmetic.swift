// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// `+ - * / % ||` on values. Nothing known in, nothing known out; so it is for operands that do not go together.
enum WhereArithmetic {
    static func negated(_ value: WhereValue) -> WhereValue {
        switch value {
        case .integer(let value): return value == .min ? .number(0x1p63) : .integer(-value)
        case .interval(let interval):
            guard interval.months != .min, interval.microseconds != .min else { return .null }
            return .interval(WhereInterval(months: -interval.months, microseconds: -interval.microseconds))
        case .null, .instant, .date, .time: return .null
        case .number, .boolean, .text: return value.asNumber.map { .number(-$0) } ?? .null
        }
    }

    static func combine(_ by: WhereOperator, _ first: WhereValue, _ second: WhereValue, arena: TextArena) -> WhereValue {
        if first.isNull || second.isNull { return .null }
        switch by {
        case .concatenate:
            guard let first = WhereConversion.text(of: first, arena: arena), let second = WhereConversion.text(of: second, arena: arena)
            else { return .null }
            return WhereFunctions.joined([first, second], arena: arena)
        case .add: return sum(first, second)
        case .subtract: return difference(first, second)
        case .multiply:
            switch (first, second) {
            case (.integer(let first), .integer(let second)):
                let (product, isBeyond) = first.multipliedReportingOverflow(by: second)
                return isBeyond ? .number(Double(first) * Double(second)) : .integer(product)
            case (.interval(let interval), _): return scaled(interval, by: second.asNumber)
            case (_, .interval(let interval)): return scaled(interval, by: first.asNumber)
            default: return numbers(first, second) { $0 * $1 }
            }
        case .divide:
            if case .interval(let interval) = first { return scaled(interval, by: second.asNumber.map { 1 / $0 }) }
            return numbers(first, second) { $1 == 0 ? .nan : $0 / $1 }
        case .modulo: return remainder(first, second)
        }
    }

    static func remainder(_ first: WhereValue, _ second: WhereValue) -> WhereValue {
        if case .integer(let first) = first, case .integer(let second) = second {
            return second == 0 ? .null : .integer(second == -1 ? 0 : first % second)
        }
        return numbers(first, second) { $1 == 0 ? .nan : $0.truncatingRemainder(dividingBy: $1) }
    }

    private static func numbers(_ first: WhereValue, _ second: WhereValue, _ combine: (Double, Double) -> Double) -> WhereValue {
        guard let first = first.asNumber, let second = second.asNumber else { return .null }
        let result = combine(first, second)
        return result.isFinite ? .number(result) : .null
    }

    private static func sum(_ first: WhereValue, _ second: WhereValue) -> WhereValue {
        switch (first, second) {
        case (.integer(let first), .integer(let second)):
            let (sum, isBeyond) = first.addingReportingOverflow(second)
            return isBeyond ? .number(Double(first) + Double(second)) : .integer(sum)
        case (.interval(let first), .interval(let second)):
            let (months, isLong) = first.months.addingReportingOverflow(second.months)
            let (microseconds, isTooLong) = first.microseconds.addingReportingOverflow(second.microseconds)
            return isLong || isTooLong ? .null : .interval(WhereInterval(months: months, microseconds: microseconds))
        case (_, .interval(let interval)): return moved(first, by: interval)
        case (.interval(let interval), _): return moved(second, by: interval)
        case (.instant, _), (.date, _), (.time, _): return second.asDays.map { moved(first, by: $0) } ?? .null
        case (_, .instant), (_, .date), (_, .time): return first.asDays.map { moved(second, by: $0) } ?? .null
        default: return numbers(first, second) { $0 + $1 }
        }
    }

    private static func difference(_ first: WhereValue, _ second: WhereValue) -> WhereValue {
        switch (first, second) {
        case (.integer(let first), .integer(let second)):
            let (difference, isBeyond) = first.subtractingReportingOverflow(second)
            return isBeyond ? .number(Double(first) - Double(second)) : .integer(difference)
        case (_, .interval): return sum(first, negated(second))
        case (.date(let first), .date(let second)): return .integer(first &- second)
        case (.time(let first), .time(let second)): return .number(Double(first - second) / Double(TimeOnly.microsecondsPerDay))
        case (.instant, .integer), (.instant, .number), (.date, .integer), (.date, .number), (.time, .integer), (.time, .number):
            return second.asDays.flatMap { WhereValue.negatedInterval($0) }.map { moved(first, by: $0) } ?? .null
        case (.instant, _), (.date, _), (_, .instant), (_, .date):
            guard let first = first.asInstant, let second = second.asInstant else { return .null }
            return .number((Double(first) - Double(second)) / Double(TimeOnly.microsecondsPerDay))
        default: return numbers(first, second) { $0 - $1 }
        }
    }

    private static func scaled(_ interval: WhereInterval, by factor: Double?) -> WhereValue {
        guard let factor, let months = Int64(exactly: (Double(interval.months) * factor).rounded(.towardZero)),
            let microseconds = Int64(exactly: (Double(interval.microseconds) * factor).rounded())
        else { return .null }
        return .interval(WhereInterval(months: months, microseconds: microseconds))
    }

    /// A moment, day or time of day moved by an interval. Months are counted first, and end at the last day of a month that is shorter;
    /// a day moved by whole days stays a day; a time of day goes round the clock.
    private static func moved(_ value: WhereValue, by interval: WhereInterval) -> WhereValue {
        switch value {
        case .date(let days):
            guard let shifted = shifted(days, months: interval.months) else { return .null }
            if interval.microseconds % TimeOnly.microsecondsPerDay == 0 {
                return .date(shifted + interval.microseconds / TimeOnly.microsecondsPerDay)
            }
            guard let midnight = WhereValue.microseconds(ofDay: shifted) else { return .null }
            return added(midnight, interval.microseconds)
        case .time(let time):
            guard interval.months == 0 else { return .null }
            let moved = time + interval.microseconds % TimeOnly.microsecondsPerDay
            return .time(CivilCalendar.floorDivide(moved, TimeOnly.microsecondsPerDay).remainder)
        case .instant, .text:
            guard let instant = value.asInstant else { return .null }
            if interval.months == 0 { return added(instant, interval.microseconds) }
            let (days, time) = CivilCalendar.floorDivide(instant, TimeOnly.microsecondsPerDay)
            guard let shifted = shifted(days, months: interval.months), let midnight = WhereValue.microseconds(ofDay: shifted)
            else { return .null }
            let (moved, isBeyond) = midnight.addingReportingOverflow(time)
            return isBeyond ? .null : added(moved, interval.microseconds)
        case .null, .boolean, .integer, .number, .interval: return .null
        }
    }

    private static func added(_ instant: Int64, _ microseconds: Int64) -> WhereValue {
        let (moved, isBeyond) = instant.addingReportingOverflow(microseconds)
        return isBeyond ? .null : .instant(moved)
    }

    private static func shifted(_ days: Int64, months: Int64) -> Int64? {
        guard months != 0 else { return days }
        guard (-10_000_000...10_000_000).contains(months) else { return nil }
        let date = CivilCalendar.date(daysSince1970: days)
        let (year, month) = CivilCalendar.floorDivide(date.year * 12 + date.month - 1 + months, 12)
        guard abs(year) < 400_000 else { return nil }
        let last = CivilCalendar.dayCount(ofMonth: Int(month) + 1, year: Int(year))
        return Int64(CivilCalendar.daysSince1970(year: Int(year), month: Int(month) + 1, day: min(Int(date.day), last)))
    }
}

extension WhereValue {
    /// A number as so many days, a part of a day to the microsecond.
    fileprivate var asDays: WhereInterval? {
        guard let days = asNumber, let microseconds = Int64(exactly: (days * Double(TimeOnly.microsecondsPerDay)).rounded()) else {
            return nil
        }
        return WhereInterval(months: 0, microseconds: microseconds)
    }

    fileprivate static func negatedInterval(_ interval: WhereInterval) -> WhereInterval? {
        if case .interval(let negated) = WhereArithmetic.negated(.interval(interval)) { negated } else { nil }
    }
}
