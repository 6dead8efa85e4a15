// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// No fix for some time is told once for each gap, of every fence that the track is in.
struct SilenceRule: Sendable {
    /// Microseconds, above 0; nil: there is no such rule.
    let duration: Int64?

    /// When a gap has lasted long enough; the end of time where it is told already, has no time, or nobody asks.
    func due(lastFix: Int64, isTold: Bool) -> Int64 {
        guard let duration, !isTold else { return .max }
        return lastFix.later(by: duration)
    }
}
