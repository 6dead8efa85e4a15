// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteValues

@Suite("Dates in text")
struct DateTextTests {
    private func parse(_ text: String) -> String? {
        switch Array(text.utf8).withUnsafeBytes({ DateText.parse($0) }) {
        case .date(let date): date.description
        case .instant(let instant): instant.description
        case nil: nil
        }
    }

    @Test(
        "forms that are read",
        arguments: [
            ("2024-02-29", "2024-02-29"), ("2/29/2024", "2024-02-29"), ("02/09/2024", "2024-02-09"), ("2024-2-9", "2024-02-09"),
            (" 2024-02-29 ", "2024-02-29"),
            ("2024-02-29 12:34", "2024-02-29T12:34:00.000Z"), ("2024-02-29T12:34:56", "2024-02-29T12:34:56.000Z"),
            ("2024-02-29 12:34:56.25", "2024-02-29T12:34:56.250Z"), ("2024-02-29T12:34:56.1234567Z", "2024-02-29T12:34:56.123456Z"),
            ("2024-02-29T12:34:56+02:00", "2024-02-29T10:34:56.000Z"), ("2024-02-29T12:34:56 -0530", "2024-02-29T18:04:56.000Z"),
            ("2024-02-29T12:34:56+02", "2024-02-29T10:34:56.000Z"), ("2/29/2024 1:02", "2024-02-29T01:02:00.000Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"), ("0001-01-01", "0001-01-01"), ("9999-12-31", "9999-12-31"),
        ])
    func read(text: String, expected: String) {
        #expect(parse(text) == expected)
    }

    @Test(
        "what is no date",
        arguments: [
            "", " ", "2023-02-29", "2024-13-01", "2024-00-01", "2024-01-00", "24-01-01", "2024-01", "2024-01-01T", "2024-01-01 24:00",
            "2024-01-01 12:60",
            "2024-01-01 12:00:61", "2024-01-01 12:00:00.", "2024-01-01x", "2024-01-01 12:00Zx", "20240101", "13/1/2024",
            "2024-01-01T12:00:00+24:00", "é",
        ])
    func refused(text: String) {
        #expect(parse(text) == nil)
    }

    @Test("days survive the calendar, forth and back")
    func days() {
        var random = SeededRandomNumberGenerator(seed: 3)
        for _ in 0..<20_000 {
            let date = DateOnly(daysSince1970: Int.random(in: -3_000_000...3_000_000, using: &random))
            #expect(DateOnly(year: date.year, month: date.month, day: date.day) == date)
        }
        #expect(DateOnly(year: 2024, month: 2, day: 30) == nil)
        #expect(DateOnly(year: 2024, month: 13, day: 1) == nil)
        #expect(DateOnly(year: 1970, month: 1, day: 1)?.daysSince1970 == 0)
    }

    @Test("times of day", arguments: [("08:30", "08:30:00"), ("8:30:00.5", "08:30:00.5"), ("23:59:59.999999", "23:59:59.999999")])
    func times(text: String, expected: String) throws {
        let time = try #require(Array(text.utf8).withUnsafeBytes { DateText.parseTime($0) })
        #expect(time.description == expected)
        #expect(TimeOnly(hour: time.hour, minute: time.minute, second: time.second, microsecond: time.microsecond) == time)
    }

    @Test("what is no time of day", arguments: ["", "24:00", "12", "12:60", "12:00:60", "12:00:00.", "noon"])
    func noTime(text: String) {
        #expect(Array(text.utf8).withUnsafeBytes { DateText.parseTime($0) } == nil)
    }
}
