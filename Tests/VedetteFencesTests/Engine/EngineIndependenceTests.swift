// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting
import VedetteValues

@testable import VedetteFences

@Suite("What an engine tells depends on nothing but what happened")
struct EngineIndependenceTests {
    @Test("batches of any size give the same events", arguments: 0..<EngineWorld.variants.count)
    func batches(variant: Int) throws {
        var random = SeededRandomNumberGenerator(seed: UInt64(71 + variant))
        for lateness in [0, 2_000_000] as [Int64] {
            let world = try EngineWorld(&random, change: EngineWorld.variants[variant])
            let fixes = world.walk(&random, count: 400, timeStep: 0)
            let expected = EngineWorld.apply(fixes, to: world.engine(lateness: lateness))
            #expect(!expected.isEmpty)
            for size in [1, 7, 64] {
                let engine = world.engine(lateness: lateness)
                var heard: [EngineWorld.Heard] = []
                for start in stride(from: 0, to: fixes.count, by: size) {
                    heard += EngineWorld.apply(fixes[start..<min(start + size, fixes.count)], to: engine)
                }
                #expect(heard == expected)
            }
            #expect(Set(expected.map { $0.text.split(separator: " ").last }).count == expected.count, "ids are different")
        }
    }

    @Test(
        "tracks shared among 1, 3 and 16 engines, and fixes of different tracks in another order, give each track's events",
        arguments: 0..<EngineWorld.variants.count)
    func shards(variant: Int) throws {
        var random = SeededRandomNumberGenerator(seed: UInt64(171 + variant))
        let world = try EngineWorld(&random, change: EngineWorld.variants[variant])
        let fixes = world.walk(&random, count: 500, timeStep: 0)
        let expected = EngineWorld.byTrack(world.run(fixes, lateness: 1_000_000))
        for count in [1, 3, 16] {
            let index = FenceIndex(world.fences)
            var heard: [EngineWorld.Heard] = []
            for shard in 0..<count {
                let engine = world.engine(lateness: 1_000_000, index: index)
                heard += EngineWorld.apply(fixes.filter { $0.track % count == shard }, to: engine)
                var events: [FenceEvent] = []
                engine.finish(into: &events)
                heard += EngineWorld.heard(events, engine)
            }
            #expect(EngineWorld.byTrack(heard) == expected)
        }
        let sorted = fixes.enumerated().sorted { ($0.element.track, $0.offset) < ($1.element.track, $1.offset) }.map(\.element)
        #expect(EngineWorld.byTrack(world.run(sorted, lateness: 1_000_000)) == expected)
    }

    @Test("a clock between fixes changes neither what a track tells nor its order, whatever its ticks", arguments: [1, 2, 3, 4, 6])
    func clocks(variant: Int) throws {
        var random = SeededRandomNumberGenerator(seed: UInt64(271 + variant))
        let world = try EngineWorld(&random, change: EngineWorld.variants[variant])
        let fixes = world.walk(&random, count: 300, timeStep: 1)
        func run(_ ticks: Int64?) -> [String: [String]] {
            let engine = world.engine()
            var heard: [EngineWorld.Heard] = []
            var now: Int64 = 0
            for fix in fixes {
                if let ticks {
                    while now + ticks <= fix.time ?? 0 {
                        now += ticks
                        var events: [FenceEvent] = []
                        engine.advance(to: Instant(microsecondsSince1970: now), into: &events)
                        heard += EngineWorld.heard(events, engine)
                    }
                }
                heard += EngineWorld.apply([fix], to: engine)
            }
            var events: [FenceEvent] = []
            engine.advance(to: Instant(microsecondsSince1970: 1_000_000_000_000), into: &events)
            heard += EngineWorld.heard(events, engine)
            return EngineWorld.byTrack(heard)
        }
        let expected = run(nil)
        #expect(!expected.isEmpty)
        for ticks in [250_000, 1_000_000, 7_000_000] as [Int64] { #expect(run(ticks) == expected) }
    }

    @Test(
        "a restart from a snapshot at any step changes nothing, and equal states give equal bytes",
        arguments: 0..<EngineWorld.variants.count)
    func restarts(variant: Int) throws {
        var random = SeededRandomNumberGenerator(seed: UInt64(371 + variant))
        for lateness in [0, 1_500_000] as [Int64] {
            let world = try EngineWorld(&random, change: EngineWorld.variants[variant])
            let fixes = world.walk(&random, count: 80, timeStep: 0)
            let steady = world.engine(lateness: lateness)
            var restarted = world.engine(lateness: lateness)
            for (step, fix) in fixes.enumerated() {
                var (first, second) = (EngineWorld.apply([fix], to: steady), EngineWorld.apply([fix], to: restarted))
                if step % 9 == 8 {
                    // The same edit and the same clock for both.
                    let edit: FenceEdit =
                        step % 2 == 0 ? .put(try EngineWorld.fence("f\(step % 14)", &random)) : .remove(id: "f\(random.index(below: 12))")
                    let now = Instant(microsecondsSince1970: (fix.time ?? 0) + Int64(step % 3 - 1) * 700_000)
                    for (engine, isFirst) in [(steady, true), (restarted, false)] {
                        var events: [FenceEvent] = []
                        engine.advance(to: now, into: &events)
                        var heard = EngineWorld.heard(events, engine)
                        events = []
                        engine.edit([edit], at: now, into: &events)
                        heard += EngineWorld.heard(events, engine)
                        if isFirst { first += heard } else { second += heard }
                    }
                }
                #expect(first == second)
                let bytes = restarted.snapshot()
                #expect(bytes == steady.snapshot())
                restarted = try FenceEngine(snapshot: bytes, index: restarted.index, options: restarted.options)
                #expect(restarted.snapshot() == bytes)
            }
        }
    }
}
