// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteExpressions

/// `Number(text, pattern)`.
@Suite struct NumberReadingTests {
    @Test(arguments: [
        // What the documents show, in other numbers.
        TextCase("Number", ["2,481", ",###"], 2_481),
        TextCase("Number", ["uvw25xyz", "uvw##xyz"], 25),
        TextCase("Number", ["37.125", "00.00##"], 37.125),
        TextCase("Number", ["37.1", "00.00##"], .number(.nan)),
        TextCase("Number", ["37.12345", "00.00##"], .number(.nan)),
        TextCase("Number", ["45,67,891", ",##,###"], 4_567_891),
        TextCase("Number", ["-45,67,891", ",##,###;-,##,###"], -4_567_891),
        TextCase("Number", ["87.65%", "#.##%"], 0.8765),
        // Digits.
        TextCase("Number", ["7", "00"], .number(.nan)),
        TextCase("Number", ["07", "00"], 7),
        TextCase("Number", ["123", "00"], 123),
        TextCase("Number", ["12.5", "#"], .number(.nan)),
        TextCase("Number", ["12.", "#.##"], .number(.nan)),
        TextCase("Number", [".5", "#.##"], 0.5),
        TextCase("Number", ["5", "#.##"], 5),
        TextCase("Number", ["", "#"], .number(.nan)),
        TextCase("Number", ["abc", "#"], .number(.nan)),
        TextCase("Number", ["1e5", "#"], .number(.nan)),
        TextCase("Number", ["1.2.3", "#.####"], .number(.nan)),
        TextCase("Number", ["+5", "#"], .number(.nan)),
        TextCase("Number", ["٥", "#"], .number(.nan)),
        TextCase("Number", ["  5 ", "#"], 5),
        // Groups: all commas or none.
        TextCase("Number", ["2481", ",###"], 2_481),
        TextCase("Number", ["24,81", ",###"], .number(.nan)),
        TextCase("Number", ["1234,567", ",###"], .number(.nan)),
        TextCase("Number", ["1,234567", ",###"], .number(.nan)),
        TextCase("Number", [",123", ",###"], .number(.nan)),
        TextCase("Number", ["1,,234", ",###"], .number(.nan)),
        TextCase("Number", ["123,", ",###"], .number(.nan)),
        TextCase("Number", ["1,234,567.89", "#,##0.00"], 1_234_567.89),
        TextCase("Number", ["1,234", "####"], .number(.nan)),
        // Signs and text.
        TextCase("Number", ["-5", "#"], -5),
        TextCase("Number", ["-$5", "$#"], -5),
        TextCase("Number", ["$-5", "$#"], .number(.nan)),
        TextCase("Number", ["(12)", "#;(#)"], -12),
        TextCase("Number", ["-12", "#;(#)"], .number(.nan)),
        TextCase("Number", ["Basement 2", "Floor #;Basement #"], -2),
        TextCase("Number", ["floor 2", "Floor #;Basement #"], .number(.nan)),
        TextCase("Number", ["#5", "'#'#"], 5),
        TextCase("Number", ["5 o'clock", "# o''clock"], 5),
        TextCase("Number", ["5‰", "#‰"], 0.005),
        TextCase("Number", ["-50%", "#%"], -0.5),
        TextCase("Number", ["0", "#%"], .number(.nan)),
        TextCase("Number", ["-0", "#"], 0),
        TextCase("Number", ["5", "abc"], .number(.nan)),
        TextCase("Number", ["abc", "abc"], .number(.nan)),
        // No pattern, no text.
        TextCase("Number", ["2.5", nil], 2.5),
        TextCase("Number", ["2.5", ""], 2.5),
        TextCase("Number", [2.5, "#"], 2.5),
        TextCase("Number", [nil, "#"], 0),
        TextCase("Number", [true, "#"], 1),
        TextCase("Number", [[5], "#"], .number(.nan)),
        // Digits beyond those of a double, and beyond all doubles.
        TextCase("Number", ["9007199254740993", "#"], 9_007_199_254_740_992),
        TextCase(
            "Number",
            [
                "0.1000000000000000055511151231257827021181583404541015625",
                "0.################################################################",
            ], 0.1),
        TextCase("Number", [.text(String(repeating: "9", count: 400)), "#"], .number(.infinity)),
        TextCase(
            "Number",
            [.text("9007199254740993." + String(repeating: "0", count: 5_000) + "1"), .text("#." + String(repeating: "#", count: 6_000))],
            9_007_199_254_740_994),
        TextCase("Number", [.text(String(repeating: "0", count: 5_000) + "7"), "#"], 7),
    ])
    func aTextIsRead(_ it: TextCase) throws {
        try it.check()
    }

    /// Whatever a pattern writes it reads again, where it has room for all digits.
    @Test(
        arguments: ["#,##0.00", "$#,###.00##", "#,##,##0.###", "#.00%", "up #.00;down #.00", "#0.00 '#'"],
        [0.5, 1_234.56, -1_234.56, -7, 98_765_432.1])
    func whatIsWrittenIsRead(pattern: String, value: Double) {
        let text = ArcadeNumberPattern(pattern).text(of: value)
        #expect(ArcadeNumberPattern(pattern).number(in: text) == value, "\(text)")
    }
}
