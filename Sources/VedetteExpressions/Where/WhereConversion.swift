// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// From one type of value to another.
enum WhereConversion {
    /// A value as text: numbers as short as they can be, dates as SQL writes them; nil for nothing, and for intervals.
    static func text(of value: WhereValue, arena: TextArena) -> UnsafeRawBufferPointer? {
        switch value {
        case .text(let text): text
        case .integer(let value): arena.copy(String(value))
        case .number(let value): arena.copy(Int64(exactly: value).map { String($0) } ?? String(value))
        case .boolean(let value): arena.copy(value ? "true" : "false")
        case .date(let days): arena.copy(DateOnly(daysSince1970: Int(days)).description)
        case .time(let time): arena.copy(TimeOnly(microsecondsOfDay: time).description)
        case .instant(let instant):
            {
                let (days, time) = CivilCalendar.floorDivide(instant, TimeOnly.microsecondsPerDay)
                return arena.copy("\(DateOnly(daysSince1970: Int(days))) \(TimeOnly(microsecondsOfDay: time))")
            }()
        case .null, .interval: nil
        }
    }

    /// Text in lower case, by the rules of Unicode; nil where there is no room.
    static func lowercased(_ text: UnsafeRawBufferPointer, arena: TextArena) -> UnsafeRawBufferPointer? {
        mapped(text, arena: arena, ascii: { ($0 &- 0x41) < 26 ? $0 | 0x20 : $0 }, unicode: { $0.lowercased() })
    }

    /// Text in upper case, by the rules of Unicode; nil where there is no room.
    static func uppercased(_ text: UnsafeRawBufferPointer, arena: TextArena) -> UnsafeRawBufferPointer? {
        mapped(text, arena: arena, ascii: { ($0 &- 0x61) < 26 ? $0 & 0xDF : $0 }, unicode: { $0.uppercased() })
    }

    private static func mapped(
        _ text: UnsafeRawBufferPointer, arena: TextArena, ascii: (UInt8) -> UInt8, unicode: (String) -> String
    ) -> UnsafeRawBufferPointer? {
        if text.contains(where: { $0 >= 0x80 }) { return arena.copy(unicode(String(decoding: text, as: UTF8.self))) }
        guard let room = arena.allocate(text.count) else { return nil }
        for index in 0..<text.count { room[index] = ascii(text[index]) }
        return UnsafeRawBufferPointer(room)
    }

    /// The form in which ids of the GUID kind compare: upper case, without braces.
    static func identifier(_ value: WhereValue, arena: TextArena) -> WhereValue {
        guard case .text(var text) = value else { return value }
        if text.count > 1, text[0] == UInt8(ascii: "{"), text[text.count - 1] == UInt8(ascii: "}") {
            text = UnsafeRawBufferPointer(rebasing: text[1..<text.count - 1])
        }
        return uppercased(text, arena: arena).map { .text($0) } ?? .null
    }

    /// A part of a date or time, of milliseconds since 1970, of an interval as it is written. Seconds have decimals where there are any.
    static func extract(_ part: WhereDatePart, from value: WhereValue) -> WhereValue {
        if case .interval(let interval) = value { return extract(part, from: interval) }
        var days: Int64?
        var time: Int64 = 0
        if case .time(let value) = value {
            time = value
        } else {
            guard let instant = value.asInstant else { return .null }
            let split = CivilCalendar.floorDivide(instant, TimeOnly.microsecondsPerDay)
            (days, time) = (split.quotient, split.remainder)
        }
        switch part {
        case .year: return days.map { .integer(CivilCalendar.date(daysSince1970: $0).year) } ?? .null
        case .month: return days.map { .integer(CivilCalendar.date(daysSince1970: $0).month) } ?? .null
        case .day: return days.map { .integer(CivilCalendar.date(daysSince1970: $0).day) } ?? .null
        case .hour: return .integer(time / 3_600_000_000)
        case .minute: return .integer(time / 60_000_000 % 60)
        case .second: return seconds(time % 60_000_000)
        }
    }

    private static func extract(_ part: WhereDatePart, from interval: WhereInterval) -> WhereValue {
        switch part {
        case .year: .integer(interval.months / 12)
        case .month: .integer(interval.months % 12)
        case .day: .integer(interval.microseconds / TimeOnly.microsecondsPerDay)
        case .hour: .integer(interval.microseconds / 3_600_000_000 % 24)
        case .minute: .integer(interval.microseconds / 60_000_000 % 60)
        case .second: seconds(interval.microseconds % 60_000_000)
        }
    }

    private static func seconds(_ microseconds: Int64) -> WhereValue {
        microseconds % 1_000_000 == 0 ? .integer(microseconds / 1_000_000) : .number(Double(microseconds) / 1e6)
    }

    /// A value as another type; null where it says nothing in that type or does not fit.
    static func cast(_ value: WhereValue, to type: WhereCast, arena: TextArena) -> WhereValue {
        if value.isNull { return .null }
        switch type {
        case .integer(let range):
            guard let whole = whole(value), range.contains(whole) else { return .null }
            return .integer(whole)
        case .number: return number(value).map { WhereValue(number: $0) } ?? .null
        case .decimal(let precision, let scale): return decimal(value, precision: precision, scale: scale)
        case .text(let count):
            guard let text = text(of: value, arena: arena) else { return .null }
            guard let count else { return .text(text) }
            return .text(UnsafeRawBufferPointer(rebasing: text[0..<UTF8Scalar.step(text, from: 0, by: count)]))
        case .date:
            guard let instant = value.asInstant else { return .null }
            return .date(CivilCalendar.floorDivide(instant, TimeOnly.microsecondsPerDay).quotient)
        case .instant: return value.asInstant.map { .instant($0) } ?? .null
        case .time:
            switch value {
            case .time: return value
            case .text(let text):
                if let time = DateText.parseTime(text) { return .time(time.microsecondsOfDay) }
            default: break
            }
            guard let instant = value.asInstant else { return .null }
            return .time(CivilCalendar.floorDivide(instant, TimeOnly.microsecondsPerDay).remainder)
        }
    }

    private static func number(_ value: WhereValue) -> Double? {
        switch value {
        case .instant, .date: value.asInstant.map { Double($0) / 1_000 }
        case .interval(let interval): interval.days
        default: value.asNumber
        }
    }

    private static func whole(_ value: WhereValue) -> Int64? {
        switch value {
        case .integer(let value): value
        case .text(let text):
            NumberText.parse(text).flatMap { $0.integer ?? Int64(exactly: $0.double.rounded(.towardZero)) }
        default: number(value).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
        }
    }

    private static func decimal(_ value: WhereValue, precision: Int, scale: Int) -> WhereValue {
        let rounded: WhereValue
        if case .integer = value {
            rounded = value
        } else {
            guard let number = number(value) else { return .null }
            rounded = WhereFunctions.rounded(.number(number), places: Double(scale), by: .toNearestOrAwayFromZero)
        }
        guard let number = rounded.asNumber, abs(number) < WhereFunctions.powerOfTen(max(0, precision - scale)) else { return .null }
        return rounded
    }
}
