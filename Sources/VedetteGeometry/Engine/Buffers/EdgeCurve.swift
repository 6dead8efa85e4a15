// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The line over the ellipsoid that joins two vertices, by the kind of curve. Shares go from 0 to 1 but not evenly with length.
enum EdgeCurve {
    private static let (a, flattening) = (6_378_137.0, 1 / 298.257223563)
    private static let eccentricity2 = flattening * (2 - flattening)

    /// - Throws: ``GeometryError`` for a loxodrome to or from a pole, and for ends that the curve is not defined by.
    static func place(
        _ type: GeodeticCurveType, from start: EarthPlace, to end: EarthPlace
    ) throws -> (Double) -> EarthPlace {
        switch type {
        case .geodesic, .shapePreserving:
            let way = start.way(to: end)
            return { start.moved(way.metres * $0, azimuth: way.azimuth1).place }
        case .loxodrome: return try loxodrome(start, end)
        case .greatElliptic, .normalSection: return try section(start, end, throughCenter: type == .greatElliptic)
        }
    }

    /// The line of constant direction: straight on a Mercator map, the shorter way round.
    private static func loxodrome(_ start: EarthPlace, _ end: EarthPlace) throws -> (Double) -> EarthPlace {
        guard abs(start.latitude) < 90, abs(end.latitude) < 90 else {
            throw GeometryError(.operationFailed, "a loxodrome winds round a pole without end; take another kind of curve")
        }
        let (first, last) = (isometric(start.latitude), isometric(end.latitude))
        let to = end.unrolled(near: start.longitude).longitude
        return { share in
            // Where the latitude hardly changes, its own share is the better conditioned one.
            let latitude =
                abs(last - first) < 1e-9
                ? start.latitude + share * (end.latitude - start.latitude) : inverse(first + share * (last - first))
            return EarthPlace(latitude: latitude, longitude: start.longitude + share * (to - start.longitude))
        }
    }

    /// Isometric latitude on the ellipsoid (Snyder 1987, eq. 3-7).
    private static func isometric(_ latitude: Double) -> Double {
        let sine = sin(latitude * .pi / 180)
        let e = eccentricity2.squareRoot()
        return atanh(sine) - e * atanh(e * sine)
    }

    private static func inverse(_ isometric: Double) -> Double {
        let e = eccentricity2.squareRoot()
        var sine = tanh(isometric)
        for _ in 0..<12 { sine = tanh(isometric + e * atanh(e * sine)) }
        return asin(sine) * 180 / .pi
    }

    /// Where a plane through both ends cuts the ellipsoid: the plane holds the centre of the Earth, or the normal at the start.
    private static func section(_ start: EarthPlace, _ end: EarthPlace, throughCenter: Bool) throws -> (Double) -> EarthPlace {
        let (first, last) = (cartesian(start), cartesian(end))
        let out = throughCenter ? first + last : start.direction
        // In units in which the ellipsoid is a sphere of radius 1, a plane stays a plane.
        let scale = SIMD3(1 / a, 1 / a, 1 / (a * (1 - flattening)))
        let way = start.way(to: end)
        guard way.metres < 19_900_000 else {
            throw GeometryError(
                .operationFailed, "two places at opposite ends of the Earth are joined by no one plane; add a vertex between")
        }
        return { share in
            if share <= 0 { return start }
            if share >= 1 { return end }
            let from = (first + share * (last - first)) * scale
            let along = out * scale
            // The place where the line from the chord outwards leaves the sphere.
            let (p, q, r) = ((along * along).sum(), (from * along).sum(), (from * from).sum() - 1)
            let reach = (-q + max(0, q * q - p * r).squareRoot()) / p
            let position = (from + reach * along) / scale
            let flat = (position.x * position.x + position.y * position.y).squareRoot()
            return EarthPlace(
                latitude: atan2(position.z, flat * (1 - eccentricity2)) * 180 / .pi, longitude: atan2(position.y, position.x) * 180 / .pi)
        }
    }

    private static func cartesian(_ place: EarthPlace) -> SIMD3<Double> {
        let direction = place.direction
        let radius = a / (1 - eccentricity2 * direction.z * direction.z).squareRoot()
        return direction * SIMD3(radius, radius, radius * (1 - eccentricity2))
    }
}
