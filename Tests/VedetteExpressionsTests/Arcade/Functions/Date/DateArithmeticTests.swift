// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteExpressions

@Suite("Sums and differences of dates")
struct DateArithmeticTests {
    /// The day before clocks leap.
    static let march = call("Date", 2023, 2, 11, 9)
    static let day = call("DateOnly", 2023, 0, 31)
    static let time = call("Time", 23, 30)

    @Test(
        "calendar units keep what clocks show, others keep the time that passes",
        arguments: [
            (call("DateAdd", march, 1, "day"), "2023-03-12T09:00:00-07:00"),
            (call("DateAdd", march, 24, "hours"), "2023-03-12T10:00:00-07:00"),
            (call("DateAdd", march, 1, "week"), "2023-03-18T09:00:00-07:00"),
            (call("DateAdd", march, 1, "months"), "2023-04-11T09:00:00-07:00"),
            (call("DateAdd", march, -1, "Year"), "2022-03-11T09:00:00-08:00"),
            (call("DateAdd", march, 90, "MINUTES"), "2023-03-11T10:30:00-08:00"),
            (call("DateAdd", march, 1), "2023-03-11T09:00:00.001-08:00"), (call("DateAdd", march, 1, nil), "2023-03-11T09:00:00.001-08:00"),
            (call("DateAdd", march, 1.5, "seconds"), "2023-03-11T09:00:01.500-08:00"),
            (call("DateAdd", march, 0.5, "days"), "2023-03-11T20:30:00-08:00"),
            (call("DateAdd", march, -0.5, "days"), "2023-03-10T21:00:00-08:00"),
            (call("DateAdd", march, 0, "days"), "2023-03-11T09:00:00-08:00"),
            (call("DateAdd", call("Date", 2024, 0, 31), 1, "month"), "2024-02-29T00:00:00-08:00"),
            (call("DateAdd", call("Date", 2024, 1, 29), 1, "year"), "2025-02-28T00:00:00-08:00"),
            (call("DateAdd", call("Date", 2024, 4, 31), -1, "months"), "2024-04-30T00:00:00-07:00"),
            (call("DateAdd", call("Date", 2024, 0, 15), 1, "quarter"), "2024-04-15T00:00:00-07:00"),
            (call("DateAdd", call("Date", 2023, 2, 11, 2, 30), 1, "days"), "2023-03-12T03:30:00-07:00"),
            (call("DateAdd", call("Date", 2023, 2, 11, 2, 30, 0, 0, "unknown"), 1, "days"), "2023-03-12T02:30:00"),
            (call("DateAdd", "2023-03-11T09:00", 1, "day"), "2023-03-12T09:00:00-07:00"),
            (call("DateAdd", 0, 1, "day"), "1970-01-01T16:00:00-08:00"),
            (call("DateAdd", day, 1, "months"), "2023-02-28"), (call("DateAdd", day, 1, "years"), "2024-01-31"),
            (call("DateAdd", day, 23, "hours"), "2023-01-31"),
            (call("DateAdd", day, 25, "hours"), "2023-02-01"), (call("DateAdd", day, -23, "hours"), "2023-01-31"),
            (call("DateAdd", day, -25, "hours"), "2023-01-30"),
            (call("DateAdd", day, 86_400_000), "2023-02-01"), (call("DateAdd", day, 1.9, "days"), "2023-02-01"),
            (call("DateAdd", day, -2, "weeks"), "2023-01-17"),
            (call("DateAdd", day, 0.5, "weeks"), "2023-02-03"), (call("DateAdd", time, 1, "hour"), "00:30:00"),
            (call("DateAdd", time, -24, "hours"), "23:30:00"),
            (call("DateAdd", time, -1_000), "23:29:59"), (call("DateAdd", time, 1, "day"), "23:30:00"),
            (call("DateAdd", time, 0.5, "minutes"), "23:30:30"),
        ] as [(DateCall, String)])
    func adds(call: DateCall, expected: String) {
        #expect(call.result() == expected)
    }

