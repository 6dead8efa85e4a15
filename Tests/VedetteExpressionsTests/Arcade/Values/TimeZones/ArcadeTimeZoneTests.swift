// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteValues

@testable import VedetteExpressions

@Suite("Time zones")
struct ArcadeTimeZoneTests {
    @Test(
        "a zone is found by its name in any case, as an offset, or as UTC",
        arguments: [
            ("America/New_York", "America/New_York"), ("america/NEW_york", "America/New_York"), ("UTC", "UTC"), ("utc", "UTC"),
            ("Z", "UTC"),
            ("unknown", "unknown"), ("Unknown", "unknown"), ("+07:00", "+07:00"), ("-03:00", "-03:00"), ("+0530", "+05:30"),
            ("-7", "-07:00"),
            ("+7", "+07:00"), ("UTC+7", "+07:00"), ("GMT-03:30", "-03:30"), ("+00:00", "+00:00"), ("-23:59", "-23:59"),
            ("Etc/GMT+5", "Etc/GMT+5"),
            ("EST", "EST"), ("US/Pacific", "US/Pacific"), ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
        ])
    func isFound(name: String, expected: String) {
        #expect(ArcadeTimeZone.named(name)?.name == expected)
    }

    @Test(
        "what is no zone is none",
        arguments: [
            "", "nonsense", "America", "America/", "/America/New_York", "../zoneinfo/America/New_York", "America/../America/New_York",
            "posix/UTC",
            "right/UTC", "zone.tab", "posixrules", "localtime", "+", "+24:00", "+7:0", "+07:60", "+070", "+07:00:00", "+12345", "7", "+٣",
            "UTC7", "-",
            "--7", "+-7", String(repeating: "A", count: 10_000),
        ])
    func isNone(name: String) {
        #expect(ArcadeTimeZone.named(name) == nil)
    }

    @Test("spellings of a name share one zone")
    func isShared() {
        #expect(ArcadeTimeZone.named("Europe/Paris") === ArcadeTimeZone.named("EUROPE/PARIS"))
        #expect(ArcadeTimeZone.named("+0100") === ArcadeTimeZone.named("+1"))
        #expect(ArcadeTimeZone.named("unknown")?.isUnknown == true)
    }

    @Test(
        "a mistyped name brings the one that was meant",
        arguments: [
            ("Amerika/New_York", "America/New_York"), ("New York", "America/New_York"), ("Berlin", "Europe/Berlin"),
            ("Europe/Parris", "Europe/Paris"), ("america/los angeles", "America/Los_Angeles"),
        ])
    func isMended(name: String, expected: String) {
        #expect(ArcadeTimeZone.name(like: name) == expected)
        let run = ArcadeRun(context: DateCall.context())
        do {
            _ = try run.timeZone(.text(name), for: "Date")
            Issue.record("found \(name)")
        } catch {
            #expect(error.code == .invalidArgument)
            #expect(error.message == "Date does not know the time zone “\(name)”: did you mean “\(expected)”?")
        }
    }

    @Test("clocks that leap over a time show one as far behind the leap; of two, the first is meant")
    func changes() throws {
        let zone = try #require(ArcadeTimeZone.named("America/New_York"))
        func instant(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int) -> String {
            let day = CivilCalendar.daysSince1970(year: 2023, month: month, day: day)
            let wall = CivilMilliseconds(day: day, milliseconds: Int64(hour * 60 + minute) * 60_000)
            return ArcadeDate(wall: wall, zone: zone).map(ArcadeDateText.iso) ?? ""
        }
        #expect(instant(3, 12, 1, 59) == "2023-03-12T01:59:00-05:00")
        #expect(instant(3, 12, 2, 0) == "2023-03-12T03:00:00-04:00")
        #expect(instant(3, 12, 2, 30) == "2023-03-12T03:30:00-04:00")
        #expect(instant(3, 12, 3, 0) == "2023-03-12T03:00:00-04:00")
        #expect(instant(11, 5, 0, 59) == "2023-11-05T00:59:00-04:00")
        #expect(instant(11, 5, 1, 30) == "2023-11-05T01:30:00-04:00")
        #expect(instant(11, 5, 2, 0) == "2023-11-05T02:00:00-05:00")
    }

    @Test("a day that an island left out is the next one")
    func missingDay() throws {
        let zone = try #require(ArcadeTimeZone.named("Pacific/Apia"))
        let day = CivilCalendar.daysSince1970(year: 2011, month: 12, day: 30)
        let date = try #require(ArcadeDate(wall: CivilMilliseconds(day: day, milliseconds: 3_600_000), zone: zone))
        #expect(ArcadeDateText.iso(date) == "2011-12-31T01:00:00+14:00")
    }

    @Test(
        "years far away end in a date or in nothing",
        arguments: ["America/New_York", "Asia/Tokyo", "Europe/Dublin", "Africa/Casablanca", "UTC", "unknown"])
    func farAway(name: String) throws {
        let zone = try #require(ArcadeTimeZone.named(name))
        for milliseconds in [ArcadeDate.bound, -ArcadeDate.bound] {
            let date = try #require(ArcadeDate(milliseconds: milliseconds, zone: zone))
            #expect(abs(date.wall.date.year) > 270_000)
            #expect(!ArcadeDateText.iso(date).isEmpty)
            #expect(ArcadeDate(milliseconds: milliseconds + milliseconds.signum(), zone: zone) == nil)
        }
        for instant in [Instant(microsecondsSince1970: .max), Instant(microsecondsSince1970: .min)] {
            #expect(abs(ArcadeDate(instant: instant, zone: zone).wholeMilliseconds) == ArcadeDate.bound)
        }
        for milliseconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e16] {
            #expect(ArcadeDate(milliseconds: milliseconds, zone: zone) == nil)
        }
    }

    @Test("all zones of the system can be read, and name themselves")
    func allZones() {
        #expect(TimeZoneDatabase.names.count > 400)
        for name in TimeZoneDatabase.names {
            let zone = ArcadeTimeZone.named(name)
            #expect(zone?.name == name)
            #expect(zone?.abbreviation(at: 0).isEmpty == false, "\(name)")
        }
    }
}
