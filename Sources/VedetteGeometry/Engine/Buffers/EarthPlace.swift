// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A place on the WGS 84 ellipsoid, in degrees.
struct EarthPlace: Equatable {
    var latitude: Double
    var longitude: Double

    /// The way to another place: metres, and the directions at both ends.
    func way(to other: EarthPlace) -> (metres: Double, azimuth1: Double, azimuth2: Double) {
        Geodesic.inverse(from: (latitude, longitude), to: (other.latitude, other.longitude))
    }

    /// Where one arrives, and in which direction one goes on.
    func moved(_ metres: Double, azimuth: Double) -> (place: EarthPlace, azimuth: Double) {
        let end = Geodesic.direct(from: (latitude, longitude), azimuth: azimuth, metres: metres)
        return (EarthPlace(latitude: end.latitude, longitude: end.longitude), end.azimuth)
    }

    /// Whether it is a pole, to the width of a hair.
    var isPole: Bool { abs(latitude) > 90 - 1e-10 }

    /// The other end of the Earth.
    var antipode: EarthPlace { EarthPlace(latitude: -latitude, longitude: longitude <= 0 ? longitude + 180 : longitude - 180) }

    /// The same place with the longitude that is nearest to another one.
    func unrolled(near longitude: Double) -> EarthPlace {
        EarthPlace(latitude: latitude, longitude: self.longitude + 360 * ((longitude - self.longitude) / 360).rounded())
    }

    /// A vector of length 1 in the direction of the place, latitude taken as on a sphere.
    var direction: SIMD3<Double> {
        let (latitude, longitude) = (latitude * .pi / 180, longitude * .pi / 180)
        return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    init(latitude: Double, longitude: Double) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    init(direction: SIMD3<Double>) {
        let flat = (direction.x * direction.x + direction.y * direction.y).squareRoot()
        (latitude, longitude) = (atan2(direction.z, flat) * 180 / .pi, atan2(direction.y, direction.x) * 180 / .pi)
    }
}
