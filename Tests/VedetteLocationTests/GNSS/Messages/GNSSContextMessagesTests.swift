// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteLocation

@Suite("Times of binary messages")
struct GNSSContextMessagesTests {
    /// 2005-06-09.
    private let june2005: Int64 = 1_118_275_200

    @Test("of weeks modulo 1024 are of the present period")
    func week() {
        var context = GNSSContext(startTime: june2005)
        // 9 June 2005, 14:34:44.28 UTC, is in week 1326, 302 after the first roll-over, with 18 leap seconds.
        let time = context.time(week: 302, milliseconds: (4 * 86400 + 14 * 3600 + 34 * 60 + 44 + 18) * 1000 + 280)
        #expect(time == GNSSTime(seconds: 1_118_327_684, nanoseconds: 280_000_000))
        #expect(context.week == 1326)
    }

    @Test("go on when the number of the week begins anew")
    func rollover() {
        var context = GNSSContext(startTime: 1_554_500_000)
        let before = context.time(week: 1023, milliseconds: 604_799_000)
        let after = context.time(week: 0, milliseconds: 0)
        #expect(after.seconds(since: before) == 1)
    }

    @Test("of whole weeks are taken as they are")
    func wholeWeek() {
        var context = GNSSContext(startTime: june2005)
        #expect(context.time(week: 2200, milliseconds: 0).seconds == GNSSContext.gpsEpoch + 2200 * 604_800 - 18)
    }

    @Test("may have nanoseconds that are negative, or more than a second")
    func nanoseconds() {
        var context = GNSSContext()
        #expect(context.time(week: 2200, milliseconds: 1000, nanoseconds: -1).nanoseconds == 999_999_999)
        let early = context.time(week: 2200, milliseconds: 500, nanoseconds: 700_000_000)
        #expect(early.nanoseconds == 200_000_000)
        #expect(early.seconds == context.time(week: 2200, milliseconds: 1000).seconds)
    }

    @Test("teach the week")
    func adopt() {
        var context = GNSSContext(startTime: june2005)
        context.adopt(GNSSTime(seconds: 1_700_000_000, nanoseconds: 0))
        #expect(context.week == 2288)
        #expect(context.rollovers == 2)
        context.adopt(GNSSTime(seconds: -1, nanoseconds: 0))
        #expect(context.week == 2288)
    }
}
