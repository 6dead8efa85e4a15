// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteValues

/// The casts to dates, days, times and zones.
extension ArcadeRun {
    /// `Date(value)`: a number is milliseconds since 1970, a text is ISO 8601, both shown in the execution zone; a day is its midnight in
    /// the unknown zone. nil for anything else, and for what is beyond what a date can name.
    package func date(_ value: ArcadeValue) -> ArcadeDate? {
        switch value {
        case .date(let date): date
        case .number(let milliseconds): ArcadeDate(milliseconds: milliseconds, zone: context.timeZone)
        case .text(let text): date(iso: text)
        case .dateOnly(let day): ArcadeDate(wall: CivilMilliseconds(day: day.daysSince1970, milliseconds: 0), zone: .unknown)
        default: nil
        }
    }

    /// What ISO 8601 says, shown in the execution zone, which is also that of texts without an offset.
    package func date(iso text: String) -> ArcadeDate? {
        chargeSilently(text.utf8.count >> 5)
        guard let value = ArcadeISODateReader.read(text) else { return nil }
        return date(wall: value.wall, offset: value.offset, zone: context.timeZone)
    }

    /// What clocks show that are `offset` milliseconds ahead of UTC, or those of `zone`, shown in `zone`.
    func date(wall: CivilMilliseconds, offset: Int64?, zone: ArcadeTimeZone) -> ArcadeDate? {
        guard let offset else { return ArcadeDate(wall: wall, zone: zone) }
        return ArcadeDate(milliseconds: wall.milliseconds - offset, zone: zone)
    }

    /// `DateOnly(value)`: a number is milliseconds since 1970 in UTC, a text begins with a day after ISO 8601, a date is what the calendar
    /// shows in its zone.
    package func dateOnly(_ value: ArcadeValue) -> DateOnly? {
        if case .text(let text) = value { chargeSilently(text.utf8.count >> 5) }
        return switch value {
        case .dateOnly(let day): day
        case .date(let date): DateOnly(daysSince1970: date.wall.day)
        case .number(let milliseconds):
            ArcadeDate(milliseconds: milliseconds, zone: .utc).map { DateOnly(daysSince1970: $0.wall.day) }
        case .text(let text): ArcadeISODateReader.read(text).map { DateOnly(daysSince1970: $0.wall.day) }
        default: nil
        }
    }

    /// `Time(value)`: a number is milliseconds since midnight, a text `11:20`, `11:20:05.25`, `11:20 am` or a date and time after ISO 8601, a
    /// date is what the clock shows in its zone.
    package func time(_ value: ArcadeValue) -> TimeOnly? {
        switch value {
        case .time(let time): return time
        case .date(let date): return TimeOnly(microsecondsOfDay: Int64(date.wall.ofDay) * 1_000)
        case .number(let milliseconds):
            guard milliseconds >= 0, milliseconds <= Double(CivilMilliseconds.perDay) else { return nil }
            return TimeOnly(microsecondsOfDay: Int64(milliseconds) % CivilMilliseconds.perDay * 1_000)
        case .text(let text):
            chargeSilently(text.utf8.count >> 5)
            guard let time = ArcadeISODateReader.readTime(text) ?? ArcadeISODateReader.read(text).map({ Int64($0.wall.ofDay) }) else {
                return nil
            }
            return TimeOnly(microsecondsOfDay: time * 1_000)
        default: return nil
        }
    }

    /// The zone that a script names: also `system`, and `default`, nothing or null for the execution zone. A failure names
    /// `function`.
    package func timeZone(_ value: ArcadeValue, for function: String) throws(ArcadeFailure) -> ArcadeTimeZone {
        if case .null = value { return context.timeZone }
        let text = try self.text(value)
        guard text.utf8.count <= 64 else { throw noTimeZone(text, for: function) }
        if let zone = timeZones[text] {
            try charge(1)
            return zone
        }
        let name = text.trimmingBlanks()
        switch name.lowercased() {
        case "", "default": return context.timeZone
        case "system": return context.systemTimeZone
        default: break
        }
        // Reading a zone's file takes some ten microseconds; counted once for each name, whether or not another script has asked for it.
        try charge(50)
        if let zone = ArcadeTimeZone.named(name) {
            timeZones[text] = zone
            return zone
        }
        throw noTimeZone(name, for: function)
    }

    private func noTimeZone(_ name: String, for function: String) -> ArcadeFailure {
        let shown = String(name.prefix(64))
        let mend: String
        if let guess = ArcadeTimeZone.name(like: name) {
            mend = "did you mean “\(guess)”?"
        } else if TimeZoneDatabase.isInstalled {
            mend = "it takes an IANA name such as America/New_York, an offset such as +07:00, UTC, system, default or unknown"
        } else {
            mend = "this system has no time zone database (package tzdata); UTC and offsets such as +07:00 work without it"
        }
        return ArcadeFailure(.invalidArgument, "\(function) does not know the time zone “\(shown)”: \(mend)")
    }
}

extension String {
    /// Without blanks around it.
    fileprivate func trimmingBlanks() -> String {
        guard let start = firstIndex(where: { $0 != " " }), let end = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[start...end])
    }
}
