// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteValues

@Suite("Where clauses")
struct WhereClauseTests {
    /// 2024-02-29T12:34:56.250Z, a Thursday.
    private static let now = Instant(microsecondsSince1970: 1_709_210_096_250_000)

    private static let fields = [
        Field(type: .text, name: "NAME", alias: ""), Field(type: .float64, name: "SOG", alias: ""),
        Field(type: .int64, name: "MMSI", alias: ""),
        Field(type: .date, name: "SEEN", alias: ""), Field(type: .dateOnly, name: "DAY", alias: ""),
        Field(type: .timeOnly, name: "CLOCK", alias: ""), Field(type: .guid, name: "ID", alias: ""),
        Field(type: .text, name: "CODE", alias: ""),
        Field(name: "ANY", type: nil), Field(type: .text, name: "name of port", alias: ""), Field(type: .text, name: "NOTE", alias: ""),
        Field(type: .int32, name: "ZERO", alias: ""), Field(type: .text, name: "Größe", alias: ""), Field(name: "FLAG", type: nil),
    ]

    private static let attributes: [String: any Sendable] = [
        "NAME": "Évora O'Hara", "SOG": 12.5, "MMSI": Int64(366_123_456), "SEEN": Date(timeIntervalSince1970: 1_709_210_096.25),
        "DAY": DateOnly(year: 2024, month: 2, day: 29), "CLOCK": TimeOnly(hour: 8, minute: 30), "ID": "{4e6f-AA}", "CODE": "12",
        "ANY": "7", "name of port": "Seattle", "ZERO": Int64(0), "Größe": "klein", "FLAG": true,
    ]

    private func truth(_ text: String) throws -> Bool? {
        try WhereClause(text).bound(to: Self.fields, now: Self.now).truth(Self.attributes)
    }

