// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteMapping

/// Where all browsers of a view look that share their viewpoint: a core. The last move wins.
struct SharedViewpoint: Sendable {
    struct Place: Equatable, Sendable {
        /// Degrees, −180…180.
        var longitude: Double
        var latitude: Double
        /// The number under the fraction line.
        var scale: Double
        /// The direction that is up, in degrees clockwise from north, 0…360.
        var rotation: Double

        init(longitude: Double, latitude: Double, scale: Double, rotation: Double) {
            self.longitude = abs(longitude) <= 180 ? longitude : longitude - 360 * ((longitude + 180) / 360).rounded(.down)
            (self.latitude, self.scale) = (latitude, scale)
            let turned = rotation - 360 * (rotation / 360).rounded(.down)
            self.rotation = turned < 360 ? turned : 0
        }

        /// The zoom level of web maps.
        var zoom: Double { MapScale.zoomLevel(scale: scale) }

        /// Whether it is the same but for what projecting there and back makes of it.
        func isNear(_ other: Place) -> Bool {
            func isSame(_ first: Double, _ second: Double, turn: Double) -> Bool {
                let distance = abs(first - second)
                return min(distance, abs(turn - distance)) < 1e-9
            }
            return isSame(longitude, other.longitude, turn: 360) && isSame(latitude, other.latitude, turn: .infinity)
                && isSame(rotation, other.rotation, turn: 360) && abs(scale - other.scale) <= 1e-9 * scale
        }
    }

    private(set) var place: Place
    /// Counted up with each move, whoever made it; from 1 on.
    private(set) var sequence = 1

    init(_ place: Place) { self.place = place }

    /// Goes to a place. It counts as a move also where that is the same: who asked for it is to be answered.
    mutating func move(to place: Place) {
        self.place = place
        sequence += 1
    }

    /// Takes over where something else has gone; nothing where that is the same.
    mutating func follow(_ place: Place) {
        if !place.isNear(self.place) { move(to: place) }
    }
}
