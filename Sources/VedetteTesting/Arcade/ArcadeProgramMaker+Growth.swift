// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Programs that do not end, or take more and more.
extension ArcadeProgramMaker {
    private static let growers = [
        "t += t", "t = t + t", "t = Concatenate([t, t])", "t = Concatenate(a, t)", "t = Replace(t, 'a', 'aa')", "t = Replace(t, '', 'aa')",
        "t = `${t}${t}`", "t = Upper(t) + Lower(t)", "t = Text([t, t])", "t = Text({k: t})", "t = t + Text(a)", "t = UrlEncode(t + '%')",
        "a = Split(t, '')", "a = Split(t + t, 'a')", "t = Concatenate(Split(t, ''), t)", "t = Proper(t + ' ' + t)", "t = Trim(t) + ' ' + t",
        "a = Splice(a, a)", "Push(a, a)", "Push(a, t)", "a = [a, a]", "a = Array(1e9)", "a = Array(100000, a)", "Resize(a, 1e9)",
        "Resize(a, Count(a) * 2)",
        "Resize(a, 1e5, t)", "Insert(a, 0, a)", "Insert(a, 0, 1)", "a = Array(a, true)", "a = Slice(a) ", "a = Distinct(Splice(a, a))",
        "a = Reverse(Splice(a, a))",
        "a = Sort(Splice(a, a))", "a = Map(Splice(a, a), f)", "a[Count(a)] = a", "a = Filter(Splice(a, a), f)", "d[t] = d",
        "d = {a: d, b: d}",
        "d['k' + n] = n", "d = Dictionary(d, true)", "d = Dictionary('k', t, 'l', t + t)", "t = Left(t + t, Count(t) * 2)",
        "t = Text(1e308, '#,##0') + t",
        "Console(t)", "Console(a)", "a = FromJSON(Text([a, a]))", "t = Text(Array(1000, t))", "t += FromCharCode(65, 66)",
        "a = Array(1000)",
        "t = Mid(t + t, 1)", "t = Guid() + t", "fs = Filter(fs, 'A > 0')", "a = Sort(a, c)", "n = Hash(t)", "t = Text(Now(), t)",
        "a = Erase(a, 0)",
        "t = Right(t, 1e300) + t", "n = Find(t, t + t)", "n = Number(t, t)", "n = ToCharCode(t, n)", "a = Array(Count(t), t)",
        "t = Text(d)",
    ]

    private mutating func bodyText() -> String {
        (0..<number(1...3)).map { _ in pick(Self.growers) }.joined(separator: "; ")
    }

    private static let state = """
        var t = 'ab a'; var a = ['a', 'b', 1]; var d = {k: 'v'}; var n = 0;
        function f(x) { return true } function c(x, y) { return 1 }
        var fs = FeatureSet({fields: [{name: 'A', type: 'esriFieldTypeInteger'}], features: [{attributes: {A: 1}}]});

        """

    mutating func endlessLoop() -> String {
        let body =
            isHeads()
            ? bodyText()
            : pick(["n++", "", "n = n", "f(n)", "a[0] = n", "d.k = n", "t = 'a'", "n += 1; if (n < 0) break", "continue", "var z = [n]"])
        let loop = pick([
            "while (true) { \(body) }", "for (;;) { \(body) }", "for (var i = 0; i >= 0; i++) { \(body) }",
            "for (var i = 0; i < Infinity; i += 0) { \(body) }",
            "while (!false) { while (true) { \(body) } }", "for (var i in a) { Push(a, i); \(body) }",
            "for (var v of a) { Push(a, v); \(body) }",
            "for (var k in d) { d['x' + Count(d)] = 1; \(body) }",
            "for (var i = 0; i < 1e15; i++) for (var j = 0; j < 1e15; j++) { \(body) }",
            "function r() { while (true) { \(body) } } r()", "for (var x in Array(5000)) for (var y in Array(5000)) { \(body) }",
            "for (var i = NaN; !(i > 0); i--) { \(body) }", "while (Count(a) > -1) { \(body) }",
            "for (var q in fs) { for (var r in fs) { \(body) } }",
        ])
        return Self.state + loop
    }

    mutating func growingText() -> String {
        let body = (0..<number(1...2)).map { _ in pick(Array(Self.growers.prefix(17))) }.joined(separator: "; ")
        let count = pick([3, 10, 18, 20, 25, 64, 1000, 1_000_000])
        return Self.state + "for (var i = 0; i < \(count); i++) { \(body) }\n"
            + pick(["t", "Count(t)", "a", "Text(a)", "t == t + t", "[t, t]"])
    }

