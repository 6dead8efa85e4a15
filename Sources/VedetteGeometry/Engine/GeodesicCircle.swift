// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The places at one distance from a place on the WGS 84 ellipsoid, as a ring whose edges are straight in longitude and latitude.
struct GeodesicCircle {
    let center: (latitude: Double, longitude: Double)
    let metres: Double
    /// How far an edge may be from the circle, in metres.
    let maximumDeviation: Double

    /// How often an eighth of the circle is halved at the most.
    private static let maximumDepth = 16

    private typealias Place = (longitude: Double, latitude: Double)

    /// The disc as an area on the map of the world; nil where it holds both poles, since no ring can say which side is meant then, or passes one too
    /// closely to tell.
    var area: Polygon? {
        let poles = [90.0, -90].filter { Geodesic.inverse(from: center, to: ($0, center.longitude)).metres < metres }
        guard poles.count < 2 else { return nil }
        var ring = Coordinates()
        var last = place(azimuth: 0, near: center.longitude)
        for eighth in 0..<8 {
            ring.append(x: last.longitude, y: last.latitude)
            let next = place(azimuth: Double(eighth + 1) * 45, near: last.longitude)
            last = add(from: Double(eighth) * 45, last, to: Double(eighth + 1) * 45, next, depth: 0, &ring)
        }
        // A circle that passes a pole by less than it may deviate cannot be told to hold it or not.
        guard abs(abs(last.longitude - ring.x[0]) - (poles.isEmpty ? 0 : 360)) < 1e-6 else { return nil }
        if let pole = poles.first {
            // Round the pole the ring ends a turn away from where it began: along the pole it comes back.
            ring.append(x: last.longitude, y: last.latitude)
            ring.append(x: last.longitude, y: pole)
            ring.append(x: ring.x[0], y: pole)
        }
        let area = Polygon(polygons: [[ring]], spatialReference: .wgs84)
        return GeometryEngine.normalizeCentralMeridian(of: area) as? Polygon
    }

    /// Adds vertices between two places until edges are close enough to the circle.
    ///
    /// - Returns: the end, with its longitude on the turn of the world that the places before lead to.
    private func add(
        from azimuth1: Double, _ place1: Place, to azimuth2: Double, _ end: Place, depth: Int, _ ring: inout Coordinates
    ) -> Place {
        let azimuth = (azimuth1 + azimuth2) / 2
        let middle = place(azimuth: azimuth, near: place1.longitude)
        let place2 = (longitude: end.longitude + 360 * ((middle.longitude - end.longitude) / 360).rounded(), latitude: end.latitude)
        guard depth < Self.maximumDepth, deviation(place1, middle, place2) > maximumDeviation else { return place2 }
        let reached = add(from: azimuth1, place1, to: azimuth, middle, depth: depth + 1, &ring)
        ring.append(x: reached.longitude, y: reached.latitude)
        return add(from: azimuth, reached, to: azimuth2, place2, depth: depth + 1, &ring)
    }

    /// How far the middle of the edge is from the circle.
    private func deviation(_ place1: Place, _ middle: Place, _ place2: Place) -> Double {
        let edge = (latitude: (place1.latitude + place2.latitude) / 2, longitude: (place1.longitude + place2.longitude) / 2)
        return abs(Geodesic.inverse(from: center, to: edge).metres - metres)
    }

    private func place(azimuth: Double, near longitude: Double) -> Place {
        let place = Geodesic.direct(from: center, azimuth: azimuth, metres: metres)
        return (place.longitude + 360 * ((longitude - place.longitude) / 360).rounded(), place.latitude)
    }
}
