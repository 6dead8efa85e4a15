// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CGEOS

extension GeometryEngine {
    /// Whether two geometries have at least one position in common (boundaries count), in the plane of the first one's coordinates.
    ///
    /// The second is projected into the spatial reference of the first where they differ. Geometries that cannot be compared
    /// (an unknown spatial reference, coordinates that are not finite) do not intersect.
    ///
    /// - Complexity: O((*n* + *m*) log (*n* + *m*)) in the numbers of positions.
    public static func isGeometry(_ geometry1: Geometry, intersecting geometry2: Geometry) -> Bool {
        (try? relation(geometry1, geometry2, named: "intersects", GEOSIntersects_r)) ?? false
    }

    private static func relation(
        _ first: Geometry, _ second: Geometry, named name: String,
        _ test: (GEOSContextHandle_t?, OpaquePointer?, OpaquePointer?) -> CChar
    ) throws -> Bool {
        let second = try aligned(second, with: first)
        return try GEOSContext.with { context in
            let shape1 = try GEOSShape(first, in: context)
            let shape2 = try GEOSShape(second, in: context)
            switch test(context.handle, shape1.handle, shape2.handle) {
            case 0: return false
            case 1: return true
            default: throw context.failure(name)
            }
        }
    }

    /// `geometry` in the spatial reference of `other`, where both have one.
    private static func aligned(_ geometry: Geometry, with other: Geometry) throws -> Geometry {
        guard let from = geometry.spatialReference, let to = other.spatialReference, from != to else { return geometry }
        return try projected(geometry, into: to)
    }
}
