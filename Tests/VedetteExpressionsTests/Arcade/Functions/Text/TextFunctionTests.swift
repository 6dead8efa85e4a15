// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteExpressions

/// The other functions of texts: search, letters, codes, identifiers, URLs.
@Suite struct TextFunctionTests {
    @Test(arguments: [
        TextCase("Find", ["42", "Route 42, exit 7", 0], 6),
        TextCase("Find", ["42", "Route 42, exit 7"], 6),
        TextCase("Find", ["t", "Route 42, exit 7", 4], 13),
        TextCase("Find", ["route", "Route 42"], -1),
        TextCase("Find", ["*", "a*b"], 1),
        TextCase("Find", ["b", "abc", 2], -1),
        TextCase("Find", ["b", "abc", 99], -1),
        TextCase("Find", ["b", "abc", -99], 1),
        TextCase("Find", ["b", "abc", .number(.nan)], 1),
        TextCase("Find", ["b", "abc", .number(.infinity)], -1),
        TextCase("Find", ["b", "abc", nil], 1),
        TextCase("Find", ["", "abc"], 0),
        TextCase("Find", ["", "abc", 2], 2),
        TextCase("Find", ["", "abc", 3], 3),
        TextCase("Find", ["", "abc", 4], -1),
        TextCase("Find", ["abc", ""], -1),
        TextCase("Find", ["abc", nil], -1),
        TextCase("Find", [5, 1234567], 4),
        TextCase("Find", ["b", "\u{1F309}b"], 2),
        TextCase("Find", ["b", "\u{1F309}b", 1], 2),
        TextCase("Find", ["\u{1F309}", "\u{1F309}\u{1F309}", 1], 2),
        // A letter with its accent in one is another text than a letter and an accent.
        TextCase("Find", ["e", "\u{E9}e\u{301}"], 1),
        TextCase("Replace", ["the slow green turtle", "green", "old"], "the slow old turtle"),
        TextCase("Replace", ["a-b-c", "-", "--"], "a--b--c"),
        TextCase("Replace", ["a-b-c", "-", ""], "abc"),
        TextCase("Replace", ["a-b-c", "-", "+", false], "a+b-c"),
        TextCase("Replace", ["a-b-c", "-", "+", "false"], "a+b-c"),
        TextCase("Replace", ["a-b-c", "-", "+", true], "a+b+c"),
        TextCase("Replace", ["a-b-c", "-", "+", nil], "a+b+c"),
        TextCase("Replace", ["aaaa", "aa", "a"], "aa"),
        TextCase("Replace", ["abc", "", "x"], "abc"),
        TextCase("Replace", ["abc", "x", "y"], "abc"),
        TextCase("Replace", ["abc", nil, "y"], "abc"),
        TextCase("Replace", ["abc", "b", nil], "ac"),
        TextCase("Replace", [nil, "b", "c"], ""),
        TextCase("Replace", [1010, 0, "o"], "1o1o"),
        TextCase("Replace", ["$&.*", "$&", "$1"], "$1.*"),
        TextCase("Replace", ["a\u{1F309}a", "\u{1F309}", "é"], "aéa"),
        TextCase("Lower", ["GOOD DAY"], "good day"),
        TextCase("Lower", ["ÀÉ\u{130}"], "àéi\u{307}"),
        TextCase("Lower", [nil], ""),
        TextCase("Lower", [true], "true"),
        TextCase("Upper", ["Good day"], "GOOD DAY"),
        TextCase("Upper", ["straße"], "STRASSE"),
        TextCase("Upper", [nil], ""),
        TextCase("Proper", ["the slow green turtle", "everyword"], "The Slow Green Turtle"),
        TextCase("Proper", ["the slow green turtle"], "The Slow Green Turtle"),
        TextCase("Proper", ["the slow green turtle", "firstword"], "The slow green turtle"),
        TextCase("Proper", ["NEW MEXICO"], "New Mexico"),
        TextCase("Proper", ["  NEW MEXICO", "FirstWord"], "  New mexico"),
        TextCase("Proper", ["winston-salem, o'neil's 3rd (inner) road"], "Winston-Salem, O'neil's 3rd (Inner) Road"),
        TextCase("Proper", ["élan ǆ ßa"], "Élan ǅ Ssa"),
        TextCase("Proper", ["@ab[c `de {FG}z_h"], "@Ab[C `De {Fg}Z_H"),
        TextCase("Proper", ["x ÀÉ ÎÔ", "firstword"], "X àé îô"),
        TextCase("Proper", [nil], ""),
        TextCase("Proper", [""], ""),
        TextCase("Proper", ["abc", nil], "Abc"),
    ])
    func aTextIsSearchedOrChanged(_ it: TextCase) throws {
        try it.check()
    }