    @Test(
        "true for the row",
        arguments: [
            // Names and literals.
            "sog = 12.5", "\"SOG\" = 12.5", "[SOG] = 12.5", "`sog` = 12.5", "vessels.SOG = 12.5", "\"vessels\".\"SOG\" = 12.5",
            "[name of port] = 'Seattle'", "\"name of port\" LIKE 'Sea%'", "größe = 'klein'", "NAME LIKE '%O''Hara'", "N'a' = 'a'",
            ".5 = 0.5", "5. = 5", "1.5e1 = 15", "1E-2 = 0.01", "9223372036854775807 > 9223372036854775806", "-9223372036854775808 < 0",
            "-(-9223372036854775808) > 9223372036854775807", "ABS(-9223372036854775808) > 0", "-9223372036854775808 % -1 = 0",
            "9007199254740993 > 9007199254740992.0", "9007199254740993 <> 9007199254740992", "1=1", "", "  \n\t", "TRUE", "NOT FALSE",
            // Precedence.
            "2 + 3 * 4 = 14", "(2 + 3) * 4 = 20", "-2 * -3 = 6", "- -2 = 2", "NOT SOG = 5", "NOT SOG BETWEEN 20 AND 30 AND 1=1",
            "1=0 AND 1=0 OR 1=1", "1=1 OR 1=0 AND 1=0", "NOT 1=0 AND 1=1", "NOT NOT 1=1", "10 - 4 - 3 = 3", "100 / 10 / 2 = 5",
            "'a' || 'b' || 'c' = 'abc'", "SOG BETWEEN 10 AND 15 AND MMSI > 0", "SOG NOT BETWEEN 1 AND 2", "(SOG > 1) = TRUE", "7 % 4 = 3",
            // Comparing across types.
            "SOG = '12.5'", "CODE = 12", "CODE = '12'", "CODE < '4'", "CODE > 4", "ANY = 7", "ANY = '7'", "MMSI = 366123456.0", "FLAG",
            "FLAG = TRUE", "FLAG = 1", "FLAG = 'true'", "NOT FLAG = FALSE", "ID = '4E6F-aa'", "ID = '{4e6f-aa}'", "ID IN ('x', '4e6f-aa')",
            "ID <> '4e6f'",
            "'4E6F-aa' IN (ID)", "CASE ID WHEN '4e6f-AA' THEN 1 ELSE 0 END = 1", "COALESCE(ID, '') = '4e6f-aa'",
            "NULLIF(ID, 'x') LIKE '{%'",
            "NULLIF(ID, '4e6f-aa') IS NULL", "1e308 * 10 IS NULL", "'b' > 'a'", "'a' > 'Z'", "'é' > 'z'", "'ab' > 'a'", "'a' <> 'a '",
            "1 / 2 = 0.5", "SOG / 2 > 6",
            // Nothing.
            "NOTE IS NULL", "NAME IS NOT NULL", "NULL IS NULL", "(NOTE = 'x') IS NULL", "1 / ZERO IS NULL", "5 % ZERO IS NULL",
            "COALESCE(NOTE, 'x') = 'x'", "COALESCE(NULL, NULL, 3) = 3", "NULLIF(1, 2) = 1", "NULLIF(1, 1) IS NULL", "LOG(0) IS NULL",
            "SQRT(-1) IS NULL", "ASIN(2) IS NULL", "NOTE || 'x' IS NULL", "CONCAT('a', NOTE) IS NULL", "'' IS NOT NULL",
            "CHAR_LENGTH('') = 0",
            // Lists.
            "MMSI IN (1, 366123456)", "NAME NOT IN ('x', 'y')", "NOT (1 IN ())", "CODE IN ('12', '13')", "SOG IN ('12.5')",
            "1 IN (2 - 1, 5)",
            "SOG NOT IN (1, 2)", "MMSI IN (366123456.0)",
            // LIKE.
            "'a%b' LIKE 'a!%b' ESCAPE '!'", "'a_b' LIKE 'a!_b' ESCAPE '!'", "'a!b' LIKE 'a!!b' ESCAPE '!'", "'aéb' LIKE 'a_b'",
            "'😀' LIKE '_'",
            "'' LIKE ''", "'' LIKE '%'", "NOT '' LIKE '_'", "'abc' NOT LIKE 'ABC'", "MMSI LIKE '366%'", "SOG LIKE '12._'",
            "'abcabc' LIKE '%b_%c'",
            "'xay' LIKE '%a%'", "'aab' LIKE '%ab'", "'abab' LIKE '%ab'", "'aXbXc' LIKE 'a%b%c'", "'ab' NOT LIKE 'a_b'", "'éé' LIKE '__'",
            "NAME LIKE '_vora%'", "'a\nb' LIKE 'a_b'",
        ])
    func isTrue(text: String) throws {
        #expect(try truth(text) == true)
    }

