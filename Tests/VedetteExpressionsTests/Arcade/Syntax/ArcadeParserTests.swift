// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions

/// What scripts are read as.
@Suite struct ArcadeParserTests {
    @Test(arguments: [
        // Each level binds closer than the one before.
        ("a = b || c", "(a = (b || c))"),
        ("a || b && c", "(a || (b && c))"),
        ("a && b | c", "(a && (b | c))"),
        ("a | b ^ c", "(a | (b ^ c))"),
        ("a ^ b & c", "(a ^ (b & c))"),
        ("a & b == c", "(a & (b == c))"),
        ("(x & 0x14) == 0", "((x & 20) == 0)"),
        ("a == b < c", "(a == (b < c))"),
        ("a < b << c", "(a < (b << c))"),
        ("a << b + c", "(a << (b + c))"),
        ("a + b * c", "(a + (b * c))"),
        ("a * -b", "(a * (- b))"),
        ("-a * b", "((- a) * b)"),
        ("!a.b", "(! a.b)"),
        ("-a++", "(- (a++))"),
        ("!a == b", "((! a) == b)"),
        ("- - ~ + ! a", "(- (- (~ (+ (! a)))))"),
        // From left to right, in one node.
        ("a - b + c - d", "(a - b + c - d)"),
        ("a * b / c % d", "(a * b / c % d)"),
        ("a == b != c", "(a == b != c)"),
        ("a >>> b >> c << d", "(a >>> b >> c << d)"),
        ("a > b >= c < d <= e", "(a > b >= c < d <= e)"),
        ("a && b && c", "(a && b && c)"),
        ("a || b || c && d || e", "(a || b || (c && d) || e)"),
        ("a - (b - c)", "(a - (b - c))"),
        ("a + b * c + d", "(a + (b * c) + d)"),
        ("a < b == c < d && e", "(((a < b) == (c < d)) && e)"),
        // Assignments, from right to left.
        ("a = b = c", "(a = (b = c))"),
        ("a += b -= c *= d /= e %= f", "(a += (b -= (c *= (d /= (e %= f)))))"),
        ("a[0].b = -c", "(a[0].b = (- c))"),
        ("(a) = 1", "(a = 1)"),
        // Increments.
        ("a++ + ++b", "((a++) + (++b))"),
        ("a - --b", "(a - (--b))"),
        ("a[i++]--", "(a[(i++)]--)"),
        ("++a.b[c]", "(++a.b[c])"),
        // Calls, indices, members.
        ("a.b.c(d, e)[f](g).h", "a.b.c(d,e)[f](g).h"),
        ("$feature.NAME", "$feature.NAME"),
        ("d.in + d.type + d.for.Return", "(d.in + d.type + d.for.Return)"),
        ("f(a, b,)", "f(a,b)"),
        ("f()()", "f()()"),
        ("x.y = { }", "(x.y = {})"),
    ])
    func operatorsBindAsTheyShould(source: String, tree: String) throws {
        #expect(try ArcadeTreeText.of(source) == tree)
    }

    @Test(arguments: [
        ("[1, 'a', [], [2,],]", "[1,'a',[],[2]]"),
        ("({ a: 1, 'b c': 2, \"d\": { e: 3 }, 4: 5, if: 6, 0.5: 7, })", "{a:1,b c:2,d:{e:3},4:5,if:6,0.5:7}"),
        ("`a${b}c`", "`a${b}c`"),
        ("`${a}${`in ${b + `deep ${c}`} side`}`", "`${a}${`in ${(b + `deep ${c}`)} side`}`"),
        ("`${ {a: 1}.a }}`", "`${{a:1}.a}}`"),
        ("``", "``"),
        ("`\\`\\${a} $b {c} $`", "``${a} $b {c} $`"),
        ("`one\r\ntwo\rthree\nfour`", "`one\ntwo\nthree\nfour`"),
        ("True && FALSE || Null", "((true && false) || null)"),
        ("PI + Infinity", "(PI + Infinity)"),
    ])
    func literalsAreRead(source: String, tree: String) throws {
        #expect(try ArcadeTreeText.of(source) == tree)
    }

    @Test(arguments: [
        ("", ""),
        (" // nothing\n/* at\nall */ ", ""),
        ("var a, b = 1, c = b", "var a,b=1,c=b"),
        ("VAR a = 1; Return A", "var a=1 | return A"),
        ("if (a) b; else if (c) d; else e", "if a b else if c d else e"),
        ("if (a) { b } else if (c) { } else { d; e }", "if a {b} else if c {} else {d | e}"),
        ("if (a) if (b) c; else d", "if a if b c else d"),
        ("if (a) ; else { }", "if a ; else {}"),
        ("for (var i = 0, n = 3; i < n; i++) { f(i) }", "for [var i=0,n=3; (i < n); (i++)] {f(i)}"),
        ("for (;;) break", "for [; ; ] break"),
        ("for (i = 0; ; i += 1) continue", "for [(i = 0); ; (i += 1)] continue"),
        ("for (var f in $feature) { }", "for [var f in $feature] {}"),
        ("For (var v OF [1, 2]) v", "for [var v of [1,2]] v"),
        ("for (k in d) k", "for [k in d] k"),
        ("while (a < 3) { a++ }", "while (a < 3) {(a++)}"),
        ("function f(a, b) { return a + b } f(1, 2)", "function f(a,b) {return (a + b)} | f(1,2)"),
        ("function f() { function g() { } g() }", "function f() {function g() {} | g()}"),
        ("return; ;", "return | ;"),
        ("{ a; { b } }", "{a | {b}}"),
        ("var of = 1; of", "var of=1 | of"),
        ("import * as m from 'https://example.com'; export function f() { }", "import | export | function f() {}"),
        ("import { a, b } from \"x\"\na", "import | a"),
    ])
    func statementsAreRead(source: String, tree: String) throws {
        #expect(try ArcadeTreeText.of(source) == tree)
    }

