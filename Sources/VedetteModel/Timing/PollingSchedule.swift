// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Says when an address is to be asked next: a core, which is handed the time and chance.
package struct PollingSchedule: Sendable {
    private let interval: Double
    private let maximumPause: Double
    /// When the next request may begin.
    package private(set) var due = Duration.zero
    /// Failures in a row.
    package private(set) var failureCount = 0

    /// The longest wish of a server that is followed, in seconds: a day.
    private static let longestWish = 86_400.0

    package init(interval: Double, maximumPause: Double) {
        self.interval = interval >= 0.05 ? min(interval, 604_800) : 0.05
        self.maximumPause = max(maximumPause.isFinite ? min(maximumPause, 604_800) : 300, self.interval)
    }

    /// A request that began and ended at these times has a good answer.
    package mutating func succeed(began: Duration, ended: Duration) {
        failureCount = 0
        due = max(began + .seconds(interval), ended)
    }

    /// A request that ended then has none.
    ///
    /// - Parameters:
    ///   - ended: when.
    ///   - wish: for how many seconds the server wants to be left alone (`Retry-After`).
    ///   - chance: from 0 to below 1.
    package mutating func fail(ended: Duration, wish: Double?, chance: Double) {
        failureCount += 1
        let doubled = interval * Double(1 << min(failureCount - 1, 20))
        let pause = min(doubled, maximumPause) * (1 - chance / 4)
        due = ended + .seconds(max(pause, min(wish ?? 0, Self.longestWish)))
    }

    /// Asks at once, as if nothing had failed.
    package mutating func reset(now: Duration) {
        (failureCount, due) = (0, now)
    }
}
