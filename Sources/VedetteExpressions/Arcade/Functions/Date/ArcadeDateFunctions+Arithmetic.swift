// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// `DateAdd` and `DateDiff`.
extension ArcadeDateFunctions {
    static func dateAdd(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try run.charge(4)
        let unit = try ArcadeDateUnit.named(arguments[2], for: "DateAdd", in: run)
        let amount = run.number(arguments[1])
        switch arguments[0] {
        case .null: return .null
        case .time(let time):
            guard let unit = unit.milliseconds else {
                throw ArcadeFailure(.invalidArgument, "DateAdd takes hours, minutes, seconds or milliseconds to add to a time")
            }
            let perDay = Double(CivilMilliseconds.perDay)
            let sum = ((ArcadeDateText.milliseconds(of: time) + (amount * unit).rounded()).truncatingRemainder(dividingBy: perDay) + perDay)
                .truncatingRemainder(dividingBy: perDay)
            return sum.isNaN ? .null : .time(TimeOnly(microsecondsOfDay: Int64(sum) * 1_000))
        case .dateOnly(let day):
            var (amount, unit) = (amount, unit)
            // A day has no hours: what is less than a day is dropped.
            if case .fixed(let milliseconds) = unit { (amount, unit) = (amount * milliseconds / 86_400_000, .days(1)) }
            if case .days(let days) = unit { (amount, unit) = ((amount * Double(days)).rounded(.towardZero), .days(1)) }
            let midnight = ArcadeDate(wall: CivilMilliseconds(day: day.daysSince1970, milliseconds: 0), zone: .unknown)
            guard let sum = midnight.flatMap({ ArcadeDateArithmetic.adding(amount, unit, to: $0) }) else { return .null }
            let isDayBegun = amount < 0 && sum.wall.ofDay > 0
            return .dateOnly(DateOnly(daysSince1970: sum.wall.day + (isDayBegun ? 1 : 0)))
        default:
            guard let date = try date(arguments[0], for: "DateAdd", in: run) else { return .null }
            return ArcadeDateArithmetic.adding(amount, unit, to: date).map { .date($0) } ?? .null
        }
    }

    static func dateDiff(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try run.charge(4)
        let unit = try ArcadeDateUnit.named(arguments[2], for: "DateDiff", in: run)
        let zone = isNull(arguments[3]) ? nil : try run.timeZone(arguments[3], for: "DateDiff")
        if isTime(arguments[0]) || isTime(arguments[1]) {
            guard let later = run.time(arguments[0]), let earlier = run.time(arguments[1]) else { return .null }
            guard let unit = unit.milliseconds else {
                throw ArcadeFailure(.invalidArgument, "DateDiff takes hours, minutes, seconds or milliseconds to tell two times apart")
            }
            return .number((ArcadeDateText.milliseconds(of: later) - ArcadeDateText.milliseconds(of: earlier)) / unit)
        }
        guard var later = try date(arguments[0], for: "DateDiff", in: run),
            var earlier = try date(arguments[1], for: "DateDiff", in: run)
        else { return .null }
        if let zone {
            if later.zone.isUnknown { later = later.shown(in: zone) }
            if earlier.zone.isUnknown { earlier = earlier.shown(in: zone) }
        }
        // One without a zone is taken to be in that of the other.
        if later.zone.isUnknown { later = later.shown(in: earlier.zone) }
        if earlier.zone.isUnknown { earlier = earlier.shown(in: later.zone) }
        return .number(ArcadeDateArithmetic.difference(later, earlier, unit))
    }

    private static func isTime(_ value: ArcadeValue) -> Bool {
        if case .time = value { true } else { false }
    }
}
