// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteValues

/// That nothing of a run stays behind, and that runs do not see each other.
@Suite struct ReleaseTests {
    /// A row that counts how many of it there are.
    private final class CountedRow: ArcadeRow {
        var fieldNames: [String] { ["a"] }
        var geometry: Geometry? { nil }
        func value(named name: ArcadeName) -> AttributeValue? { .integer(1) }
    }

    @Test(arguments: [
        "var a = []; a[0] = a; Push(a, $feature); 1",
        "var d = {}; d.self = d; d.row = $feature; 1",
        "var a = []; var d = { a: a, row: $feature }; a[0] = d; 1",
        "function f() { var me = [$feature]; function g() { return me } me[1] = g; return 1 } f()",
        "function f(x) { function g() { return [f, g, x] } return g } var h = f($feature); h(); 1",
        "var f = Feature(null, 'row', 1); f.me = f; f.r = $feature; 1",
        "var a = [$feature]; a[0] = [a, $feature]; a[99]",
        "function f(x) { var me = [x]; me[1] = me; f(me) } f($feature)",
        "var a = [$feature]; function f(x) { a[1] = a; return a[7] } Map([1], f)",
        "$feature", "[$feature]", "$feature.a", "for (var x of [$feature]) { break } 1", "for (var x of [$feature]) { [][1] }",
    ])
    func aRunLetsGoOfEverything(source: String) throws {
        weak var row: CountedRow?
        let program = try ArcadeProgram(source, profile: .any)
        do {
            let made = CountedRow()
            row = made
            _ = try? program.evaluate([.feature(made)], in: ArcadeContext(now: Instant(microsecondsSince1970: 0)))
        }
        #expect(row == nil)
    }

    @Test func runsOfOneProgramDoNotSeeEachOther() throws {
        let program = try ArcadeProgram("var list = [Random()]; Console(list[0]); Push(list, Count(list)); list", profile: .any)
        let context = ArcadeContext(now: Instant(microsecondsSince1970: 0), seed: 5)
        let first = try program.evaluate([], in: context)
        let second = try program.evaluate([], in: context)
        #expect(notation(of: first.value) == notation(of: second.value))
        #expect(first.console == second.console && first.console.count == 1)
        #expect(first.stepCount == second.stepCount)
        var other = context
        other.seed = 6
        #expect(notation(of: try program.evaluate([], in: other).value) != notation(of: first.value))
    }

    @Test func aRunGoesOnAfterOneThatFailed() throws {
        let program = try ArcadeProgram("function f(x) { return [1, 2][x] } f($feature)", profile: .any)
        let context = ArcadeContext(now: Instant(microsecondsSince1970: 0))
        for _ in 0..<3 {
            #expect(throws: ArcadeError.self) { try program.evaluate([.number(5)], in: context) }
            #expect(notation(of: try program.evaluate([.number(1)], in: context).value) == "2")
        }
    }

    @Test func aProgramRunsInManyThreadsAtOnce() async throws {
        let program = try ArcadeProgram(
            "function f(n) { IIf(n < 2, n, f(n - 1) + f(n - 2)) } var t = ''; for (var i in [1, 2, 3]) { t += f(12) } t + $feature",
            profile: .any)
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let context = ArcadeContext(now: Instant(microsecondsSince1970: 0))
                    return (0..<5).allSatisfy { _ in
                        (try? program.evaluate([.number(Double(number))], in: context)).map { notation(of: $0.value) }
                            == "'144144144\(number)'"
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func aRowCanEvaluateTheProgramThatAsksIt() throws {
        final class AskingRow: ArcadeRow {
            let program: ArcadeProgram
            init(program: ArcadeProgram) { self.program = program }
            var fieldNames: [String] { ["a"] }
            var geometry: Geometry? { nil }
            func value(named name: ArcadeName) -> AttributeValue? {
                let inner = ArcadeContent.feature(ArcadeAttributesRow([(name: "a", value: .integer(20))]))
                let outcome = try? program.evaluate([inner], in: ArcadeContext(now: Instant(microsecondsSince1970: 0)))
                return outcome.map { .text(notation(of: $0.value)) }
            }
        }
        let program = try ArcadeProgram("$feature.a + 1", profile: .any)
        let outer = try program.evaluate(
            [.feature(AskingRow(program: program))], in: ArcadeContext(now: Instant(microsecondsSince1970: 0)))
        #expect(notation(of: outer.value) == "'211'")
    }
}
