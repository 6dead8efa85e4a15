// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions

/// What is found in scripts before they run.
@Suite struct ArcadeCheckerTests {
    private func fault(of source: String, in profile: ArcadeProfile) throws -> ArcadeError? {
        let script = try ArcadeParser.parse(source)
        do throws(ArcadeError) {
            try ArcadeChecker.check(script, profile: profile)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "$locationupdate.horizontalaccuracy <= 10",
        "$LocationUpdate['course']",
        "var a = 1; A + a",
        "if (true) { var a = 1 } a",
        "for (var i = 0; i < 3; i++) { } i",
        "for (var i in [1]) { } for (i in [2]) { } i",
        "function f(a) { return a + b } var b = 2; f(1)",
        "f(1); function f(a) { g(a); function g(b) { return a + b } }",
        "function f() { return f } f()()",
        "All([1], isEmpty)",
        "Map([1], Text)",
        "PI + Infinity + NaN + TextFormatting.NewLine + textformatting.tab",
        "var count = Count([1]); Count([count])",
        "var count; count()",
        "function f(count) { return count(1, 2, 3, 4, 5) } f(Count)",
        "function count(a, b, c) { return a } count(1, 2, 3)",
        "var f = Count; f([1])",
        "function f(a) { } f = Count; f(1, 2)",
        "function f(a) { } function f(a, b) { } f(1)",
        "function f(a) { } var f; f(1, 2)",
        "var text = 'a'; Text(text)",
        "while (true) { if (true) { break } else continue }",
        "for (var a in []) { function f() { } continue }",
        "return 1; nobody; Nobody()",
        "function f() { return 1; nobody = 2; function g() { } } f()",
        "while (true) { break; nobody }",
        "Decode(1, 2, 3, 4, 5, 6, 7, 8)",
        "{ a: 1 }.a",
        "var pi = 3; pi = 4",
        "var d = {}; d.in = 1; d['x'] = 2; d.type++",
    ])
    func whatCanRunPasses(source: String) throws {
        #expect(try fault(of: source, in: .locationUpdateConstraint) == nil)
    }

    @Test(
        arguments: [
            ("Lenght($locationupdate)", .unknownFunction, 0, "unknown function `Lenght`; did you mean `Length`?"),
            ("RUOND(1)", .unknownFunction, 0, "unknown function `RUOND`; did you mean `Round`?"),
            ("function isOdd(n) { return n % 2 == 1 }\nisOd(1)", .unknownFunction, 40, "did you mean `isOdd`?"),
            ("Frobnicate(1)", .unknownFunction, 0, "declare it with `function Frobnicate(…) { … }`"),
            ("parseInt('1')", .unknownFunction, 0, "write Number(text)"),
            ("PI()", .unknownFunction, 0, "`PI` is a constant, not a function"),
            ("function f() { function g() { } } g()", .unknownFunction, 34, "unknown function `g`"),
            ("NextSequenceValue('a')", .unavailableFunction, 0, "`NextSequenceValue` is not available in this profile: "),
            ("Map([1], NextSequenceValue)", .unavailableFunction, 9, "is not available in this profile: "),
            (
                "TrackIndex()", .unavailableFunction, 0,
                "`TrackIndex` is not available in this profile: location-update-constraint has no track functions"
            ),
            ("Left('a')", .argumentCount, 0, "`Left` takes 2 arguments, not 1"),
            ("Round(1, 2, 3)", .argumentCount, 0, "`Round` takes 1 to 2 arguments, not 3"),
            ("Now(1)", .argumentCount, 0, "`Now` takes no arguments, not 1"),
            ("Abs()", .argumentCount, 0, "`Abs` takes 1 argument, not 0"),
            ("When(true)", .argumentCount, 0, "`When` takes at least 3 arguments, not 1"),
            ("function f(a, b) { } f(1)", .argumentCount, 21, "`f` takes 2 arguments, not 1"),
            ("function f() { } f(1)", .argumentCount, 17, "`f` takes no arguments, not 1"),
            ("1 + a", .unknownVariable, 4, "unknown variable `a`; declare it with `var a`"),
            ("var speed = 1; sped", .unknownVariable, 15, "did you mean `speed`?"),
            ("locationupdate.course", .unknownVariable, 0, "did you mean `$locationupdate`?"),
            ("undefined", .unknownVariable, 0, "write null"),
            ("Math.round(1)", .unknownVariable, 0, "functions stand alone"),
            ("function f(a) { } a", .unknownVariable, 18, "unknown variable `a`"),
            ("a = 1", .unknownVariable, 0, "declare it with `var a`"),
            ("a += 1", .unknownVariable, 0, "declare it with `var a`"),
            ("count = 1", .unknownVariable, 0, "declare it with `var count`"),
            ("for (i in [1]) { }", .unknownVariable, 5, "write `var` before it"),
            ("TextFormatting.Newline2", .unknownVariable, 0, "there are BackwardSlash, DoubleQuote"),
            (
                "$feature.a", .unknownVariable, 0,
                "unknown profile variable `$feature`; the profile location-update-constraint has `$locationupdate`"
            ),
            ("$locationupdates.course", .unknownVariable, 0, "did you mean `$locationupdate`?"),
            ("$locationupdate = 1", .immutable, 0, "`$locationupdate` is a profile variable and cannot be changed"),
            ("$locationupdate++", .immutable, 0, "cannot be changed"),
            ("PI = 3", .immutable, 0, "`PI` is a constant and cannot be changed"),
            ("Console.log(1)", .type, 0, "`Console` is a function and has no members"),
            ("break", .syntax, 0, "`break` ends a loop, and there is none here"),
            ("for (;;) { function f() { continue } }", .syntax, 26, "`continue` goes on with a loop"),
            ("function f(a, A) { }", .syntax, 14, "two parameters `A`"),
            ("import * as m from 'https://example.com'", .syntax, 0, "`import` is not supported in this profile"),
            ("export function f() { }", .syntax, 0, "`export` is not supported in this profile"),
            ("return 1; function f() { return nobody }", .unknownVariable, 32, "unknown variable `nobody`"),
        ] as [(String, ArcadeError.Code, Int, String)])
    func faultsAreFound(source: String, code: ArcadeError.Code, offset: Int, part: String) throws {
        let error = try #require(try fault(of: source, in: .locationUpdateConstraint))
        #expect(error.code == code, "\(error)")
        #expect(error.offset == offset, "\(error)")
        #expect(error.message.contains(part), "\(error)")
    }

    @Test(arguments: [
        ("a; b", 0), ("f(b)\na", 0), ("var x = { k: b }; a", 13), ("if (b) a", 4), ("Left(b)", 0), ("[1, `${b}`, a]", 7), ("b[a]", 0),
        ("a = b", 0),
    ])
    func theFirstFaultInTheTextIsTold(source: String, offset: Int) throws {
        #expect(try fault(of: source, in: .any)?.offset == offset)
    }

    @Test func theFreeProfileTakesAnyVariable() throws {
        #expect(try fault(of: "$feature.a + $whatever + $x", in: .any) == nil)
        let message = try #require(try fault(of: "feature.a", in: .any)).message
        #expect(message.contains("did you mean `$feature`?"), "\(message)")
    }

    @Test func namesOfManyFunctionsInsideEachOtherAreFoundQuickly() throws {
        let depth = 200
        let heads = (0..<depth).map { "function f\($0)(){" }.joined()
        let source = "var a=1;" + heads + String(repeating: "a;", count: 20_000) + String(repeating: "}", count: depth)
        #expect(try fault(of: source, in: .any) == nil)
    }
}
