// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteExpressions

@Suite("Patterns of dates")
struct ArcadeDatePatternTests {
    /// Sunday, the 5th of March, 64th day of the year.
    static let date = call("Date", 2023, 2, 5, 14, 7, 9, 42)
    static let midnight = call("Date", 2023, 11, 31, 0, 0, 0)
    static let day = call("DateOnly", 2023, 2, 5)
    static let time = call("Time", 14, 7, 9, 42)

    @Test(
        "a date is written as its pattern says",
        arguments: [
            ("D|DD|DDD", "5|05|64"), ("d|ddd|dddd", "7|Sun|Sunday"), ("M|MM|MMM|MMMM", "3|03|Mar|March"),
            ("Y|YY|YYYY|yyyy", "2023|23|2023|2023"),
            ("h|hh|H|HH", "2|02|14|14"), ("m|mm|s|ss|SSS", "7|07|9|09|042"), ("A|a", "PM|pm"),
            ("Z|ZZ|ZZZ|ZZZZ|ZZZZZ", "-8|-08:00|-0800|PST|Pacific Standard Time"),
            ("DD-MMM-YYYY", "05-Mar-2023"), ("YYYY-MM-DDTHH:mm:ss.SSS", "2023-03-05T14:07:09.042"), ("YYYYMMDD", "20230305"),
            ("DDDD", "645"), ("MMMMM", "March3"), ("YYYYYY", "202323"), ("HHH", "1414"), ("dd", "77"),
            ("ZZZZZZ", "Pacific Standard Time-8"),
            ("[Day] D", "Day 5"), ("'Day' D 'o''clock'", "Day 5 o'clock"), ("h 'o'''", "2 o'"), ("'a''''b'D", "a''b5"), ("''", "'"),
            ("[D", "[D"), ("D ']", "5 ']"), ("[]D", "5"), ("D. MMMM, Y · 日付", "5. March, 2023 · 日付"), (" ", " "),
            ("W, SS, q", "W, SS, q"),
        ])
    func writes(pattern: String, expected: String) {
        #expect(call("Pattern", Self.date, .text(pattern)).result() == expected)
    }

    @Test(
        "other zones, midnight, days, times and other values are written as they can be",
        arguments: [
            (midnight, "h A|hh a|H|HH|d|DDD", "12 AM|12 am|0|00|7|365"),
            (call("Date", 2023, 0, 1, 12, 0), "h A", "12 PM"),
            (call("Date", 2023, 6, 1, 12, 0), "ZZZZ|ZZZZZ", "PDT|Pacific Daylight Time"),
            (call("Date", 2023, 0, 1, 12, 0, 0, 0, "UTC"), "Z|ZZ|ZZZ|ZZZZ|ZZZZZ", "+0|+00:00|+0000|UTC|Coordinated Universal Time"),
            (call("Date", 2023, 0, 1, 12, 0, 0, 0, "+05:30"), "Z|ZZ|ZZZ|ZZZZ|ZZZZZ", "+5:30|+05:30|+0530|GMT+5:30|GMT+05:30"),
            (call("Date", 2023, 0, 1, 12, 0, 0, 0, "Asia/Kathmandu"), "Z|ZZZZ", "+5:45|GMT+5:45"),
            (call("Date", 2023, 0, 1, 12, 0, 0, 0, "America/New_York"), "ZZZZ|ZZZZZ", "EST|Eastern Standard Time"),
            (call("Date", 2023, 0, 1, 12, 0, 0, 0, "Europe/Paris"), "ZZZZ", "CET"),
            (call("Date", 2023, 0, 1, 12, 0, 0, 0, "Europe/Dublin"), "Z|ZZZZ|ZZZZZ", "+0|GMT|Greenwich Mean Time"),
            (call("Date", 2023, 6, 1, 12, 0, 0, 0, "Europe/Dublin"), "Z|ZZZZ|ZZZZZ", "+1|IST|Irish Standard Time"),
            (call("Date", 2023, 0, 1, 12, 0, 0, 0, "unknown"), "H Z|ZZ|ZZZ|ZZZZ|ZZZZZ", "12 ||||"),
            (call("Date", -5, 0, 1), "Y|YYYY|YY", "-5|-0005|05"),
            (call("Date", 987, 0, 1), "Y|YYYY|YY", "987|0987|87"),
            (call("Date", 12_345, 0, 1), "Y|YYYY|YY", "12345|12345|45"),
            (day, "dddd, D MMM Y", "Sunday, 5 Mar 2023"), (day, "H:mm Z", "0:00 "),
            (time, "h:mm:ss.SSS A", "2:07:09.042 PM"), (time, "HH:MM", "14:07"), (time, "D MMM Y|Z", "  |"),
            (nil, "D", ""), ("D", "D", "D"),
        ] as [(DateCall, DateCall, String)])
    func writesOthers(value: DateCall, pattern: DateCall, expected: String) {
        #expect(call("Pattern", value, pattern).result() == expected)
    }

