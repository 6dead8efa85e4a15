// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteFences

@Suite("Event time and lateness")
struct LatenessTests {
    private func timeline(_ seconds: Int64, _ change: (inout FenceEngineOptions) -> Void = { _ in }) throws -> FenceTimeline {
        try FenceTimeline {
            $0.allowedLateness = seconds * 1_000_000
            change(&$0)
        }
    }

    @Test("a fix waits until it is as old as the allowance; the end decides the rest")
    func waits() throws {
        let timeline = try timeline(10)
        timeline.fix(0.5, at: 100)
        timeline.fix(5, at: 105)
        #expect(timeline.told == [])
        #expect(timeline.engine.counts.waiting == 2)
        timeline.fix(5, at: 110)
        #expect(timeline.told == ["v entered a 100"])
        // The record that crossed, and the row that brought it out.
        #expect(timeline.events[0].observation == 0 && timeline.events[0].row == 0)
        timeline.finish()
        #expect(timeline.told == ["v entered a 100", "v exited a 105"])
        #expect(timeline.events[1].row == -1 && timeline.events[1].observation == 1)
        #expect(timeline.engine.counts.waiting == 0)
        #expect(timeline.engine.counts.fixes == 3)
    }

    @Test("late is what is older than the newest by more than the allowance; exactly as old is not; another track does not matter")
    func late() throws {
        let timeline = try timeline(10)
        timeline.fix(5, at: 100)
        timeline.fix(0.5, at: 90)
        #expect(timeline.told == ["v entered a 90"])
        timeline.fix(5, at: 89.999999)
        timeline.fix(0.5, at: 10, track: "w")
        timeline.finish()
        #expect(timeline.told == ["v entered a 90", "v exited a 100", "w entered a 10"])
        #expect(timeline.engine.counts.late == 1)
        #expect(timeline.engine.counts.fixes == 3)
    }

    @Test("fixes of one time are decided in the order in which they came")
    func ties() throws {
        let timeline = try timeline(10)
        timeline.fix(0.5, at: 100)
        timeline.fix(2.5, at: 90)
        timeline.fix(5, at: 100)
        timeline.fix(2.5, at: 100)
        timeline.finish()
        #expect(
            timeline.told == [
                "v entered b 90", "v exited b 100", "v entered a 100", "v exited a 100", "v entered b 100",
            ])
        #expect(timeline.events.map(\.ordinal) == [0, 0, 0, 0, 0])
    }

    @Test("a clock decides nothing and makes nothing late")
    func clock() throws {
        let timeline = try timeline(10) { $0.rules.dwell = 5_000_000 }
        timeline.fix(0.5, at: 100)
        timeline.clock(1_000_000)
        timeline.fix(5, at: 95)
        #expect(timeline.told == [])
        timeline.finish()
        #expect(timeline.told == ["v entered a 100"])
        timeline.clock(1_000_000)
        #expect(timeline.told.last == "v dwelled a 105")
    }

    @Test("a fix without a time is decided at once")
    func untimed() throws {
        let timeline = try timeline(10)
        timeline.fix(5, at: 100)
        timeline.fix(0.5, at: nil)
        timeline.finish()
        #expect(timeline.told == ["v entered a @1", "v exited a 100"])
    }

    @Test("times at the ends of what an instant can hold")
    func extremes() throws {
        let timeline = try timeline(3_000_000_000) { ($0.rules.dwell, $0.rules.silence, $0.rules.minimumIn) = (1, 1, 1) }
        var fixes = FenceFixes()
        for time in [Int64.min + 1, .max, .max - 1, .min + 2] {
            fixes.append(track: timeline.engine.track(named: "x"), longitude: 1, latitude: 1, time: time, ordinal: 0)
        }
        var events: [FenceEvent] = []
        timeline.engine.apply(fixes, into: &events)
        timeline.engine.finish(into: &events)
        #expect(timeline.engine.counts.late == 1)
        #expect(events.first?.kind == .entered)
        timeline.clock(9_000_000_000_000)
    }

    @Test("beyond the bound of what waits, the oldest is decided early and counted; what comes before it then is late")
    func bound() throws {
        let timeline = try timeline(1_000_000)
        let count = FenceEngine.maximumWaitingOfTrack
        timeline.fix(0.5, at: 10)
        for second in 1..<count { timeline.fix(5, at: 10 + Double(second)) }
        #expect(timeline.told == [])
        timeline.fix(5, at: 5_000)
        #expect(timeline.told == ["v entered a 10"])
        timeline.fix(5, at: 9)
        #expect(timeline.engine.counts.decidedEarly == 1)
        #expect(timeline.engine.counts.late == 1)
        #expect(timeline.engine.counts.waiting == count)
    }

    @Test(
        "in any order of arrival within the allowance, the events are those of the ordered tracks",
        arguments: 0..<EngineWorld.variants.count)
    func shuffled(variant: Int) throws {
        var random = SeededRandomNumberGenerator(seed: UInt64(31 + variant))
        for _ in 0..<3 {
            let world = try EngineWorld(&random, change: EngineWorld.variants[variant])
            // Different times, so that arrival decides no tie.
            let fixes = world.walk(&random, count: 300, timeStep: 1)
            let ordered = world.run(fixes, lateness: 0)
            var shuffled = fixes
            for place in shuffled.indices.reversed() where place > 0 {
                let other = max(0, place - random.index(below: 20))
                // Fixes are a second apart: none is more than 60 s behind another of its track.
                shuffled.swapAt(place, other)
            }
            let spread = world.largestDelay(shuffled)
            let result = world.run(shuffled, lateness: spread)
            #expect(EngineWorld.byTrack(result) == EngineWorld.byTrack(ordered))
            #expect(!ordered.isEmpty)
        }
    }
}
