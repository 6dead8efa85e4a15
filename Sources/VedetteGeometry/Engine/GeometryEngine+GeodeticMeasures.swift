// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CPROJ
public import Foundation

/// Lengths, areas and ways on the WGS 84 ellipsoid (C. F. F. Karney, *Algorithms for geodesics*, J. Geodesy 87, 2013; the routines are
/// PROJ's).
///
/// Curves are geodesics: for another kind the answer is nil, or no points.
///
/// Geometries in another spatial reference are projected to WGS 84 first; one without is taken to be in WGS 84. Segments are geodesics
/// between their vertices, whatever they look like on a map; only the edges of an envelope are what they are there, parallels and meridians
/// or lines parallel to the axes, in pieces of a quarter of a degree. Heights play no part. Each takes O(positions).
extension GeometryEngine {
    /// The length of all lines, or of all rings of an area; 0 for points.
    ///
    /// - Returns: nil where a geometry cannot be projected, or has a latitude beyond ±90°.
    public static func geodeticLength(
        of geometry: Geometry, lengthUnit: UnitLength? = nil, curveType: GeodeticCurveType = .geodesic
    ) -> Measurement<UnitLength>? {
        guard curveType == .geodesic, let geometry = onEllipsoid(withDividedEdges(geometry)) else { return nil }
        let isClosed = geometry.dimension == 2
        let metres =
            geometry.dimension == 0
            ? 0
            : outlines(geometry).reduce(0) { sum, run in
                segments(run, isClosed: isClosed).reduce(sum) { sum, segment in
                    sum + Geodesic.inverse(from: (run.y[segment.0], run.x[segment.0]), to: (run.y[segment.1], run.x[segment.1])).metres
                }
            }
        return (lengthUnit ?? .meters).measurement(ofMetres: metres)
    }

    /// The area inside, holes taken off; 0 for points and lines.
    ///
    /// A ring that goes once round a pole encloses it. No ring can enclose more than half the Earth: the smaller side counts.
    ///
    /// - Returns: nil where a geometry cannot be projected, or has a latitude beyond ±90°.
    public static func geodeticArea(
        of geometry: Geometry, unit: UnitArea? = nil, curveType: GeodeticCurveType = .geodesic
    ) -> Measurement<UnitArea>? {
        guard curveType == .geodesic, let placed = onEllipsoid(withDividedEdges(geometry)) else { return nil }
        if let envelope = geometry as? Envelope, envelope.spatialReference?.isWGS84 ?? true, !envelope.isEmpty {
            return (unit ?? .squareMeters).measurement(ofSquareMetres: Geodesic.areaOfBox(envelope))
        }
        let groups = (placed as? Polygon)?.polygons ?? []
        let squareMetres = groups.reduce(0) { sum, rings in
            sum + rings.enumerated().reduce(0) { $0 + ($1.offset == 0 ? 1 : -1) * Geodesic.area(of: $1.element) }
        }
        return (unit ?? .squareMeters).measurement(ofSquareMetres: squareMetres)
    }

    /// Where points arrive that move a distance along the geodesic that sets out in a direction.
    ///
    /// - Parameters:
    ///   - points: where they start.
    ///   - distance: how far; a negative one is the way back.
    ///   - distanceUnit: metres unless given.
    ///   - azimuth: clockwise from north.
    ///   - azimuthUnit: degrees unless given.
    ///   - curveType: geodesics only.
    /// - Returns: the places in the spatial references of the points; none where a point cannot be moved.
    public static func geodeticMove(
        _ points: some Collection<Point>, distance: Double, distanceUnit: UnitLength? = nil, azimuth: Double,
        azimuthUnit: UnitAngle? = nil, curveType: GeodeticCurveType = .geodesic
    ) -> [Point] {
        let metres = (distanceUnit ?? .meters).metres(distance)
        let degrees = Measurement(value: azimuth, unit: azimuthUnit ?? .degrees).converted(to: .degrees).value
        // Farther than that, a double does not tell one place from another.
        guard curveType == .geodesic, abs(metres) <= 1e12, degrees.isFinite else { return [] }
        var moved: [Point] = []
        for point in points {
            guard !point.isEmpty, let start = onEllipsoid(point) as? Point else { return [] }
            let end = Geodesic.direct(from: (start.y, start.x), azimuth: degrees, metres: metres)
            let place = Point(x: end.longitude, y: end.latitude, z: point.z, m: point.m, spatialReference: .wgs84)
            guard let reference = point.spatialReference else {
                moved.append(Point(x: place.x, y: place.y, z: place.z, m: place.m))
                continue
            }
            guard let back = project(place, into: reference) else { return [] }
            moved.append(back)
        }
        return moved
    }

