// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteExpressions
import VedetteGeometry
import VedetteValues

/// Scripts beside engines for JavaScript that do the same work, in turns.
enum ArcadeBenchmark {
    /// - Parameters:
    ///   - runs: how often each side is measured.
    ///   - only: the names of the cases; all of them where it is empty; else they are measured without peers.
    /// - Throws: where answers differ, or an engine fails.
    static func run(runs: Int, only: Set<String> = []) throws {
        let world = try ArcadeBenchmarkWorld()
        let (peers, missing) = only.isEmpty ? ArcadePeer.found() : ([], [])
        print("# ns an evaluation: median [least … most] of \(runs) runs in turns, 0.3 s each; compiled once, over 16 features in turns")
        print("# 'fresh': a new feature each time. A peer is a process of its own; its answers must be ours. Duktape's templates are +.")
        for line in missing { print("# \(line)") }
        print("| script | Vedette | target | " + peers.map(\.name).joined(separator: " | ") + " |")
        print(String(repeating: "|---", count: 3 + peers.count) + "|")
        for single in ArcadeBenchmarkCase.all where only.isEmpty || only.contains(single.name) {
            for isFresh in single.name == "filter" || single.name == "operator" ? [false, true] : [false] {
                try row(
                    single.what + (isFresh ? ", fresh" : ""), single.name + (isFresh ? " fresh" : ""), target: single.target, runs, peers,
                    world
                ) { try measure(single, isFresh: isFresh, world) }
            }
        }
        guard only.isEmpty || only.contains("compile") else { return }
        let lines = ArcadeBenchmarkCase.realSized.split(separator: "\n").count
        try row("reading a script of \(lines) lines", "compile", target: nil, runs, peers, world, ours: compile)
    }

    // MARK: Table

    private static func row(
        _ what: String, _ name: String, target: Double?, _ runs: Int, _ peers: [ArcadePeer], _ world: ArcadeBenchmarkWorld,
        ours: () throws -> ArcadePeer.Answer
    ) throws {
        var figures = [[Double]](repeating: [], count: 1 + peers.count)
        for _ in 0..<runs {
            let found = try ours()
            figures[0].append(found.nanoseconds)
            for (index, peer) in peers.enumerated() {
                let answer = try peer.measure(name, seconds: 0.3, world: world)
                figures[index + 1].append(answer.nanoseconds)
                guard name == "compile" || answer.answers == found.answers else {
                    throw Comparison.Mismatch(
                        description: "\(what): Vedette came to \(found.answers.prefix(200)), \(peer.name) to \(answer.answers.prefix(200))")
                }
            }
        }
        let median = figures[0].sorted()[runs / 2]
        let promise = target.map { "\(text($0)) \(median <= $0 ? "met" : "**missed**")" } ?? "–"
        print("| \(what) | \(spread(figures[0])) | \(promise) | " + figures.dropFirst().map(spread).joined(separator: " | ") + " |")
    }

    private static func spread(_ values: [Double]) -> String {
        let sorted = values.sorted()
        return "\(text(sorted[sorted.count / 2])) [\(text(sorted[0])) … \(text(sorted[sorted.count - 1]))]"
    }

    private static func text(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1_000: String(format: "%.0f", nanoseconds)
        case ..<1_000_000: String(format: "%.2f µs", nanoseconds / 1e3)
        default: String(format: "%.2f ms", nanoseconds / 1e6)
        }
    }

    // MARK: Ours

    private static let context = ArcadeContext(now: Instant(microsecondsSince1970: 1_777_636_800_000_000))

    private static func measure(_ single: ArcadeBenchmarkCase, isFresh: Bool, _ world: ArcadeBenchmarkWorld) throws -> ArcadePeer.Answer {
        let program = try ArcadeProgram(single.script, profile: single.profile)
        let names = program.variableNames
        let kept = (0..<16).map { world.variables(names, $0) }
        let answers = try kept.map { text(of: try program.evaluate($0, in: context).value) }
        var check = 0
        let nanoseconds = try timed { count in
            for index in 0..<count {
                let place = index & 15
                let value: ArcadeContent
                if isFresh, let name = names.first {
                    // The fence stays.
                    let feature = name == "$locationupdate" ? world.update(place) : world.vessel(place)
                    value = try program.evaluate(kept[place].count == 1 ? [feature] : [feature, kept[place][1]], in: context).value
                } else {
                    value = try program.evaluate(kept[place], in: context).value
                }
                look(value, &check)
            }
        }
        guard check != 0 else { throw Comparison.Mismatch(description: "\(single.name) came to nothing") }
        return ArcadePeer.Answer(nanoseconds: nanoseconds, answers: answers.joined(separator: "|"))
    }

    private static func compile() throws -> ArcadePeer.Answer {
        // The free profile takes any variable with a dollar.
        let script = ArcadeBenchmarkCase.realSized.replacingOccurrences(of: "feature.", with: "$feature.")
        var check = 0
        let nanoseconds = try timed { count in
            for _ in 0..<count { check += try ArcadeProgram(script, profile: .any).variableNames.count }
        }
        guard check != 0 else { throw Comparison.Mismatch(description: "the script was not read") }
        return ArcadePeer.Answer(nanoseconds: nanoseconds, answers: "")
    }

    /// Nanoseconds of one, from as many as take 0.3 s.
    private static func timed(_ body: (Int) throws -> Void) throws -> Double {
        let clock = ContinuousClock()
        var (count, seconds) = (16, 0.0)
        while true {
            seconds = try clock.measure { try body(count) }.inSeconds
            if seconds >= 0.3 { return seconds / Double(count) * 1e9 }
            count *= seconds < 0.015 ? 4 : 2
        }
    }

    private static func look(_ value: ArcadeContent, _ check: inout Int) {
        switch value {
        case .text(let text): check &+= Int(text.utf8.last ?? 0)
        case .boolean(let value): check &+= value ? 1 : 2
        case .number(let value): check &+= value == 0 ? 2 : 1
        default: break
        }
    }

    private static func text(of value: ArcadeContent) -> String {
        switch value {
        case .text(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .number(let value): value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
        default: "\(value)"
        }
    }
}
