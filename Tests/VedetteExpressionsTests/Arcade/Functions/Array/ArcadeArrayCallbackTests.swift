// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions

/// Functions that call functions.
@Suite struct ArcadeArrayCallbackTests {
    private static let isEven = "function isEven(value) { return value % 2 == 0 }\n"

    @Test(arguments: [
        ScriptCase(isEven + "All([1, 2, 3, 4, 5], isEven)", "false"),
        ScriptCase(isEven + "All([2, 4], isEven)", "true"),
        ScriptCase(isEven + "All([], isEven)", "true"),
        ScriptCase(isEven + "Any([1, 2, 3, 4, 5], isEven)", "true"),
        ScriptCase(isEven + "Any([1, 3], isEven)", "false"),
        ScriptCase(isEven + "Any([], isEven)", "false"),
        ScriptCase(isEven + "None([1, 2, 3, 4, 5], isEven)", "false"),
        ScriptCase(isEven + "None([1, 3], isEven)", "true"),
        ScriptCase(isEven + "None([], isEven)", "true"),
        ScriptCase(isEven + "Filter([1, 2, 3, 4, 5], isEven)", "[2, 4]"),
        ScriptCase("All([null, ''], isEmpty)", "true"),
        ScriptCase("Any([null, 1], IsEmpty)", "true"),
        ScriptCase("Filter([0, 1, 'true', 'yes', true, null], Number)", "[1, true]"),
        ScriptCase("Map([1, true, null], Text)", "['1', 'true', '']"),
        ScriptCase("function c(f) { return Round((f - 32) * 5/9, 2) } Map([82, 67, 96, 55, 34], c)", "[27.78, 19.44, 35.56, 12.78, 1.11]"),
        ScriptCase("function add(a, b) { a + b } Reduce([1, 2, 3], add)", "6"),
        ScriptCase("function add(a, b) { a + b } Reduce([1, 2, 3], add, 10)", "16"),
        ScriptCase("function add(a, b) { a + b } Reduce([], add)", "null"),
        ScriptCase("function add(a, b) { a + b } Reduce([], add, 10)", "10"),
        ScriptCase("function add(a, b) { a + b } Reduce([1], add, null)", "1"),
        ScriptCase("function add(a, b) { a + b } Reduce(['x'], add)", "'x'"),
        ScriptCase("Reduce([3, 9, 4], Max)", "9"),
        ScriptCase("Map([1], 5)", "!type"),
        ScriptCase("Map(5, Text)", "!type"),
        ScriptCase("function two(a, b) { a } Map([1], two)", "!argumentCount"),
    ])
    func aFunctionIsCalledForEachElement(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        ScriptCase("var a = [1, 2, 3]; function f(v) { Pop(a); return v } Map(a, f)", "[1, 2]"),
        ScriptCase("var a = [1, 2, 3]; function f(v) { Push(a, v); return v } Map(a, f)", "[1, 2, 3]"),
        ScriptCase("var a = [1, 2, 3]; function f(v) { Resize(a, 0); return true } Filter(a, f)", "[1]"),
        ScriptCase("var a = [1, 2, 3]; function f(v) { Resize(a, 0); return true } All(a, f)", "true"),
        ScriptCase("var a = [1, 2, 3]; function f(x, y) { Resize(a, 0); return x + y } Reduce(a, f)", "3"),
        ScriptCase("var a = [3, 1, 2]; function f(x, y) { Resize(a, 0); return x - y } Sort(a, f)", "[1, 2, 3]"),
        ScriptCase("function f(v) { return Map([v], f) } f(1)", "!limitExceeded"),
    ])
    func anArrayMayChangeUnderTheWalk(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        ScriptCase("Sort([3, 10, 2])", "[2, 3, 10]"),
        ScriptCase("Sort(['b', 'a', 'B', 'á'])", "['B', 'a', 'b', 'á']"),
        ScriptCase("Sort([1, 'a', '$', 'A'])", "['$', 1, 'A', 'a']"),
        ScriptCase("Sort([10, 9, '1'])", "['1', 10, 9]"),
        ScriptCase("Sort([true, false, true])", "[false, true, true]"),
        ScriptCase("Sort([3, null, NaN, 1])", "[1, 3, nan, null]"),
        ScriptCase("Sort([null, null])", "[null, null]"),
        ScriptCase("Sort([])", "[]"),
        ScriptCase("Sort([Date(2000), Date(1000)])", "[Date(1000), Date(2000)]"),
        ScriptCase("Sort([Time(3), Time(1)])", "[Time(00:00:00.001), Time(00:00:00.003)]"),
        ScriptCase("Map(Sort([{n: 2}, {n: 1}]), Text)", #"['{"n":2}', '{"n":1}']"#),
        ScriptCase("var a = [2, 1]; Sort(a); a", "[2, 1]"),
        ScriptCase("Sort([2, 1], null)", "[1, 2]"),
        ScriptCase("Sort(5)", "!type"),
        ScriptCase("Sort([1], 5)", "!type"),
        ScriptCase("function f(a, b) { return b - a } Sort([1, 3, 2], f)", "[3, 2, 1]"),
        ScriptCase("function f(a, b) { return a > b } Sort([1, 3, 2], f)", "[1, 2, 3]"),
        ScriptCase(
            "function f(a, b) { return a.n - b.n } Map(Sort([{n: 1, t: 'a'}, {n: 0, t: 'b'}, {n: 1, t: 'c'}], f), Text)",
            #"['{"n":0,"t":"b"}', '{"n":1,"t":"a"}', '{"n":1,"t":"c"}']"#),
        ScriptCase("function f(a, b) { return 1 } Count(Sort(Array(100, 5), f))", "100"),
        ScriptCase("function f(a, b) { return NaN } Sort([3, 1, 2], f)", "[3, 1, 2]"),
        ScriptCase("function f(a, b) { return Random() - 0.5 } Sum(Sort([5, 4, 3, 2, 1], f))", "15"),
        ScriptCase("function f(a, b) { return Front([]) } Sort([3, 1, 2], f)", "!outOfRange"),
    ])
    func elementsAreSorted(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    /// Against the sort of the standard library, which is stable.
    @Test func sortingIsStableAtEveryLength() throws {
        for count in 0..<70 {
            let values = (0..<count).map { ($0 * 7919 + 13) % 11 }
            let literal = values.enumerated().map { "[\($1), \($0)]" }.joined(separator: ", ")
            let sorted = values.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
            let expected = "[" + sorted.map { "[\($0.element), \($0.offset)]" }.joined(separator: ", ") + "]"
            let script = "function f(a, b) { return a[0] - b[0] } Sort([\(literal)], f)"
            #expect(try ScriptResult(script).description == expected)
        }
    }
}
