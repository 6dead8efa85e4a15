// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteModel

@Suite("Polling: when")
struct PollingScheduleTests {
    @Test("requests begin an interval apart; a slow one is followed at once")
    func intervals() {
        var schedule = PollingSchedule(interval: 10, maximumPause: 300)
        schedule.succeed(began: .seconds(5), ended: .seconds(6))
        #expect(schedule.due == .seconds(15))
        schedule.succeed(began: .seconds(15), ended: .seconds(40))
        #expect(schedule.due == .seconds(40))
    }

    @Test("pauses double from the interval to the longest, each shortened by chance, and begin anew after a good answer")
    func pauses() {
        var schedule = PollingSchedule(interval: 10, maximumPause: 300)
        var pauses: [Double] = []
        for _ in 0..<8 {
            schedule.fail(ended: .seconds(100), wish: nil, chance: 0)
            pauses.append((schedule.due - .seconds(100)) / .seconds(1))
        }
        #expect(pauses == [10, 20, 40, 80, 160, 300, 300, 300])
        #expect(schedule.failureCount == 8)
        schedule.fail(ended: .seconds(100), wish: nil, chance: 0.999)
        #expect((225...226).contains((schedule.due - .seconds(100)) / .seconds(1)))
        schedule.succeed(began: .zero, ended: .zero)
        schedule.fail(ended: .zero, wish: nil, chance: 0.5)
        #expect(schedule.due == .seconds(8.75) && schedule.failureCount == 1)
    }

    @Test("a server's wish is followed, for a day at most")
    func wishes() {
        var schedule = PollingSchedule(interval: 1, maximumPause: 300)
        schedule.fail(ended: .zero, wish: 120, chance: 0)
        #expect(schedule.due == .seconds(120))
        schedule.fail(ended: .zero, wish: 1e12, chance: 0)
        #expect(schedule.due == .seconds(86_400))
        schedule.fail(ended: .zero, wish: 0, chance: 0)
        #expect(schedule.due == .seconds(4))
    }

    @Test("intervals that are none are short ones; a long one is longer than the longest pause")
    func strangeIntervals() {
        for interval in [0, -1, .nan] as [Double] {
            var schedule = PollingSchedule(interval: interval, maximumPause: 300)
            schedule.succeed(began: .zero, ended: .zero)
            #expect(schedule.due == .seconds(0.05))
        }
        var schedule = PollingSchedule(interval: 3_600, maximumPause: 300)
        for _ in 0..<70 { schedule.fail(ended: .zero, wish: nil, chance: 0) }
        #expect(schedule.due == .seconds(3_600))
    }
}
