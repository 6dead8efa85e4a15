// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A position and velocity as the WGS 84 ellipsoid has them, made from those of the frame that turns with the Earth.
struct GeodeticState {
    /// Radians.
    let latitude, longitude: Double
    /// Metres above the ellipsoid.
    let height: Double
    /// Metres a second in which the point below moves over the ellipsoid, and in which the height grows.
    let north, east, up: Double

    private static let equatorialRadius = 6_378_137.0
    private static let flattening = 1 / 298.257_223_563

    /// By B. R. Bowring, *Transformation from spatial to geographical coordinates*, Survey Review 23 (181), 1976, repeated until it stands still; at the
    /// heights of satellites two rounds do.
    ///
    /// - Parameters:
    ///   - position: metres from the centre of the Earth; farther from it than half the Earth's radius.
    ///   - velocity: metres a second.
    init(position: SIMD3<Double>, velocity: SIMD3<Double>) {
        let (a, f) = (Self.equatorialRadius, Self.flattening)
        let e2 = f * (2 - f)
        let fromAxis = hypot(position.x, position.y)
        var reduced = atan2(position.z, fromAxis * (1 - f))
        var latitude = 0.0
        for _ in 0..<6 {
            let last = latitude
            let (sine, cosine) = (sin(reduced), cos(reduced))
            latitude = atan2(
                position.z + e2 / (1 - f) * a * sine * sine * sine, fromAxis - e2 * a * cosine * cosine * cosine)
            if abs(latitude - last) < 1e-15 { break }
            reduced = atan2((1 - f) * sin(latitude), cos(latitude))
        }
        let longitude = atan2(position.y, position.x)
        let (sinLatitude, cosLatitude, sinLongitude, cosLongitude) = (sin(latitude), cos(latitude), sin(longitude), cos(longitude))
        let w2 = 1 - e2 * sinLatitude * sinLatitude
        let height = fromAxis * cosLatitude + position.z * sinLatitude - a * w2.squareRoot()

        // Radii of curvature along the parallel and along the meridian. The point below is slower than the satellite by them.
        let normal = a / w2.squareRoot()
        let meridian = normal * (1 - e2) / w2
        let outward = velocity.x * cosLongitude + velocity.y * sinLongitude
        east = (velocity.y * cosLongitude - velocity.x * sinLongitude) * normal / (normal + height)
        north = (velocity.z * cosLatitude - outward * sinLatitude) * meridian / (meridian + height)
        up = outward * cosLatitude + velocity.z * sinLatitude
        (self.latitude, self.longitude, self.height) = (latitude, longitude, height)
    }
}
