// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Date functions: what their documentation shows")
struct DateExamplesTests {
    static let start = call("Date", 2022, 2, 23, 2, 23, 22, 0, "America/New_York")

    @Test(
        "a documented call has its documented result",
        arguments: [
            (
                call("ChangeTimeZone", call("Date", 2011, 10, 11, 8, 0, 0, 0, "America/New_York"), "America/Los_Angeles"),
                "2011-11-11T05:00:00-08:00"
            ),
            (call("ChangeTimeZone", call("Date", 2011, 10, 11, 8, 0, 0, 0, "unknown"), "+07:00"), "2011-11-11T08:00:00+07:00"),
            (call("Date", 1987, 05, 02), "1987-06-02T00:00:00-07:00"),
            (call("Date"), "2023-01-27T12:41:20.500-08:00"),
            (call("Date", 1990, 10, 2, 2, 23, 0, 0, "America/New_York"), "1990-11-02T02:23:00-05:00"),
            (call("Date", 1_476_987_783_555), "2016-10-20T11:23:03.555-07:00"),
            (call("Date", "2016-10-20T17:41:37+00:00"), "2016-10-20T10:41:37-07:00"),
            (call("Date", call("DateOnly", 2022, 10, 11), call("Time", "11:20 am")), "2022-11-11T11:20:00"),
            (call("Date", call("DateOnly", 2022, 10, 11), call("Time", "11:20 am"), "America/New_York"), "2022-11-11T11:20:00-05:00"),
            (call("Date", call("DateOnly", 2022, 10, 11)), "2022-11-11T00:00:00"),
            (call("DateAdd", call("Date", 2023, 2, 11, 9), 7, "days"), "2023-03-18T09:00:00-07:00"),
            (call("DateAdd", call("DateOnly", 2023, 5, 4), 7, "days"), "2023-06-11"),
            (call("DateAdd", call("Time", 11, 30), 7, "hours"), "18:30:00"),
            (call("DateAdd", call("Time", 11, 30), 25, "hours"), "12:30:00"),
            (call("DateDiff", call("Date", 2022, 2, 23, 5, 23, 22, 0, "unknown"), start, "hours", "America/Los_Angeles"), "6"),
            (call("DateDiff", call("Date", 2022, 2, 23, 5, 23, 22, 0, "unknown"), start, "hours"), "3"),
            (call("DateDiff", call("Date", 2022, 2, 23, 5, 23, 22, 0, "America/Los_Angeles"), start, "hours"), "6"),
            (call("DateOnly", 1996, 11, 10), "1996-12-10"),
            (call("DateOnly"), "2023-01-27"),
            (call("DateOnly", "10 Jan 2022", "D MMM Y"), "2022-01-10"),
            (call("DateOnly", 1_476_987_783_555), "2016-10-20"),
            (call("DateOnly", 1996, 1, 32), "null"),
            (call("DateOnly", call("Date", 2016, 9, 20, 23)), "2016-10-20"),
            (call("Day", call("Date", 1980, 11, 31)), "31"),
            (call("Hour", call("Date", 2023, 1, 1, 12, 59, 23)), "12"),
            (call("Hour", call("Time", 12, 59, 23)), "12"),
            (call("ISOMonth", call("Date", 1980, 11, 31)), "12"),
            (call("ISOWeek", call("Date", 1980, 11, 31)), "1"),
            (call("ISOWeekday", call("Date", 1980, 11, 31)), "3"),
            (call("ISOYear", call("Date", 1980, 11, 31)), "1981"),
            (call("Millisecond", call("Date", 2023, 1, 1, 12, 59, 23, 999)), "999"),
            (call("Minute", call("Date", 2013, 1, 1, 2, 15, 23)), "15"),
            (call("Month", call("Date", 1980, 11, 31)), "11"),
            (call("Now"), "2023-01-27T12:41:20.500-08:00"),
            (call("Second", call("Date", 2023, 1, 1, 2, 59, 01)), "1"),
            (call("Time"), "12:41:20.500"),
            (call("Time", 2, 59, 23), "02:59:23"),
            (call("Time", 8_119_800), "02:15:19.800"),
            (call("Time", "12 05 04", "HH MM ss"), "12:05:04"),
            (call("Time", "12:05:04"), "12:05:04"),
            (call("Time", 86_400_001), "null"),
            (call("Time", 24, 0), "null"),
            (call("Time", call("Date", 2023, 1, 1, 2, 59, 1)), "02:59:01"),
            (call("Timestamp"), "2023-01-27T20:41:20.500Z"),
            (call("TimeZone", call("Date", 2024, 1, 9, 0, 0, 0, 0, "America/Los_Angeles")), "America/Los_Angeles"),
            (call("TimeZone", call("Now")), "America/Los_Angeles"),
            (call("TimeZone", call("Timestamp")), "UTC"),
            (call("TimeZoneOffset", call("Date", 2024, 0, 9, 0, 0, 0, 0, "America/Los_Angeles")), "-28800000"),
            (call("TimeZoneOffset", call("Date", 2024, 6, 9, 0, 0, 0, 0, "America/Los_Angeles")), "-25200000"),
            (call("Today"), "2023-01-27T00:00:00-08:00"),
            (call("ToLocal", call("Timestamp")), "2023-01-27T12:41:20.500-08:00"),
            (call("ToUTC", call("Now")), "2023-01-27T20:41:20.500Z"),
            (call("Week", call("Date", 1974, 0, 3)), "0"),
            (call("Week", call("Date", 1974, 0, 6)), "1"),
            (call("Week", call("Date", 1974, 0, 3), 5), "0"),
            (call("Week", call("Date", 1974, 0, 4), 5), "1"),
            (call("Week", call("Date", 1974, 0, 1), 2), "0"),
            (call("Week", call("Date", 1974, 0, 8), 2), "1"),
            (call("Week", call("Date", 2022, 7, 20)), "33"),
            (call("Week", call("Date", 2022, 7, 20), 6), "33"),
            (call("Weekday", call("Date", 1980, 11, 31)), "3"),
            (call("Year", call("DateOnly", 1996, 11, 10)), "1996"),
            (call("Year", call("Date", 1980, 11, 31)), "1980"),
            (call("Pattern", call("Date", 2023, 8, 14, 10, 4, 49), "ddd, MMM D, Y h:mm:ss A ZZZZ"), "Thu, Sep 14, 2023 10:04:49 AM PDT"),
        ] as [(DateCall, String)])
    func example(call: DateCall, expected: String) {
        #expect(call.result() == expected)
    }
}
