// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions

/// How the smallest parts are read: numbers, texts, names, space.
@Suite struct ArcadeLexerTests {
    private func literal(_ source: String) throws -> ArcadeNode.Kind? {
        let statements = try ArcadeParser.parse(source).statements
        guard statements.count == 1, case .expression(let node) = statements[0].kind else { return nil }
        return node.kind
    }

    @Test(
        arguments: [
            ("0", 0), ("05", 5), ("010", 10), ("1.5", 1.5), (".5", 0.5), ("00.25", 0.25), ("1e3", 1000), ("1E+3", 1000), ("25e-2", 0.25),
            (".5e1", 5), ("0x14", 20), ("0XfF", 255), ("0x0", 0), ("9007199254740993", 9_007_199_254_740_992), ("1e400", .infinity),
            ("1e-400", 0), ("123456789012345678901234567890", 1.2345678901234568e29),
        ] as [(String, Double)])
    func numbersAreRead(source: String, value: Double) throws {
        guard case .number(let number) = try literal(source) else { return #expect(Bool(false), "no number") }
        #expect(number == value)
    }

    @Test func aNumberOfManyDigitsIsRead() throws {
        for source in [
            String(repeating: "9", count: 16_000), "0x" + String(repeating: "f", count: 16_000),
            "." + String(repeating: "1", count: 16_000),
        ] {
            guard case .number(let number) = try literal(source) else { return #expect(Bool(false), "no number") }
            #expect(number == .infinity || abs(number - 1.0 / 9) < 1e-15)
        }
    }

    @Test(arguments: [
        ("'a'", "a"), ("\"a\"", "a"), ("'it\"s'", "it\"s"), ("''", ""), ("'\\'\\\"'", "'\""),
        ("'\\n\\t\\r\\b\\f\\v\\0\\\\'", "\n\t\r\u{8}\u{C}\u{B}\0\\"),
        ("'\\q\\/\\$'", "q/$"), ("'\\u00e9\\uFFFF'", "é\u{FFFF}"), ("'\\uD83D\\uDE00'", "😀"), ("'\\uD83D'", "\u{FFFD}"),
        ("'\\uDE00x'", "\u{FFFD}x"),
        ("'\\uD83D\\u0041'", "\u{FFFD}A"), ("'\\uD83D\\n'", "\u{FFFD}\n"), ("'\\u{1F600}'", "😀"), ("'\\x41'", "A"), ("'\\xZ'", "xZ"),
        ("'one\\\ntwo'", "onetwo"), ("'one\\\r\ntwo'", "onetwo"), ("'Größe 日本'", "Größe 日本"), ("'// /* */'", "// /* */"),
    ])
    func textsAreRead(source: String, value: String) throws {
        guard case .text(let text) = try literal(source) else { return #expect(Bool(false), "no text") }
        #expect(text == value)
    }

    @Test(arguments: ["a", "_a1", "$feature", "$x", "Größe", "日本", "a$b", "of", "е"])
    func namesAreRead(name: String) throws {
        guard case .name(let found) = try literal(" " + name + " ") else { return #expect(Bool(false), "no name") }
        #expect(found == name)
    }

    @Test(arguments: ["\u{A0}", "\u{FEFF}", "\u{2003}", "\u{3000}", "\u{200B}", "\t", "\u{B}", "\u{C}", "/**/", "/* * / */"])
    func spaceSeparatesTokens(space: String) throws {
        #expect(try ArcadeTreeText.of("\(space)a\(space)+\(space)b\(space)") == "(a + b)")
    }
}