    @Test(
        "dates, times and intervals",
        arguments: [
            "SEEN > DATE '2024-02-29'", "SEEN < DATE '2024-03-01'", "SEEN = TIMESTAMP '2024-02-29 12:34:56.25'",
            "SEEN = '2024-02-29T12:34:56.250Z'", "SEEN = '2024-02-29T13:34:56.250+01:00'", "SEEN >= '2024-02-29'", "SEEN > date 2024-02-29",
            "SEEN > TIMESTAMP '2/29/2024'", "SEEN = 1709210096250", "SEEN BETWEEN timestamp '2024-02-29' AND timestamp '2024-03-01 00:00'",
            "SEEN IN (TIMESTAMP '2024-02-29 12:34:56.250')", "DATE '2024-02-29' = TIMESTAMP '2024-02-29 00:00:00'",
            "DAY = DATE '2024-02-29'", "DAY = '2024-02-29'", "DAY < '2024-03-01'", "DAY <= SEEN", "CLOCK = TIME '08:30:00'",
            "CLOCK < '08:30:00.5'",
            "CURRENT_TIMESTAMP = SEEN", "CURRENT_DATE = DAY", "CURRENT_TIMESTAMP() > CURRENT_DATE()", "CURRENT_TIME > TIME '12:34:56'",
            "LOCALTIMESTAMP = SEEN", "EXTRACT(YEAR FROM SEEN) = 2024", "EXTRACT(MONTH FROM DAY) = 2", "EXTRACT(SECOND FROM SEEN) = 56.25",
            "EXTRACT(HOUR FROM CLOCK) = 8", "EXTRACT(MINUTE FROM CLOCK) = 30", "EXTRACT(YEAR FROM CLOCK) IS NULL",
            "extract(day from SEEN) = 29",
            "EXTRACT(YEAR FROM 1709210096250) = 2024", "EXTRACT(YEAR FROM '2024-02-29') = 2024",
            "SEEN - DATE '2024-02-28' > 1", "DAY - DATE '2024-02-01' = 28", "SEEN + 1 > CURRENT_TIMESTAMP", "DAY + 1 = DATE '2024-03-01'",
            "SEEN - INTERVAL '3' DAY > DATE '2024-02-26'", "SEEN - INTERVAL '90' MINUTE < SEEN",
            "DAY + INTERVAL '1' MONTH = DATE '2024-03-29'",
            "DATE '2024-01-31' + INTERVAL '1' MONTH = DATE '2024-02-29'", "DATE '2024-02-29' + INTERVAL '1' YEAR = DATE '2025-02-28'",
            "DATE '2024-03-31' - INTERVAL '1' MONTH = DATE '2024-02-29'", "INTERVAL '1' DAY + DAY = DATE '2024-03-01'",
            "DATE '2020-01-01' + INTERVAL '1 05:30:00' DAY TO SECOND = TIMESTAMP '2020-01-02 05:30:00'",
            "DATE '2020-01-01' + INTERVAL '2-6' YEAR TO MONTH = DATE '2022-07-01'",
            "DATE '2020-01-01' + INTERVAL '-3' DAY = DATE '2019-12-29'",
            "TIMESTAMP '2020-01-01 00:00' + INTERVAL '1:30' HOUR TO MINUTE = TIMESTAMP '2020-01-01 01:30'",
            "INTERVAL '2' DAY > INTERVAL '47' HOUR", "INTERVAL '60' MINUTE = INTERVAL '1' HOUR", "INTERVAL '1' DAY * 2 = INTERVAL '2' DAY",
            "CLOCK + INTERVAL '16' HOUR = TIME '00:30:00'", "SEEN - SEEN = 0", "SEEN - DATE '2024-02-29' < INTERVAL '13' HOUR",
            "CAST('2024-02-29' AS DATE) = DAY", "CAST(SEEN AS DATE) = DAY", "CAST(SEEN AS TIME) > CLOCK", "CAST('soon' AS DATE) IS NULL",
            "CAST(0 AS TIMESTAMP) = DATE '1970-01-01'", "DATE '0001-01-01' < DATE '9999-12-31'", "INTERVAL '3' DAY(2) = INTERVAL '72' HOUR",
            "CASE WHEN SEEN > DATE '2024-01-01' THEN 'new' ELSE 'old' END = 'new'",
        ])
    func dates(text: String) throws {
        #expect(try truth(text) == true)
    }

