// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteValues

/// What operators make of values of any kind: the tables of casts.
@Suite struct OperatorTests {
    /// A value, and what it is as a number; nil for NaN.
    static let numbers: [(value: String, number: Double?)] = [
        ("null", 0), ("true", 1), ("false", 0), ("''", 0), ("' '", 0), ("'12'", 12), ("' -1.5e2 '", -150), ("'.5'", 0.5), ("'5.'", 5),
        ("'+3'", 3), ("'\\u00a07\\u00a0'", 7), ("'1e'", nil), ("'1,5'", nil), ("'0x10'", nil), ("'abc'", nil), ("'inf'", nil),
        ("'nan'", nil),
        ("'.'", nil), ("'-'", nil), ("'1 2'", nil), ("[]", nil), ("[5]", nil), ("{}", nil), ("Feature(null, 'a', 1)", nil), ("Lower", nil),
        ("Point({ x: 1, y: 2, spatialReference: { wkid: 4326 } })", nil), ("Date(5)", 5), ("DateOnly(1970, 0, 2)", 86_400_000),
        ("Time(0, 0, 1)", 1_000), ("7", 7), ("Infinity", .infinity),
    ]

    @Test(arguments: numbers)
    func arithmeticCastsToNumber(value: String, number: Double?) {
        let written = number.map { notation(of: .number($0)) } ?? "nan"
        #expect(outcome(of: "(\(value)) * 1") == written)
        #expect(outcome(of: "(\(value)) - 0") == written)
        #expect(outcome(of: "+(\(value))") == written)
        #expect(outcome(of: "-(\(value))") == (number.map { notation(of: .number(-$0)) } ?? "nan"))
        #expect(outcome(of: "var x = \(value); x++") == written)
        #expect(outcome(of: "Number(\(value))") == written)
    }

    @Test(arguments: [
        ProgramCase("1 + 2", "3"), ProgramCase("1 + '2'", "'12'"), ProgramCase("'1' + 2", "'12'"), ProgramCase("null + 5", "5"),
        ProgramCase("null + 'a'", "'a'"), ProgramCase("'a' + null", "'a'"), ProgramCase("true + 1", "2"), ProgramCase("null + null", "0"),
        ProgramCase("'a' + true", "'atrue'"), ProgramCase("'a' + 1.5", "'a1.5'"), ProgramCase("'a' + NaN", "'aNaN'"),
        ProgramCase("1 + 2 + 'a' + 1 + 2", "'3a12'"), ProgramCase("'a' + (1 + 2)", "'a3'"), ProgramCase("'a' + 1 - 1", "nan"),
        ProgramCase("1 + null + 'x'", "'1x'"), ProgramCase("var s = 1; s + 2 + 'a'", "'3a'"), ProgramCase("var t = 'q'; 1 + 2 + t", "'3q'"),
        ProgramCase("'a' + [1, 'b']", "'a[1,\"b\"]'"), ProgramCase("{ a: 1 } + ''", "'{\"a\":1}'"), ProgramCase("[] + 1", "nan"),
        ProgramCase("Date(5) + 1", "6"), ProgramCase("`a${1 + 1}b${null}c${'d'}`", "'a2bcd'"), ProgramCase("``", "''"),
        ProgramCase("`${1}` + 1", "'11'"), ProgramCase("var s = 'a'; s += 1; s += null; s", "'a1'"),
        ProgramCase("7 / 2", "3.5"), ProgramCase("1 / 0", "inf"), ProgramCase("-1 / 0", "-inf"), ProgramCase("0 / 0", "nan"),
        ProgramCase("7 % 3", "1"), ProgramCase("-7 % 3", "-1"), ProgramCase("7 % -3", "1"), ProgramCase("7.5 % 2", "1.5"),
        ProgramCase("1 % 0", "nan"), ProgramCase("2 - 3 * 4", "-10"), ProgramCase("2 * (3 - 4)", "-2"), ProgramCase("10 - 3 - 2", "5"),
        ProgramCase("'5' * '2'", "10"), ProgramCase("1e308 * 10", "inf"), ProgramCase("9007199254740993", "9007199254740992"),
        ProgramCase("(12 & 0x14) == 4", "true"), ProgramCase("5 | 2", "7"), ProgramCase("5 ^ 1", "4"), ProgramCase("~5", "-6"),
        ProgramCase("1 << 31", "-2147483648"), ProgramCase("1 << 33", "2"), ProgramCase("-8 >> 1", "-4"), ProgramCase("-1 >>> 28", "15"),
        ProgramCase("4294967296 | 0", "0"), ProgramCase("4294967295 | 0", "-1"), ProgramCase("NaN | 0", "0"), ProgramCase("1e300 | 0", "0"),
        ProgramCase("-2.9 | 0", "-2"), ProgramCase("2147483648 | 0", "-2147483648"), ProgramCase("1 << -1", "-2147483648"),
    ])
    func anOperatorMakes(program: ProgramCase) {
        #expect(outcome(of: program.source) == program.expected)
    }

