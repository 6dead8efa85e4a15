// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteExpressions

@Suite("Dates in scripts")
struct DateScriptsTests {
    private static func run(_ script: String) throws -> String {
        let program = try ArcadeProgram("Text(\(script))", profile: .any)
        guard case .text(let text) = try program.evaluate([], in: DateCall.context()).value else { return "no text" }
        return text
    }

    @Test(
        "operators, casts and text take dates",
        arguments: [
            ("Date(2020,0,1) == Date(2020,0,1,0,0,0,0,'America/Los_Angeles')", "true"),
            ("Date(2020,0,1,8,0,0,0,'UTC') == Date(2020,0,1)", "true"),
            // Without a zone: read in the execution zone.
            ("Date(2020,0,1,0,0,0,0,'unknown') == Date(2020,0,1)", "true"),
            ("Date(2020,0,1,0,0,0,0,'unknown') == Date(2020,0,1,0,0,0,0,'UTC')", "false"),
            ("Date(2020,0,1,0,0,0,0,'unknown') > Date(2020,0,1,7,0,0,0,'UTC')", "true"), ("Date(2020,0,1) < Date(2020,0,2)", "true"),
            ("Date(2020,0,1) != null", "true"), ("DateOnly(2020,0,1) < DateOnly(2020,0,2)", "true"), ("Time(1,0) >= Time(1,0)", "true"),
            ("Date(2020,0,1,0,0,0,0,'UTC') - 0", "1577836800000"), ("Number(Date(2020,0,1,0,0,0,0,'UTC'))", "1577836800000"),
            ("Number(DateOnly(2020,0,1))", "1577836800000"), ("Number(Time(1,0,0,5))", "3600005"),
            ("Date(2020,0,2) - Date(2020,0,1)", "86400000"),
            ("Date(2020,0,1) + 1000", "1577865601000"), ("'at ' + Date(2020,0,1)", "at 2020-01-01T00:00:00-08:00"),
            ("DateOnly(2020,0,1)", "2020-01-01"),
            ("`${Time(1,2,3,4)}`", "01:02:03.004"), ("ToUTC(Date(2020,0,1))", "2020-01-01T08:00:00Z"),
            ("Date(2020,0,1,0,0,0,5,'unknown')", "2020-01-01T00:00:00.005"),
            ("TypeOf(Today())", "Date"), ("TypeOf(DateOnly())", "DateOnly"), ("TypeOf(Time())", "Time"), ("IsEmpty(Date('x'))", "true"),
            ("DateOnly(2020,0,1), 'MMM D, Y'", "Jan 1, 2020"), ("Time(14,5), 'h:mm A'", "2:05 PM"),
            ("Date(2020,0,1), 'DD-MMM-YYYY'", "01-Jan-2020"),
            ("Concatenate([Date(2020,0,1), Date(2020,0,2)], ', ', 'M/D/Y')", "1/1/2020, 1/2/2020"),
            ("Date(Year(Now()), Month(Now()), Day(Now()), '9', '30')", "2023-01-27T09:30:00-08:00"),
            ("Date('2020','1','1')", "2020-02-01T00:00:00-08:00"),
            ("Floor(DateDiff(Now(), Date(1990, 5, 1), 'years'))", "32"), ("Equals(Now(), Now())", "true"),
            ("Max([Date(2020,0,1)]) > 0", "true"),
        ])
    func evaluates(script: String, expected: String) throws {
        #expect(try Self.run(script) == expected)
    }

    @Test("a script that asks for all zones stays within its steps")
    func allZones() throws {
        var program = "var c = 0;\n"
        for name in TimeZoneDatabase.names.sorted().prefix(300) { program += "c += TimeZoneOffset(ChangeTimeZone(0,'\(name)'));\n" }
        let steps = try ArcadeProgram(
            String(program.prefix(16_000)).split(separator: "\n").dropLast().joined(separator: "\n"), profile: .any
        )
        .evaluate([], in: DateCall.context()).stepCount
        #expect(steps > 10_000)
    }
}
