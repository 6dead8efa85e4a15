// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteModel

/// The clocks, the waiting and the chance of connectors. Tests have their own.
struct FeedTiming: Sendable {
    /// The time since some moment that stays the same; never goes back.
    var now: @Sendable () -> Duration
    /// Waits until then.
    var sleep: @Sendable (_ until: Duration) async throws -> Void
    /// The time of day.
    var date: @Sendable () -> Instant
    /// A number from 0 to below 1.
    var random: @Sendable () -> Double

    static let system: FeedTiming = {
        let origin = ContinuousClock.now
        return FeedTiming(
            now: { ContinuousClock.now - origin },
            sleep: { try await Task.sleep(until: origin + $0, clock: .continuous) },
            date: { Instant(Date()) },
            random: { Double.random(in: 0..<1) })
    }()
}
