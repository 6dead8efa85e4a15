// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// No fix for some time is told once for each gap and stay: of every fence that the track is in by then.
struct SilenceRule: Sendable {
    /// Microseconds, above 0; nil: there is no such rule.
    let duration: Int64?

    /// When a gap has lasted long enough; the end of time where it has no time, or nobody asks.
    func due(lastFix: Int64) -> Int64 {
        guard let duration else { return .max }
        return lastFix.later(by: duration)
    }
}
