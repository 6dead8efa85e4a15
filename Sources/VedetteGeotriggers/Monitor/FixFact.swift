// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteLocation
import VedetteModel

/// A fix as the feed brought it: what a notification tells of it.
struct FixFact: Sendable {
    var location: Location?
    var position: GridPosition
    /// Microseconds since 1970.
    var time: Int64
    var ordinal: UInt64
    var accuracy = Double.nan
    var speed = Double.nan
    var course = Double.nan
}

/// The last two fixes of a track.
struct TrackFacts: Sendable {
    var latest: FixFact
    var previous: FixFact?
}
