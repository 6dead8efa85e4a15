// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteFences
import VedetteGeometry

@Suite("Dwell")
struct DwellRuleTests {
    private func timeline(_ dwell: Int64, in minimumIn: Int64? = nil, out minimumOut: Int64? = nil) throws -> FenceTimeline {
        try FenceTimeline {
            $0.rules.dwell = dwell * 1_000_000
            $0.rules.minimumIn = minimumIn.map { $0 * 1_000_000 }
            $0.rules.minimumOut = minimumOut.map { $0 * 1_000_000 }
        }
    }

    @Test("a stay is told once when it has lasted: by the clock, by a fix inside, by one outside", arguments: 0..<3)
    func once(who: Int) throws {
        let timeline = try timeline(10)
        timeline.fix(0.5, at: 0)
        timeline.fix(0.6, at: 4)
        timeline.clock(9)
        #expect(timeline.told == ["v entered a 0"])
        switch who {
        case 0: timeline.clock(10)
        case 1: timeline.fix(0.7, at: 10)
        default: timeline.fix(5, at: 10)
        }
        #expect(timeline.told.prefix(2) == ["v entered a 0", "v dwelled a 10"])
        let event = timeline.events[1]
        #expect(event.position.longitude == 6_000_000 && event.cause == .clock && event.observation == nil)
        timeline.fix(5, at: 60)
        timeline.clock(100)
        #expect(timeline.told == ["v entered a 0", "v dwelled a 10", who == 2 ? "v exited a 10" : "v exited a 60"])
    }

    @Test("a stay that ended sooner is none; the next stay counts for itself")
    func short() throws {
        let timeline = try timeline(10)
        timeline.fix(0.5, at: 0)
        timeline.fix(5, at: 9)
        timeline.fix(0.5, at: 12)
        timeline.clock(21)
        #expect(timeline.told == ["v entered a 0", "v exited a 9", "v entered a 12"])
        timeline.clock(22)
        #expect(timeline.told.last == "v dwelled a 22")
    }

    @Test("a dwell shorter than the minimum in, or as long, is told right after its entry, and not without it", arguments: [3, 10])
    func owed(dwell: Int) throws {
        let timeline = try timeline(Int64(dwell), in: 10)
        timeline.fix(0.5, at: 0)
        timeline.clock(9)
        #expect(timeline.told == [])
        timeline.clock(10)
        #expect(timeline.told == ["v entered a 0/10", "v dwelled a \(dwell)"])
        timeline.fix(5, at: 20)
        timeline.fix(2.5, at: 21)
        timeline.fix(5, at: 30)
        #expect(timeline.told.count == 3)
    }

    @Test("a dwell longer than the minimum in counts from the entry")
    func longer() throws {
        let timeline = try timeline(20, in: 10)
        timeline.fix(0.5, at: 0)
        timeline.fix(0.6, at: 50)
        #expect(timeline.told == ["v entered a 0/10", "v dwelled a 20"])
    }

    @Test("an absence too short to be told does not end the stay; one that is told does")
    func absence() throws {
        let back = try timeline(10, out: 5)
        back.fix(0.5, at: 0)
        back.fix(5, at: 8)
        back.clock(11)
        #expect(back.told == ["v entered a 0"])
        back.fix(0.5, at: 12)
        #expect(back.told == ["v entered a 0", "v dwelled a 10"])
        let gone = try timeline(10, out: 5)
        gone.fix(0.5, at: 0)
        gone.fix(5, at: 8)
        gone.clock(100)
        #expect(gone.told == ["v entered a 0", "v exited a 8/13"])
    }

    @Test("a stay of no time at all is told with its entry")
    func zero() throws {
        let timeline = try timeline(0)
        timeline.fix(0.5, at: 7)
        #expect(timeline.told == ["v entered a 7", "v dwelled a 7"])
        timeline.edit([.put(try FenceTimeline.box("c", 0, 1))], at: 9)
        #expect(timeline.told.suffix(2) == ["v entered c 9 edit", "v dwelled c 9"])
    }

    @Test("an edit is a clock: what was due before it is told, then what it changes; a fence that goes takes its dwell along")
    func edits() throws {
        let timeline = try timeline(10)
        timeline.fix(0.5, at: 0)
        timeline.edit([.put(try FenceTimeline.box("a", 5, 6))], at: 20)
        #expect(timeline.told == ["v entered a 0", "v dwelled a 10", "v exited a 20 edit"])
        timeline.fix(2.5, at: 30)
        timeline.edit([.remove(id: "b")], at: 35)
        timeline.clock(100)
        #expect(timeline.told.last == "v entered b 30")
        // Another shape of the same fence goes on with the stay.
        timeline.edit([.put(try FenceTimeline.box("b", 2, 3))], at: 101)
        timeline.edit([.put(try FenceTimeline.box("b", 2, 4))], at: 105)
        timeline.clock(111)
        #expect(timeline.told.suffix(2) == ["v entered b 101 edit", "v dwelled b 111"])
    }

    @Test("a clock fires by due time, then track, then fence; none fires twice")
    func order() throws {
        let timeline = try FenceTimeline([
            try FenceTimeline.box("z", 0, 1), try FenceTimeline.box("b", 0, 1), try FenceTimeline.box("c", 2, 3),
        ]) { $0.rules.dwell = 10_000_000 }
        timeline.fix(0.5, at: 2, track: "w")
        timeline.fix(0.5, at: 2, track: "v")
        timeline.fix(2.5, at: 1, track: "x")
        timeline.fix(2.5, at: 3, track: "u")
        timeline.clock(13)
        timeline.clock(13)
        #expect(
            timeline.told.suffix(6) == [
                "x dwelled c 11", "v dwelled b 12", "v dwelled z 12", "w dwelled b 12", "w dwelled z 12", "u dwelled c 13",
            ])
        #expect(timeline.told.count == 12)
    }
}
