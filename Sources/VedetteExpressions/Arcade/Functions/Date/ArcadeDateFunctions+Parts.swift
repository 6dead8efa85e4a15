// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// What calendar and clock show.
extension ArcadeDateFunctions {
    /// - Returns: nil for null, for a time, and for what is no date.
    private static func calendar(_ value: ArcadeValue, for function: String, in run: ArcadeRun) throws(ArcadeFailure) -> CivilMilliseconds?
    {
        switch value {
        case .date(let date): return date.wall
        case .dateOnly(let day): return CivilMilliseconds(day: day.daysSince1970, milliseconds: 0)
        case .null, .time: return nil
        case .number, .text:
            try run.charge(2)
            return run.date(value)?.wall
        default:
            throw ArcadeFailure(.type, "\(function) takes a date")
        }
    }

    /// - Returns: nil for null and for what is no date or time.
    private static func clock(_ value: ArcadeValue, for function: String, in run: ArcadeRun) throws(ArcadeFailure) -> CivilMilliseconds? {
        switch value {
        case .time(let time): return CivilMilliseconds(ArcadeDateText.wholeMilliseconds(of: time))
        case .text:
            if let date = try calendar(value, for: function, in: run) { return date }
            return run.time(value).map { CivilMilliseconds(ArcadeDateText.wholeMilliseconds(of: $0)) }
        case .date, .dateOnly, .null, .number: return try calendar(value, for: function, in: run)
        default:
            throw ArcadeFailure(.type, "\(function) takes a date or a time")
        }
    }

    private static func number(_ value: Int?) -> ArcadeValue { value.map { .number(Double($0)) } ?? .null }

    static func year(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        number(try calendar(arguments[0], for: "Year", in: run)?.date.year)
    }

    /// 0 is January.
    static func month(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        number(try calendar(arguments[0], for: "Month", in: run).map { $0.date.month - 1 })
    }

    /// 1 is January.
    static func isoMonth(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        number(try calendar(arguments[0], for: "ISOMonth", in: run)?.date.month)
    }

    static func day(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        number(try calendar(arguments[0], for: "Day", in: run)?.date.day)
    }

    /// 0 is Sunday.
    static func weekday(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        number(try calendar(arguments[0], for: "Weekday", in: run)?.weekday)
    }

    /// 1 is Monday.
    static func isoWeekday(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        number(try calendar(arguments[0], for: "ISOWeekday", in: run).map { ($0.weekday + 6) % 7 + 1 })
    }

    static func isoWeek(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        number(try calendar(arguments[0], for: "ISOWeek", in: run)?.isoWeek.week)
    }

    static func isoYear(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        number(try calendar(arguments[0], for: "ISOYear", in: run)?.isoWeek.year)
    }

    /// Week 0 begins on 1 January, each further one on the start day (0, Sunday, where none is given).
    static func week(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        var start = 0
        if arguments.count > 1, case let value = arguments[1], !isNull(value) {
            guard let day = Int(exactly: run.number(value)), (0...6).contains(day) else {
                throw ArcadeFailure(.invalidArgument, "Week takes a start day from 0 (Sunday) to 6 (Saturday)")
            }
            start = day
        }
        guard let wall = try calendar(arguments[0], for: "Week", in: run) else { return .null }
        let dayOfYear = wall.dayOfYear
        let newYear = CivilMilliseconds(day: wall.day - dayOfYear, milliseconds: 0)
        // Days from 1 January to the first start day after it.
        let first = (start - newYear.weekday + 6) % 7 + 1
        return number(dayOfYear < first ? 0 : (dayOfYear - first) / 7 + 1)
    }

    static func hour(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        number(try clock(arguments[0], for: "Hour", in: run)?.hour)
    }

    static func minute(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        number(try clock(arguments[0], for: "Minute", in: run)?.minute)
    }

    static func second(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        number(try clock(arguments[0], for: "Second", in: run)?.second)
    }

    static func millisecond(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        number(try clock(arguments[0], for: "Millisecond", in: run)?.millisecond)
    }

    static func isNull(_ value: ArcadeValue) -> Bool {
        if case .null = value { true } else { false }
    }
}
