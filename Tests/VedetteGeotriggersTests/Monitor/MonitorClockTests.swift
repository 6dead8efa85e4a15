// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteModel

@testable import VedetteGeotriggers

@Suite("Clock of a monitor")
struct MonitorClockTests {
    private func instant(_ seconds: Double) -> Instant { Instant(microsecondsSince1970: Int64(seconds * 1e6)) }

    @Test("it is the time of the newest fix and what has passed since, never later than it is, and never goes back")
    func time() {
        var clock = MonitorClock()
        #expect(clock.time(now: instant(1_000), uptime: .seconds(0)) == nil)
        clock.note(fixAt: 100_000_000, uptime: .seconds(10))
        #expect(clock.time(now: instant(1_000), uptime: .seconds(10)) == instant(100))
        #expect(clock.time(now: instant(1_005), uptime: .seconds(15)) == instant(105))
        // An older fix changes nothing.
        clock.note(fixAt: 90_000_000, uptime: .seconds(15))
        #expect(clock.time(now: instant(1_006), uptime: .seconds(16)) == instant(106))
        // A newer one may be behind what was reckoned; the clock stands until it is made up for.
        clock.note(fixAt: 101_000_000, uptime: .seconds(16))
        #expect(clock.time(now: instant(1_006), uptime: .seconds(16)) == instant(106))
        #expect(clock.time(now: instant(1_026), uptime: .seconds(26)) == instant(111))
        // A fix from the future does not drag it along.
        clock.note(fixAt: 9_000_000_000, uptime: .seconds(26))
        #expect(clock.time(now: instant(1_027), uptime: .seconds(27)) == instant(1_027))
    }

    @Test("times at the ends of what there is do no harm")
    func extremes() {
        var clock = MonitorClock()
        clock.note(fixAt: .max - 1, uptime: .seconds(0))
        let last = Instant(microsecondsSince1970: .max)
        #expect(clock.time(now: last, uptime: .seconds(1_000_000)) == last)
    }
}
