// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteModel

@testable import VedetteFeeds

/// A clock on which waiting takes no time: whoever waits moves it on.
final class JumpingClock: Sendable {
    private struct State {
        var now = Duration.zero
        var sleeps: [Duration] = []
        var chance = 0.0
        /// What is done before the clock moves, such as to end a test.
        var onSleep: (@Sendable (Int) async -> Void)?
    }

    private let state = Mutex(State())

    /// The time of day at which it begins.
    static let origin = Instant(microsecondsSince1970: 1_777_636_800_000_000)

    var now: Duration { state.withLock { $0.now } }
    /// The moments that were waited for.
    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    func advance(by duration: Duration) { state.withLock { $0.now += duration } }

    /// Calls `body` with the number of each wait, from 0, before it.
    func onSleep(_ body: @escaping @Sendable (Int) async -> Void) { state.withLock { $0.onSleep = body } }

    var timing: FeedTiming {
        FeedTiming(
            now: { self.now },
            sleep: { until in
                let (count, action) = self.state.withLock { ($0.sleeps.count, $0.onSleep) }
                await action?(count)
                try Task.checkCancellation()
                self.state.withLock { state in
                    state.sleeps.append(until)
                    state.now = max(state.now, until)
                }
                await Task.yield()
            },
            date: { Instant(microsecondsSince1970: Self.origin.microsecondsSince1970 + Int64(self.now / .microseconds(1))) },
            random: { self.state.withLock { $0.chance } })
    }
}