    @Test(arguments: [
        ("a\nb", "a | b"),
        ("a\r\nb\rc", "a | b | c"),
        ("a\u{2028}b", "a | b"),
        ("a /* here\nhere */ b", "a | b"),
        ("a // end\nb", "a | b"),
        ("a\n+ b", "(a + b)"),
        ("a +\nb", "(a + b)"),
        ("a\n(b)", "a(b)"),
        ("a\n[0]", "a[0]"),
        ("a\n.b\n.c()", "a.b.c()"),
        ("a\n++b", "a | (++b)"),
        ("a\n++\nb", "a | (++b)"),
        ("(a\n++)", "(a++)"),
        ("return\na", "return | a"),
        ("return a\n+ b", "return (a + b)"),
        ("var a = 1\nvar b = 2", "var a=1 | var b=2"),
        ("var a\n= 1\n, b", "var a=1,b"),
        ("var a = 1\n`${a}`", "var a=1 | `${a}`"),
        ("if (a)\nb\nelse\nc", "if a b else c"),
        ("while (a) { break } b", "while a {break} | b"),
        ("f({\n a: 1,\n b: 2\n})\nc", "f({a:1,b:2}) | c"),
        ("{ a }", "{a}"),
        ("function f() { } a", "function f() {} | a"),
        ("for (var a in b) { continue\n}\nc", "for [var a in b] {continue} | c"),
    ])
    func lineEndsEndStatementsWhereTheyCan(source: String, tree: String) throws {
        #expect(try ArcadeTreeText.of(source) == tree)
    }

    @Test(arguments: [
        ("{ 'message': 'a', 'actions': ['b'] }", "{message:'a',actions:['b']}"),
        ("{\n  // what to say\n  message: `a`\n}", "{message:`a`}"),
        ("var a = 1\n{ \"message\": a, }", "var a=1 | {message:a}"),
        ("{ return: 1 }", "{return:1}"),
        ("{ 1: 2 }", "{1:2}"),
        ("{ a: 1 }.a + 1", "({a:1}.a + 1)"),
        ("{ a: 1 }['a']", "{a:1}['a']"),
        ("{}", "{}"),
        ("{}\na", "{} | a"),
        ("{} a", "{} | a"),
        ("{ };", "{}"),
        ("if (a) { b: 1 }", "if a {b:1}"),
        ("if (a) { }", "if a {}"),
        ("{ a\n}", "{a}"),
        ("{ 'a'\n}", "{'a'}"),
        ("{ var a = 1 }", "{var a=1}"),
        ("{ { a: 1 } }", "{{a:1}}"),
        ("return { a: 1 }", "return {a:1}"),
        ("return {\n a: 1 }", "return {a:1}"),
    ])
    func bracesAtTheBeginningAreDictionariesIfAKeyFollows(source: String, tree: String) throws {
        #expect(try ArcadeTreeText.of(source) == tree)
    }

    @Test func anEmptyDictionaryIsNoBlockAndTheOtherWayRound() throws {
        let script = try ArcadeParser.parse("{}\nif (a) {}")
        guard case .expression = script.statements[0].kind, case .conditional(let branches, _) = script.statements[1].kind,
            case .block = branches[0].body.kind
        else { return #expect(Bool(false), "\(script.statements)") }
    }

    @Test func rangesCoverWhatTheySay() throws {
        let source = "var é = 'ü' ;\nf( a . b [ 1 ] , -c ) + (d)"
        let statements = try ArcadeParser.parse(source).statements
        func text(_ range: Range<Int>) -> String { String(decoding: Array(source.utf8)[range], as: UTF8.self) }
        #expect(text(statements[0].range) == "var é = 'ü'")
        guard case .expression(let sum) = statements[1].kind, case .chain(let call, let rest) = sum.kind,
            case .call(_, let arguments) = call.kind
        else { return #expect(Bool(false)) }
        #expect(text(sum.range) == "f( a . b [ 1 ] , -c ) + (d)")
        #expect(text(call.range) == "f( a . b [ 1 ] , -c )")
        #expect(arguments.map { text($0.range) } == ["a . b [ 1 ]", "-c"])
        #expect(rest.map { text($0.operationRange) } == ["+"])
        #expect(rest.map { text($0.value.range) } == ["(d)"])
    }
}
