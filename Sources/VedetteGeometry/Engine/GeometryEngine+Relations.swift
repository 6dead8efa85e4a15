// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CGEOS

/// Relations of two geometries in the plane of the first one's coordinates, as OGC 06-103r4 (Simple Feature Access) defines them.
///
/// The second geometry is projected into the spatial reference of the first where they differ. For geometries that cannot be compared (an
/// unknown spatial reference, coordinates that are not finite, rings that GEOS refuses) every relation is false,
/// ``isGeometry(_:disjointWith:)`` too. Each takes O((*n* + *m*) log (*n* + *m*)) in the numbers of positions.
extension GeometryEngine {
    /// Whether two geometries have at least one position in common; boundaries count.
    public static func isGeometry(_ geometry1: Geometry, intersecting geometry2: Geometry) -> Bool {
        relation(geometry1, geometry2, GEOSIntersects_r)
    }

    /// Whether two geometries have no position in common.
    public static func isGeometry(_ geometry1: Geometry, disjointWith geometry2: Geometry) -> Bool {
        relation(geometry1, geometry2, GEOSDisjoint_r)
    }

    /// Whether the first lies in the second, their interiors having something in common. A geometry on the boundary only is not within.
    public static func isGeometry(_ geometry1: Geometry, within geometry2: Geometry) -> Bool {
        relation(geometry1, geometry2, GEOSWithin_r)
    }

    /// Whether the second lies in the first: ``isGeometry(_:within:)`` the other way round.
    public static func doesGeometry(_ geometry1: Geometry, contain geometry2: Geometry) -> Bool {
        relation(geometry1, geometry2, GEOSContains_r)
    }

    /// Whether no position of the second lies outside the first; unlike ``doesGeometry(_:contain:)`` the boundary alone will do.
    public static func doesGeometry(_ geometry1: Geometry, cover geometry2: Geometry) -> Bool {
        relation(geometry1, geometry2, GEOSCovers_r)
    }

    /// Whether no position of the first lies outside the second: ``doesGeometry(_:cover:)`` the other way round.
    public static func isGeometry(_ geometry1: Geometry, coveredBy geometry2: Geometry) -> Bool {
        relation(geometry1, geometry2, GEOSCoveredBy_r)
    }

    /// Whether the interiors have something in common of a lower dimension than the higher of the two, and neither contains the other.
    public static func isGeometry(_ geometry1: Geometry, crossing geometry2: Geometry) -> Bool {
        relation(geometry1, geometry2, GEOSCrosses_r)
    }

    /// Whether two geometries of one dimension have interiors with something of that dimension in common, and each something of its own.
    public static func isGeometry(_ geometry1: Geometry, overlapping geometry2: Geometry) -> Bool {
        relation(geometry1, geometry2, GEOSOverlaps_r)
    }

    /// Whether boundaries have something in common, and interiors have nothing.
    public static func isGeometry(_ geometry1: Geometry, touching geometry2: Geometry) -> Bool {
        relation(geometry1, geometry2, GEOSTouches_r)
    }

    /// Whether two geometries are the same set of positions, however their vertices are ordered.
    public static func isGeometry(_ geometry1: Geometry, equivalentTo geometry2: Geometry) -> Bool {
        relation(geometry1, geometry2, GEOSEquals_r)
    }

    /// Whether the dimensionally extended nine-intersection matrix of two geometries matches a pattern.
    ///
    /// - Parameters:
    ///   - geometry1: the rows of the matrix.
    ///   - geometry2: its columns.
    ///   - relation: nine characters, row by row (interior, boundary, exterior): `T` not empty, `F` empty, `0`, `1`, `2` of that dimension,
    ///     `*` anything.
    /// - Returns: false, too, where the pattern is none.
    public static func isGeometry(_ geometry1: Geometry, relatedTo geometry2: Geometry, byRelation relation: String) -> Bool {
        guard relation.utf8.count == 9, relation.utf8.allSatisfy({ "TF012*tf".utf8.contains($0) }) else { return false }
        return self.relation(geometry1, geometry2) { context, first, second in
            GEOSRelatePattern_r(context, first, second, relation.uppercased())
        }
    }

    private static func relation(
        _ first: Geometry, _ second: Geometry, _ test: (GEOSContextHandle_t?, OpaquePointer?, OpaquePointer?) -> CChar
    ) -> Bool {
        guard let (first, second) = try? alignedForRelation(first, second) else { return false }
        let answer = try? GEOSContext.with { context in
            let shape1 = try GEOSShape(first, in: context)
            let shape2 = try GEOSShape(second, in: context)
            let answer = shape1.use { first in shape2.use { second in test(context.handle, first, second) } }
            guard answer == 0 || answer == 1 else { throw context.failure("comparing two geometries") }
            return answer == 1
        }
        return answer ?? false
    }

    /// Two geometries in one spatial reference: that of the second where the first is of points, which go from one map to another as they
    /// are, while the edges between vertices do not.
    private static func alignedForRelation(_ first: Geometry, _ second: Geometry) throws -> (Geometry, Geometry) {
        guard first.dimension == 0, second.dimension != 0 else { return (first, try aligned(second, with: first)) }
        return (try aligned(first, with: second), second)
    }

    /// `geometry` with its places in the spatial reference of `other`, where both have one. Heights stay what they are.
    static func aligned(_ geometry: Geometry, with other: Geometry) throws -> Geometry {
        guard let from = geometry.spatialReference?.withoutHeights, let to = other.spatialReference?.withoutHeights, from != to else {
            return geometry
        }
        // The edges of an envelope are not parallel to the axes of another map.
        return try projected((geometry.spatialReference == from ? geometry : geometry.with(from)).asMultipart, into: to)
    }
}