    @Test(arguments: [
        TextCase("FromCharCode", [72, 105], "Hi"),
        TextCase("FromCharCode", [0xD83C, 0xDF09], "\u{1F309}"),
        TextCase("FromCharCode", [0xD83C], "\u{FFFD}"),
        TextCase("FromCharCode", [0xDF09, 0xD83C], "\u{FFFD}\u{FFFD}"),
        TextCase("FromCharCode", ["65", 66.9], "AB"),
        TextCase("FromCharCode", [0], "\0"),
        TextCase("FromCharCode", [65_536], "\u{FFFD}"),
        TextCase("FromCharCode", [-1, .number(.nan), .number(.infinity)], "\u{FFFD}\u{FFFD}\u{FFFD}"),
        TextCase("FromCodePoint", [72, 105], "Hi"),
        TextCase("FromCodePoint", [0x1F309], "\u{1F309}"),
        TextCase("FromCodePoint", [0xD83C, 0xDF09], "\u{1F309}"),
        TextCase("FromCodePoint", [0x110000, -5, 1e300, .number(.nan)], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        TextCase("ToCharCode", ["Hi"], 72),
        TextCase("ToCharCode", ["Hi", 1], 105),
        TextCase("ToCharCode", ["Hi", 2], nil),
        TextCase("ToCharCode", ["Hi", -1], nil),
        TextCase("ToCharCode", ["Hi", nil], 72),
        TextCase("ToCharCode", ["Hi", 1e300], nil),
        TextCase("ToCharCode", [""], nil),
        TextCase("ToCharCode", [nil], nil),
        TextCase("ToCharCode", [7], 55),
        TextCase("ToCharCode", ["\u{FFFF}\u{FFFE}"], 65_535),
        TextCase("ToCharCode", ["\u{1F309}"], 0xD83C),
        TextCase("ToCharCode", ["\u{1F309}", 1], 0xDF09),
        TextCase("ToCodePoint", ["Hi"], 72),
        TextCase("ToCodePoint", ["Hi", 1], 105),
        TextCase("ToCodePoint", ["Hi", 9], nil),
        TextCase("ToCodePoint", ["\u{1F309}"], 0x1F309),
        TextCase("ToCodePoint", ["\u{1F309}", 1], 0xDF09),
        TextCase("ToCodePoint", ["a\u{10FFFF}", 1], 0x10FFFF),
        TextCase("ToHex", [200], "C8"),
        TextCase("ToHex", [65], "41"),
        TextCase("ToHex", [225], "E1"),
        TextCase("ToHex", [0], "0"),
        TextCase("ToHex", [-0.5], "0"),
        TextCase("ToHex", [-255], "-FF"),
        TextCase("ToHex", [255.9], "FF"),
        TextCase("ToHex", ["17"], "11"),
        TextCase("ToHex", [nil], "0"),
        TextCase("ToHex", ["x"], "NaN"),
        TextCase("ToHex", [.number(-.infinity)], "-Infinity"),
        TextCase("ToHex", [9_007_199_254_740_991], "1FFFFFFFFFFFFF"),
        TextCase("ToHex", [0x1p63], "8000000000000000"),
        TextCase("ToHex", [-0x1.8p64], "-18000000000000000"),
        TextCase("ToHex", [0x1.fffffffffffffp1023], .text("FFFFFFFFFFFFF8" + String(repeating: "0", count: 242))),
    ])
    func charactersAreTheirCodes(_ it: TextCase) throws {
        try it.check()
    }

    private static let digits = "6f1c9d4e0a2b4c3d8e9fA0B1C2D3E4F5"
    private static let hyphenated = "6f1c9d4e-0a2b-4c3d-8e9f-A0B1C2D3E4F5"

    @Test(arguments: [
        TextCase("StandardizeGuid", [.text("{\(hyphenated)}"), "digits-hyphen"], .text(hyphenated)),
        TextCase("StandardizeGuid", [.text("(\(hyphenated))"), "digits"], .text(digits)),
        TextCase("StandardizeGuid", [.text(digits), "digits-hyphen-braces"], .text("{\(hyphenated)}")),
        TextCase("StandardizeGuid", [.text(" \(digits)\n"), "Digits-Hyphen-Parentheses"], .text("(\(hyphenated))")),
        TextCase("StandardizeGuid", [.text(hyphenated), nil], .text("{\(hyphenated)}")),
        TextCase("StandardizeGuid", [.text("{\(hyphenated))"), "digits"], nil),
        TextCase("StandardizeGuid", [.text(hyphenated + "0"), "digits"], nil),
        TextCase("StandardizeGuid", ["not an identifier", "digits"], nil),
        TextCase("StandardizeGuid", ["", "digits"], nil),
        TextCase("StandardizeGuid", [nil, "digits"], nil),
        TextCase("UrlEncode", ["a b&c=d/é?\u{1F309}"], "a%20b%26c%3Dd%2F%C3%A9%3F%F0%9F%8C%89"),
        TextCase("UrlEncode", ["AZaz09-_.!~*'()"], "AZaz09-_.!~*'()"),
        TextCase("UrlEncode", [nil], ""),
        TextCase("UrlEncode", [1.5], "1.5"),
        TextCase(
            "UrlEncode", [["zoom": 12, "center": "47.6,-122.3", "name": nil, "a b": true]],
            "a%20b=true&center=47.6%2C-122.3&name=&zoom=12"),
        TextCase("UrlEncode", [[:]], ""),
        TextCase("Concatenate", [["red", "blue", "green"], "/"], "red/blue/green"),
        TextCase("Concatenate", [["a", "b"]], "ab"),
        TextCase("Concatenate", [["a", nil, 1.5, true, ["x"]], "|"], "a||1.5|true|[\"x\"]"),
        TextCase("Concatenate", [[1234.5, "x", 7], " ", "#,##0.00"], "1,234.50 x 7.00"),
        TextCase("Concatenate", [[.date(milliseconds: 86_400_000), 3], " ", "YYYY"], "1970 YYYY"),
        TextCase("Concatenate", [[], ","], ""),
        TextCase("Concatenate", [], ""),
        TextCase("Concatenate", ["a"], "a"),
        TextCase("Concatenate", ["a", "b"], "ab"),
        TextCase("Concatenate", ["#", "41", "69", "E1"], "#4169E1"),
        TextCase("Concatenate", ["a", nil, 2, false, ["b"]], "a2false[\"b\"]"),
    ])
    func identifiersURLsAndListsAreWritten(_ it: TextCase) throws {
        try it.check()
    }

    @Test(
        arguments: [
            (nil, #"\{[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\}"#),
            ("digits-hyphen-braces", #"\{[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\}"#),
            ("digits-hyphen-parentheses", #"\([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\)"#),
            ("digits-hyphen", #"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"#),
            ("digits", #"[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}"#),
        ] as [(TextValue, String)])
    func aGuidIsOfVersion4(format: TextValue, shape: String) throws {
        guard case .text(let text) = try TextCase.call("Guid", [format]) else {
            Issue.record("no text")
            return
        }
        #expect(try text.wholeMatch(of: Regex(shape)) != nil)
    }

    @Test(
        arguments: [
            ("Guid", ["braces"], .invalidArgument), ("StandardizeGuid", ["", "braces"], .invalidArgument),
            ("Proper", ["a", "all"], .invalidArgument),
        ] as [(String, [TextValue], ArcadeError.Code)])
    func anOptionThatIsNoneIsRefused(function: String, arguments: [TextValue], code: ArcadeError.Code) throws {
        let failure = try #require(try TextCase.failure(function, arguments))
        #expect(failure.code == code)
        #expect(failure.message.hasPrefix(function + " takes "))
    }
}
