// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CGEOS

/// Sets of positions put together, in the plane of the first geometry's coordinates.
///
/// Others are projected into the spatial reference of the first where they differ. Heights are kept, and found in between for new
/// vertices, as GEOS does (its overlay NG, from version 3.9); measures are left out of what is made. An operation that cannot be done (an
/// unknown spatial reference, coordinates that are not finite, rings that cross themselves) gives nil: ``simplify(_:)`` mends rings. Each
/// takes O((*n* + *m*) log (*n* + *m*)) in the numbers of positions.
extension GeometryEngine {
    /// All positions of either geometry.
    ///
    /// - Returns: nil, too, for geometries of different dimensions, of which none of ours could hold the union.
    public static func union(_ geometry1: Geometry, _ geometry2: Geometry) -> Geometry? {
        guard let dimension = geometry1.dimension, geometry2.dimension == dimension else { return nil }
        return overlay(geometry1, geometry2, "union", GEOSUnion_r)?
            .geometry(dimension: dimension, spatialReference: geometry1.spatialReference)
    }

    /// All positions of any of the geometries; nil for none.
    ///
    /// - Returns: nil, too, for geometries of different dimensions, of which none of ours could hold the union.
    public static func union(of geometries: some Collection<Geometry>) -> Geometry? {
        // All at once is fast; one after the other gets through where that stumbles over nearly coincident edges.
        unionAtOnce(of: geometries)
            ?? geometries.dropFirst().reduce(geometries.first) { union, next in union.flatMap { self.union($0, next) } }
    }

    private static func unionAtOnce(of geometries: some Collection<Geometry>) -> Geometry? {
        guard let first = geometries.first, let dimension = first.dimension,
            geometries.allSatisfy({ $0.dimension == dimension })
        else { return nil }
        return try? GEOSContext.with { context in
            var parts: [OpaquePointer?] = []
            do {
                for geometry in geometries {
                    parts.append(try GEOSShape(aligned(geometry, with: first), in: context, withHeights: true).release())
                }
            } catch {
                parts.forEach { GEOSGeom_destroy_r(context.handle, $0) }
                throw error
            }
            // The collection owns its parts from here on.
            let collection = try GEOSShape(
                adopting: GEOSGeom_createCollection_r(
                    context.handle, Int32(GEOS_GEOMETRYCOLLECTION.rawValue), &parts, UInt32(parts.count)), in: context, from: "union")
            let union = try GEOSShape(
                adopting: collection.use { GEOSUnaryUnion_r(context.handle, $0) }, in: context, from: "union")
            return try union.pieces(in: context).geometry(dimension: dimension, spatialReference: first.spatialReference)
        }
    }

    /// The positions of both geometries, in the lower of their dimensions; empty where they have none of that dimension in common.
    ///
    /// Two areas that only touch have no area in common: see ``intersections(_:_:)``.
    public static func intersection(_ geometry1: Geometry, _ geometry2: Geometry) -> Geometry? {
        guard let dimension1 = geometry1.dimension, let dimension2 = geometry2.dimension else { return nil }
        return overlay(geometry1, geometry2, "intersection", GEOSIntersection_r)?
            .geometry(dimension: min(dimension1, dimension2), spatialReference: geometry1.spatialReference)
    }

    /// The positions of both geometries, a geometry for each dimension that there is anything of, the lowest first.
    public static func intersections(_ geometry1: Geometry, _ geometry2: Geometry) -> [Geometry] {
        guard let pieces = overlay(geometry1, geometry2, "intersection", GEOSIntersection_r) else { return [] }
        return (0...2).map { pieces.geometry(dimension: $0, spatialReference: geometry1.spatialReference) }.filter { !$0.isEmpty }
    }

    /// The positions of the first geometry that are not of the second.
    public static func difference(_ geometry1: Geometry, _ geometry2: Geometry) -> Geometry? {
        guard let dimension = geometry1.dimension else { return nil }
        return overlay(geometry1, geometry2, "difference", GEOSDifference_r)?
            .geometry(dimension: dimension, spatialReference: geometry1.spatialReference)
    }

    /// The positions of one of the geometries but not of both; nil for geometries of different dimensions.
    public static func symmetricDifference(_ geometry1: Geometry, _ geometry2: Geometry) -> Geometry? {
        guard let dimension = geometry1.dimension, geometry2.dimension == dimension else { return nil }
        return overlay(geometry1, geometry2, "symmetric difference", GEOSSymDifference_r)?
            .geometry(dimension: dimension, spatialReference: geometry1.spatialReference)
    }

    /// The part of a geometry that lies in an envelope; empty where none does.
    public static func clip(_ geometry: Geometry, to envelope: Envelope) -> Geometry? {
        intersection(geometry, envelope)
    }

    private static func overlay(
        _ first: Geometry, _ second: Geometry, _ name: String,
        _ operation: (GEOSContextHandle_t?, OpaquePointer?, OpaquePointer?) -> OpaquePointer?
    ) -> GEOSShape.Pieces? {
        guard let second = try? aligned(second, with: first) else { return nil }
        return try? GEOSContext.with { context in
            let shape1 = try GEOSShape(first, in: context, withHeights: true)
            let shape2 = try GEOSShape(second, in: context, withHeights: true)
            let made = shape1.use { first in shape2.use { second in operation(context.handle, first, second) } }
            return try GEOSShape(adopting: made, in: context, from: name).pieces(in: context)
        }
    }
}
