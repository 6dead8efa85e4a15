// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteFences
import VedetteGeometry

@Suite("Silence")
struct SilenceRuleTests {
    private func timeline(_ change: (inout FenceEngineOptions) -> Void = { _ in }) throws -> FenceTimeline {
        try FenceTimeline {
            $0.rules.silence = 30_000_000
            change(&$0)
        }
    }

    @Test("once for each gap while inside, by the clock or by the fix that ends the gap", arguments: [true, false])
    func gaps(byClock: Bool) throws {
        let timeline = try timeline()
        timeline.fix(0.5, at: 0)
        timeline.fix(0.6, at: 20)
        if byClock { for seconds in 21...60 { timeline.clock(Double(seconds)) } }
        timeline.fix(0.6, at: 60)
        timeline.fix(0.6, at: 89.999999)
        if byClock { timeline.clock(500) }
        timeline.fix(5, at: 600)
        timeline.clock(10_000)
        #expect(timeline.told == ["v entered a 0", "v silent a 50", "v silent a 119.999999", "v exited a 600"])
        #expect(timeline.events[1].position.longitude == 6_000_000)
    }

    @Test("outside nobody is silent, and a gap exactly as long is silence")
    func edges() throws {
        let timeline = try timeline()
        timeline.fix(5, at: 0)
        timeline.clock(100)
        timeline.fix(0.5, at: 200)
        timeline.fix(0.5, at: 230)
        #expect(timeline.told == ["v entered a 200", "v silent a 230"])
    }

    @Test("all fences that the track is in are silent, in the order of their ids; a fence added later in the gap is not")
    func several() throws {
        let timeline = try timeline()
        timeline.fix(0.5, at: 0)
        timeline.edit([.put(try FenceTimeline.box("9", 0, 1))], at: 10)
        timeline.clock(30)
        #expect(timeline.told.suffix(2) == ["v silent 9 30", "v silent a 30"])
        timeline.edit([.put(try FenceTimeline.box("10", 0, 1))], at: 40)
        timeline.clock(100)
        #expect(timeline.told.last == "v entered 10 40 edit")
    }

    @Test("what is not told to be in is not silent")
    func pending() throws {
        let timeline = try timeline { $0.rules.minimumIn = 40_000_000 }
        timeline.fix(0.5, at: 0)
        timeline.clock(100)
        #expect(timeline.told == ["v entered a 0/40"])
        timeline.fix(0.5, at: 100)
        timeline.clock(130)
        #expect(timeline.told.last == "v silent a 130")
    }

    @Test("sure and silent at one time: the entry comes first")
    func atOnce() throws {
        let timeline = try timeline { $0.rules.minimumIn = 30_000_000 }
        timeline.fix(0.5, at: 0)
        timeline.clock(30)
        #expect(timeline.told == ["v entered a 0/30", "v silent a 30"])
    }

    @Test("told of a stay that an edit ends, it is still told of one that a waiting fix begins", arguments: [true, false])
    func eachStay(restarts: Bool) throws {
        let timeline = try timeline {
            $0.allowedLateness = 1_000_000_000
            $0.detection = .path(FencePathOptions())
        }
        timeline.fix(0.5, at: 0)
        timeline.fix(0.5, at: 1_001)
        timeline.fix(3, at: 40)
        timeline.edit([.put(try FenceTimeline.box("a", 50, 51))], at: 500)
        #expect(timeline.told == ["v entered a 0", "v silent a 30", "v exited a 500 edit"])
        if restarts { try timeline.restart() }
        timeline.finish()
        #expect(timeline.told.dropFirst(3) == ["v entered b 24", "v silent b 30", "v silent b 70", "v exited b 1001"])
    }

    @Test("told in a gap, it is told again in the next one, though a fix in between came early by another clock")
    func toldBeforeEarlierEdit() throws {
        let timeline = try timeline { $0.rules.dwell = 100_000_000 }
        timeline.fix(0.5, at: 100)
        timeline.clock(130)
        // A stay that began earlier waits for less than the gap that was told.
        timeline.edit([.put(try FenceTimeline.box("9", 0, 1))], at: 29)
        timeline.fix(0.5, at: 128)
        timeline.clock(158)
        #expect(timeline.told.suffix(3) == ["v dwelled 9 129", "v silent 9 158", "v silent a 158"])
        try timeline.restart()
        timeline.clock(1_000)
        #expect(timeline.told.suffix(2) == ["v silent a 158", "v dwelled a 200"])
    }
}
