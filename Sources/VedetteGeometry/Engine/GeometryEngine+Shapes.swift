// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CGEOS

/// Shapes made of one shape, in the plane of its coordinates. Heights and measures are left out, unless it says otherwise.
extension GeometryEngine {
    /// Segments for a quarter of a circle in what ``buffer(around:distance:)`` makes: it falls short by at most 0.035 % of the distance.
    private static let segmentsOfQuadrant: Int32 = 30

    /// All positions that are no farther than `distance` from a geometry, straight lines standing for arcs; a negative distance shrinks
    /// an area.
    ///
    /// - Parameters:
    ///   - geometry: any.
    ///   - distance: in the units of the spatial reference: degrees for WGS 84, where
    ///     ``geodeticDistance(from:to:distanceUnit:azimuthUnit:curveType:)`` measures metres.
    /// - Returns: nil where it cannot be made, as for a distance that is not finite.
    public static func buffer(around geometry: Geometry, distance: Double) -> Polygon? {
        guard abs(distance) <= GEOSShape.maximumNumber, let shape = geometry as? Polygon ?? shrinkable(geometry, distance) else {
            return nil
        }
        let made = make(shape, "buffer") { context, handle in GEOSBuffer_r(context, handle, distance, segmentsOfQuadrant) }
        return made?.geometry(dimension: 2, spatialReference: geometry.spatialReference) as? Polygon
    }

    /// Buffers around several geometries, each by the distance in its place; the last distance is that of all that follow.
    ///
    /// - Returns: a buffer for each, or one that holds them all where `shouldUnion`. None where there is no distance, or one cannot be
    ///   made.
    public static func buffer(
        around geometries: some Collection<Geometry>, distances: some Collection<Double>, shouldUnion: Bool
    ) -> [Polygon] {
        let distances = Array(distances)
        guard let last = distances.last else { return [] }
        let buffers = geometries.enumerated().compactMap { index, geometry in
            buffer(around: geometry, distance: index < distances.count ? distances[index] : last)
        }
        guard buffers.count == geometries.count else { return [] }
        return shouldUnion ? (union(of: buffers) as? Polygon).map { [$0] } ?? [] : buffers
    }

    private static func shrinkable(_ geometry: Geometry, _ distance: Double) -> Geometry? {
        // What has no area has nothing left.
        distance < 0 && geometry.dimension != 2 ? Polygon(rings: [], spatialReference: geometry.spatialReference) : geometry
    }

    /// The smallest convex shape around a geometry: a ``Polygon``, a ``Polyline`` where all lies on a line, or a ``Point``.
    public static func convexHull(for geometry: Geometry) -> Geometry? {
        guard let pieces = make(geometry, "convex hull", GEOSConvexHull_r) else { return nil }
        return pieces.geometry(dimension: pieces.dimension ?? geometry.dimension ?? 0, spatialReference: geometry.spatialReference)
    }

    /// The convex hulls of several geometries, or one around them all.
    ///
    /// - Returns: none where one cannot be made. Merged, all are in the spatial reference of the first.
    public static func convexHull(for geometries: some Collection<Geometry>, shouldMerge: Bool) -> [Geometry] {
        guard shouldMerge, let first = geometries.first else {
            let hulls = geometries.compactMap { convexHull(for: $0) }
            return hulls.count == geometries.count ? hulls : []
        }
        var all = Coordinates()
        for geometry in geometries {
            guard let geometry = try? aligned(geometry, with: first) else { return [] }
            for run in (geometry as? Envelope)?.corners.map({ [$0] }) ?? geometry.runs {
                for index in 0..<run.count { all.append(x: run.x[index], y: run.y[index]) }
            }
        }
        return convexHull(for: Multipoint(coordinates: all, spatialReference: first.spatialReference)).map { [$0] } ?? []
    }

    /// Whether a geometry is as ``simplify(_:)`` leaves it: a line does not cross itself, rings of an area do not cross themselves or
    /// each other, no position of a multipoint comes twice.
    public static func isSimple(_ geometry: Geometry) -> Bool {
        let test = geometry.dimension == 2 ? GEOSisValid_r : GEOSisSimple_r
        let answer = try? GEOSContext.with { context in try GEOSShape(geometry, in: context).use { test(context.handle, $0) == 1 } }
        return answer ?? false
    }

