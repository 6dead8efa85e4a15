// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CGEOS

/// Lengths, areas and distances in the plane, in the units of the spatial reference. See the geodetic ones for metres on the Earth.
extension GeometryEngine {
    /// The length of all lines, or of all rings of an area; 0 for points.
    ///
    /// - Complexity: O(positions).
    public static func length(of geometry: Geometry) -> Double {
        guard geometry.dimension != 0 else { return 0 }
        let isClosed = geometry.dimension == 2
        return outlines(geometry).reduce(0) { sum, run in
            sum
                + segments(run, isClosed: isClosed).reduce(0) { sum, segment in
                    let (dx, dy) = (run.x[segment.1] - run.x[segment.0], run.y[segment.1] - run.y[segment.0])
                    return sum + (dx * dx + dy * dy).squareRoot()
                }
        }
    }

    /// The area inside, holes taken off; 0 for points and lines. Rings that cross themselves count each part by the way that the ring turns round it.
    ///
    /// - Complexity: O(positions).
    public static func area(of geometry: Geometry) -> Double {
        switch geometry {
        case let envelope as Envelope: envelope.isEmpty ? 0 : envelope.width * envelope.height
        case let polygon as Polygon: abs(polygon.parts.reduce(0) { $0 + $1.doubledSignedArea }) / 2
        default: 0
        }
    }

    /// The shortest distance between two geometries; 0 where they intersect.
    ///
    /// The second is projected into the spatial reference of the first where they differ.
    ///
    /// - Returns: nil for an empty geometry, or where it cannot be measured.
    public static func distance(from geometry1: Geometry, to geometry2: Geometry) -> Double? {
        guard !geometry1.isEmpty, !geometry2.isEmpty, let geometry2 = try? aligned(geometry2, with: geometry1) else { return nil }
        return try? GEOSContext.with { context in
            let shape1 = try GEOSShape(geometry1, in: context)
            let shape2 = try GEOSShape(geometry2, in: context)
            var distance = Double.nan
            let status = shape1.use { first in shape2.use { second in GEOSDistance_r(context.handle, first, second, &distance) } }
            guard status == 1, distance.isFinite else { throw context.failure("distance") }
            return distance
        }
    }

    /// The place of a geometry that is nearest to a point: the point itself where it lies in an area.
    ///
    /// - Returns: nil for an empty geometry or point, or where the point cannot be projected into the geometry's spatial reference.
    /// - Complexity: O(positions).
    public static func nearestCoordinate(in geometry: Geometry, to point: Point) -> ProximityResult? {
        guard let place = near(geometry, point) else { return nil }
        guard geometry.dimension != 0 else { return nearestVertex(in: geometry, to: point) }
        let isInside = geometry.dimension == 2 && isGeometry(geometry, intersecting: place)
        var best: ProximityResult?
        for (part, run) in outlines(geometry).enumerated() {
            for segment in segments(run, isClosed: geometry.dimension == 2) {
                let (ax, ay) = (run.x[segment.0], run.y[segment.0])
                let (dx, dy) = (run.x[segment.1] - ax, run.y[segment.1] - ay)
                let length = dx * dx + dy * dy
                let share = length > 0 ? min(max(((place.x - ax) * dx + (place.y - ay) * dy) / length, 0), 1) : 0
                let (x, y) = isInside ? (place.x, place.y) : (ax + share * dx, ay + share * dy)
                let off = hypotenuse(ax + share * dx - place.x, ay + share * dy - place.y)
                guard off < best?.distance ?? .infinity else { continue }
                best = ProximityResult(
                    coordinate: Point(x: x, y: y, spatialReference: geometry.spatialReference), distance: off, partIndex: part,
                    pointIndex: segment.0)
            }
        }
        guard isInside, let nearest = best else { return best }
        return ProximityResult(
            coordinate: nearest.coordinate, distance: 0, partIndex: nearest.partIndex, pointIndex: nearest.pointIndex)
    }

    /// The vertex of a geometry that is nearest to a point; the first of several.
    ///
    /// - Returns: nil for an empty geometry or point, or where the point cannot be projected into the geometry's spatial reference.
    /// - Complexity: O(positions).
    public static func nearestVertex(in geometry: Geometry, to point: Point) -> ProximityResult? {
        guard let place = near(geometry, point) else { return nil }
        var best: ProximityResult?
        for (part, run) in outlines(geometry).enumerated() {
            for index in 0..<run.count {
                let off = hypotenuse(run.x[index] - place.x, run.y[index] - place.y)
                guard off < best?.distance ?? .infinity else { continue }
                best = ProximityResult(
                    coordinate: Point(x: run.x[index], y: run.y[index], spatialReference: geometry.spatialReference), distance: off,
                    partIndex: part, pointIndex: index)
            }
        }
        return best
    }

    /// A geometry with vertices added, so that no segment is longer than `maxSegmentLength`; heights and measures are spread evenly.
    ///
    /// - Parameters:
    ///   - geometry: a polyline, a polygon, or an envelope, of which a polygon is made; points are returned as they are.
    ///   - maxSegmentLength: in the units of the spatial reference, above 0.
    /// - Returns: nil for a length that is not above 0, or more than 10 million vertices.
    /// - Complexity: O(positions of the result).
    public static func densify(_ geometry: Geometry, maxSegmentLength: Double) -> Geometry? {
        guard geometry.dimension != 0 else { return geometry }
        guard maxSegmentLength > 0 else { return nil }
        return Densifier.densify(geometry) { run, segment in
            hypotenuse(run.x[segment.1] - run.x[segment.0], run.y[segment.1] - run.y[segment.0]) / maxSegmentLength
        } position: { run, segment, share in
            (
                run.x[segment.0] + share * (run.x[segment.1] - run.x[segment.0]),
                run.y[segment.0] + share * (run.y[segment.1] - run.y[segment.0])
            )
        }
    }

    // MARK: Runs and segments

    /// The runs of a geometry; of an envelope its corners.
    static func outlines(_ geometry: Geometry) -> [Coordinates] {
        guard let envelope = geometry as? Envelope else { return geometry.isEmpty ? [] : geometry.runs }
        return envelope.corners.map { [$0] } ?? []
    }

    /// The ends of each segment of a run; a run of one position has one segment, from it to itself.
    static func segments(_ run: Coordinates, isClosed: Bool) -> some Sequence<(Int, Int)> {
        let count = isClosed || run.count == 1 ? run.count : run.count - 1
        return (0..<max(0, count)).lazy.map { ($0, $0 + 1 == run.count ? 0 : $0 + 1) }
    }

    private static func near(_ geometry: Geometry, _ point: Point) -> Point? {
        guard !geometry.isEmpty, !point.isEmpty else { return nil }
        return try? aligned(point, with: geometry) as? Point
    }

    private static func hypotenuse(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
}