    mutating func growingArray() -> String {
        let body = (0..<number(1...2)).map { _ in pick(Array(Self.growers.dropFirst(17))) }.joined(separator: "; ")
        let count = pick([2, 5, 12, 20, 64, 1000, 1_000_000])
        return Self.state + "for (var i = 0; i < \(count); i++) { \(body) }\n"
            + pick(["a", "Count(a)", "Text(a)", "a == a", "Sort(a)", "d", "Text(d)", "Sum(a)", "Concatenate(a)"])
    }

    mutating func recursion() -> String {
        let work = pick([
            "", "var z = Array(100);", "var z = x + x;", "Push(g, x);", "t += 'aaaaaaaa';", "var z = [x, x, x];", "Console(x);",
        ])
        let state = "var t = 'a'; var g = [];\n"
        return state
            + pick([
                "function r(x) { \(work) return r(x) } r(1)", "function r(x) { \(work) return r(x + 1) + r(x + 2) } r(1)",
                "function r(x) { \(work) return IIf(x > 1e9, 1, r(x + 1)) } r(1)",
                "function r(x) { \(work) return s(x) } function s(x) { return r(x) } r(1)",
                "function r(x) { \(work) return Map([1, 2], r) } r(1)", "function r(x) { \(work) return Map([x, x], r)[0] } r([1])",
                "function r(x, y) { \(work) return Count(Sort([3, 1, 2], r)) } r(1, 2)",
                "function r(x, y) { \(work) return Reduce([1, 2, 3], r, 0) } r(1, 2)",
                "function r(x) { \(work) return All([1], r) } r(1)",
                "function r(x) { \(work) function s(y) { return r(y) } return s(x) } r(1)",
                "function r(x) { \(work) return [r(x)] } r(1)",
                "function r(x) { \(work) if (x < \(pick([10, 60, 63, 64, 65, 100, 1000]))) { return r(x + 1) } return x } r(0)",
                "function r(x) { \(work) for (var i in [1, 2, 3]) { r(x) } } r(1)", "function r(x) { \(work) return `${r(x)}` } r(1)",
                "function r(x) { \(work) return -r(x) } r(1)", "function r(x) { \(work) return Decode(x, 1, r(1), 2, r(2), r(3)) } r(1)",
                "function r(x) { \(work) return When(true, r(x), 1) } r(1)", "function r(x) { \(work) return r(r(r(x))) } r(1)",
                "function a1(x) { return a2(a2(x)) } function a2(x) { return a3(a3(x)) } function a3(x) { return a4(a4(x)) } function a4(x) { \(work) return a1(x) } a1(1)",
                "function r(x) { \(work) return Filter([x, x], r) } r(1)", "function r(x) { \(work) return {k: r(x)} } r(1)",
                "function fib(x) { \(work) if (x < 2) { return x } return fib(x - 1) + fib(x - 2) } fib(\(pick([10, 20, 30, 60])))",
            ])
    }

    mutating func cycle() -> String {
        let make = pick([
            "var a = [1]; Push(a, a);", "var a = [1]; a[0] = a;", "var a = {}; a.a = a;", "var a = {}; var b = {a: a}; a.b = b;",
            "var a = []; var b = [a]; Push(a, b);",
            "var a = [1]; a[1] = {k: a};", "var a = {k: [1]}; Push(a.k, a);", "var a = []; Resize(a, 3, a);",
            "var a = []; Insert(a, 0, a); Insert(a, 0, a);",
            "var a = [0]; for (var i = 0; i < 1000; i++) { a = [a] }", "var a = [0]; for (var i = 0; i < 62; i++) { a = [a] }",
            "var a = {}; for (var i = 0; i < 500; i++) { a = {k: a} }",
            "var a = [0]; for (var i = 0; i < 30; i++) { a = [a, a] }", "var a = {}; for (var i = 0; i < 30; i++) { a = {l: a, r: a} }",
            "var f = Feature(null, {a: 1}); var a = [f, f];",
            "var a = [[1, 2], [3, 4]]; a[0][0] = a; a[1][1] = a[0];", "var a = Array(3); a[0] = a; a[1] = a; a[2] = a;",
            "function g() { return g } var a = [g]; Push(a, a);",
        ])
        let use = pick([
            "Text(a)", "a", "a == a", "a == [a]", "Sort(a)", "Sort([a, a, 1])", "Distinct([a, a])", "Distinct(a)", "Array(a, true)",
            "Dictionary(a, true)", "Hash(a)", "IndexOf(a, a)",
            "Includes(a, a)", "Concatenate(a)", "Concatenate([a, a], ',')", "Reverse(a)", "FromJSON(Text(a))", "UrlEncode(a)",
            "Feature(null, a)", "Point(a)", "Polygon(a)", "FeatureSet(a)",
            "Geometry(a)", "'' + a", "`${a}`", "a + 'x'", "Sum(a)", "Max(a)", "Splice(a, a)", "Equals(a, a)", "IsEmpty(a)", "TypeOf(a)",
            "Count(a)", "Console(a); 1", "Boolean(a)",
            "Number(a)", "Date(a)", "Text(a, '0')", "Upper(a)", "Find(a, a)", "Split(a, a)", "Dictionary('k', a)", "[a, a, a]", "{k: a}",
            "HasKey(a, 'k')", "HasValue(a, 'k')",
            "HasValue(a, ['k', 'k', 'k'])", "DefaultValue(a, a)", "Decode(a, a, 1, 2)", "a < a", "a + a", "-a", "Union(a)", "Average(a)",
            "Push(a, Text(a)); a", "Area(a)",
            "Map(a, Text)", "Filter(a, IsEmpty)", "Reduce(a, Max)", "Replace(a, 'a', a)", "Array(a)", "Slice(a, 0)", "Expects(a, 'a')",
            "Proper(a)", "ToHex(a)", "Length(a)",
        ])
        return make + "\n" + use
    }

