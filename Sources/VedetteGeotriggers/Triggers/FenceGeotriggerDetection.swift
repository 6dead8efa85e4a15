// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What of a track is judged.
public enum FenceGeotriggerDetection: Hashable, Sendable {
    /// Each fix: something fast can pass a small fence between two of them unseen.
    case fixes

    /// The way between two fixes, straight in longitude and latitude, the shorter way round, at a constant rate: every fence on it is entered and exited, at
    /// the time and place of the crossing.
    ///
    /// - Parameters:
    ///   - maximumGap: seconds; fixes further apart in time have no way between them, and the later one is judged as a fix.
    ///   - maximumSpeed: metres a second; fixes that would need more have no way between them; nil for any speed.
    case path(maximumGap: Double = 600, maximumSpeed: Double? = nil)
}