    @Test(
        "functions",
        arguments: [
            "ABS(-3) = 3", "ABS(-2.5) = 2.5", "CEILING(1.2) = 2", "FLOOR(-1.2) = -2", "ROUND(2.5) = 3", "ROUND(-2.5) = -3",
            "ROUND(1.25, 1) = 1.3",
            "ROUND(1.255, 2) = 1.26", "ROUND(2.675, 2) = 2.68", "TRUNCATE(520.68, 2) = 520.68", "TRUNCATE(0.29, 2) = 0.29",
            "TRUNCATE(-158.7, 2) = -158.7", "ROUND(0.5) = 1", "ROUND(0.05, 1) = 0.1", "ROUND(9.99, 1) = 10", "ROUND(1e20, 2) = 1e20",
            "ROUND(0.004, 2) = 0", "ROUND(149.5, -2) = 100", "ROUND(150, -2) = 200", "ROUND(50, -2) = 100", "ROUND(4, -1) = 0",
            "ROUND(1234.5, -2) = 1200", "TRUNCATE(-1.29, 1) = -1.2", "TRUNCATE(7.9) = 7", "POWER(2, 10) = 1024", "LOG(EXP(1)) = 1",
            "LOG10(1000) = 3",
            "MOD(7, 3) = 1", "MOD(-7, 3) = -1", "MOD(7.5, 2) = 1.5", "SIGN(-3) = -1", "SQRT(16) = 4", "SIN(0) = 0", "COS(0) = 1",
            "TAN(0) = 0",
            "ATAN(1) * 4 > 3.14159", "ACOS(1) = 0", "ROUND('2.4') = 2",
            "CHAR_LENGTH('aé😀') = 3", "LENGTH('abc') = 3", "LOWER('ÀBC') = 'àbc'", "UPPER('straße') = 'STRASSE'",
            "UPPER(NAME) LIKE 'ÉVORA%'",
            "SUBSTRING('abcdef' FROM 2 FOR 3) = 'bcd'", "SUBSTRING('abcdef', 2, 3) = 'bcd'", "SUBSTRING('abcdef' FROM 4) = 'def'",
            "SUBSTRING('abc', 0, 2) = 'a'", "SUBSTRING('abc', -5, 3) = ''", "SUBSTRING('abc', 2, 100) = 'bc'",
            "SUBSTRING('aéb', 2, 1) = 'é'",
            "SUBSTRING('abc', 9) = ''", "POSITION('c' IN 'abc') = 3", "POSITION('x' IN 'abc') = 0", "POSITION('' IN 'abc') = 1",
            "POSITION('b' IN 'éb') = 2", "TRIM('  a ') = 'a'", "TRIM(LEADING FROM ' a ') = 'a '", "TRIM(TRAILING 'x' FROM 'axx') = 'a'",
            "TRIM(BOTH 'x' FROM 'xax') = 'a'", "TRIM('x' FROM 'xax') = 'a'", "TRIM('é' FROM 'éaé') = 'a'", "TRIM('') = ''",
            "TRIM('   ') = ''",
            "LEFT('abc', 2) = 'ab'", "RIGHT('abc', 2) = 'bc'", "LEFT('abc', 9) = 'abc'", "RIGHT('abc', 9) = 'abc'", "LEFT('abc', 0) = ''",
            "CONCAT('a', 1, 'b') = 'a1b'", "CONCAT('a') = 'a'", "'a' || 1.5 = 'a1.5'", "CAST(3.9 AS INTEGER) = 3", "CAST(-3.9 AS INT) = -3",
            "CAST('42' AS SMALLINT) = 42", "CAST(70000 AS SMALLINT) IS NULL", "CAST('x' AS INTEGER) IS NULL",
            "CAST(1.005 AS NUMERIC(5,1)) = 1.0",
            "CAST(12345 AS DECIMAL(3,0)) IS NULL", "CAST(5 AS VARCHAR(10)) = '5'", "CAST('abcdef' AS CHAR(3)) = 'abc'",
            "CAST('2.5' AS DOUBLE PRECISION) = 2.5", "CAST('2.5' AS FLOAT) + 1 = 3.5", "CAST(SEEN AS VARCHAR(10)) = '2024-02-29'",
            "CASE WHEN SOG > 10 THEN 'fast' WHEN SOG > 5 THEN 'mid' ELSE 'slow' END = 'fast'", "CASE CODE WHEN '12' THEN 1 ELSE 0 END = 1",
            "CASE WHEN 1=0 THEN 1 END IS NULL", "CASE ZERO WHEN NULL THEN 1 WHEN 0 THEN 2 END = 2",
            "CASE WHEN NOTE = 'x' THEN 1 ELSE 2 END = 2",
        ])
    func functions(text: String) throws {
        #expect(try truth(text) == true)
    }

