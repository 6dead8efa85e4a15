// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions

/// What is said of scripts that cannot be read, and where.
@Suite struct ArcadeSyntaxErrorTests {
    private func fault(of source: String) -> ArcadeError? {
        do throws(ArcadeError) {
            _ = try ArcadeParser.parse(source)
            return nil
        } catch {
            return error
        }
    }

    /// A script, the place of its fault, and a part of what is said.
    @Test(
        arguments: [
            ("1 +", 3, "the script ends where a value is expected"),
            ("f(1, ", 1, "the script ends where a value is expected"),
            ("f(1", 1, "close it with ')'"),
            ("[1, 2", 0, "close it with ']'"),
            ("a[1", 1, "close it with ']'"),
            ("x = {a: 1", 4, "close it with '}'"),
            ("(1 + 2", 0, "close it with ')'"),
            ("f(a b)", 4, "',' or ')' is expected, not 'b'"),
            ("(a b)", 3, "')' is expected, not 'b'"),
            ("if (a) {\n b", 7, "close it with '}'"),
            ("}", 0, "closes nothing"),
            ("a)", 1, "closes nothing"),
            ("f(,)", 2, "a value is missing before ','"),
            ("[1,,2]", 3, "a value is missing before ','"),
            ("a b", 2, "';' or a line end is missing before 'b'"),
            ("var a = 1 var b = 2", 10, "';' or a line end is missing before 'var'"),
            ("if (a) b else c", 9, "put ';' before 'else'"),
            ("else c", 0, "no 'if' before this 'else'"),
            ("'abc", 0, "the text has no end on its line"),
            ("a = 'abc\n'", 4, "the text has no end on its line"),
            ("`abc ${a", 0, "close it with '}'"),
            ("`abc", 0, "close it with a back-tick"),
            ("`${}`", 3, "an expression is missing in '${}'"),
            ("/* a", 0, "close it with */"),
            ("'\\u12'", 1, "four hexadecimal digits"),
            ("'\\u{110000}'", 1, "0 to 10FFFF"),
            ("1.", 0, "write 1.0 for a number"),
            ("5.toString", 0, "no digit behind the point"),
            ("1abc", 0, "is no number"),
            ("1.2.3", 0, "is no number"),
            ("0x", 0, "no digits"),
            ("0b101", 0, "is no number"),
            ("1e", 0, "no exponent"),
            ("1_000", 0, "is no number"),
            ("$", 0, "$feature"),
            ("var $a = 1", 4, "only profile variables begin with '$'"),
            ("var if = 1", 4, "'if' is a word of the language"),
            ("var 1 = 1", 4, "the name of a variable is expected, not '1'"),
            ("function (a) { }", 9, "the name of a function is expected"),
            ("function f(a b) { }", 13, "',' or ')' is expected"),
            ("function f(a = 1) { }", 13, "DefaultValue"),
            ("function f(a) return a", 14, "'{' and the function's statements"),
            ("var f = function (a) { return a }", 8, "statement of its own"),
            ("a ? b : c", 2, "write IIf(condition, a, b)"),
            ("a === b", 2, "write '=='"),
            ("a !== b", 2, "write '!='"),
            ("x => x", 2, "declare a function"),
            ("a ?? b", 2, "DefaultValue"),
            ("a?.b", 1, "HasValue"),
            ("a ** b", 2, "Pow(a, b)"),
            ("a <> b", 2, "write '!='"),
            ("a =< b", 2, "write '<='"),
            ("a &= b", 2, "write a = a & b"),
            ("[...a]", 1, "Splice"),
            ("let a = 1", 0, "declare variables with 'var'"),
            ("const a = 1", 0, "declare variables with 'var'"),
            ("switch (a) { case 1: b }", 0, "Decode"),
            ("try { a } catch (e) { }", 0, "errors cannot be caught"),
            ("throw 'a'", 0, "errors cannot be thrown"),
            ("do { a } while (b)", 0, "write 'while (condition)"),
            ("class A { }", 0, "write a dictionary"),
            ("new Date()", 0, "without 'new'"),
            ("typeof a", 0, "TypeOf(value)"),
            ("if (a) then b", 7, "between '{' and '}'"),
            ("if (a) { b } elseif (c) { d }", 13, "write 'else if'"),
            ("if (a and b) c", 6, "write '&&'"),
            ("a or b", 2, "write '||'"),
            ("Find(/a+/, b)", 5, "no regular expressions"),
            ("‘a’", 0, "straight quotes"),
            ("a – b", 2, "write '-'"),
            ("# a", 0, "a comment begins with //"),
            ("a = \u{1}", 4, "invisible character (U+0001)"),
            ("a = 🙂", 4, "has no meaning here"),
            ("1 = 2", 0, "'1' is none"),
            ("f() = 2", 0, "'f()' is none"),
            ("a + b = c", 0, "'a + b' is none"),
            ("f()++", 0, "'f()' is none"),
            ("++5", 2, "'5' is none"),
            ("-a = 3", 0, "'-a' is none"),
            ("a.5", 1, "is missing before '.5'"),
            ("a.'b'", 2, "the name of a field or key"),
            ("({a 1})", 4, "':' and a value are expected"),
            ("({a: 1 b: 2})", 7, "',' or '}' is expected"),
            ("({[a]: 1})", 2, "a key is expected"),
            ("{ a: 1, }: 2", 9, "a ':' stands in dictionaries only"),
            ("if a { }", 3, "'(' and a condition are expected"),
            ("if (a { }", 6, "is to end with ')'"),
            ("for (var i = 0, i < 3) { }", 18, "'for (first; condition; step)'"),
            ("for (a.b in c) d", 5, "a name is expected"),
            ("for (var i in a", 15, "is to end with ')'"),
            ("while () { }", 7, "a value is expected, not ')'"),
            ("if (a)", 6, "a statement is missing"),
            ("{ if (a) }", 9, "a statement is missing before '}'"),
            ("in", 0, "for (var name in sequence)"),
            ("import a", 8, "the address of the module"),
            ("return 1 2", 9, "is missing before '2'"),
            ("break a", 6, "is missing before 'a'"),
        ] as [(String, Int, String)])
    func faultsHaveAPlaceAndAMend(source: String, offset: Int, part: String) throws {
        let error = try #require(fault(of: source))
        #expect(error.code == .syntax)
        #expect(error.offset == offset, "\(error)")
        #expect(error.message.contains(part), "\(error)")
    }

    @Test(
        arguments: [
            ("a\n b)", 2, 3, ")"),
            ("a\r\n b)", 2, 3, ")"),
            ("a\r\r\n\nb)", 4, 2, ")"),
            ("'é' 'x'", 1, 5, "'x'"),
            ("'👩‍👩‍👧' 😀", 1, 5, "😀"),
            ("\u{FEFF}a b", 1, 3, "b"),
            ("/*\n*/ )", 2, 4, ")"),
            ("x\n'abc", 2, 1, "'abc"),
            ("`a\nb` 3", 2, 4, "3"),
        ] as [(String, Int, Int, String)])
    func placesAreLinesAndColumns(source: String, line: Int, column: Int, text: String) throws {
        let error = try #require(fault(of: source))
        #expect(error.line == line && error.column == column, "\(error)")
        #expect(error.text == text)
        #expect("\(error)" == "\(error.message) (line \(line), column \(column))")
        #expect(error.localizedDescription == "\(error)")
    }

    @Test func theTextAtFaultIsCutBetweenCharacters() throws {
        let error = try #require(fault(of: "'" + String(repeating: "é", count: 100)))
        #expect(error.text == "'" + String(repeating: "é", count: 39))
    }
}
