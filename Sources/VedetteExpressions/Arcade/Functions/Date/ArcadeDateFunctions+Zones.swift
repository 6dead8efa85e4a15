// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// Now, and zones.
extension ArcadeDateFunctions {
    /// - Returns: nil for null and for texts and numbers that are no date.
    static func date(_ value: ArcadeValue, for function: String, in run: ArcadeRun) throws(ArcadeFailure) -> ArcadeDate? {
        switch value {
        case .date(let date): return date
        case .null, .time: return nil
        case .number, .text, .dateOnly:
            try run.charge(2)
            return run.date(value)
        default:
            throw ArcadeFailure(.type, "\(function) takes a date")
        }
    }

    static func now(in run: ArcadeRun) -> ArcadeDate { ArcadeDate(instant: run.context.now, zone: run.context.timeZone) }

    private static func value(_ date: ArcadeDate?) -> ArcadeValue { date.map { .date($0) } ?? .null }

    static func now(_: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue { .date(now(in: run)) }

    static func timestamp(_: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .date(ArcadeDate(instant: run.context.now, zone: .utc))
    }

    /// The first moment of the day.
    static func today(_: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try run.charge(1)
        let now = now(in: run)
        return value(ArcadeDate(wall: CivilMilliseconds(day: now.wall.day, milliseconds: 0), zone: now.zone))
    }

    static func changeTimeZone(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let zone = try run.timeZone(arguments[1], for: "ChangeTimeZone")
        return value(try date(arguments[0], for: "ChangeTimeZone", in: run)?.shown(in: zone))
    }

    static func toUTC(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        value(try date(arguments[0], for: "ToUTC", in: run)?.shown(in: .utc))
    }

    static func toLocal(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        value(try date(arguments[0], for: "ToLocal", in: run)?.shown(in: run.context.timeZone))
    }

    static func timeZone(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let date = try date(arguments[0], for: "TimeZone", in: run) else { return .null }
        return try run.makeText(date.zone.name)
    }

    /// In milliseconds ahead of UTC; 0 for the unknown zone.
    static func timeZoneOffset(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let date = try date(arguments[0], for: "TimeZoneOffset", in: run) else { return .null }
        return .number(Double(date.zone.offset(at: date.wholeMilliseconds)))
    }
}