    @Test(arguments: [
        ProgramCase("1 == 1", "true"), ProgramCase("1 == '1'", "false"), ProgramCase("null == null", "true"),
        ProgramCase("null == ''", "false"),
        ProgramCase("null == 0", "false"), ProgramCase("false == 0", "false"), ProgramCase("NaN == NaN", "false"),
        ProgramCase("NaN != NaN", "true"), ProgramCase("0 == -0", "true"), ProgramCase("'a' == 'A'", "false"),
        ProgramCase("'a' != 'b'", "true"),
        // Texts are equal by code points, not by looks.
        ProgramCase("'\\u00e9' == 'e\\u0301'", "false"), ProgramCase("[1] == [1]", "false"), ProgramCase("var a = [1]; a == a", "true"),
        ProgramCase("({}) == {}", "false"), ProgramCase("var d = {}; var e = d; d == e", "true"), ProgramCase("Date(5) == Date(5)", "true"),
        ProgramCase("Date(5) == 5", "false"), ProgramCase("DateOnly(2020, 1, 1) == DateOnly(2020, 1, 1)", "true"),
        ProgramCase("Time(1, 2) == Time(1, 2)", "true"),
        ProgramCase(
            "var g = Point({ x: 1, y: 2, spatialReference: { wkid: 4326 } }); "
                + "g == Point({ x: 1, y: 2, spatialReference: { wkid: 4326 } })",
            "true"),
        ProgramCase("null <= 5", "true"), ProgramCase("null < 0", "false"), ProgramCase("'10' < '9'", "true"),
        ProgramCase("'10' < 9", "false"),
        ProgramCase("'a' < 'B'", "false"), ProgramCase("'' < 'a'", "true"), ProgramCase("'ab' > 'a'", "true"),
        ProgramCase("'a' >= 'a'", "true"),
        // By code points: U+FF5E comes before U+1F600, although its UTF-16 units do not.
        ProgramCase("'\\uff5e' < '\\ud83d\\ude00'", "true"), ProgramCase("true > false", "true"), ProgramCase("NaN < 1", "false"),
        ProgramCase("NaN >= NaN", "false"), ProgramCase("'abc' > 1", "false"), ProgramCase("[] <= 5", "false"),
        ProgramCase("Date(5) < Date(6)", "true"), ProgramCase("Date(5) < 6", "true"),
        ProgramCase("DateOnly(2020, 1, 1) < DateOnly(2020, 1, 2)", "true"), ProgramCase("Time(1, 2) >= Time(1, 3)", "false"),
        ProgramCase("1 < 2 == true", "true"), ProgramCase("Infinity > 1e308", "true"),
    ])
    func aComparisonHolds(program: ProgramCase) {
        #expect(outcome(of: program.source) == program.expected)
    }

    @Test(arguments: [
        ProgramCase("true && false", "false"), ProgramCase("true && true && true", "true"), ProgramCase("false || true", "true"),
        ProgramCase("false || false", "false"), ProgramCase("!true", "false"), ProgramCase("!!true", "true"),
        // The rest is not evaluated once the answer is known.
        ProgramCase("var a = []; false && a[5]", "false"), ProgramCase("var a = []; true || a[5]", "true"),
        ProgramCase("var n = 0; function f() { n++; return true } f() && false && f(); n", "1"),
        ProgramCase("true && null", "type 'null'"), ProgramCase("null && true", "type 'null'"), ProgramCase("0 || true", "type '0'"),
        ProgramCase("false || 'true'", "type ''true''"), ProgramCase("!null", "type '!null'"), ProgramCase("!0", "type '!0'"),
        ProgramCase("if (1) {}", "type '1'"), ProgramCase("if (null) {}", "type 'null'"), ProgramCase("while ('true') {}", "type ''true''"),
        ProgramCase("for (var i = 0; i; i++) {}", "type 'i'"),
    ])
    func aDecisionTakesBooleans(program: ProgramCase) {
        #expect(outcome(of: program.source) == program.expected)
    }

    @Test func whatIsNoBooleanIsNamedWithAMend() {
        #expect(message(of: "if (null) {}").hasPrefix("`null` is not a Boolean"))
        #expect(message(of: "if (5) {}").contains("`x != 0`"))
        #expect(message(of: "'yes' && true").hasPrefix("'yes' is not a Boolean"))
        #expect(message(of: "!'true'").contains("Boolean(x)"))
    }

    /// A value, and what `Boolean()` makes of it.
    static let booleans: [(value: String, boolean: Bool)] = [
        ("true", true), ("false", false), ("0", false), ("NaN", false), ("-1", true), ("0.1", true), ("'true'", true), ("'TRUE'", true),
        ("'yes'", false), ("''", false), ("'1'", false), ("null", false), ("[1]", false), ("{}", false), ("Date(5)", false),
    ]

    @Test(arguments: booleans)
    func aCastMakesABoolean(value: String, boolean: Bool) {
        #expect(outcome(of: "Boolean(\(value))") == "\(boolean)")
    }
}