    @Test(
        "a date is read as its pattern says, and is null where the text does not say so",
        arguments: [
            ("2023-03-05", "YYYY-MM-DD", "2023-03-05T00:00:00-08:00"), ("3/5/2023", "M/D/Y", "2023-03-05T00:00:00-08:00"),
            ("03/05/23", "MM/DD/YY", "2023-03-05T00:00:00-08:00"), ("3/5/61", "MM/DD/YY", "1961-03-05T00:00:00-08:00"),
            ("3/5/60", "MM/DD/YY", "2060-03-05T00:00:00-08:00"), ("20230305", "YYYYMMDD", "2023-03-05T00:00:00-08:00"),
            ("2023064", "YDDD", "2023-03-05T00:00:00-08:00"), ("5 march 2023", "D MMMM Y", "2023-03-05T00:00:00-08:00"),
            ("5 MAR 2023", "D MMMM Y", "2023-03-05T00:00:00-08:00"), ("5 March 2023", "D MMM Y", "2023-03-05T00:00:00-08:00"),
            ("Sun, Mar 5, 2023 2:07:09 PM", "ddd, MMM D, Y h:mm:ss A", "2023-03-05T14:07:09-08:00"),
            ("sunday 5.3.2023", "dddd D.M.Y", "2023-03-05T00:00:00-08:00"), ("Monday 5.3.2023", "dddd D.M.Y", "null"),
            ("5.3.2023  14:07:09.042 ", "D.M.Y H:m:s.SSS", "2023-03-05T14:07:09.042-08:00"),
            ("5.3.2023 12 am", "D.M.Y h a", "2023-03-05T00:00:00-08:00"), ("5.3.2023 12 p.m.", "D.M.Y h A", "2023-03-05T12:00:00-08:00"),
            ("2023-03-05 14:07 +02:00", "Y-M-D H:mm ZZ", "2023-03-05T04:07:00-08:00"),
            ("2023-03-05 14:07Z", "Y-M-D H:mmZ", "2023-03-05T06:07:00-08:00"),
            ("2023-03-05 14:07 EST", "Y-M-D H:mm ZZZZ", "2023-03-05T11:07:00-08:00"),
            ("2023-03-05 14:07 europe/paris", "Y-M-D H:mm ZZZZZ", "2023-03-05T05:07:00-08:00"),
            ("2023-03-05 14:07 Mars", "Y-M-D H:mm ZZZZ", "null"),
            ("Day 5 of 3/2023", "[Day] D [of] M/Y", "2023-03-05T00:00:00-08:00"), ("14:07", "HH:mm", "2023-01-27T14:07:00-08:00"),
            ("March", "MMMM", "2023-03-01T00:00:00-08:00"), ("2022", "Y", "2022-01-01T00:00:00-08:00"),
            ("31", "D", "2023-01-31T00:00:00-08:00"),
            ("30 Feb 2023", "D MMM Y", "null"), ("2023-13-05", "Y-M-D", "null"), ("2023-00-05", "Y-M-D", "null"),
            ("366 2023", "DDD Y", "null"),
            ("366 2024", "DDD Y", "2024-12-31T00:00:00-08:00"), ("25:00", "H:mm", "null"), ("13 pm", "h a", "null"),
            ("12:60", "H:mm", "null"),
            ("", "Y", "null"), ("2023-01-01", "", "2023-01-01T00:00:00-08:00"), ("2023x", "Y", "null"), ("x2023", "Y", "null"),
            ("99999999", "Y", "null"), ("2023-03", "Y-M-D", "null"),
            ("7 5.3.2023", "d D.M.Y", "2023-03-05T00:00:00-08:00"), ("0 5.3.2023", "d D.M.Y", "null"), ("Ma 2023", "MMM Y", "null"),
            ("日 2023", "MMM Y", "null"), ("5日", "D日", "2023-01-05T00:00:00-08:00"),
        ])
    func reads(text: String, pattern: String, expected: String) {
        #expect(call("Date", .text(text), .text(pattern)).result() == expected)
    }

