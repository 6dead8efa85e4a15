// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CPROJ

extension GeometryEngine {
    /// The geometry with its positions in another spatial reference; nil where it has no spatial reference or PROJ knows no way.
    ///
    /// Vertices are projected, edges stay straight between them. Heights and measures are carried over.
    ///
    /// - Complexity: O(*n*) in the number of positions.
    public static func project<Shape: Geometry>(_ geometry: Shape, into spatialReference: SpatialReference) -> Shape? {
        (try? projected(geometry, into: spatialReference)) as? Shape
    }

    /// As ``project(_:into:)``, but says why not.
    package static func projected(_ geometry: Geometry, into target: SpatialReference) throws -> Geometry {
        guard let source = geometry.spatialReference else {
            throw GeometryError(.unknownSpatialReference, "a geometry without a spatial reference cannot be projected; give it one")
        }
        guard source != target else { return geometry }
        return try ProjectionContext.with { context in
            let transformation = try context.transformation(from: source, to: target)
            let runs = try geometry.runs.map { try projected($0, by: transformation) }
            return geometry.replacingRuns(runs, spatialReference: target)
        }
    }

    private static func projected(_ run: Coordinates, by transformation: OpaquePointer) throws -> Coordinates {
        var (x, y) = (run.x, run.y)
        let stride = MemoryLayout<Double>.stride
        let count = x.count
        _ = x.withUnsafeMutableBufferPointer { x in
            y.withUnsafeMutableBufferPointer { y in
                proj_trans_generic(
                    transformation, PJ_FWD, x.baseAddress, stride, count, y.baseAddress, stride, count, nil, 0, 0, nil, 0, 0)
            }
        }
        guard x.allSatisfy(\.isFinite), y.allSatisfy(\.isFinite) else {
            throw GeometryError(.invalidCoordinate, "a position lies outside what the projection can take")
        }
        return Coordinates(x: x, y: y, z: run.z, m: run.m)
    }
}
