// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteFeeds

@Suite("Replay schedule")
struct ReplayScheduleTests {
    private static let second: Int64 = 1_000_000

    /// When observations are due, in seconds, on a clock that follows them.
    private func dues(_ pace: FeedPace, _ seconds: [Double?]) -> [Double] {
        var schedule = ReplaySchedule(pace: pace)
        var now = Duration.zero
        return seconds.map { time in
            now = max(now, schedule.take(time.map { Int64($0 * 1e6) }, now: now).due)
            return now / .seconds(1)
        }
    }

    @Test("observations are due as long after the first as they were recorded, divided by the speed")
    func recorded() {
        #expect(dues(.recorded(), [1_000, 1_001, 1_003.5]) == [0, 1, 3.5])
        #expect(dues(.recorded(speed: 10), [1_000, 1_001, 1_003.5]) == [0, 0.1, 0.35])
        #expect(dues(.recorded(speed: 0.5), [-5, 0]) == [0, 10])
    }

    @Test("late observations and those without a time are due at once, and hold up nobody")
    func lateAndTimeless() {
        #expect(dues(.recorded(), [nil, 10, nil, 12, 5, 11.5, nil, 13]) == [0, 0, 0, 2, 2, 2, 2, 3])
    }

    @Test("of long pauses only so much is waited, and a time from the far future shifts nothing behind it")
    func gaps() {
        #expect(dues(.recorded(longestGap: 5), [0, 3, 100, 101]) == [0, 3, 8, 9])
        #expect(dues(.recorded(speed: 2, longestGap: 4), [0, 1_000]) == [0, 2])
        #expect(dues(.recorded(longestGap: 5), [0, 1, 9e9, 2, 3]) == [0, 1, 6, 6, 7])
        #expect(dues(.recorded(longestGap: 0), [0, 10, 20]) == [0, 0, 0])
    }

    @Test("so many a second, without making up for more than a second of delay")
    func rate() {
        #expect(dues(.observationsPerSecond(4), [nil, 5, 3, nil]) == [0, 0.25, 0.5, 0.75])
        var schedule = ReplaySchedule(pace: .observationsPerSecond(2))
        #expect(schedule.take(nil, now: .seconds(3)).due == .seconds(3))
        #expect(schedule.take(nil, now: .seconds(100)).due == .seconds(99.5))
        #expect(schedule.take(nil, now: .seconds(100)).due == .seconds(100))
        #expect(schedule.take(nil, now: .seconds(100)).due == .seconds(100.5))
    }

    @Test("figures that cannot be a pace are as fast as possible")
    func nonsense() {
        for value in [0, -1, .infinity, .nan, -.infinity] as [Double] {
            #expect(FeedPace.recorded(speed: value).checked == .asFastAsPossible)
            #expect(FeedPace.observationsPerSecond(value).checked == .asFastAsPossible)
        }
        #expect(FeedPace.recorded(speed: 1e-300).checked == .recorded(speed: 1e-6))
        #expect(FeedPace.recorded(longestGap: .nan).checked == .recorded())
        #expect(!ReplaySchedule(pace: .asFastAsPossible).isPaced)
    }

    @Test("in the next round, times go on a second behind those of the round before")
    func rounds() {
        var schedule = ReplaySchedule(pace: .recorded())
        #expect(!schedule.shiftsTimes)
        for time in [100, 107, 104] as [Int64] { _ = schedule.take(time * Self.second, now: .zero) }
        schedule.beginRound()
        #expect(schedule.shiftsTimes)
        let first = schedule.take(100 * Self.second, now: .seconds(7))
        #expect(first.due == .seconds(8) && first.time == 108 * Self.second)
        #expect(schedule.take(nil, now: .seconds(8)).time == nil)
        #expect(schedule.take(107 * Self.second, now: .seconds(8)).time == 115 * Self.second)
        schedule.beginRound()
        #expect(schedule.take(100 * Self.second, now: .seconds(8)).time == 116 * Self.second)
    }

    @Test("whatever the times, dues never go back and nothing overflows")
    func anyTimes() {
        var random = SeededRandomNumberGenerator(seed: 3)
        for pace in [.recorded(), .recorded(speed: 1e-6), .recorded(speed: 1e9, longestGap: 1e9)] as [FeedPace] {
            var schedule = ReplaySchedule(pace: pace)
            var last = Duration.zero
            for _ in 0..<2_000 {
                let time: Int64? =
                    [nil, .min + 1, .max, 0, Int64.random(in: .min + 1 ... .max, using: &random)].randomElement(using: &random) ?? nil
                let taken = schedule.take(time, now: last)
                #expect(taken.due >= last)
                last = taken.due
                if Bool.random(using: &random) { schedule.beginRound() }
            }
        }
    }
}
