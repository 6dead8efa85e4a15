// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CPROJ
public import Foundation

extension GeometryEngine {
    /// The distance between two points over the WGS 84 ellipsoid, and the directions at both ends.
    ///
    /// Points in another spatial reference are projected to WGS 84 first; a point without one is taken to be in WGS 84. Heights play no
    /// part. Accurate to 15 nm (C. F. F. Karney, *Algorithms for geodesics*, J. Geodesy 87, 2013; the routines are PROJ's).
    ///
    /// - Returns: nil for another curve than a geodesic, an empty point, a latitude beyond ±90°, or a point that cannot be projected.
    public static func geodeticDistance(
        from point1: Point, to point2: Point, distanceUnit: UnitLength? = nil, azimuthUnit: UnitAngle? = nil,
        curveType: GeodeticCurveType = .geodesic
    ) -> GeodeticDistanceResult? {
        guard curveType == .geodesic, let first = wgs84(point1), let second = wgs84(point2) else { return nil }
        let inverse = Geodesic.inverse(from: (first.y, first.x), to: (second.y, second.x))
        return GeodeticDistanceResult(
            distance: (distanceUnit ?? .meters).measurement(ofMetres: inverse.metres),
            azimuth1: Measurement(value: inverse.azimuth1, unit: UnitAngle.degrees).converted(to: azimuthUnit ?? .degrees),
            azimuth2: Measurement(value: inverse.azimuth2, unit: UnitAngle.degrees).converted(to: azimuthUnit ?? .degrees))
    }

    private static func wgs84(_ point: Point) -> Point? {
        guard !point.isEmpty else { return nil }
        let point = point.spatialReference == nil ? point : project(point, into: .wgs84)
        guard let point, abs(point.y) <= 90, point.x.isFinite else { return nil }
        return point
    }
}

/// The geodesic problems on the WGS 84 ellipsoid, in degrees and metres.
package enum Geodesic {
    private static let ellipsoid: geod_geodesic = {
        var ellipsoid = geod_geodesic()
        geod_init(&ellipsoid, 6_378_137, 1 / 298.257223563)
        return ellipsoid
    }()

    /// Distance in metres and azimuths in degrees of the shortest line. Positions are (latitude, longitude).
    package static func inverse(
        from first: (latitude: Double, longitude: Double), to second: (latitude: Double, longitude: Double)
    ) -> (metres: Double, azimuth1: Double, azimuth2: Double) {
        var ellipsoid = ellipsoid
        var (metres, azimuth1, azimuth2) = (0.0, 0.0, 0.0)
        geod_inverse(
            &ellipsoid, first.latitude, first.longitude, second.latitude, second.longitude, &metres, &azimuth1, &azimuth2)
        return (metres, azimuth1, azimuth2)
    }

    /// Where one arrives after `metres` from a position in the direction of `azimuth` (degrees clockwise from north).
    package static func direct(
        from start: (latitude: Double, longitude: Double), azimuth: Double, metres: Double
    ) -> (latitude: Double, longitude: Double, azimuth: Double) {
        var ellipsoid = ellipsoid
        var (latitude, longitude, arrival) = (0.0, 0.0, 0.0)
        geod_direct(&ellipsoid, start.latitude, start.longitude, azimuth, metres, &latitude, &longitude, &arrival)
        return (latitude, longitude, arrival)
    }

    /// The area in square metres between two parallels and two meridians (Snyder 1987, *Map Projections: A Working Manual*, 3-12 and
    /// 3-14, which give the area below a parallel); an envelope wider than the world counts as the world.
    static func areaOfBox(_ envelope: Envelope) -> Double {
        let flattening = 1 / 298.257223563
        let squaredEccentricity = flattening * (2 - flattening)
        let eccentricity = squaredEccentricity.squareRoot()
        let polarRadius = 6_378_137 * (1 - flattening)
        func below(_ latitude: Double) -> Double {
            let sine = sin(latitude * .pi / 180)
            let bent = eccentricity * sine
            return polarRadius * polarRadius / 2 * (sine / (1 - squaredEccentricity * sine * sine) + atanh(bent) / eccentricity)
        }
        return min(envelope.width, 360) * .pi / 180 * (below(envelope.yMax) - below(envelope.yMin))
    }

    /// The area in square metres of the smaller side of a ring.
    static func area(of ring: Coordinates) -> Double {
        var ellipsoid = ellipsoid
        var polygon = geod_polygon()
        geod_polygon_init(&polygon, 0)
        for index in 0..<ring.count { geod_polygon_addpoint(&ellipsoid, &polygon, ring.y[index], ring.x[index]) }
        var (area, perimeter) = (0.0, 0.0)
        geod_polygon_compute(&ellipsoid, &polygon, 0, 1, &area, &perimeter)
        return abs(area)
    }
}