    mutating func callbacks() -> String {
        let comparator = pick([
            "return 1", "return -1", "return Random() - 0.5", "return NaN", "return 'a'", "return null", "return x", "Push(a, x); return 1",
            "Pop(a); return -1", "Resize(a, 0); return 1",
            "a[0] = y; return x - y", "return c(x, y)", "return Infinity", "while (true) { }", "return y - x", "Erase(a, 0); return 1",
            "Reverse(a); return -1", "Sort(a, c); return 1",
            "return [x, y]", "return x < y", "t += t; return 1", "return Number(Text(x)) - Number(Text(y))", "Insert(a, 0, a); return 1",
        ])
        let use = pick([
            "Sort(a, c)", "Sort(a, c); Sort(a, c)", "Reduce(a, c)", "Reduce(a, c, a)", "Sort(Splice(a, a), c)", "Sort(Array(5000, 1), c)",
            "for (var i = 0; i < 1e5; i++) Sort(a, c)",
        ])
        let single = pick(["Map(a, h)", "Filter(a, h)", "All(a, h)", "Any(a, h)", "None(a, h)", "Map(Map(a, h), h)", "Filter(fs, h)"])
        let head = "var a = [5, 3, 9, 1, 'b', null, 7, 2, 8]; var t = 'a'; var fs = FeatureSet({features: []});\n"
        return head + "function c(x, y) { \(comparator) }\nfunction h(x) { var y = x; \(comparator) }\n" + (isHeads() ? use : single) + "\n"
            + pick(["a", "Count(a)", ""])
    }

    mutating func closures() -> String {
        let depth = magnitude(upTo: 300)
        return pick([
            "function make(x) { function inner() { x++; return inner } return inner } var f = make(1); for (var i = 0; i < 1e6; i++) { f = f() }",
            "var all = []; for (var i = 0; i < 1e6; i++) { function g() { return i } Push(all, g) } all[0]()",
            (0..<depth).map { "function f\($0)(x\($0)) { " }.joined() + "return " + (0..<depth).map { "x\($0)" }.joined(separator: " + ")
                + repeated(" }", depth) + "\nf0(1)",
            "function twice(f) { function g(x) { return f(f(x)) } return g } function add(x) { return x + 1 } var f = add; for (var i = 0; i < \(pick([3, 10, 30, 1000])); i++) { f = twice(f) } f(0)",
            "function pair(x, y) { function get(i) { return IIf(i == 0, x, y) } return get } var p = null; for (var i = 0; i < 1e6; i++) { p = pair(i, p) } p(0)",
            "function f(x) { var y = x; function g() { y = [y, y]; return y } return g } var h = f(1); for (var i = 0; i < 40; i++) { h() } Text(h())",
            "function f() { return f } " + "f" + repeated("()", magnitude(upTo: 5000)),
            "var f = Count; f = [f, f]; f[0](f)", "function f() { f = 1; return f } f() + f()", "function f(f) { return f(f) } f(f)",
            "var Text = 5; Text(Text)",
            "function y(f) { function g(x) { return f(x(x)) } return g(g) } y(y)",
        ])
    }
}
