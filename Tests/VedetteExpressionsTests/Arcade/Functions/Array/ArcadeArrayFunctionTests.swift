// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions

@Suite struct ArcadeArrayFunctionTests {
    @Test(arguments: [
        ScriptCase("Count([1, 2, 3])", "3"),
        ScriptCase("Count([])", "0"),
        ScriptCase("Count('Graham County')", "13"),
        ScriptCase("Count('🌉')", "2"),
        ScriptCase("Count({a: 1, b: 2})", "2"),
        ScriptCase("Count(null)", "0"),
        ScriptCase("Count(5)", "!type"),
        ScriptCase("First(['orange', 'purple'])", "'orange'"),
        ScriptCase("First([])", "null"),
        ScriptCase("First(null)", "null"),
        ScriptCase("First('abc')", "!type"),
        ScriptCase("Front(['orange', 'purple'])", "'orange'"),
        ScriptCase("Front([])", "!outOfRange"),
        ScriptCase("Front(null)", "!type"),
        ScriptCase("Back(['orange', 'purple', 'gray'])", "'gray'"),
        ScriptCase("Back([])", "!outOfRange"),
        ScriptCase("Includes(['orange', 'purple', 'gray'], 'purple')", "true"),
        ScriptCase("Includes(['orange', 'purple', 'gray'], 'red')", "false"),
        ScriptCase("Includes([1, 2], '1')", "false"),
        ScriptCase("Includes([null], null)", "true"),
        ScriptCase("IndexOf([1, 2, 3, 4], 3)", "2"),
        ScriptCase("IndexOf([1, 2, 3, 4], 9)", "-1"),
        ScriptCase("IndexOf(['a', 'A'], 'A')", "1"),
        ScriptCase("var a = {}; var b = {}; IndexOf([a, b], b)", "1"),
        ScriptCase("IndexOf([], null)", "-1"),
        ScriptCase("IndexOf('abc', 'b')", "!type"),
        ScriptCase("Top([43, 32, 19, 0, 3, 55], 3)", "[43, 32, 19]"),
        ScriptCase("Top([1, 2], 5)", "[1, 2]"),
        ScriptCase("Top([1, 2], 0)", "[]"),
        ScriptCase("Top([1, 2], -1)", "[]"),
        ScriptCase("Top([1, 2], 1e300)", "[1, 2]"),
        ScriptCase("Top([1, 2], NaN)", "!type"),
        ScriptCase("Slice(['a', 'b', 'c', 'd', 'e'], 1, 3)", "['b', 'c']"),
        ScriptCase("Slice(['a', 'b', 'c', 'd', 'e'], 1)", "['b', 'c', 'd', 'e']"),
        ScriptCase("Slice(['a', 'b'])", "['a', 'b']"),
        ScriptCase("Slice(['a', 'b', 'c', 'd', 'e'], -2)", "['d', 'e']"),
        ScriptCase("Slice(['a', 'b', 'c', 'd', 'e'], 1, -1)", "['b', 'c', 'd']"),
        ScriptCase("Slice(['a', 'b', 'c'], 2, 1)", "[]"),
        ScriptCase("Slice(['a', 'b', 'c'], -9, 9)", "['a', 'b', 'c']"),
        ScriptCase("Slice(['a', 'b', 'c'], null, null)", "['a', 'b', 'c']"),
        ScriptCase("Slice(['a', 'b', 'c'], -Infinity, Infinity)", "['a', 'b', 'c']"),
        ScriptCase("Slice([1, 2], 'x')", "!type"),
        ScriptCase("var a = [1, 2]; var b = Slice(a); b[0] = 9; a", "[1, 2]"),
    ])
    func anArrayIsLookedInto(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        ScriptCase("var c = ['orange', 'purple', 'gray']; Push(c, 'red')", "4"),
        ScriptCase("var c = ['orange', 'purple', 'gray']; Push(c, 'red'); c", "['orange', 'purple', 'gray', 'red']"),
        ScriptCase("Push(null, 1)", "!type"),
        ScriptCase("var a = []; Push(a, a); Count(a[0][0][0])", "1"),
        ScriptCase("Pop(['orange', 'purple', 'gray'])", "'gray'"),
        ScriptCase("var c = [1, 2]; Pop(c); c", "[1]"),
        ScriptCase("Pop([])", "!outOfRange"),
        ScriptCase("var c = ['orange', 'purple', 'gray']; Insert(c, 0, 'red'); c", "['red', 'orange', 'purple', 'gray']"),
        ScriptCase("var c = ['orange', 'purple', 'gray']; Insert(c, -1, 'yellow'); c", "['orange', 'purple', 'yellow', 'gray']"),
        ScriptCase("var c = [1]; Insert(c, 1, 2); c", "[1, 2]"),
        ScriptCase("var c = [1]; Insert(c, -1, 2); c", "[2, 1]"),
        ScriptCase("var c = []; Insert(c, 0, 2); c", "[2]"),
        ScriptCase("Insert([1], 1, 2)", "null"),
        ScriptCase("Insert([1], 2, 2)", "!outOfRange"),
        ScriptCase("Insert([1], -2, 2)", "!outOfRange"),
        ScriptCase("Insert([1], 0.5, 2)", "!outOfRange"),
        ScriptCase("Insert([1], NaN, 2)", "!outOfRange"),
        ScriptCase("Insert([1], 1e300, 2)", "!outOfRange"),
        ScriptCase("var c = ['orange', 'purple', 'gray']; Erase(c, 1); c", "['orange', 'gray']"),
        ScriptCase("var c = ['orange', 'purple', 'gray']; Erase(c, -1); c", "['orange', 'purple']"),
        ScriptCase("Erase([1], 0)", "null"),
        ScriptCase("Erase([1], 1)", "!outOfRange"),
        ScriptCase("Erase([1], -2)", "!outOfRange"),
        ScriptCase("Erase([], 0)", "!outOfRange"),
        ScriptCase("var c = ['orange', 'purple', 'gray']; Resize(c, 5); c", "['orange', 'purple', 'gray', null, null]"),
        ScriptCase("var c = ['orange']; Resize(c, 3, 'red'); c", "['orange', 'red', 'red']"),
        ScriptCase("var c = ['orange', 'purple', 'gray']; Resize(c, 1); c", "['orange']"),
        ScriptCase("var c = [1]; Resize(c, 0); c", "[]"),
        ScriptCase("Resize([1], -1)", "!invalidArgument"),
        ScriptCase("Resize([1], NaN)", "!invalidArgument"),
        ScriptCase("var c = [1, 2, 3]; var d = Reverse(c); [c, d, c == d]", "[[3, 2, 1], [3, 2, 1], true]"),
        ScriptCase("Reverse([])", "[]"),
    ])
    func anArrayIsChanged(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        ScriptCase("Array(3)", "[null, null, null]"),
        ScriptCase("Array(2, 'hello')", "['hello', 'hello']"),
        ScriptCase("Array(0)", "[]"),
        ScriptCase("Array('2', 0)", "[0, 0]"),
        ScriptCase("Array(-1)", "!invalidArgument"),
        ScriptCase("Array('many')", "!invalidArgument"),
        ScriptCase("var a = [{n: 1}]; var b = Array(a); [a == b, a[0] == b[0]]", "[false, true]"),
        ScriptCase("var a = [{n: [1]}]; var b = Array(a, true); b[0].n[0] = 2; [a[0] == b[0], a[0].n, b[0].n]", "[false, [1], [2]]"),
        ScriptCase("var a = [1]; a[1] = a; Array(a, true)", "!limitExceeded"),
        ScriptCase("Splice(['orange', 'purple'], 1, 2, 'red')", "['orange', 'purple', 1, 2, 'red']"),
        ScriptCase("Splice(['orange', 'purple'], ['red'])", "['orange', 'purple', 'red']"),
        ScriptCase("Splice([1, [2, 3]], [], null)", "[1, [2, 3], null]"),
        ScriptCase("Splice()", "[]"),
        ScriptCase("Distinct(['high', 'medium', 'low', 0, 'high', 'high', 'low'])", "['high', 'medium', 'low', 0]"),
        ScriptCase("Distinct('high', 'medium', 'low', 0, 'high', 'high', 'low')", "['high', 'medium', 'low', 0]"),
        ScriptCase("Distinct(1, '1', true, null, 1, null, NaN, NaN, 0, -0)", "[1, '1', true, null, nan, 0]"),
        ScriptCase("var d = {}; Count(Distinct([d, d, {}]))", "2"),
        ScriptCase("Distinct()", "[]"),
        ScriptCase("Distinct(5)", "[5]"),
    ])
    func anArrayIsMade(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        "Array(1e9)", "Array(1e300)", "Array(Infinity)", "Resize([], 1e9)", "Resize([1], Infinity)",
        "var a = Array(60000); Splice(a, a)", "var a = Array(65536); Push(a, 1)", "var a = Array(65536); Insert(a, 0, 1)",
        "var a = [1]; while (true) { a = Splice(a, a) }", "var a = Array(1000); while (true) { a = Array(a, true) }",
        "var a = Array(60000); while (true) { a = Slice(a) }", "var a = Array(60000, 'x'); while (true) { Distinct(a) }",
        "var a = Array(60000, 'x'); while (true) { Sort(a) }", "var a = Array(60000, 'x'); while (true) { IndexOf(a, 'y') }",
        "var a = Array(60000); while (true) { Reverse(a) }", "var a = Array(60000); while (true) { Insert(a, 0, 1); Erase(a, 0) }",
        "var a = Array(60000, 1); while (true) { Max(a) }",
    ])
    func nothingGrowsOrRunsWithoutBound(script: String) throws {
        #expect(try ScriptResult(script).description == "!limitExceeded")
    }

    @Test(arguments: [
        ("Front(5)", "Front takes an array, not a Number"), ("Pop([])", "at least one element"),
        ("Erase([1, 2], 5)", "from -2 to 1"), ("Map([1], 2)", "Map takes an array and a function"),
        ("Count(true)", "not a Boolean"), ("All(null, IsEmpty)", "not null"),
    ])
    func aFailureSaysWhatTheFunctionTakes(script: String, part: String) throws {
        let message = try ScriptResult(script).message
        #expect(message.contains(part), "\(message)")
    }
}
