// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteExpressions

/// Left, Right, Mid, Trim, Split: parts of texts, by positions in UTF-16 units.
@Suite struct TextPartTests {
    @Test(arguments: [
        TextCase("Left", ["the slow green turtle", 3], "the"),
        TextCase("Left", ["abc", 0], ""),
        TextCase("Left", ["abc", -1], ""),
        TextCase("Left", ["abc", 2.9], "ab"),
        TextCase("Left", ["abc", 1e300], "abc"),
        TextCase("Left", ["abc", .number(.infinity)], "abc"),
        TextCase("Left", ["abc", .number(-.infinity)], ""),
        TextCase("Left", ["abc", .number(.nan)], ""),
        TextCase("Left", ["abc", nil], ""),
        TextCase("Left", ["", 3], ""),
        TextCase("Left", [nil, 3], ""),
        TextCase("Left", [12345, 2], "12"),
        TextCase("Left", [true, 2], "tr"),
        TextCase("Left", [["a", 1], 4], "[\"a\""),
        TextCase("Left", ["\u{1F309}bridge", 2], "\u{1F309}"),
        TextCase("Left", ["\u{1F309}bridge", 1], "\u{FFFD}"),
        TextCase("Left", ["\u{1F309}bridge", 3], "\u{1F309}b"),
        TextCase("Left", ["ångström", 4], "ångs"),
        TextCase("Right", ["the slow green turtle", 6], "turtle"),
        TextCase("Right", ["abc", 0], ""),
        TextCase("Right", ["abc", -2], ""),
        TextCase("Right", ["abc", 9], "abc"),
        TextCase("Right", ["abc", .number(.infinity)], "abc"),
        TextCase("Right", ["abc", .number(.nan)], ""),
        TextCase("Right", [1989, 2], "89"),
        TextCase("Right", [nil, 2], ""),
        TextCase("Right", ["bridge\u{1F309}", 2], "\u{1F309}"),
        TextCase("Right", ["bridge\u{1F309}", 1], "\u{FFFD}"),
        TextCase("Mid", ["the slow green turtle", 4, 4], "slow"),
        TextCase("Mid", ["the slow green turtle", 9], "green turtle"),
        TextCase("Mid", ["the slow green turtle", 9, nil], "green turtle"),
        TextCase("Mid", ["abc", 1, 0], ""),
        TextCase("Mid", ["abc", 1, -1], ""),
        TextCase("Mid", ["abc", 1, .number(.nan)], ""),
        TextCase("Mid", ["abc", 1, .number(.infinity)], "bc"),
        TextCase("Mid", ["abc", -5, 2], "ab"),
        TextCase("Mid", ["abc", 3, 2], ""),
        TextCase("Mid", ["abc", 1e18, 1e18], ""),
        TextCase("Mid", ["abc", 1, 1e300], "bc"),
        TextCase("Mid", [2025, 1, 2], "02"),
        TextCase("Mid", [nil, 0, 2], ""),
        TextCase("Mid", ["a\u{1F309}b", 1, 2], "\u{1F309}"),
        TextCase("Mid", ["a\u{1F309}b", 2, 2], "\u{FFFD}b"),
        TextCase("Mid", ["a\u{1F309}b", 1, 1], "\u{FFFD}"),
        TextCase("Trim", ["   here and there"], "here and there"),
        TextCase("Trim", ["\t\n\r\u{0B}\u{0C} a b \u{A0}\u{2003}\u{2028}\u{FEFF}"], "a b"),
        TextCase("Trim", ["   "], ""),
        TextCase("Trim", [""], ""),
        TextCase("Trim", [nil], ""),
        TextCase("Trim", [5], "5"),
        TextCase("Trim", ["\u{200B}a"], "\u{200B}a"),
    ])
    func aPartOfATextIsTaken(_ it: TextCase) throws {
        try it.check()
    }

    @Test(arguments: [
        TextCase("Split", ["one;two;three;four", ";", 2], ["one", "two"]),
        TextCase("Split", ["one;two", ";"], ["one", "two"]),
        TextCase("Split", ["one;two", ";", -1], ["one", "two"]),
        TextCase("Split", ["one;two", ";", -7], ["one", "two"]),
        TextCase("Split", ["one;two", ";", nil], ["one", "two"]),
        TextCase("Split", ["one;two", ";", 0], []),
        TextCase("Split", ["one;two", ";", 1e300], ["one", "two"]),
        TextCase("Split", ["one;two", ";", .number(.infinity)], ["one", "two"]),
        TextCase("Split", [";one;;two;", ";"], ["", "one", "", "two", ""]),
        TextCase("Split", [";one;;two;", ";", -1, true], ["one", "two"]),
        TextCase("Split", [";one;;two;", ";", 2, true], ["one", "two"]),
        TextCase("Split", [";one;;two;", ";", 1, true], ["one"]),
        TextCase("Split", [";one;;two;", ";", 2, false], ["", "one"]),
        TextCase("Split", ["one two", " ", 1, "true"], ["one"]),
        TextCase("Split", [" a  b ", " ", -1, "true"], ["a", "b"]),
        TextCase("Split", ["a::b::c", "::"], ["a", "b", "c"]),
        TextCase("Split", ["aaa", "aa"], ["", "a"]),
        TextCase("Split", ["abc", "x"], ["abc"]),
        TextCase("Split", ["abc", ""], ["a", "b", "c"]),
        TextCase("Split", ["a\u{1F309}", ""], ["a", "\u{1F309}"]),
        TextCase("Split", ["abc", "", 2], ["a", "b"]),
        TextCase("Split", ["", ","], [""]),
        TextCase("Split", ["", ",", -1, true], []),
        TextCase("Split", ["", ""], []),
        TextCase("Split", [nil, ","], [""]),
        TextCase("Split", [3.25, "."], ["3", "25"]),
        TextCase("Split", ["äöü", "ö"], ["ä", "ü"]),
    ])
    func aTextIsSplit(_ it: TextCase) throws {
        try it.check()
    }
}
