// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A place on, above or below the ellipsoid of WGS 84 (NIMA TR 8350.2: a = 6,378,137 m, 1/f = 298.257223563).
package struct EllipsoidPosition: Hashable, Sendable {
    static let semimajorAxis = 6_378_137.0
    static let flattening = 1 / 298.257_223_563
    static let semiminorAxis = semimajorAxis * (1 - flattening)
    /// e² = f (2 − f).
    static let squaredEccentricity = flattening * (2 - flattening)

    /// As far away as anything may be, in metres: numbers end somewhere.
    static let farthest = 1e12

    /// Degrees.
    package var longitude: Double
    /// Degrees, −90 to 90.
    package var latitude: Double
    /// Metres above the ellipsoid.
    package var altitude: Double

    package init(longitude: Double, latitude: Double, altitude: Double) {
        (self.longitude, self.latitude, self.altitude) = (longitude, latitude, altitude)
    }

    /// The place of a point of the Earth-centred frame: Bowring's iteration (*Survey Review* 23, 1976) to the end, which is exact to
    /// rounding outside the innermost fifty kilometres of the Earth, and finite there. On the axis the longitude is 0.
    package init(_ point: Vector3) {
        let (a, b, e2) = (Self.semimajorAxis, Self.semiminorAxis, Self.squaredEccentricity)
        let radius = hypot(point.x, point.y)
        // The reduced latitude as a direction.
        var (sine, cosine) = Self.unit(a * point.z, b * radius)
        var (up, out) = (sine, cosine)
        for _ in 0..<8 {
            (up, out) = Self.unit(point.z + e2 * a * a / b * sine * sine * sine, radius - e2 * a * cosine * cosine * cosine)
            let (nextSine, nextCosine) = Self.unit((1 - Self.flattening) * up, out)
            let step = abs(nextSine - sine) + abs(nextCosine - cosine)
            (sine, cosine) = (nextSine, nextCosine)
            if step < 1e-16 { break }
        }
        longitude = radius > 0 ? atan2(point.y, point.x) * 180 / .pi : 0
        latitude = min(max(atan2(up, out) * 180 / .pi, -90), 90)
        altitude = radius * out + point.z * up - a * (1 - e2 * up * up).squareRoot()
    }

    private static func unit(_ sine: Double, _ cosine: Double) -> (Double, Double) {
        let length = hypot(sine, cosine)
        return length > 0 ? (sine / length, cosine / length) : (0, 1)
    }

    /// The point in the Earth-centred frame (ECEF), in metres: x to 0° N 0° E, y to 0° N 90° E, z to the north pole.
    package var point: Vector3 {
        let up = Self.up(longitude: longitude, latitude: latitude)
        let normal = Self.semimajorAxis / (1 - Self.squaredEccentricity * up.z * up.z).squareRoot()
        return Vector3(
            (normal + altitude) * up.x, (normal + altitude) * up.y, (normal * (1 - Self.squaredEccentricity) + altitude) * up.z)
    }

    /// Away from the ellipsoid, at right angles to it.
    static func up(longitude: Double, latitude: Double) -> Vector3 {
        let (sineLongitude, cosineLongitude) = sineAndCosine(longitude)
        let (sineLatitude, cosineLatitude) = sineAndCosine(latitude)
        return Vector3(cosineLatitude * cosineLongitude, cosineLatitude * sineLongitude, sineLatitude)
    }

    /// Sine and cosine of degrees, exact at quarters of a turn: so a pole is on the axis.
    static func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
        let rest = degrees.remainder(dividingBy: 360)
        guard rest.isFinite else { return (0, 1) }
        let quarter = (rest / 90).rounded()
        let angle = (rest - quarter * 90) * .pi / 180
        return switch Int(quarter) {
        case 0: (sin(angle), cos(angle))
        case 1: (cos(angle), -sin(angle))
        case -1: (-cos(angle), sin(angle))
        default: (-sin(angle), -cos(angle))
        }
    }
}

extension EllipsoidPosition {
    /// The frame east, north, up at a place: the turn that takes x, y and z there. At a pole, north is that of the meridian.
    package var frame: Quaternion {
        let (sineLongitude, cosineLongitude) = Self.sineAndCosine(longitude)
        let (sineLatitude, cosineLatitude) = Self.sineAndCosine(latitude)
        return Quaternion(
            axes: Vector3(-sineLongitude, cosineLongitude, 0),
            Vector3(-sineLatitude * cosineLongitude, -sineLatitude * sineLongitude, cosineLatitude),
            Vector3(cosineLatitude * cosineLongitude, cosineLatitude * sineLongitude, sineLatitude))
    }
}
