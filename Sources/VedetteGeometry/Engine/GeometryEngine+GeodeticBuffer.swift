// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension GeometryEngine {
    /// All places that are no farther than `distance` from a point, or from one of several, over the WGS 84 ellipsoid.
    ///
    /// Across the antimeridian the area is cut in two; round a pole it reaches along the edge of the map. Edges are straight in longitude and
    /// latitude, and vertices are at the distance exactly.
    ///
    /// - Parameters:
    ///   - geometry: a point or a multipoint; lines and areas cannot be done yet. One without a spatial reference is taken to be in WGS 84.
    ///   - distance: 0 or more.
    ///   - distanceUnit: metres unless given.
    ///   - maxDeviation: how far an edge may be from the true line, in the unit of the distance; NaN for a ten-thousandth of the distance.
    ///   - curveType: geodesics only.
    /// - Returns: an area in WGS 84, or in the spatial reference of the geometry where it can be projected into that whole. nil for other
    ///   geometries, a distance that is negative or no number, or one so large that both poles are within it.
    public static func geodeticBuffer(
        around geometry: Geometry, distance: Double, distanceUnit: UnitLength? = nil, maxDeviation: Double = .nan,
        curveType: GeodeticCurveType = .geodesic
    ) -> Polygon? {
        func metres(_ value: Double) -> Double { Measurement(value: value, unit: distanceUnit ?? .meters).converted(to: .meters).value }
        guard geometry.dimension == 0, distance >= 0, distance.isFinite else { return nil }
        let deviation = maxDeviation > 0 ? metres(maxDeviation) : metres(distance) / 10_000
        guard let placed = onEllipsoid(geometry), !placed.isEmpty, distance > 0 else {
            return distance == 0 || geometry.isEmpty ? Polygon(rings: [], spatialReference: geometry.spatialReference) : nil
        }
        var circles: [Polygon] = []
        for run in placed.runs {
            for index in 0..<run.count where !run.x[index].isNaN {
                let circle = GeodesicCircle(
                    center: (run.y[index], run.x[index]), metres: metres(distance), maximumDeviation: max(deviation, 1e-3))
                guard let area = circle.area else { return nil }
                circles.append(area)
            }
        }
        guard let area = circles.count == 1 ? circles[0] : union(of: circles) as? Polygon else { return nil }
        return geometry.spatialReference.flatMap { project(area, into: $0) } ?? area
    }
}
