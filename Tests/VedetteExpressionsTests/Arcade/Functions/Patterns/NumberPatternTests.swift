// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteExpressions

/// `Text(value, pattern)`.
@Suite struct NumberPatternTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let value: Double
        let pattern: String
        let text: String

        init(_ value: Double, _ pattern: String, _ text: String) { (self.value, self.pattern, self.text) = (value, pattern, text) }

        var testDescription: String { "\(value) by \(pattern)" }
    }

    @Test(arguments: [
        // Digits.
        Case(456, "0000", "0456"), Case(456, "00", "56"), Case(1_005, "00", "05"), Case(456, "0", "6"), Case(-456, "00", "-56"),
        Case(456, "#", "456"), Case(456, "#0", "456"), Case(5, "##00", "05"), Case(0, "#", "0"), Case(0, "0", "0"), Case(0, "00", "00"),
        Case(99.6, "00", "00"), Case(99.6, "#0", "100"), Case(5, "0##", "005"), Case(1_234, "0##", "1234"),
        // Fractions.
        Case(1.236, "#.00", "1.24"), Case(0.5, "#.00", ".50"), Case(0.5, "#0.00", "0.50"), Case(0.5, "0.##", "0.5"), Case(7, "0.##", "7"),
        Case(7, "#.##", "7"), Case(0, "#.##", "0"), Case(0, "#.00", ".00"), Case(0.25, "#.##", ".25"), Case(9.996, "#0.00", "10.00"),
        Case(1.5, "#", "2"), Case(2.5, "#", "3"), Case(-2.5, "#", "-3"), Case(0.4, "#", "0"), Case(0.001_234, "#0.00##", "0.0012"),
        Case(3.14159, "#0.0#0#", "3.1416"), Case(12.5, ".00", "12.50"), Case(0.125, ".00", ".13"), Case(12.5, "$.0", "$12.5"),
        // A half goes up where it is a half in the decimal that people see.
        Case(1.005, "#.00", "1.01"), Case(2.675, "#.00", "2.68"), Case(1.045, "#.00", "1.05"), Case(-1.005, "#.00", "-1.01"),
        Case(0.615, "#.00", ".62"), Case(10.235, "#.00", "10.24"), Case(1e-7, "#0.0000000", "0.0000001"), Case(4.35, "#.0", "4.4"),
        // Groups.
        Case(1_234, "#,###", "1,234"), Case(12, "#,###", "12"), Case(12_345_678.123, "#,###.00", "12,345,678.12"), Case(0, "#,###", "0"),
        Case(1_234.5678, "#,##0.00#", "1,234.568"), Case(1_234.5, "#,##0.00#", "1,234.50"), Case(12_345_678, "#,##,###", "1,23,45,678"),
        Case(12_345_678, ",####", "1234,5678"), Case(1_234_567, "#,#", "1,2,3,4,5,6,7"), Case(5, "0,000", "0,005"),
        Case(1_234_567, "#,##,###,####", "123,4567"), Case(1_234_567, "#,.00", "1234567.00"),
        Case(123_456_789_012, "#,##,###", "1,23,45,67,89,012"),
        // Text around the number.
        Case(1_234.55, "$#,###.00", "$1,234.55"), Case(-1_234.55, "$#,###.00", "-$1,234.55"), Case(5, "# km", "5 km"),
        Case(5, "about # km, or so", "about 5 km, or so"), Case(5, "#.", "5."), Case(5, "No.#", "No.5"), Case(5, "No. #", "No. 5"),
        Case(5, "#, then", "5, then"), Case(1_234, "'#'#,###", "#1,234"), Case(5, "'0'0", "05"), Case(5, "# o''clock", "5 o'clock"),
        Case(5, "# o'clock", "5 o'clock"), Case(5, "'a;b'#;c", "a;b5"), Case(1_200, "(#,###)", "(1,200)"), Case(5, "#°–é", "5°–é"),
        Case(5, "-#", "-5"), Case(5, "#\u{1F309}", "5\u{1F309}"),
        // Negative halves.
        Case(-2, "Floor #;Basement #", "Basement 2"), Case(2, "Floor #;Basement #", "Floor 2"), Case(0, "Floor #;Basement #", "Floor 0"),
        Case(-3.456, "#.00;(#)", "(3.46)"), Case(-1_234.5, "#,##0.0;(0)", "(1,234.5)"), Case(-5, "#;none", "none5"), Case(-5, "#;", "-5"),
        Case(-5, "#;#-;*", "5-;*"), Case(-0.001, "#.00", ".00"), Case(-0.001, "#.00;(#)", ".00"), Case(-0.0, "0", "0"),
        // Per cent and per mille.
        Case(0.3, "#%", "30%"), Case(0.3456, "#.#%", "34.6%"), Case(0.07, "#%", "7%"), Case(1.1, "#0.00 %", "110.00 %"),
        Case(0.5, "%#", "%50"),
        Case(0.29, "#%", "29%"), Case(0.57, "#%", "57%"), Case(0.0125, "#.0‰", "12.5‰"), Case(0.3, "#'%'", "0%"), Case(12, "#'%'", "12%"),
        Case(-0.3, "#%;minus #%", "minus 30%"), Case(0, "#%", "0%"),
        // No place for a digit, and what is no number.
        Case(5, "abc", "abc"), Case(-5, "abc", "-abc"), Case(-5, "up;down", "down"), Case(5, "", "5"), Case(5, ";", ""),
        Case(.nan, "$#.00", "NaN"), Case(.infinity, "#,###", "Infinity"), Case(-.infinity, "#,###", "-Infinity"),
        // Very large and very small.
        Case(1e21, "#,###", "1,000,000,000,000,000,000,000"), Case(123_456_789_012_345_680_000, "#", "123456789012345680000"),
        Case(5e-324, "#0.00", "0.00"), Case(5e-324, "#0.###", "0"), Case(1.5e-10, "#0.00000000000", "0.00000000015"),
    ])
    func aNumberIsWritten(_ it: Case) throws {
        let run = TextCase.run()
        #expect(try ArcadeTextFunctions.text(of: .number(it.value), format: it.pattern, run) == it.text)
    }

    @Test func aPatternMayBeLong() throws {
        let run = TextCase.run()
        let zeros = String(repeating: "0", count: 5_000)
        #expect(ArcadeNumberPattern(zeros).text(of: 7) == zeros.dropLast() + "7")
        #expect(ArcadeNumberPattern("#." + zeros).text(of: 0.5) == ".5" + zeros.dropLast())
        #expect(ArcadeNumberPattern(String(repeating: "'", count: 5_001) + "#").text(of: 7) == String(repeating: "'", count: 2_501) + "7")
        #expect(try ArcadeTextFunctions.text(of: .number(1e308), format: "#,###", run).count == 309 + 102)
        #expect(ArcadeNumberPattern(String(repeating: "#,", count: 3_000) + "###").text(of: 1_234_567) == "1,2,3,4,567")
    }

    @Test(arguments: [
        TextCase("Text", [1_234.5, "#,##0.00"], "1,234.50"),
        TextCase("Text", [1_234.5, nil], "1234.5"),
        TextCase("Text", [1_234.5, ""], "1234.5"),
        TextCase("Text", [nil, "#,###"], ""),
        TextCase("Text", ["1234", "#,###"], "1234"),
        TextCase("Text", [true, "#,###"], "true"),
        TextCase("Text", [[1_234], "#,###"], "[1234]"),
        TextCase("Text", [.date(milliseconds: 1_700_000_000_000), "YYYY-MM-DD"], "2023-11-14"),
    ])
    func onlyNumbersAndDatesFollowPatterns(_ it: TextCase) throws {
        try it.check()
    }
}