    @Test("false for the row", arguments: ["SOG = 5", "NAME = 'évora o''hara'", "1 IN ()", "'a' LIKE 'A'", "NAME IS NULL", "SOG <> 12.5"])
    func isFalse(text: String) throws {
        #expect(try truth(text) == false)
    }

    @Test(
        "unknown for the row",
        arguments: [
            "NOTE = 'x'", "NOTE <> ''", "NOT NOTE = 'x'", "NOTE = NULL", "NOTE LIKE '%'", "NOTE IN ('a')", "NOTE NOT IN ('a')",
            "5 IN (1, NULL)",
            "NOTE BETWEEN 'a' AND 'b'", "NAME = 5", "1 / ZERO = 1", "NOTE = NOTE", "UPPER(NOTE) = 'X'", "ANY = DATE '2020-01-01'", "NULL",
            "NOTE = 'x' OR 1=0", "NOTE = 'x' AND 1=1", "1 = NULL",
        ])
    func isUnknown(text: String) throws {
        #expect(try truth(text) == nil)
        #expect(try !WhereClause(text).bound(to: Self.fields, now: Self.now).matches(Self.attributes))
    }

    @Test(
        "a fault says where it is",
        arguments: [
            ("SOG >", 5), ("SOG > 5 AND", 11), ("SOGG > 5", 0), ("1 = 1 AND FOO(2) = 1", 10), ("SOG > 'fast'", 6),
            ("NAME LIKE 'a' ESCAPE 'ab'", 21),
            ("1 < SOG < 3", 8), ("SOG = 5; DROP TABLE x", 7), ("SOG = 5 -- all", 8), ("SOG = 5 /* x */", 8), ("NAME = \"Orca\"", 7),
            ("NAME = 'Orca", 7),
            ("SEEN > DATE '2024-02-30'", 12), ("SEEN > 'yesterday'", 7), ("(SOG = 5", 8), ("SOG = 5)", 7), ("SOG == 5", 4),
            ("SOG = 5 5", 8),
            ("SOG IN (SELECT 1)", 8), ("SOG NOT = 5", 8), ("NAME ILIKE 'a'", 5), ("SOG IS 5", 7), ("SOG BETWEEN 1 OR 2", 14), ("NAME", 0),
            ("1 AND 2", 0),
            ("SOG = 1a", 6), ("'a' LIKE 'a!' ESCAPE '!'", 9), ("ABS(1, 2) = 1", 0), ("ABS() = 1", 0), ("CAST(1 AS BLOB) = 1", 10), ("é", 0),
            ("SEEN - INTERVAL 'x' DAY > SEEN", 16), ("INTERVAL '1-2' DAY TO SECOND = 1", 9), ("CASE END = 1", 5), ("SOG = @5", 6),
            ("SEEN = 5 AND CLOCK = 5", 19),
            ("SOG + DAY * 2 = 1", 10), ("AND 1=1", 0), ("SOG = AND", 6), ("SOG = 1e", 6), ("SOG = 1e999", 6),
            ("TRIM(LEADING 'x' 'y') = 'a'", 17),
            ("EXTRACT(WEEK FROM SEEN) = 1", 8), ("NAME = ‘Orca’", 7), ("SOG\u{A0}= 1", 3), ("SOG => 1", 4),
            ("WHERE SOG = 1", 0), ("TRUE = '\u{11}'", 7), ("€ = 1", 0), ("t.[] = 1", 4), ("", -1),
        ] as [(String, Int)])
    func faults(text: String, offset: Int) throws {
        guard offset >= 0 else { return }
        let error = #expect(throws: ExpressionError.self) { try WhereClause(text).bound(to: Self.fields, now: Self.now) }
        #expect(error?.offset == offset, "\(error?.description ?? "")")
    }

