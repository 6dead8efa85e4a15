// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A time zone as a script names it: an IANA zone, a fixed offset, UTC, or unknown.
package final class ArcadeTimeZone: Sendable {
    private enum Clock: Sendable {
        /// Seconds east of Greenwich.
        case fixed(Int)
        case table(TimeZoneTable)
    }

    /// What `TimeZone()` says: `America/New_York`, `+07:00`, `UTC`, `unknown`.
    package let name: String
    /// Whether texts of its dates end in `Z`.
    package let isUTC: Bool
    private let clock: Clock
    /// Long names of the zone, by whether they are those of summer: looked up once.
    private let longNames = Mutex<[Bool: String]>([:])

    private init(name: String, clock: Clock, isUTC: Bool = false) {
        (self.name, self.clock, self.isUTC) = (name, clock, isUTC)
    }

    package static let utc = ArcadeTimeZone(name: "UTC", clock: .fixed(0), isUTC: true)

    /// That of dates that say none: their clock is kept as if it were UTC.
    package static let unknown = ArcadeTimeZone(name: "unknown", clock: .fixed(0))

    /// That of the system, read when first asked for; UTC where it cannot be told.
    package static let local: ArcadeTimeZone = named(TimeZone.current.identifier) ?? .utc

    /// Zones asked for so far, by the name that was asked for; names that are none are not kept.
    private static let known = Mutex<[String: ArcadeTimeZone]>(["UTC": utc, "unknown": unknown])

    /// The zone with this name, in any case: an IANA name, `UTC`, `Z`, `unknown`, or an offset such as `+07:00`, `-0330`, `+7`, `UTC+7`.
    ///
    /// Costs a look into a table the second time.
    package static func named(_ name: String) -> ArcadeTimeZone? {
        if let zone = known.withLock({ $0[name] }) { return zone }
        guard name.utf8.count <= 64 else { return nil }
        switch name.lowercased() {
        case "utc", "z": return utc
        case "unknown": return unknown
        default: break
        }
        if let (spelled, table) = TimeZoneDatabase.zone(named: name) {
            return known.withLock { zones in
                // All spellings share one zone; those in the case of the database and the first other ones are kept.
                let isUTC = table.transitions.isEmpty && table.rule?.daylightSaving == nil && table.kinds[0].abbreviation == "UTC"
                let zone = zones[spelled] ?? ArcadeTimeZone(name: spelled, clock: .table(table), isUTC: isUTC)
                zones[spelled] = zone
                if zones.count < 4_096 { zones[name] = zone }
                return zone
            }
        }
        guard let seconds = offset(name) else { return nil }
        return fixed(seconds: seconds)
    }

    /// A zone whose clocks are always `seconds` ahead of UTC; less than a day.
    package static func fixed(seconds: Int) -> ArcadeTimeZone {
        let name = ArcadeDateText.offset(seconds: seconds, separator: ":")
        return known.withLock { zones in
            if let zone = zones[name] { return zone }
            let zone = ArcadeTimeZone(name: name, clock: .fixed(seconds))
            if zones.count < 4_096 { zones[name] = zone }
            return zone
        }
    }

    /// Reads `+07:00`, `-0330`, `+7`, with or without `UTC` or `GMT` before it, in seconds.
    private static func offset(_ text: String) -> Int? {
        var rest = Substring(text)
        let prefix = rest.prefix(3).lowercased()
        if prefix == "utc" || prefix == "gmt" { rest = rest.dropFirst(3) }
        guard let sign = rest.popFirst(), sign == "+" || sign == "-" else { return nil }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }), let number = Int(digits) else { return nil }
        let hours: Int
        let minutes: Int
        switch (parts.count, digits.utf8.count) {
        case (1, 1...2): (hours, minutes) = (number, 0)
        case (1, 4), (2, 3...4): (hours, minutes) = (number / 100, number % 100)
        default: return nil
        }
        guard parts.count == 1 || parts[1].utf8.count == 2, hours <= 23, minutes <= 59 else { return nil }
        return (hours * 3_600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }

    // MARK: Clocks

    /// Whether its dates name no moment.
    package var isUnknown: Bool { self === ArcadeTimeZone.unknown }

    /// How far its clocks are ahead of UTC, in milliseconds, `milliseconds` after 1970 in UTC.
    package func offset(at milliseconds: Int64) -> Int64 {
        switch clock {
        case .fixed(let seconds): Int64(seconds) * 1_000
        case .table(let table): table.period(at: CivilMilliseconds.seconds(milliseconds)).offset * 1_000
        }
    }

    /// When its clocks show `wall`, milliseconds after 1970-01-01T00:00 as clocks show them.
    ///
    /// Of two moments, the first; where clocks leap over `wall`, it moves on by as much as they leap.
    package func milliseconds(ofWall wall: Int64) -> Int64 {
        switch clock {
        case .fixed(let seconds): return wall - Int64(seconds) * 1_000
        case .table(let table):
            let second = CivilMilliseconds.seconds(wall)
            return (table.second(ofWall: second) - second) * 1_000 + wall
        }
    }

    // MARK: Names

    /// `PDT`; `GMT+7` where people there have no short name; `UTC`; nothing for an unknown zone.
    package func abbreviation(at milliseconds: Int64) -> String {
        if isUnknown { return "" }
        if isUTC { return "UTC" }
        switch clock {
        case .fixed(let seconds):
            return Self.shortOffset(seconds)
        case .table(let table):
            let kind = table.kinds[table.period(at: CivilMilliseconds.seconds(milliseconds)).kind]
            let isName = kind.abbreviation.utf8.allSatisfy { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
            return isName && !kind.abbreviation.isEmpty ? kind.abbreviation : Self.shortOffset(kind.offset)
        }
    }

    /// `Pacific Daylight Time` in English; `GMT+07:00` where there is no name; nothing for an unknown zone.
    package func longName(at milliseconds: Int64) -> String {
        if isUnknown { return "" }
        if isUTC { return "Coordinated Universal Time" }
        switch clock {
        case .fixed(let seconds):
            return "GMT" + ArcadeDateText.offset(seconds: seconds, separator: ":")
        case .table(let table):
            let kind = table.kinds[table.period(at: CivilMilliseconds.seconds(milliseconds)).kind]
            // Names go by summer; the database calls the winter of Ireland its time of daylight saving, an hour behind standard time.
            let isSummer = kind.isDaylightSaving != table.hasWinterTime
            return longNames.withLock { names in
                if let name = names[isSummer] { return name }
                let name = TimeZone(identifier: self.name)?.localizedName(
                    for: isSummer ? .daylightSaving : .standard, locale: Locale(identifier: "en_US"))
                let long = name ?? "GMT" + ArcadeDateText.offset(seconds: kind.offset, separator: ":")
                names[isSummer] = long
                return long
            }
        }
    }

    /// `GMT+5:30`.
    private static func shortOffset(_ seconds: Int) -> String {
        seconds == 0 ? "GMT" : "GMT" + ArcadeDateText.shortOffset(seconds: seconds)
    }
}
