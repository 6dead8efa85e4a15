// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions

/// What statements do, and what a script results in.
@Suite struct ControlFlowTests {
    @Test(arguments: [
        ProgramCase("", "null"),
        ProgramCase("1", "1"),
        ProgramCase("1; 2", "2"),
        ProgramCase("1; 2;;", "2"),
        ProgramCase("return 3; 4", "3"),
        ProgramCase("return", "null"),
        // The value of the last statement; declarations and loops have none.
        ProgramCase("var x = 10; x++", "10"),
        ProgramCase("var x = 10; ++x", "11"),
        ProgramCase("var x = 10; x += 5", "15"),
        ProgramCase("5; var x = 10", "null"),
        ProgramCase("5; for (var i = 0; i < 2; i++) { i }", "null"),
        ProgramCase("5; while (false) {}", "null"),
        ProgramCase("if (true) { 1 } else { 2 }", "1"),
        ProgramCase("if (false) { 1 } else { 2 }", "2"),
        ProgramCase("if (false) { 1 }", "null"),
        ProgramCase("if (false) 1; else if (true) 2; else 3", "2"),
        ProgramCase("if (true) { var a = 1; if (a == 1) { 'inner' } } else { 'outer' }", "'inner'"),
        ProgramCase("if (true) {}", "null"),
        ProgramCase("function f() { 7 } f()", "7"),
        ProgramCase("function f(x) { if (x) { 'yes' } else { 'no' } } [f(true), f(false)]", "['yes', 'no']"),
        ProgramCase("function f() { } f()", "null"),
        ProgramCase("function f() { return } f()", "null"),
        ProgramCase("{ 'message': 'hello', 'actions': ['a'] }", "{message: 'hello', actions: ['a']}"),
    ])
    func aScriptResultsIn(script: ProgramCase) {
        #expect(outcome(of: script.source) == script.expected)
    }

    @Test(arguments: [
        ProgramCase("var s = 0; for (var i = 1; i <= 4; i++) { s += i } s", "10"),
        ProgramCase("var s = 0; for (var i = 10; i > 0; i -= 3) s = s * 100 + i; s", "10070401"),
        ProgramCase("var i = 0; for (;;) { if (i == 3) { break } i++ } i", "3"),
        ProgramCase("var i = 0; while (i < 5) i++; i", "5"),
        ProgramCase("var s = ''; for (var i = 0; i < 5; i++) { if (i == 1) { continue } if (i == 4) { break } s += i } s", "'023'"),
        ProgramCase("var s = ''; for (var i in [1, 2, 3]) { if (i == 1) { continue } s += i } s", "'02'"),
        ProgramCase("var s = ''; for (var i in [1, 2, 3]) { for (var j in [1, 2]) { if (j == 1) { break } s += i } } s", "'012'"),
        ProgramCase("function f() { for (var i in [1, 2]) { while (true) { return i } } } f()", "0"),
        ProgramCase("var s = 0; for (var i in [5, 6]) { s += i } s", "1"),
        ProgramCase("var s = 0; for (var v of [5, 6]) { s += v } s", "11"),
        ProgramCase("var s = ''; for (var k in { b: 1, A: 2 }) { s += k } s", "'bA'"),
        ProgramCase("var s = 0; for (var v of { b: 1, a: 2 }) { s += v } s", "3"),
        ProgramCase("var s = ''; for (var k in Feature(null, 'name', 1, 'Size', 2)) { s += k + ' ' } s", "'name Size '"),
        ProgramCase("var n = 0; for (var x in null) { n++ } n", "0"),
        ProgramCase("for (var x in 5) {}", "type '5'"),
        ProgramCase("for (var x in 'text') {}", "type ''text''"),
        // A sequence that grows is gone through up to where it ended; one that shrinks, to its new end.
        ProgramCase("var a = [1, 2]; for (var v of a) { Push(a, v) } a", "[1, 2, 1, 2]"),
        ProgramCase("var a = [1, 2, 3]; var n = 0; for (var v of a) { Erase(a, 0); n++ } n", "2"),
        ProgramCase("var d = { a: 1 }; for (var k in d) { d[k + 'x'] = 2 } Count(d)", "2"),
    ])
    func aLoopGoesOn(script: ProgramCase) {
        #expect(outcome(of: script.source) == script.expected)
    }

    @Test(arguments: [
        ProgramCase("IIf(true, 1, 1 / missing())", "unknownFunction 'missing'"),
        ProgramCase("var a = []; IIf(true, 1, a[9])", "1"),
        ProgramCase("var a = []; IIf(false, a[9], 2)", "2"),
        ProgramCase("var a = []; When(false, a[9], true, 'b', a[9], 'c', 'd')", "'b'"),
        ProgramCase("When(false, 1, false, 2, 3)", "3"),
        ProgramCase("var a = []; Decode(2, 1, a[9], 2, 'two', a[9], 3, 'default')", "'two'"),
        ProgramCase("Decode('x', 'y', 1, 'default')", "'default'"),
        ProgramCase("Decode('x', 'y', 1)", "null"),
        ProgramCase("Decode('1', 1, 'number', 'text')", "'text'"),
        ProgramCase("IIf(1, 2, 3)", "type '1'"),
        ProgramCase("When(null, 2, 3)", "type 'null'"),
        ProgramCase("var a = [1, 2]; IIf(Count(a) > 1, a[1], a[0]) + 1", "3"),
        // One of the script's own hides it.
        ProgramCase("function iif(a, b, c) { return [a, b, c] } IIf(1, 2, 3)", "[1, 2, 3]"),
        ProgramCase("Map([true, false], IIfWrapped); function IIfWrapped(x) { IIf(x, 1, 0) } ", "null"),
    ])
    func aChoiceEvaluatesWhatItResultsIn(script: ProgramCase) {
        #expect(outcome(of: script.source) == script.expected)
    }
}
