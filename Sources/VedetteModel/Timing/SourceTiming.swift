// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import VedetteValues

/// Time and chance as a source of data or of locations sees them, so that tests can be their own.
package struct SourceTiming: Sendable {
    /// What observations are stamped by.
    package var now: @Sendable () -> Instant
    /// Waits so many seconds; throws when the task is cancelled.
    package var sleep: @Sendable (_ seconds: Double) async throws -> Void
    /// A number from 0 up to 1, 1 not included: spreads the attempts of many clients to connect again.
    package var random: @Sendable () -> Double
    /// How much time has passed since some moment in the past. Unlike ``now`` it does not jump when somebody sets the clock.
    package var uptime: @Sendable () -> Duration

    /// A timing; `uptime` goes by `now` unless given.
    package init(
        now: @escaping @Sendable () -> Instant, sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void,
        random: @escaping @Sendable () -> Double, uptime: (@Sendable () -> Duration)? = nil
    ) {
        (self.now, self.sleep, self.random) = (now, sleep, random)
        self.uptime = uptime ?? { .microseconds(now().microsecondsSince1970) }
    }

    /// The system's clock and chance.
    package static let system = SourceTiming(
        now: { Instant(Date()) },
        // Thirty years are for ever, and fit into a duration.
        sleep: { try await Task.sleep(for: .seconds(min($0, 1e9)), clock: .continuous) },
        random: { .random(in: 0..<1) }, uptime: { beginning.duration(to: .now) })

    private static let beginning = ContinuousClock.now
}
