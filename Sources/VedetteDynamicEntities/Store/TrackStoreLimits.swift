// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How much a track store keeps. Zero means no limit.
package struct TrackStoreLimits: Equatable, Sendable {
    /// Observations over all tracks; those go first that arrived first.
    package var maximumObservations: Int
    /// Observations of one track; those go first that are oldest by event time.
    package var maximumObservationsPerTrack: Int

    /// How old an observation may become, in microseconds: at this age it goes.
    package var maximumAge: Int64
    /// Whether age counts from event time, where there is one; else from arrival.
    package var agesByEventTime: Bool
    /// Bytes of memory for observations, tracks and their texts, as ``TrackStore/byteCount`` counts them; those go first that arrived first. One
    /// observation is kept whatever it takes.
    package var maximumBytes: Int

    /// Whether it is event time by which observations go.
    var usesEventAge: Bool { agesByEventTime && maximumAge > 0 }

    package init(
        maximumObservations: Int = 100_000, maximumObservationsPerTrack: Int = 0, maximumAge: Int64 = 0, agesByEventTime: Bool = false,
        maximumBytes: Int = 0
    ) {
        (self.maximumObservations, self.maximumObservationsPerTrack) = (maximumObservations, maximumObservationsPerTrack)
        (self.maximumAge, self.agesByEventTime, self.maximumBytes) = (maximumAge, agesByEventTime, maximumBytes)
    }
}