    @Test(
        "days and times are read by patterns",
        arguments: [
            (call("DateOnly", "03/05/2023", "MM/DD/YYYY"), "2023-03-05"), (call("DateOnly", "10 Jan 2022", "D MMM Y"), "2022-01-10"),
            (call("DateOnly", "10 Jan", "D MMM"), "2023-01-10"), (call("DateOnly", "nonsense", "D MMM Y"), "null"),
            (call("Time", "12 05 04", "HH MM ss"), "12:05:04"), (call("Time", "12 05 04", "HH mm ss"), "12:05:04"),
            (call("Time", "2:05 PM", "h:mm A"), "14:05:00"), (call("Time", "pm 2", "a h"), "14:00:00"),
            (call("Time", "2", "Y"), "00:00:00"),
            (call("Time", "99", "HH"), "null"), (call("Time", "12:05:04.250", "HH:mm:ss.SSS"), "12:05:04.250"),
            (call("Date", "5.3.2023", "D.M.Y", "Europe/Paris"), "2023-03-05T00:00:00+01:00"),
        ] as [(DateCall, String)])
    func readsOthers(call: DateCall, expected: String) {
        #expect(call.result() == expected)
    }

    @Test(
        "what is written by a pattern is read by it again",
        arguments: ["Y-MM-DD HH:mm:ss.SSS", "DDD Y h:m:s A SSS", "MMMM D, Y h a m s SSS ZZ"])
    func readsWhatItWrote(pattern: String) throws {
        let run = ArcadeRun(context: DateCall.context())
        for step in 0..<40 {
            let date = try #require(ArcadeDate(milliseconds: Int64(step) * 3_987_654_321 - 40_000_000_000, zone: run.context.timeZone))
            let text = try ArcadeDatePattern.text(of: .date(date), pattern: pattern, in: run)
            let back = try ArcadeDatePattern.read(text, pattern: pattern, in: run)?.date(in: run.context.timeZone, run: run)
            #expect(back?.wholeMilliseconds == date.wholeMilliseconds, "\(text)")
        }
    }

    @Test("a long pattern is charged for before it is used")
    func charges() throws {
        let run = ArcadeRun(context: DateCall.context())
        let long = String(repeating: "[", count: 1 << 20)
        let now = ArcadeValue.date(ArcadeDateFunctions.now(in: run))
        #expect(throws: ArcadeFailure.self) { try ArcadeDatePattern.text(of: now, pattern: long, in: run) }
        let other = ArcadeRun(context: DateCall.context())
        #expect(throws: ArcadeFailure.self) { try ArcadeDatePattern.read(long, pattern: "D", in: other) }
    }
}
