// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Finds the entity that is displayed at a place: a core.
enum Identify {
    /// The number of the nearest entity within `tolerance` metres of a place, where entities are taken where they are displayed at `time`; at
    /// their latest positions without one.
    ///
    /// - Complexity: O(tracks).
    static func nearest(
        to place: (longitude: Double, latitude: Double), tolerance: Double, at time: Instant?, in store: borrowing TrackStore
    ) -> (number: UInt32, metres: Double)? {
        var best: (number: UInt32, metres: Double)?
        // A degree of latitude is 110.5 km at least: what is farther off than this need not be measured.
        let reach = tolerance / 110_000 + 1e-6
        for number in 0..<UInt32(store.numberCount) where store.entity(number) != nil {
            let found =
                time.map { store.displayedPosition(number, at: $0) }
                ?? store.latest(number).position.map { ($0.longitudeDegrees, $0.latitudeDegrees) }
            guard let found, abs(found.latitude - place.latitude) <= reach else { continue }
            let metres = Geodesic.inverse(from: (place.latitude, place.longitude), to: (found.latitude, found.longitude)).metres
            if metres <= tolerance, metres < best?.metres ?? .infinity { best = (number, metres) }
        }
        return best
    }
}
