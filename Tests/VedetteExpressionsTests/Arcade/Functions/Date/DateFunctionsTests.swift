// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteExpressions

@Suite("Date functions")
struct DateFunctionsTests {
    @Test(
        "a date is made of parts, numbers, texts, days and dates",
        arguments: [
            (call("Date", 2020, 0, 1), "2020-01-01T00:00:00-08:00"), (call("Date", 2020, 12, 1), "2021-01-01T00:00:00-08:00"),
            (call("Date", 2020, -1, 1), "2019-12-01T00:00:00-08:00"), (call("Date", 2020, 0, 32), "2020-02-01T00:00:00-08:00"),
            (call("Date", 2020, 0, 0), "2019-12-31T00:00:00-08:00"), (call("Date", 2020, 1, 30), "2020-03-01T00:00:00-08:00"),
            (call("Date", 2020, 0, 1, 24), "2020-01-02T00:00:00-08:00"), (call("Date", 2020, 0, 1, 0, -1), "2019-12-31T23:59:00-08:00"),
            (call("Date", 2020, 0, 1, 0, 0, 3_600), "2020-01-01T01:00:00-08:00"),
            (call("Date", 2020, 0, 1, 0, 0, 0, 1_500), "2020-01-01T00:00:01.500-08:00"),
            (call("Date", 2020.9, 0.9, 1.9), "2020-01-01T00:00:00-08:00"), (call("Date", 99, 0, 1), "0099-01-01T00:00:00-07:52"),
            (call("Date", 2020, 5), "2020-06-01T00:00:00-07:00"), (call("Date", 2020, 0, 1, nil, nil), "2020-01-01T00:00:00-08:00"),
            (call("Date", 2023, 2, 12, 2, 30), "2023-03-12T03:30:00-07:00"),
            (call("Date", 2023, 10, 5, 1, 30), "2023-11-05T01:30:00-07:00"),
            (call("Date", 2020, 0, 1, 0, 0, 0, 0, "system"), "2020-01-01T00:00:00+01:00"),
            (call("Date", 2020, 0, 1, 0, 0, 0, 0, "default"), "2020-01-01T00:00:00-08:00"),
            (call("Date", 2020, 0, 1, 0, 0, 0, 0, ""), "2020-01-01T00:00:00-08:00"),
            (call("Date", 2020, 0, 1, 0, 0, 0, 0, nil), "2020-01-01T00:00:00-08:00"),
            (call("Date", 2020, 0, 1, 0, 0, 0, 0, "utc"), "2020-01-01T00:00:00Z"),
            (call("Date", 2020, 0, 1, 0, 0, 0, 0, "Unknown"), "2020-01-01T00:00:00"),
            (call("Date", 2020, 0, 1, 0, 0, 0, 0, " +0530 "), "2020-01-01T00:00:00+05:30"),
            (call("Date", 2020, 0, 1, 0, 0, 0, 0, "nonsense"), "!invalidArgument"), (call("Date", 0), "1969-12-31T16:00:00-08:00"),
            (call("Date", 1.9), "1969-12-31T16:00:00.001-08:00"), (call("Date", -1), "1969-12-31T15:59:59.999-08:00"),
            (call("Date", call("Date", 2020, 0, 1)), "2020-01-01T00:00:00-08:00"),
            (call("Date", call("DateOnly", 2020, 0, 1), nil, "Europe/Paris"), "2020-01-01T00:00:00+01:00"),
            (call("Date", call("DateOnly", 2020, 0, 1), "nonsense"), "null"),
            (call("Date", call("DateOnly", 2020, 0, 1), 3_600_000), "2020-01-01T01:00:00"),
            (call("Date", call("DateOnly", 2020, 0, 1), call("Time", 1, 0), "default"), "2020-01-01T01:00:00-08:00"),
            (call("Date", "2020-01-01", ""), "2020-01-01T00:00:00-08:00"),
        ] as [(DateCall, String)])
    func makesDates(call: DateCall, expected: String) {
        #expect(call.result() == expected)
    }

