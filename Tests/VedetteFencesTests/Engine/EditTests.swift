// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting
import VedetteValues

@testable import VedetteFences

@Suite("Edits of the fences")
struct EditTests {
    @Test("what was due before an edit is told with the fence's id, though the same edit takes it away")
    func dueBefore() throws {
        let timeline = try FenceTimeline { $0.rules.minimumIn = 1_000_000 }
        timeline.fix(0.5, at: 0)
        timeline.edit([.put(try FenceTimeline.box("0", 7, 8)), .remove(id: "a")], at: 2)
        timeline.clock(100)
        #expect(timeline.told == ["v entered a 0/1"])
        #expect(timeline.engine.fences(ofTrack: 0).isEmpty)
    }

    @Test("a fence that comes back is the same for ids: events at one time stay apart, also over a restart", arguments: [false, true])
    func comesBack(isRestarted: Bool) throws {
        for change in [{ _ in }, { $0.rules.dwell = 1_000_000_000 }] as [@Sendable (inout FenceEngineOptions) -> Void] {
            let timeline = try FenceTimeline(nil, change)
            for _ in 0..<4 {
                timeline.fix(0.5, at: 7)
                timeline.fix(5, at: 7)
                timeline.edit([.remove(id: "a")], at: 7)
                if isRestarted { try timeline.restart() }
                timeline.edit([.put(try FenceTimeline.box("a", 0, 1))], at: 7)
                if isRestarted { try timeline.restart() }
            }
            #expect(timeline.told.count == 8)
            #expect(Set(timeline.ids).count == 8)
            #expect(timeline.events.map(\.ordinal) == [0, 0, 1, 1, 2, 2, 3, 3])
        }
    }

    @Test("taken away and put again in one edit, a fence is another stay; put alone it is the same")
    func replaced() throws {
        let timeline = try FenceTimeline()
        timeline.fix(0.5, at: 0)
        timeline.edit([.put(try FenceTimeline.box("a", 0, 1.5))], at: 1)
        #expect(timeline.told.count == 1)
        timeline.edit([.remove(id: "a"), .put(try FenceTimeline.box("a", 0, 1))], at: 2)
        #expect(timeline.told == ["v entered a 0", "v entered a 2 edit"])
        timeline.edit([.remove(id: "nobody"), .remove(id: "a"), .remove(id: "a")], at: 3)
        timeline.fix(0.6, at: 4)
        #expect(timeline.told.count == 2)
    }

    @Test("an absence that was not told yet goes with its fence, wherever the track is by then")
    func farAway() throws {
        let timeline = try FenceTimeline { $0.rules.minimumOut = 100_000_000 }
        timeline.fix(0.5, at: 0)
        timeline.fix(50, at: 1)
        timeline.edit([.remove(id: "a")], at: 2)
        timeline.clock(1_000)
        timeline.fix(50, at: 2_000)
        #expect(timeline.told == ["v entered a 0"])
        #expect(
            timeline.engine.snapshot()
                == (try FenceEngine(
                    snapshot: timeline.engine.snapshot(), index: timeline.engine.index, options: timeline.engine.options)).snapshot())
    }

    @Test("few edits and many judge the same tracks, with every way of detection", arguments: 0..<EngineWorld.variants.count)
    func fewAndMany(variant: Int) throws {
        var random = SeededRandomNumberGenerator(seed: UInt64(471 + variant))
        let world = try EngineWorld(&random, change: EngineWorld.variants[variant])
        let (few, many) = (world.engine(), world.engine())
        // So many far away that every track is judged anew.
        let far = try (0..<60).map { FenceEdit.put(try FenceTimeline.box("far\($0)", 40 + Double($0), 40.0001 + Double($0), 0, 0.0001)) }
        var heard = 0
        for (step, fix) in world.walk(&random, count: 120, timeStep: 1).enumerated() {
            #expect(EngineWorld.apply([fix], to: few) == EngineWorld.apply([fix], to: many))
            guard step % 5 == 4 else { continue }
            let edits: [FenceEdit] = [
                .put(try EngineWorld.fence("f\(random.index(below: 14))", &random)), .remove(id: "f\(random.index(below: 14))"),
            ]
            let now = Instant(microsecondsSince1970: fix.time ?? 0)
            var (first, second): ([FenceEvent], [FenceEvent]) = ([], [])
            few.edit(edits, at: now, into: &first)
            many.edit(edits + (step % 2 == 0 ? far : far.indices.map { FenceEdit.remove(id: "far\($0)") }), at: now, into: &second)
            #expect(EngineWorld.heard(first, few) == EngineWorld.heard(second, many))
            heard += first.count
        }
        #expect(heard > 1)
    }
}