    /// A geometry with the same positions and no faults: areas without rings that cross, lines cut where they cross, positions once.
    public static func simplify(_ geometry: Geometry) -> Geometry? {
        guard let dimension = geometry.dimension else { return nil }
        if isSimple(geometry) { return geometry }
        let made = make(geometry, "simplify") { context, handle in
            dimension == 2 ? GEOSMakeValid_r(context, handle) : GEOSUnaryUnion_r(context, handle)
        }
        return made?.geometry(dimension: dimension, spatialReference: geometry.spatialReference)
    }

    /// A geometry with fewer vertices, none of which was farther than `maxDeviation` from what is left (Douglas and Peucker, 1973).
    ///
    /// - Parameters:
    ///   - geometry: a polyline or polygon; others are returned as they are.
    ///   - maxDeviation: in the units of the spatial reference; 0 or more.
    ///   - removeDegenerateParts: whether to leave out rings that have collapsed; they are kept as the triangles that are left otherwise.
    /// - Returns: nil where it cannot be done.
    public static func generalize(_ geometry: Geometry, maxDeviation: Double, removeDegenerateParts: Bool = true) -> Geometry? {
        guard geometry is Multipart else { return geometry }
        guard maxDeviation >= 0, maxDeviation <= GEOSShape.maximumNumber, let dimension = geometry.dimension else { return nil }
        let made = make(geometry, "generalize") { context, handle in
            removeDegenerateParts
                ? GEOSSimplify_r(context, handle, maxDeviation) : GEOSTopologyPreserveSimplify_r(context, handle, maxDeviation)
        }
        return made?.geometry(dimension: dimension, spatialReference: geometry.spatialReference)
    }

    /// The ends of lines that an odd number of lines ends at, as a ``Multipoint``, or the rings of an area, as a ``Polyline``.
    ///
    /// - Returns: an empty multipoint for points, which have no boundary; nil where it cannot be made.
    public static func boundary(of geometry: Geometry) -> Geometry? {
        guard let dimension = geometry.dimension else { return nil }
        guard dimension > 0 else { return Multipoint(coordinates: Coordinates(), spatialReference: geometry.spatialReference) }
        guard let pieces = make(geometry, "boundary", GEOSBoundary_r) else { return nil }
        return dimension == 2
            ? Polyline(lines: pieces.lines, spatialReference: geometry.spatialReference)
            : Multipoint(coordinates: pieces.points, spatialReference: geometry.spatialReference)
    }

    /// The centre of mass of what has the highest dimension: an area, lines, or points. It may lie outside. nil for an empty geometry.
    public static func centroid(of geometry: Geometry) -> Point? {
        guard let pieces = make(geometry, "centroid", GEOSGetCentroid_r), !pieces.points.isEmpty else { return nil }
        return pieces.geometry(dimension: 0, spatialReference: geometry.spatialReference) as? Point
    }

    /// A point inside an area, on a line, or of a multipoint: where a label can stand. nil for an empty geometry.
    public static func labelPoint(for geometry: Geometry) -> Point? {
        guard let pieces = make(geometry, "label point", GEOSPointOnSurface_r), !pieces.points.isEmpty else { return nil }
        return pieces.geometry(dimension: 0, spatialReference: geometry.spatialReference) as? Point
    }

    /// The smallest envelope around both geometries, in the spatial reference of the first; nil where the second cannot be projected.
    public static func combineExtents(_ geometry1: Geometry, _ geometry2: Geometry) -> Envelope? {
        combineExtents(of: [geometry1, geometry2])
    }

    /// The smallest envelope around all the geometries, in the spatial reference of the first; nil for none, or where one cannot be
    /// projected.
    public static func combineExtents(of geometries: some Collection<Geometry>) -> Envelope? {
        guard let first = geometries.first else { return nil }
        var box: Envelope?
        for geometry in geometries {
            guard let extent = try? aligned(geometry, with: first).extent else { return nil }
            guard !extent.isEmpty else { continue }
            box =
                box.map { box in
                    Envelope(
                        corners: (min(box.xMin, extent.xMin), min(box.yMin, extent.yMin)),
                        (max(box.xMax, extent.xMax), max(box.yMax, extent.yMax)), zRange: nil, spatialReference: first.spatialReference)
                } ?? extent
        }
        return box ?? Envelope(emptyIn: first.spatialReference)
    }

    private static func make(
        _ geometry: Geometry, _ name: String, _ operation: (GEOSContextHandle_t?, OpaquePointer?) -> OpaquePointer?
    ) -> GEOSShape.Pieces? {
        try? GEOSContext.with { context in
            let made = try GEOSShape(geometry, in: context).use { operation(context.handle, $0) }
            return try GEOSShape(adopting: made, in: context, from: name).pieces(in: context)
        }
    }
}
