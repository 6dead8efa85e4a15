// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteExpressions
import VedetteGeometry
import VedetteTesting
import VedetteValues

/// Scripts that mean harm: how long the slowest takes to end, and what memory all of them take.
enum ArcadeAdversaries {
    /// What a script may take, reading it included.
    private static let limit = 50.0

    private struct Family {
        var (values, errors) = (0, 0)
        var slowest = (milliseconds: 0.0, index: 0)
    }

    static func run(count: Int, seed: UInt64) throws {
        let generator = ArcadeProgramGenerator(seed: seed, functionNames: ArcadeFunctionCatalogue.definitions.map(\.name))
        let world = try ArcadeBenchmarkWorld()
        let context = ArcadeContext(now: Instant(microsecondsSince1970: 1_777_636_800_000_000))
        let clock = ContinuousClock()
        var families: [String: Family] = [:]
        var names: [String] = []
        var times: [Double] = []
        let before = memory("VmRSS")
        for index in 0..<count {
            let program = generator.program(index)
            var family = families[program.family] ?? Family()
            if families[program.family] == nil { names.append(program.family) }
            let start = clock.now
            do {
                let read = try ArcadeProgram(program.source, profile: .any)
                _ = try read.evaluate(world.variables(read.variableNames, 0), in: context)
                family.values += 1
            } catch {
                family.errors += 1
            }
            let milliseconds = start.duration(to: clock.now).inSeconds * 1e3
            times.append(milliseconds)
            if milliseconds > family.slowest.milliseconds { family.slowest = (milliseconds, index) }
            families[program.family] = family
        }
        print("# \(count) scripts that mean harm (seed \(seed)), read and run: each may take \(Int(limit)) ms")
        print("| family | values | errors | slowest | number |")
        print("|---|---|---|---|---|")
        for name in names {
            guard let family = families[name] else { continue }
            print("| \(name) | \(family.values) | \(family.errors) | \(text(family.slowest.milliseconds)) | \(family.slowest.index) |")
        }
        times.sort()
        let late = times.count { $0 > limit }
        print(
            "all: median \(text(times[count / 2])), 99 % \(text(times[count * 99 / 100])), slowest \(text(times[count - 1])); "
                + "\(late) took longer than \(Int(limit)) ms: \(late == 0 ? "met" : "**missed**")")
        print("memory: \(before) MB before, \(memory("VmHWM")) MB at most")
    }

    private static func text(_ milliseconds: Double) -> String {
        milliseconds < 0.1 ? String(format: "%.1f µs", milliseconds * 1e3) : String(format: "%.1f ms", milliseconds)
    }

    /// Of this process, as the kernel counts it, in MB; 0 where it does not say.
    private static func memory(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) / 1_024
    }
}