    @Test(
        "what is no date is null",
        arguments: [
            call("Date", nil), call("Date", true), call("Date", .array), call("Date", ""), call("Date", "nonsense"),
            call("Date", call("Time", 1, 0)),
            call("Date", .number(.nan)), call("Date", .number(.infinity)), call("Date", 1e300), call("Date", 8_640_000_000_000_001),
            call("Date", nil, 0, 1),
            call("Date", 2020, nil, 1), call("Date", 2020, 0, nil), call("Date", .number(.nan), 0, 1),
            call("Date", 2020, 0, 1, .number(.nan)),
            call("Date", 1e300, 0, 1), call("Date", 2020, 1e300, 1), call("Date", 2020, 0, 1e300), call("Date", 2020, 0, 1, 1e300),
            call("Date", 300_000, 0, 1), call("Date", -300_000, 0, 1), call("Date", 2020, 0, 1, 0, 0, 0, 1e16),
            call("Date", 2020, 0, 1, .number(-.infinity)),
            call("Date", 10_000_000, 10_000_000, 2e8, 5e9, 3e11, 1e13, 1e16),
            call("Date", -10_000_000, -10_000_000, -2e8, -5e9, -3e11, -1e13, -1e16),
            call("DateOnly", nil), call("DateOnly", true), call("DateOnly", .array), call("DateOnly", "nonsense"),
            call("DateOnly", call("Time", 1, 0)),
            call("DateOnly", .number(.nan)), call("DateOnly", 1e300), call("DateOnly", 2020, 12, 1), call("DateOnly", 2020, -1, 1),
            call("DateOnly", 2020, 1, 30), call("DateOnly", 2020, 0, 0), call("DateOnly", nil, 0, 1), call("DateOnly", 1e300, 0, 1),
            call("DateOnly", .number(.nan), 0, 1), call("Time", nil), call("Time", true), call("Time", "nonsense"),
            call("Time", call("DateOnly", 2020, 0, 1)),
            call("Time", -1), call("Time", .number(.nan)), call("Time", 1e300), call("Time", 24, 0), call("Time", 0, 60),
            call("Time", 0, 0, 60),
            call("Time", 0, 0, 0, 1_000), call("Time", -1, 0), call("Time", nil, 0), call("Time", 0, .number(.nan)),
            call("Time", 0, 0, 1e300),
            call("ChangeTimeZone", nil, "UTC"), call("ToUTC", nil), call("ToLocal", nil), call("TimeZone", nil),
            call("TimeZoneOffset", nil),
            call("DateAdd", nil, 1, "days"), call("DateDiff", nil, call("Now")), call("DateDiff", call("Now"), nil),
            call("DateDiff", nil, nil),
            call("DateAdd", call("Now"), .number(.nan), "days"), call("DateAdd", call("Now"), 1e300, "days"),
            call("DateAdd", call("Now"), 1e300),
            call("DateAdd", call("Now"), 1e300, "years"), call("DateAdd", call("Now"), .number(-.infinity), "months"),
            call("DateAdd", call("Now"), 1e12, "hours"),
            call("DateAdd", call("DateOnly"), .number(.nan), "days"), call("DateAdd", call("DateOnly"), 1e300, "days"),
            call("DateAdd", call("Time"), .number(.nan), "hours"),
            call("DateAdd", call("Time"), .number(.infinity)), call("DateAdd", "nonsense", 1),
            call("DateDiff", call("Now"), call("Time", 1e300)),
            call("Year", nil), call("Month", nil), call("Day", nil), call("Hour", nil), call("Minute", nil), call("Second", nil),
            call("Millisecond", nil),
            call("Weekday", nil), call("Week", nil), call("Week", nil, 3), call("ISOWeek", nil), call("ISOWeekday", nil),
            call("ISOYear", nil), call("ISOMonth", nil),
            call("Year", call("Time", 1, 0)), call("Year", "nonsense"), call("Hour", "nonsense"), call("Year", .number(.nan)),
        ])
    func isNull(call: DateCall) {
        #expect(call.result() == "null")
    }

    @Test(
        "what no function can take is told",
        arguments: [
            (call("Year", .array), "!type"), (call("Hour", true), "!type"), (call("DateAdd", .array, 1), "!type"),
            (call("DateDiff", call("Now"), true), "!type"),
            (call("ToUTC", .array), "!type"), (call("TimeZone", true), "!type"), (call("ChangeTimeZone", .array, "UTC"), "!type"),
            (call("ChangeTimeZone", call("Now"), "Mars/Olympus"), "!invalidArgument"),
            (call("DateAdd", call("Now"), 1, "fortnights"), "!invalidArgument"),
            (call("DateDiff", call("Now"), call("Now"), "parsecs"), "!invalidArgument"),
            (call("DateAdd", call("Time"), 1, "months"), "!invalidArgument"),
            (call("DateDiff", call("Time"), call("Time"), "years"), "!invalidArgument"), (call("Week", call("Now"), 7), "!invalidArgument"),
            (call("Week", call("Now"), -1), "!invalidArgument"), (call("Week", call("Now"), 1.5), "!invalidArgument"),
            (call("DateDiff", call("Now"), call("Now"), "days", "Mars"), "!invalidArgument"),
        ] as [(DateCall, String)])
    func isTold(call: DateCall, expected: String) {
        #expect(call.result() == expected)
    }

