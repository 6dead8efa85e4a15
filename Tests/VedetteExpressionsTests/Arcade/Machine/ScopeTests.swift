// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions

/// Where names are known, and when.
@Suite struct ScopeTests {
    @Test(arguments: [
        ProgramCase("var a = 1; var b = a + 1; b", "2"),
        ProgramCase("var a; a", "null"),
        ProgramCase("var a = 1, b = a, c; [a, b, c]", "[1, 1, null]"),
        // Names are found in any case.
        ProgramCase("VAR Total = 1; TOTAL += 1; total", "2"),
        // A variable belongs to its function, not to its block.
        ProgramCase("if (true) { var a = 5 } a", "5"),
        ProgramCase("for (var i = 0; i < 3; i++) {} i", "3"),
        ProgramCase("for (var k in [7, 8]) {} k", "1"),
        ProgramCase("var v = 1; { var v = 2 } v", "2"),
        // Declared again, a variable begins anew.
        ProgramCase("var a = 1; var a; a", "null"),
        ProgramCase("var a = 1; var a = 2; a", "2"),
        // Functions see variables of the script, also those that come later, once they are there.
        ProgramCase("var a = 1; function f() { a = a + 1; return a } f(); f(); a", "3"),
        ProgramCase("function f() { return a } var a = 4; f()", "4"),
        ProgramCase("function f() { return a } var r = f(); var a = 4; r", "unknownVariable 'a'"),
        // A variable of a function is its own.
        ProgramCase("var a = 1; function f() { var a = 9; return a } [f(), a]", "[9, 1]"),
        ProgramCase("function f(a) { a = a + 1; return a } var a = 1; [f(a), a]", "[2, 1]"),
        ProgramCase("function f() { var b = 1; return b } f(); b", "unknownVariable 'b'"),
        // Each call has its own variables.
        ProgramCase("function f(n) { var m = n; if (n > 0) { f(n - 1) } return m } f(3)", "3"),
        ProgramCase("function f(declare) { if (declare) { var a = 1 } return a } f(true); f(false)", "unknownVariable 'a'"),
        // Used before it is declared.
        ProgramCase("a = 5; var a", "unknownVariable 'a'"),
        ProgramCase("a++; var a = 1", "unknownVariable 'a'"),
        ProgramCase("var b = a; var a = 1", "unknownVariable 'a'"),
        ProgramCase("if (false) { var a = 1 } a", "unknownVariable 'a'"),
        ProgramCase("a = 5", "unknownVariable 'a'"),
        ProgramCase("for (i in [1]) {}", "unknownVariable 'i'"),
        ProgramCase("var i; for (i in [1, 2]) {} i", "1"),
        // Functions are there from the start of their scope.
        ProgramCase("var r = f(); function f() { return 7 } r", "7"),
        ProgramCase("function f() { return g() + 1; function g() { return 1 } } f()", "2"),
        ProgramCase("function f() { return 1 } function f() { return 2 } f()", "2"),
        ProgramCase("function f() { return 1 } var f = 5; f", "5"),
        // A variable hides a constant and a function of the language; a call of one that is no function goes to the language.
        ProgramCase("var pi = 3; pi", "3"),
        ProgramCase("PI > 3.14 && Infinity > 1 && NaN != NaN", "true"),
        ProgramCase("var count = Count([1, 2]); count", "2"),
        ProgramCase("var max = 3; Max(max, 4)", "4"),
        ProgramCase("function count(x) { return 'mine' } Count([1])", "'mine'"),
        ProgramCase("var f = 5; f()", "type 'f()'"),
        ProgramCase("var abs = [-1]; abs(abs[0])", "1"),
    ])
    func aNameIsKnown(script: ProgramCase) {
        #expect(outcome(of: script.source) == script.expected)
    }

    @Test func aVariableOfTheProfileIsNotAssigned() {
        #expect(outcome(of: "$feature = 1", ["$feature": .number(2)]) == "immutable '$feature'")
        #expect(outcome(of: "$feature++", ["$feature": .number(2)]) == "immutable '$feature'")
        #expect(outcome(of: "$Feature + $FEATURE", ["$feature": .number(2)]) == "4")
    }

    @Test func twoUsesOfAVariableOfTheProfileAreOneThing() {
        #expect(outcome(of: "$list == $list && Push($list, 1) == 1 && Count($list) == 1", ["$list": .array([])]) == "true")
    }
}