    @Test("a name that is nearly right is suggested")
    func suggestions() throws {
        let field = #expect(throws: ExpressionError.self) { try WhereClause("MMSL = 1").bound(to: Self.fields, now: Self.now) }
        #expect(field?.message == "there is no field 'MMSL'; did you mean 'MMSI'?")
        let function = #expect(throws: ExpressionError.self) { try WhereClause("UPER(NAME) = 'A'") }
        #expect(function?.message == "there is no function 'UPER'; did you mean 'UPPER'?")
    }

    @Test("an exact field name goes before one in another case")
    func cases() throws {
        let fields = [Field(type: .int32, name: "a", alias: ""), Field(type: .int32, name: "A", alias: "")]
        let attributes: [String: any Sendable] = ["a": 1, "A": 2]
        #expect(try WhereClause("A = 2 AND a = 1").bound(to: fields, now: Self.now).matches(attributes))
        let dotted = [Field(type: .int32, name: "a.b", alias: ""), Field(type: .int32, name: "b", alias: "")]
        #expect(try WhereClause("\"a.b\" = 1 AND t.\"a.b\" = 1 AND t.b = 2").bound(to: dotted, now: Self.now).matches(["a.b": 1, "b": 2]))
    }

    @Test("fields that are mentioned, each once")
    func fieldNames() throws {
        #expect(try WhereClause("B = 1 AND a LIKE 'x' OR b IN (C, 1)").fieldNames == ["B", "a", "C"])
        #expect(try WhereClause("").fieldNames.isEmpty)
    }

    @Test("long and deep clauses are read, longer and deeper ones refused, none of them crashes")
    func limits() throws {
        let bound = { (text: String) throws in try WhereClause(text).bound(to: Self.fields, now: Self.now).truth(Self.attributes) }
        #expect(try bound(String(repeating: "(", count: 150) + "1=1" + String(repeating: ")", count: 150)) == true)
        #expect(try bound("0" + String(repeating: " + 1", count: 9_000) + " = 9000") == true)
        #expect(try bound("SOG" + String(repeating: " + 1", count: 9_000) + " = 9012.5") == true)
        #expect(try bound(Array(repeating: "SOG = 12.5", count: 5_000).joined(separator: " AND ")) == true)
        #expect(try bound(Array(repeating: "NAME", count: 10_000).joined(separator: "||") + " LIKE '%x'") == false)
        let long = String(repeating: "x", count: 100_000)
        let field = [Field(type: .text, name: "F", alias: "")]
        let joined = try WhereClause(Array(repeating: "F", count: 10_000).joined(separator: "||") + " = 'x'")
        #expect(try joined.bound(to: field, now: Self.now).truth(["F": long]) == nil)
        let trimmed = try WhereClause("CHAR_LENGTH(TRIM('\(String(repeating: "ba", count: 20_000))' FROM F)) = 0")
        #expect(try trimmed.bound(to: field, now: Self.now).truth(["F": String(repeating: "a", count: 40_000)]) == true)
        #expect(try bound("MMSI IN (" + (1...10_000).map { "\($0)" }.joined(separator: ",") + ")") == false)
        #expect(try bound(String(repeating: "NOT ", count: 100_000) + "1=1") == true)
        #expect(try bound("1 = " + String(repeating: "- ", count: 100_000) + "1") == true)
        for text in [
            String(repeating: "(", count: 100_000), String(repeating: "ABS(", count: 100_000),
            "1 IN (" + String(repeating: "1 IN (", count: 100_000),
            String(repeating: "CASE WHEN ", count: 100_000), "MMSI IN (" + String(repeating: "1,", count: 20_000) + "1)",
            "0" + String(repeating: "+1", count: 20_000), String(repeating: "x", count: 2_000_000),
            String(repeating: "EXTRACT(YEAR FROM ", count: 1_000), String(repeating: "(", count: 201) + "SOG",
            String(repeating: "TRIM(", count: 1_000),
        ] {
            #expect(throws: ExpressionError.self) { try bound(text) }
        }
    }
}