    @Test(
        "days, times and parts are taken from whatever has them",
        arguments: [
            (call("DateOnly", 2024, 1, 29), "2024-02-29"), (call("DateOnly", "2024-02-29"), "2024-02-29"),
            (call("DateOnly", "2024-02-29T23:00:00Z"), "2024-02-29"), (call("DateOnly", 1_709_164_800_000), "2024-02-29"),
            (call("DateOnly", call("DateOnly", 2024, 1, 29)), "2024-02-29"), (call("DateOnly", call("Timestamp")), "2023-01-27"),
            (call("Time", 0), "00:00:00"), (call("Time", 86_400_000), "00:00:00"), (call("Time", 0.9), "00:00:00"),
            (call("Time", 12, 0), "12:00:00"),
            (call("Time", 12, 0, nil, 5), "12:00:00.005"), (call("Time", "11:20 pm"), "23:20:00"), (call("Time", "11:20AM"), "11:20:00"),
            (call("Time", "12:05 a.m."), "00:05:00"), (call("Time", "2 PM"), "14:00:00"), (call("Time", "T14:05"), "14:05:00"),
            (call("Time", "14:05:06.7"), "14:05:06.700"), (call("Time", "140506"), "14:05:06"),
            (call("Time", "2020-01-01T14:05:06Z"), "14:05:06"),
            (call("Time", "14:05 pm"), "null"), (call("Time", "24:00"), "null"), (call("Time", "14"), "null"),
            (call("Time", call("Time", 1, 2)), "01:02:00"),
            (call("Year", "2020-05-06"), "2020"), (call("Year", 0), "1969"), (call("Hour", call("DateOnly", 2020, 0, 1)), "0"),
            (call("Hour", "14:05"), "14"),
            (call("Month", call("DateOnly", 2020, 0, 1)), "0"), (call("ISOMonth", call("DateOnly", 2020, 0, 1)), "1"),
            (call("Weekday", call("DateOnly", 2023, 2, 5)), "0"),
            (call("ISOWeekday", call("DateOnly", 2023, 2, 5)), "7"), (call("ISOWeek", call("DateOnly", 2021, 0, 3)), "53"),
            (call("ISOYear", call("DateOnly", 2021, 0, 3)), "2020"),
            (call("Week", call("DateOnly", 2023, 0, 1)), "0"), (call("Week", call("DateOnly", 2023, 0, 7)), "0"),
            (call("Week", call("DateOnly", 2023, 0, 8)), "1"),
            (call("Week", call("DateOnly", 2023, 11, 31), 1), "52"), (call("Week", call("Date", 1974, 0, 3), nil), "0"),
            (call("Millisecond", call("Time", 1, 2, 3, 4)), "4"),
            (call("Hour", call("ChangeTimeZone", call("Timestamp"), "America/New_York")), "15"), (call("Day", -1), "31"),
        ] as [(DateCall, String)])
    func takesParts(call: DateCall, expected: String) {
        #expect(call.result() == expected)
    }

    @Test(
        "zones change what is shown, not the moment, except where one is unknown",
        arguments: [
            (call("ChangeTimeZone", call("Date", 2020, 6, 1, 12), "UTC"), "2020-07-01T19:00:00Z"),
            (call("ChangeTimeZone", call("Date", 2020, 6, 1, 12), "unknown"), "2020-07-01T12:00:00"),
            (call("ChangeTimeZone", call("Date", 2020, 6, 1, 12, 0, 0, 0, "unknown"), "system"), "2020-07-01T12:00:00+02:00"),
            (call("ChangeTimeZone", call("Date", 2020, 6, 1, 12), "default"), "2020-07-01T12:00:00-07:00"),
            (call("ChangeTimeZone", "2020-07-01T12:00Z", "-0330"), "2020-07-01T08:30:00-03:30"),
            (call("ToUTC", call("Date", 2020, 6, 1, 12, 0, 0, 0, "unknown")), "2020-07-01T12:00:00Z"),
            (call("ToLocal", call("Date", 2020, 6, 1, 12, 0, 0, 0, "America/New_York")), "2020-07-01T09:00:00-07:00"),
            (call("TimeZone", call("Date", 2020, 6, 1, 12, 0, 0, 0, "america/new_york")), "America/New_York"),
            (call("TimeZone", call("Date", 2020, 6, 1, 12, 0, 0, 0, "+7")), "+07:00"), (call("TimeZone", call("DateOnly")), "unknown"),
            (call("TimeZone", call("Date", 2020, 6, 1, 12, 0, 0, 0, "system")), "Europe/Berlin"),
            (call("TimeZoneOffset", call("Date", 2020, 6, 1, 12, 0, 0, 0, "+05:30")), "19800000"),
            (call("TimeZoneOffset", call("Timestamp")), "0"),
            (call("TimeZoneOffset", call("Date", 2020, 6, 1, 12, 0, 0, 0, "unknown")), "0"),
        ] as [(DateCall, String)])
    func changesZones(call: DateCall, expected: String) {
        #expect(call.result() == expected)
    }

