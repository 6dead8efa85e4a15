// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// Says how long a location source that has failed is left alone: a core.
struct LocationRestart: Sendable {
    /// The pause after the first failure, in seconds; each further one is twice as long.
    static let shortest = 1.0
    static let longest = 60.0

    private var failures = 0
    private var startedAt: Instant?

    /// The source runs.
    mutating func didStart(at now: Instant) {
        startedAt = now
    }

    /// The source has failed.
    ///
    /// - Parameters:
    ///   - now: the time.
    ///   - chance: from 0 to below 1.
    /// - Returns: for how many seconds to wait.
    mutating func didFail(at now: Instant, chance: Double) -> Double {
        // What ran for a while is no source that cannot be started.
        if let startedAt, now.seconds(since: startedAt) >= Self.longest { failures = 0 }
        startedAt = nil
        failures += 1
        let doubled = Self.shortest * Double(1 << min(failures - 1, 10))
        return min(doubled, Self.longest) * (1 - chance / 4)
    }
}
