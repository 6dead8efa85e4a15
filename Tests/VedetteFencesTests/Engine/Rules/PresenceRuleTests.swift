// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteFences
import VedetteGeometry

@Suite("Minimum time in and out")
struct PresenceRuleTests {
    private func timeline(in minimumIn: Int64? = nil, out minimumOut: Int64? = nil) throws -> FenceTimeline {
        try FenceTimeline {
            $0.rules.minimumIn = minimumIn.map { $0 * 1_000_000 }
            $0.rules.minimumOut = minimumOut.map { $0 * 1_000_000 }
        }
    }

    @Test(
        "an entry is told once it has held, with the time of the crossing and the time it was sure, whoever brings that time",
        arguments: [true, false])
    func entry(byClock: Bool) throws {
        let timeline = try timeline(in: 10)
        timeline.fix(0.5, at: 5)
        timeline.clock(14)
        #expect(timeline.told == [])
        if byClock { timeline.clock(15) } else { timeline.fix(0.6, at: 15) }
        #expect(timeline.told == ["v entered a 5/15"])
        let event = try #require(timeline.events.first)
        #expect(event.position.longitude == 5_000_000 && event.observation == 0 && event.cause == .fix)
        #expect(event.row == (byClock ? -1 : 0))
        timeline.fix(5, at: 40)
        #expect(timeline.told.last == "v exited a 40")
    }

    @Test("a return before the minimum gives nothing at all; one exactly at it comes after what was sure")
    func returns() throws {
        let early = try timeline(in: 10)
        early.fix(0.5, at: 0)
        early.fix(5, at: 9.999999)
        early.clock(1_000)
        #expect(early.told == [])
        let exact = try timeline(in: 10)
        exact.fix(0.5, at: 0)
        exact.fix(5, at: 10)
        #expect(exact.told == ["v entered a 0/10", "v exited a 10"])
        let late = try timeline(in: 10)
        late.fix(0.5, at: 0)
        late.fix(5, at: 50)
        #expect(late.told == ["v entered a 0/10", "v exited a 50"])
    }

    @Test("an exit is told once it has held; a short absence is none, and the next counts from its own beginning")
    func exit() throws {
        let timeline = try timeline(out: 10)
        timeline.fix(0.5, at: 0)
        timeline.fix(1.5, at: 1)
        timeline.fix(0.5, at: 10.5)
        #expect(timeline.told == ["v entered a 0"])
        timeline.fix(1.5, at: 12)
        timeline.clock(21)
        #expect(timeline.told.count == 1)
        timeline.clock(22)
        #expect(timeline.told == ["v entered a 0", "v exited a 12/22"])
        #expect(timeline.events.last?.position.longitude == 15_000_000)
        timeline.fix(0.5, at: 22)
        #expect(timeline.told.last == "v entered a 22")
    }

    @Test("from fence to fence with both minimums: what is sure first is told first")
    func both() throws {
        let timeline = try timeline(in: 5, out: 10)
        timeline.fix(0.5, at: 0)
        timeline.fix(2.5, at: 6)
        timeline.fix(2.5, at: 30)
        #expect(timeline.told == ["v entered a 0/5", "v entered b 6/11", "v exited a 6/16"])
    }

    @Test("what an edit changes is pending from the time of the edit; fences that go take what was pending with them")
    func edits() throws {
        let timeline = try timeline(in: 10, out: 10)
        timeline.fix(5, at: 0)
        timeline.edit([.put(try FenceTimeline.box("c", 4, 6)), .put(try FenceTimeline.box("d", 4, 6))], at: 3)
        timeline.edit([.remove(id: "c")], at: 5)
        timeline.clock(13)
        #expect(timeline.told == ["v entered d 3/13 edit"])
        timeline.edit([.put(try FenceTimeline.box("d", 7, 8))], at: 20)
        timeline.edit([.put(try FenceTimeline.box("d", 4, 6))], at: 29)
        timeline.clock(100)
        #expect(timeline.told.count == 1)
        timeline.edit([.put(try FenceTimeline.box("d", 7, 8))], at: 120)
        timeline.fix(5.1, at: 131)
        #expect(timeline.told.last == "v exited d 120/130 edit")
    }

    @Test("a fix without a time is told at once: nothing can be waited for")
    func untimed() throws {
        let timeline = try timeline(in: 10, out: 10)
        timeline.fix(0.5, at: nil)
        timeline.fix(5, at: nil)
        #expect(timeline.told == ["v entered a @0", "v exited a @1"])
    }
}