    @Test(
        "text after ISO 8601 is a date",
        arguments: [
            ("2016-10-20", "2016-10-20T00:00:00-07:00"), ("20161020", "2016-10-20T00:00:00-07:00"),
            ("2016-10", "2016-10-01T00:00:00-07:00"),
            ("2016", "2016-01-01T00:00:00-08:00"), ("2016-294", "2016-10-20T00:00:00-07:00"), ("2016294", "2016-10-20T00:00:00-07:00"),
            ("2016-W42-4", "2016-10-20T00:00:00-07:00"), ("2016W424", "2016-10-20T00:00:00-07:00"),
            ("2016-W42", "2016-10-17T00:00:00-07:00"),
            ("2016-10-20T17", "2016-10-20T17:00:00-07:00"), ("2016-10-20T17:41", "2016-10-20T17:41:00-07:00"),
            ("20161020T174137", "2016-10-20T17:41:37-07:00"),
            ("2016-10-20 17:41:37", "2016-10-20T17:41:37-07:00"), (" 2016-10-20t17:41:37,5z ", "2016-10-20T10:41:37.500-07:00"),
            ("2016-10-20T17:41:37.1239Z", "2016-10-20T10:41:37.123-07:00"), ("2016-10-20T17:41:37+0530", "2016-10-20T05:11:37-07:00"),
            ("2016-10-20T17:41:37-07", "2016-10-20T17:41:37-07:00"), ("2016-10-20T24:00", "2016-10-21T00:00:00-07:00"),
            ("+012016-01-01T00:00-08:00", "+012016-01-01T00:00:00-08:00"),
            ("-000005-01-01T00:00Z", "-000006-12-31T16:07:02-07:52"), ("2016-02-30", "null"), ("2016-13-01", "null"),
            ("2016-366", "2016-12-31T00:00:00-08:00"), ("2015-366", "null"),
            ("2016-W53-1", "null"), ("2016-W42-8", "null"), ("2016-10-20T25:00", "null"), ("2016-10-20T24:01", "null"),
            ("2016-10-20T17:60", "null"),
            ("2016-10-20T17:41:60", "null"), ("2016-10-20T", "null"), ("2016-10-20T17:41+", "null"), ("2016-10-20T17:41+24:00", "null"),
            ("2016-10-20Tx", "null"),
            ("2016-1-2", "null"), ("10/20/2016", "null"), ("1476987783555", "null"), ("201", "null"), ("2016-10-20T17:41:37Zx", "null"),
            ("2016-10-20T17:41:37.", "null"),
            ("-", "null"), ("٢٠١٦", "null"), (String(repeating: "1", count: 10_000), "null"), ("2016-10-20T17:4", "null"),
            ("2016-10-", "null"), ("2016-W4", "null"),
        ])
    func readsISO(text: String, expected: String) {
        #expect(call("Date", .text(text)).result() == expected)
    }

    @Test("what a date is in text is a date again, and the execution zone may be unknown")
    func isoAgain() throws {
        for text in ["2016-10-20T11:23:03-07:00", "2016-10-20T11:23:03.050-07:00"] { #expect(call("Date", .text(text)).result() == text) }
        #expect(call("Date", "2016-10-20T11:23:03").result(zone: "unknown") == "2016-10-20T11:23:03")
        #expect(call("Now").result(zone: "unknown") == "2023-01-27T20:41:20.500")
        #expect(call("Today").result(zone: "Asia/Tokyo") == "2023-01-28T00:00:00+09:00")
    }
}
