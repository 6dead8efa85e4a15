// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteFences

@Suite("Speed")
struct SpeedRuleTests {
    private func timeline(above: Double? = nil, below: Double? = nil, _ change: (inout FenceEngineOptions) -> Void = { _ in }) throws
        -> FenceTimeline
    {
        try FenceTimeline {
            ($0.rules.speedAbove, $0.rules.speedBelow, $0.rules.speedHysteresis) = (above, below, 2)
            change(&$0)
        }
    }

    @Test("told once above the limit, again only after the speed came back past it by the hysteresis")
    func hysteresis() throws {
        let timeline = try timeline(above: 10)
        for (second, speed) in [9.0, 10, 10.1, 50, 8.1, 11, 8, 11, 0, 10.5].enumerated() {
            timeline.fix(0.5, at: Double(second), speed: speed)
        }
        #expect(timeline.told == ["v entered a 0", "v speeding a 2", "v speeding a 7", "v speeding a 9"])
        #expect(timeline.events[1].observation == 2 && timeline.events[1].cause == .fix)
    }

    @Test("slow mirrors it, and comes after speeding")
    func slow() throws {
        let timeline = try timeline(above: 10, below: 5)
        for (second, speed) in [5.0, 4.9, 6.9, 4, 7, 4, 12, 3].enumerated() { timeline.fix(0.5, at: Double(second), speed: speed) }
        #expect(timeline.told == ["v entered a 0", "v slow a 1", "v slow a 5", "v speeding a 6", "v slow a 7"])
    }

    @Test("an entry at speed is told after the entry; leaving arms it again; outside nothing is told")
    func leaving() throws {
        let timeline = try timeline(above: 10)
        timeline.fix(0.5, at: 0, speed: 20)
        timeline.fix(5, at: 1, speed: 20)
        timeline.fix(2.5, at: 2, speed: 20)
        timeline.fix(0.5, at: 3, speed: 20)
        #expect(
            timeline.told == [
                "v entered a 0", "v speeding a 0", "v exited a 1", "v entered b 2", "v speeding b 2", "v exited b 3", "v entered a 3",
                "v speeding a 3",
            ])
    }

    @Test("without a speed of its own, a fix has that of the way from the fix before", arguments: [Double.nan, -1, .infinity])
    func derived(unknown: Double) throws {
        // A hundredth of a degree on the equator is 1,113 m.
        let timeline = try timeline(above: 100)
        timeline.fix(0.5, at: 0, y: 0, speed: unknown)
        timeline.fix(0.51, at: 12, y: 0, speed: unknown)
        timeline.fix(0.52, at: 23, y: 0, speed: unknown)
        timeline.fix(0.9, at: 23, y: 0, speed: unknown)
        #expect(timeline.told == ["v entered a 0", "v speeding a 23"])
    }

    @Test("what is not told to be in is not speeding; it is at the first fix after that is sure")
    func pending() throws {
        let timeline = try timeline(above: 10) { $0.rules.minimumIn = 5_000_000 }
        timeline.fix(0.5, at: 0, speed: 20)
        timeline.fix(0.5, at: 4, speed: 20)
        timeline.fix(0.5, at: 6, speed: 20)
        #expect(timeline.told == ["v entered a 0/5", "v speeding a 6"])
    }

    @Test("an absence too short to be told arms nothing, and a slow fix outside does")
    func absence() throws {
        let timeline = try timeline(above: 10) { $0.rules.minimumOut = 100_000_000 }
        timeline.fix(0.5, at: 0, speed: 20)
        timeline.fix(5, at: 1, speed: 20)
        timeline.fix(0.5, at: 2, speed: 20)
        timeline.fix(5, at: 3, speed: 1)
        timeline.fix(0.5, at: 4, speed: 20)
        #expect(timeline.told == ["v entered a 0", "v speeding a 0", "v speeding a 4"])
    }
}
