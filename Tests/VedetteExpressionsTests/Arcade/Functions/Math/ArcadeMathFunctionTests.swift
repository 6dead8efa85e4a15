// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions

@Suite struct ArcadeMathFunctionTests {
    @Test(
        arguments: [
            ("Abs(-3)", 3), ("Abs(null)", 0), ("Abs('-2.5')", 2.5), ("Acos(0.3)", 1.266104), ("Asin(0.3)", 0.304693), ("Atan(1)", 0.785398),
            ("Atan2(-1, -1)", -2.356194), ("Cos(1)", 0.540302), ("Exp(2)", 7.389056), ("Log(10)", 2.302585), ("Pow(3, 3)", 27),
            ("Sin(1)", 0.841471),
            ("Sqrt(9)", 3), ("Tan(0.521)", 0.573890), ("Constrain(5, 0, 10)", 5), ("Constrain(-5, 0, 10)", 0),
            ("Constrain(553, 0, 10)", 10),
            ("Constrain('7', '1', '9')", 7), ("Constrain(5, 10, 0)", 0), ("Ceil(2.3)", 3), ("Floor(2.316, 2)", 2.31),
            ("Pow(2, 0.5)", 1.414214),
            ("Number(true)", 1), ("Number('')", 0), ("Number(Date(5))", 5), ("Number('1,365', ',###')", 1365), ("Number(7, '#')", 7),
            ("Atan2(0, -1)", 3.141593), ("Exp(null)", 1),
        ] as [(String, Double)])
    func aNumberIsWorkedOut(script: String, expected: Double) throws {
        let description = try ScriptResult(script).description
        let value = try #require(Double(description), "\(description)")
        #expect(abs(value - expected) <= 1e-6)
    }