    /// A geometry with vertices added along its geodesics, so that no segment is longer than `maxSegmentLength`.
    ///
    /// Longitudes go on past ±180° where a line does, so that no segment jumps across the map. A ring round a pole ends where it began,
    /// but a turn of the world away.
    ///
    /// - Parameters:
    ///   - geometry: a polyline, a polygon, or an envelope, of which a polygon is made; points are returned as they are.
    ///   - maxSegmentLength: above 0.
    ///   - lengthUnit: metres unless given.
    ///   - curveType: geodesics only.
    /// - Returns: nil for a length that is not above 0, more than 10 million vertices, or a geometry that cannot be projected.
    public static func geodeticDensify(
        _ geometry: Geometry, maxSegmentLength: Double, lengthUnit: UnitLength? = nil, curveType: GeodeticCurveType = .geodesic
    ) -> Geometry? {
        guard geometry.dimension != 0 else { return geometry }
        let metres = (lengthUnit ?? .meters).metres(maxSegmentLength)
        guard curveType == .geodesic, metres > 0, let placed = onEllipsoid(withDividedEdges(geometry)) else { return nil }
        let dense = Densifier.densify(placed) { run, segment in
            Geodesic.inverse(from: (run.y[segment.0], run.x[segment.0]), to: (run.y[segment.1], run.x[segment.1])).metres / metres
        } position: { run, segment, share in
            let start = (latitude: run.y[segment.0], longitude: run.x[segment.0])
            let way = Geodesic.inverse(from: start, to: (run.y[segment.1], run.x[segment.1]))
            let place = Geodesic.direct(from: start, azimuth: way.azimuth1, metres: way.metres * share)
            return (place.longitude, place.latitude)
        }.map { $0.replacingRuns($0.runs.map(unrolled), spatialReference: .wgs84) }
        guard let dense, let reference = geometry.spatialReference else { return dense.flatMap { $0.with(nil) } }
        return project(dense, into: reference)
    }

    /// The run with each longitude on the turn of the world that is nearest to the one before.
    private static func unrolled(_ run: Coordinates) -> Coordinates {
        var x = run.x
        for index in x.indices.dropFirst() { x[index] += 360 * ((x[index - 1] - x[index]) / 360).rounded() }
        return Coordinates(x: x, y: run.y, z: run.z, m: run.m)
    }

    /// An envelope as a polygon whose edges are so short that they run as those of the envelope do; anything else as it is.
    private static func withDividedEdges(_ geometry: Geometry) -> Geometry {
        guard let envelope = geometry as? Envelope, let corners = envelope.corners else { return geometry }
        let longest = max(envelope.width, envelope.height)
        let isGeographic = envelope.spatialReference?.isWGS84 ?? true
        let step = isGeographic ? max(0.25, longest / 4_096) : longest / 1_024
        guard step > 0 else { return geometry }
        var ring = Coordinates()
        for segment in segments(corners, isClosed: true) {
            let (dx, dy) = (corners.x[segment.1] - corners.x[segment.0], corners.y[segment.1] - corners.y[segment.0])
            let count = max(1, (max(abs(dx), abs(dy)) / step).rounded(.up))
            for place in 0..<Int(count) {
                let share = Double(place) / count
                ring.append(x: corners.x[segment.0] + dx * share, y: corners.y[segment.0] + dy * share)
            }
        }
        return Polygon(lines: [ring], spatialReference: envelope.spatialReference)
    }

    static func onEllipsoid(_ geometry: Geometry) -> Geometry? {
        let isPlaced = geometry.spatialReference?.isWGS84 ?? true
        let placed = isPlaced ? geometry.with(.wgs84) : project(geometry.asMultipart, into: .wgs84)
        guard let placed, outlines(placed).allSatisfy({ $0.y.allSatisfy { abs($0) <= 90 } && $0.x.allSatisfy(\.isFinite) }) else {
            return nil
        }
        return placed
    }
}

extension Geometry {
    /// The same coordinates, said to be in another spatial reference.
    func with(_ spatialReference: SpatialReference?) -> Geometry {
        replacingRuns(runs, spatialReference: spatialReference)
    }
}
