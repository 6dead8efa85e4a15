// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteValues

/// What ends a script that takes too much.
@Suite struct LimitTests {
    @Test(arguments: [
        "while (true) {}", "for (;;) {}", "for (var i = 0; i >= 0; i++) {}", "function f(n) { f(n + 1) } f(0)",
        "function a() { b() } function b() { a() } a()", "var s = 'x'; while (true) { s += s }",
        "var s = 'x'; while (true) { s = `${s}${s}` }",
        "var a = [1]; while (true) { a[Count(a)] = a }", "var d = {}; var i = 0; while (true) { d[i++] = i }",
        "var a = []; while (true) { Push(a, 1) }", "while (true) { [1, 2, 3] }", "while (true) { var d = { a: [] } }",
        "function f(x) { return Map([1], f) } f(1)", "function f(a, b) { return Count(Sort([3, 2, 1], f)) } f(1, 2)",
        "var a = []; for (var i = 0; i < 100; i++) { a = [a] } a", "var a = []; a[0] = a; a", "var d = {}; d.d = d; d",
        "var d = {}; d.d = [d]; d + ''",
        "var s = 'x'; for (var i = 0; i < 15; i++) { s += s } while (true) { s == s + '' }",
        "var s = 'x'; for (var i = 0; i < 15; i++) { s += s } while (true) { s < s + '' }",
        "var s = ' '; for (var i = 0; i < 15; i++) { s += s } while (true) { +s }",
    ])
    func aScriptWithoutEndIsEnded(source: String) {
        #expect(outcome(of: source).hasPrefix("limitExceeded"))
    }

    @Test func stepsAreCountedAndBounded() throws {
        var limits = ArcadeLimits()
        limits.steps = 1_000
        #expect(outcome(of: "var i = 0; while (i < 10) { i++ } i", limits: limits) == "10")
        #expect(outcome(of: "var i = 0; while (i < 1000) { i++ } i", limits: limits).hasPrefix("limitExceeded"))
        let short = try evaluate("var i = 0; while (i < 10) { i++ } i").stepCount
        let long = try evaluate("var i = 0; while (i < 1000) { i++ } i").stepCount
        #expect(short > 30 && short < 100)
        #expect(long - short > 3 * 990 && long - short < 10 * 990)
        // The same script takes the same steps, whoever ran before.
        #expect(try evaluate("var i = 0; while (i < 10) { i++ } i").stepCount == short)
    }

    @Test(arguments: [0, -1, Int.min])
    func limitsOfNothingEndEverything(steps: Int) {
        var limits = ArcadeLimits()
        limits.steps = steps
        #expect(outcome(of: "1", limits: limits).hasPrefix("limitExceeded"))
        limits = ArcadeLimits()
        (limits.memory, limits.valueSize, limits.callDepth) = (steps, steps, steps)
        #expect(outcome(of: "'a' + 'b'", limits: limits).hasPrefix("limitExceeded"))
        #expect(outcome(of: "function f() {} f()", limits: limits).hasPrefix("limitExceeded"))
        #expect(outcome(of: "1 + 1", limits: limits) == "2")
    }

    @Test(arguments: [(Int.max, true), (100_001, true), (Int.min, false), (0, false), (99_000, false)])
    func chargesDoNotOverflow(count: Int, isTooMuch: Bool) {
        let run = ArcadeRun(context: ArcadeContext(now: Instant(microsecondsSince1970: 0)))
        let isRefused = fails { () throws(ArcadeFailure) -> Void in try run.charge(count) }
        #expect(isRefused == isTooMuch)
        let isValueRefused = fails { () throws(ArcadeFailure) -> Void in try run.chargeValue(bytes: .max) }
        #expect(isValueRefused)
    }

    private func fails(_ body: () throws(ArcadeFailure) -> Void) -> Bool {
        do throws(ArcadeFailure) {
            try body()
            return false
        } catch {
            return error.code == .limitExceeded
        }
    }

    @Test func calls64DeepAreAllowed() {
        #expect(outcome(of: "function f(n) { if (n == 0) { return 0 } return 1 + f(n - 1) } f(63)") == "63")
        #expect(outcome(of: "function f(n) { if (n == 0) { return 0 } return 1 + f(n - 1) } f(64)").hasPrefix("limitExceeded"))
        var limits = ArcadeLimits()
        limits.callDepth = 5_000
        #expect(outcome(of: "function f(n) { if (n == 0) { return 0 } return 1 + f(n - 1) } f(4000)", limits: limits) == "4000")
    }

    @Test func aFunctionWithManyVariablesCanCallItself() {
        let names = (0..<500).map { "v\($0)" }.joined(separator: ", ")
        #expect(outcome(of: "function f(n) { var \(names); v499 = n; if (n > 0) { f(n - 1) } return v499 } f(40)") == "40")
    }

    @Test func aCancelledTaskEndsItsScript() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return outcome(of: "while (true) {}")
        }
        let result = await task.value
        #expect(result.hasPrefix("cancelled"))
    }

    /// 64 calls through functions that call back, and the deepest nesting, on the stack of a secondary thread.
    @Test(arguments: [
        "var n = 0; function f(x) { n++; return Map([x], f) } f(1)",
        "var n = 0; function f(x) { n++; return Filter([x], f) } f(1)",
        "var n = 0; function f(a, b) { n++; return Sort([2, 1], f)[0] } f(1, 2)",
        String(repeating: "(", count: 250) + "1" + String(repeating: ")", count: 250),
        String(repeating: "[", count: 250) + "1" + String(repeating: "]", count: 250),
        String(repeating: "-(", count: 120) + "1" + String(repeating: ")", count: 120),
        String(repeating: "Abs(", count: 250) + "1" + String(repeating: ")", count: 250),
        String(repeating: "if (true) { ", count: 250) + "1" + String(repeating: " }", count: 250),
        String(repeating: "function f() { ", count: 250) + "1" + String(repeating: " }", count: 250),
        String(repeating: "{ a: ", count: 250) + "1" + String(repeating: " }", count: 250),
        "1" + String(repeating: " + 1", count: 5_000), "var a = []; for (var i = 0; i < 5000; i++) { a = [a] } Count(a)",
        "var a = {}; for (var i = 0; i < 5000; i++) { a = { a: a } } Count(a)",
        "function f(x) { function g() { return x } return g } var h = f(1); for (var i = 0; i < 5000; i++) { h = f(h) } TypeOf(h)",
    ])
    func aSmallStackIsEnough(source: String) {
        let results = Results()
        let thread = Thread {
            results.values.append(outcome(of: source))
            results.done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        results.done.wait()
        #expect(results.values.count == 1)
    }

    /// `@unchecked Sendable`: the semaphore keeps writing and reading apart.
    private final class Results: @unchecked Sendable {
        var values: [String] = []
        let done = DispatchSemaphore(value: 0)
    }
}