    @Test(arguments: [
        ScriptCase("Acos(2)", "nan"),
        ScriptCase("Asin(-1.1)", "nan"),
        ScriptCase("Log(-1)", "nan"),
        ScriptCase("Log(0)", "-inf"),
        ScriptCase("Sqrt(-1)", "nan"),
        ScriptCase("Exp(1000)", "inf"),
        ScriptCase("Pow(0, -1)", "inf"),
        ScriptCase("Pow(-8, 1/3)", "nan"),
        ScriptCase("Abs('x')", "nan"),
        ScriptCase("Abs([])", "nan"),
        ScriptCase("Abs(-Infinity)", "inf"),
        ScriptCase("Sin(Infinity)", "nan"),
        ScriptCase("Constrain(NaN, 0, 1)", "nan"),
        ScriptCase("Constrain(5, NaN, 1)", "nan"),
        ScriptCase("Round(NaN, 2)", "nan"),
        ScriptCase("Round(Infinity, -3)", "inf"),
        ScriptCase("Number('x')", "nan"),
        ScriptCase("Number({})", "nan"),
        ScriptCase("Number('10.4', '00.00##')", "nan"),
    ])
    func nothingOfItThrows(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        ScriptCase("Round(2316.2562, 2)", "2316.26"),
        ScriptCase("Round(1.005, 2)", "1.01"),
        ScriptCase("Round(8.345, 2)", "8.35"),
        ScriptCase("Round(2.5)", "3"),
        ScriptCase("Round(-2.5)", "-3"),
        ScriptCase("Round(-0.4)", "0"),
        ScriptCase("1 / Round(-0.4)", "inf"),
        ScriptCase("1 / Round(-0.004, 2)", "inf"),
        ScriptCase("Round(1234.5, -2)", "1200"),
        ScriptCase("Round(1250, -2)", "1300"),
        ScriptCase("Round(49, -2)", "0"),
        ScriptCase("Round(0.1 + 0.2, 2)", "0.3"),
        ScriptCase("Round(1.5, 400)", "1.5"),
        ScriptCase("Round(1.5, 1e300)", "1.5"),
        ScriptCase("Round(1.5, -1e300)", "0"),
        ScriptCase("Round(1.5, NaN)", "2"),
        ScriptCase("Round(1.256, null)", "1"),
        ScriptCase("Round(1.256, 1.9)", "1.3"),
        ScriptCase("Round('1.256', '2')", "1.26"),
        ScriptCase("Round(null, 2)", "0"),
        ScriptCase("Round(1e300, 2)", "1e+300"),
        ScriptCase("Ceil(7.0)", "7"),
        ScriptCase("Ceil(2316.251, 2)", "2316.26"),
        ScriptCase("Ceil(2316.25, 2)", "2316.25"),
        ScriptCase("Ceil(1.1, 1)", "1.1"),
        ScriptCase("Ceil(-1.55, 1)", "-1.5"),
        ScriptCase("Ceil(0.29, 2)", "0.29"),
        ScriptCase("Ceil(1201, -2)", "1300"),
        ScriptCase("Ceil(1, -2)", "100"),
        ScriptCase("Ceil(-0.5)", "0"),
        ScriptCase("1 / Ceil(-0.5)", "inf"),
        ScriptCase("Floor(0.29, 2)", "0.29"),
        ScriptCase("Floor(2316.2562, 2)", "2316.25"),
        ScriptCase("Floor(-1.55, 1)", "-1.6"),
        ScriptCase("Floor(-0.001, 2)", "-0.01"),
        ScriptCase("Floor(-1, -2)", "-100"),
        ScriptCase("Floor(1299, -2)", "1200"),
        ScriptCase("Floor(-7)", "-7"),
        ScriptCase("Floor(7.9)", "7"),
        ScriptCase("Floor(null)", "0"),
        ScriptCase("Floor(-5, -400)", "-inf"),
    ])
    func roundingGoesByTheDecimal(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        ScriptCase("Average(0, 5, 10)", "5"),
        ScriptCase("Mean([1, 2, 3, 4, 5, 6, 7, 8, 9])", "5"),
        ScriptCase("Mean([1, null, 3])", "2"),
        ScriptCase("Mean('1', '3')", "2"),
        ScriptCase("Mean([])", "null"),
        ScriptCase("Mean()", "null"),
        ScriptCase("Mean(null, null)", "null"),
        ScriptCase("Max(23, 5, 120, 43, 9)", "120"),
        ScriptCase("Max([23, 5, 120, 43, 9])", "120"),
        ScriptCase("Max([])", "null"),
        ScriptCase("Max(null, -5)", "-5"),
        ScriptCase("Max(1, 'x')", "nan"),
        ScriptCase("Max(true, 0)", "1"),
        ScriptCase("Max([Date(5), Date(9)])", "9"),
        ScriptCase("Min(23, 5, 120, 43, 9)", "5"),
        ScriptCase("Min([])", "null"),
        ScriptCase("Min('x', 1)", "nan"),
        ScriptCase("Sum([23, 56, 89, 12, 45, 78])", "303"),
        ScriptCase("Sum(1, '2', null, true)", "4"),
        ScriptCase("Sum([])", "0"),
        ScriptCase("Sum()", "0"),
        ScriptCase("Sum([Infinity, -Infinity])", "nan"),
        ScriptCase("Stdev([23, 56, 89, 12, 45, 78])", "27.5"),
        ScriptCase("Stdev(5)", "0"),
        ScriptCase("Stdev([])", "null"),
        ScriptCase("Variance(12, 23, 45, 56, 78, 89)", "756.25"),
        ScriptCase("Variance([12, 23, 45, 56, 78, 89, null])", "756.25"),
        ScriptCase("Variance([])", "null"),
        ScriptCase("Variance([null])", "null"),
    ])
    func manyNumbersBecomeOne(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test func randomNumbersLieBetweenZeroAndOneAndFollowTheSeed() throws {
        let script = "var a = []; for (var i = 0; i < 200; i++) { Push(a, Random()) } [Min(a) >= 0, Max(a) < 1, Count(Distinct(a)), a[0]]"
        let first = try ScriptResult(script, seed: 1).description
        #expect(first.hasPrefix("[true, true, 200, "))
        #expect(try ScriptResult(script, seed: 1).description == first)
        #expect(try ScriptResult(script, seed: 2).description != first)
    }
}