    @Test(
        "a difference counts whole units of the calendar and a part of the last",
        arguments: [
            (call("DateDiff", call("Date", 2023, 2, 12, 9), march, "days"), "1"),
            (call("DateDiff", call("Date", 2023, 2, 12, 9), march, "hours"), "23"),
            (call("DateDiff", march, call("Date", 2023, 2, 12, 9), "days"), "-1"),
            (call("DateDiff", call("Date", 2023, 2, 18, 9), march, "weeks"), "1"),
            (call("DateDiff", call("Date", 2023, 2, 11, 21), march), "43200000"),
            (call("DateDiff", call("Date", 2023, 2, 10, 21), call("Date", 2023, 2, 9, 9), "days"), "1.5"),
            (call("DateDiff", call("Date", 2024, 1, 29), call("Date", 2024, 0, 31), "months"), "1"),
            (call("DateDiff", call("Date", 2024, 0, 16), call("Date", 2024, 0, 1), "Month"), "\(15.0 / 31)"),
            (call("DateDiff", call("Date", 2024, 0, 1), call("Date", 2000, 0, 1), "years"), "24"),
            (call("DateDiff", call("Date", 2000, 0, 1), call("Date", 2024, 0, 1), "years"), "-24"),
            (call("DateDiff", call("Date", 2023, 11, 31), call("Date", 2023, 0, 1), "years"), "\(364.0 / 365)"),
            (call("DateDiff", march, march, "months"), "0"),
            (
                call("DateDiff", call("Date", 2023, 2, 12, 9, 0, 0, 0, "UTC"), call("Date", 2023, 2, 11, 9, 0, 0, 0, "UTC"), "minutes"),
                "1440"
            ),
            (
                call(
                    "DateDiff", call("Date", 2023, 2, 12, 9, 0, 0, 0, "unknown"), call("Date", 2023, 2, 11, 9, 0, 0, 0, "unknown"),
                    "seconds"), "86400"
            ),
            (call("DateDiff", call("Date", 2023, 2, 12, 9, 0, 0, 0, "unknown"), march, "hours"), "23"),
            (call("DateDiff", march, call("Date", 2023, 2, 12, 9, 0, 0, 0, "unknown"), "hours"), "-23"),
            (
                call(
                    "DateDiff", call("Date", 2023, 2, 12, 9, 0, 0, 0, "unknown"), call("Date", 2023, 2, 11, 9, 0, 0, 0, "unknown"), "hours",
                    "America/New_York"), "23"
            ),
            (call("DateDiff", call("DateOnly", 2023, 1, 28), call("DateOnly", 2023, 0, 31), "months"), "1"),
            (call("DateDiff", call("DateOnly", 2023, 0, 8), call("DateOnly", 2023, 0, 1), "days"), "7"),
            (call("DateDiff", call("DateOnly", 2023, 0, 2), call("DateOnly", 2023, 0, 1)), "86400000"),
            (call("DateDiff", call("DateOnly", 2023, 2, 13), call("Date", 2023, 2, 12), "hours"), "23"),
            (call("DateDiff", call("Time", 12, 30), call("Time", 11, 0), "hours"), "1.5"),
            (call("DateDiff", call("Time", 11, 0), call("Time", 12, 30)), "-5400000"),
            (call("DateDiff", "2023-03-12T09:00", "2023-03-11T09:00", "days"), "1"),
            (call("DateDiff", call("Time", 11, 0), "10:00", "minutes"), "60"),
        ] as [(DateCall, String)])
    func tellsApart(call: DateCall, expected: String) {
        #expect(call.result() == expected)
    }

    @Test("adding a difference to the earlier date gives the later one", arguments: ["days", "weeks", "months", "years", "hours"])
    func addsUp(unit: String) throws {
        let run = ArcadeRun(context: DateCall.context())
        let unit = try ArcadeDateUnit.named(.text(unit), for: "DateDiff", in: run)
        for step in 0..<200 {
            let start = try #require(ArcadeDate(milliseconds: Int64(step) * 7_654_321_987 - 300_000_000_000, zone: run.context.timeZone))
            let end = try #require(
                ArcadeDate(milliseconds: start.wholeMilliseconds + Int64(step) * 123_456_789, zone: run.context.timeZone))
            let difference = ArcadeDateArithmetic.difference(end, start, unit)
            let sum = try #require(ArcadeDateArithmetic.adding(difference, unit, to: start))
            #expect(abs(sum.wholeMilliseconds - end.wholeMilliseconds) <= 1)
            #expect(ArcadeDateArithmetic.difference(start, end, unit) == -difference)
        }
    }

    @Test("dates as far apart as can be have a difference in every unit")
    func farApart() throws {
        let zone = try #require(ArcadeTimeZone.named("America/New_York"))
        let (first, last) = (
            try #require(ArcadeDate(milliseconds: -ArcadeDate.bound, zone: zone)),
            try #require(ArcadeDate(milliseconds: ArcadeDate.bound, zone: zone))
        )
        for unit in [ArcadeDateUnit.fixed(1), .days(1), .days(7), .months(1), .months(12)] {
            #expect(ArcadeDateArithmetic.difference(last, first, unit) > 500_000)
            #expect(ArcadeDateArithmetic.difference(first, last, unit) < -500_000)
        }
    }
}
