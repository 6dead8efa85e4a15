// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How much a track store keeps. Zero means no limit.
package struct TrackStoreLimits: Equatable, Sendable {
    /// Observations over all tracks.
    package var maximumObservations: Int
    /// Observations of one track.
    package var maximumObservationsPerTrack: Int

    package init(maximumObservations: Int = 100_000, maximumObservationsPerTrack: Int = 0) {
        self.maximumObservations = maximumObservations
        self.maximumObservationsPerTrack = maximumObservationsPerTrack
    }
}
