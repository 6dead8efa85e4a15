// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// `Date`, `DateOnly` and `Time`.
extension ArcadeDateFunctions {
    static func date(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try run.charge(2)
        guard arguments.count > 0 else { return .date(now(in: run)) }
        let date: ArcadeDate?
        if case .dateOnly(let day) = arguments[0] {
            guard let time = isNull(arguments[1]) ? TimeOnly(microsecondsOfDay: 0) : run.time(arguments[1]) else { return .null }
            let zone = isNull(arguments[2]) ? .unknown : try run.timeZone(arguments[2], for: "Date")
            let milliseconds = ArcadeDateText.wholeMilliseconds(of: time)
            date = ArcadeDate(wall: CivilMilliseconds(day: day.daysSince1970, milliseconds: milliseconds), zone: zone)
        } else if let (text, pattern) = try pattern(arguments, run) {
            let zone = try run.timeZone(arguments[2], for: "Date")
            date = try ArcadeDatePattern.read(text, pattern: pattern, in: run)?.date(in: zone, run: run)
        } else if arguments.count == 1 || isDate(arguments[0]) || isEmpty(arguments[1]) {
            date = run.date(arguments[0])
        } else {
            date = try dateOfParts(arguments, run)
        }
        return date.map { .date($0) } ?? .null
    }

    private static func isDate(_ value: ArcadeValue) -> Bool {
        if case .date = value { true } else { false }
    }

    private static func isEmpty(_ value: ArcadeValue) -> Bool {
        if case .text(let text) = value { text.isEmpty } else { false }
    }

    /// A text and its pattern, where the arguments are that and not numbers written as texts. An empty pattern is none.
    private static func pattern(
        _ arguments: ArcadeArguments, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> (text: String, pattern: String)? {
        guard case .text(let text) = arguments[0], case .text(let pattern) = arguments[1], !pattern.isEmpty else {
            return nil
        }
        try run.charge(pattern.utf8.count >> 5)
        guard
            !pattern.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 || $0 &- UInt8(ascii: "-") < 2 || $0 == UInt8(ascii: " ") })
        else { return nil }
        return (text, pattern)
    }

    /// Whole parts from the year to the millisecond, and a zone. Parts may be too large or too small for their place: the 32nd of January
    /// is the 1st of February.
    private static func dateOfParts(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeDate? {
        let zone = try run.timeZone(arguments[7], for: "Date")
        let units: [Int64] = [0, 0, CivilMilliseconds.perDay, 3_600_000, 60_000, 1_000, 1]
        var parts: [Int64] = [0, 0, 1, 0, 0, 0, 0]
        for index in 0..<min(arguments.count, 7) {
            if isNull(arguments[index]) {
                // Without a year, a month or a day there is no date; a time that is not known is midnight.
                if index < 3 { return nil }
                continue
            }
            // Far more than any date needs, and no product below can overflow.
            let bound = units[index] == 0 ? 10_000_000 : Double(20_000_000_000_000_000 / units[index])
            let number = run.number(arguments[index]).rounded(.towardZero)
            guard abs(number) <= bound else { return nil }
            parts[index] = Int64(number)
        }
        let (years, month) = CivilCalendar.floorDivide(parts[1], 12)
        let first = CivilCalendar.daysSince1970(year: Int(parts[0] + years), month: Int(month) + 1, day: 1)
        var wall = (Int64(first) - 1) * CivilMilliseconds.perDay
        for index in 2..<7 {
            let (sum, isBeyond) = wall.addingReportingOverflow(parts[index] * units[index])
            guard !isBeyond else { return nil }
            wall = sum
        }
        guard abs(wall) <= 2 * ArcadeDate.bound else { return nil }
        return ArcadeDate(wall: CivilMilliseconds(wall), zone: zone)
    }

    /// A whole number within `range`, nothing for one outside, NaN and null.
    private static func part(_ value: ArcadeValue, _ range: ClosedRange<Int>, _ run: ArcadeRun) -> Int? {
        guard !isNull(value) else { return nil }
        let number = run.number(value).rounded(.towardZero)
        guard number >= Double(range.lowerBound), number <= Double(range.upperBound) else { return nil }
        return Int(number)
    }

    static func dateOnly(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try run.charge(1)
        let day: DateOnly?
        if arguments.count == 0 {
            day = DateOnly(daysSince1970: now(in: run).wall.day)
        } else if let (text, pattern) = try pattern(arguments, run) {
            day = try ArcadeDatePattern.read(text, pattern: pattern, in: run)?.wall(today: now(in: run).wall)
                .map { DateOnly(daysSince1970: $0.day) }
        } else if arguments.count < 3 {
            day = run.dateOnly(arguments[0])
        } else {
            guard let year = part(arguments[0], -250_000...250_000, run), let month = part(arguments[1], 0...11, run),
                let number = part(arguments[2], 1...31, run)
            else { return .null }
            day = DateOnly(year: year, month: month + 1, day: number)
        }
        return day.map { .dateOnly($0) } ?? .null
    }

    static func time(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try run.charge(1)
        let time: TimeOnly?
        if arguments.count == 0 {
            time = run.time(.date(now(in: run)))
        } else if let (text, pattern) = try pattern(arguments, run) {
            time = try ArcadeDatePattern.read(text, pattern: pattern, isTime: true, in: run)?.millisecondsOfDay
                .map { TimeOnly(microsecondsOfDay: $0 * 1_000) }
        } else if arguments.count == 1 {
            time = run.time(arguments[0])
        } else {
            guard let hour = part(arguments[0], 0...23, run), let minute = part(arguments[1], 0...59, run),
                let second = isNull(arguments[2]) ? 0 : part(arguments[2], 0...59, run),
                let millisecond = isNull(arguments[3]) ? 0 : part(arguments[3], 0...999, run)
            else { return .null }
            time = TimeOnly(hour: hour, minute: minute, second: second, microsecond: millisecond * 1_000)
        }
        return time.map { .time($0) } ?? .null
    }
}
