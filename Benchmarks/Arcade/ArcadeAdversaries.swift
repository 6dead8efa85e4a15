// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteExpressions
import VedetteTesting
import VedetteValues

/// How long scripts take that mean harm, from reading to the last step.
enum ArcadeAdversaries {
    /// What one of them took.
    struct Run {
        let index: Int
        let family: String
        var milliseconds: Double
        let end: String
    }

    /// Reads and runs `count` programs, and prints how they ended and which took longest.
    static func run(count: Int = 10_000, seed: UInt64 = 6, bound: Double = 50) {
        let before = memory("VmRSS")
        let runs = measured(count: count, seed: seed)
        let slowest = runs.sorted { $0.milliseconds > $1.milliseconds }
        let ends = Dictionary(grouping: runs, by: \.end).sorted { $0.value.count > $1.value.count }
        print(
            "\n# \(count) scripts that mean harm, seed \(seed): reading, checking and running, one after the other; one over \(bound / 2) ms is repeated,"
        )
        print("# and its best of three counts")
        print("ends: " + ends.map { "\($0.key) \($0.value.count)" }.joined(separator: ", "))
        let times = runs.map(\.milliseconds).sorted()
        guard let longest = times.last else { return }
        print(
            "milliseconds: median \(text(times[times.count / 2])), 99 of 100 below \(text(times[times.count * 99 / 100])), longest \(text(longest))"
        )
        print(
            longest <= bound ? "all within \(bound) ms: met" : "\(times.filter { $0 > bound }.count) take more than \(bound) ms: **missed**"
        )
        print("memory: \(before) MB before, \(memory("VmHWM")) MB at most")
        for run in slowest.prefix(12) { print("  \(text(run.milliseconds)) ms  \(run.family) (\(run.index)): \(run.end)") }
    }

    /// All programs with their times, in order.
    static func measured(count: Int, seed: UInt64) -> [Run] {
        let generator = ArcadeProgramGenerator(
            seed: seed, functionNames: ArcadeFunctionCatalogue.definitions.map(\.name),
            signatures: ArcadeFunctionCatalogue.definitions.flatMap(\.signatures))
        return (0..<count).map { index in
            let program = generator.program(index)
            let first = once(program.source)
            var time = first.milliseconds
            if time > 25 { for _ in 0..<2 { time = min(time, once(program.source).milliseconds) } }
            return Run(index: index, family: program.family, milliseconds: time, end: first.end)
        }
    }

    private static let variables: [String: ArcadeContent] = [
        "$feature": .dictionary([("NAME", .text("Nordstern")), ("SPEED", .number(12.5)), ("NOTE", .null)]), "$x": .number(7),
    ]

    private static func once(_ source: String) -> (milliseconds: Double, end: String) {
        let context = ArcadeContext(now: Instant(microsecondsSince1970: 1_800_000_000_000_000), seed: 5)
        let start = processorTime()
        var end = "value"
        do throws(ArcadeError) {
            let program = try ArcadeProgram(source, profile: .any)
            _ = try program.evaluate(program.variableNames.map { variables[$0] ?? .null }, in: context)
        } catch {
            end = error.code.rawValue
        }
        return (processorTime() - start, end)
    }

    /// Milliseconds that this thread has had of a processor: what else the machine does is no fault of a script.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    /// Of this process, as the kernel counts it, in MB; 0 where it does not say.
    private static func memory(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) / 1_024
    }

    private static func text(_ milliseconds: Double) -> String { "\((milliseconds * 100).rounded() / 100)" }
}
