// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CGEOS

extension GEOSShape {
    /// What a shape is made of, by dimension.
    struct Pieces {
        var points = Coordinates()
        var lines: [Coordinates] = []
        /// Each an outer ring and its holes.
        var polygons: [[Coordinates]] = []

        /// The highest dimension that there is anything of; nil for an empty shape.
        var dimension: Int? {
            if !polygons.isEmpty { return 2 }
            if !lines.isEmpty { return 1 }
            return points.isEmpty ? nil : 0
        }

        /// The pieces of one dimension as a geometry; an empty one where there are none. A single point is a ``Point``.
        func geometry(dimension: Int, spatialReference: SpatialReference?) -> Geometry {
            switch dimension {
            case 2: return Polygon(polygons: polygons, spatialReference: spatialReference)
            case 1: return Polyline(lines: lines, spatialReference: spatialReference)
            default:
                if points.count == 1 { return Point(x: points.x[0], y: points.y[0], z: points.z?[0], spatialReference: spatialReference) }
                return Multipoint(coordinates: points, spatialReference: spatialReference)
            }
        }
    }

    /// The shape taken apart.
    ///
    /// - Complexity: O(positions).
    func pieces(in context: GEOSContext) throws -> Pieces {
        var pieces = Pieces()
        try use { try Self.collect($0, in: context, into: &pieces) }
        return pieces
    }

    private static func collect(_ handle: OpaquePointer, in context: GEOSContext, into pieces: inout Pieces) throws {
        guard GEOSisEmpty_r(context.handle, handle) == 0 else { return }
        let type = GEOSGeomTypeId_r(context.handle, handle)
        switch type {
        case Int32(GEOS_POINT.rawValue):
            let position = try coordinates(handle, in: context)
            pieces.points.append(x: position.x[0], y: position.y[0], z: position.z?[0])
        case Int32(GEOS_LINESTRING.rawValue), Int32(GEOS_LINEARRING.rawValue): pieces.lines.append(try coordinates(handle, in: context))
        case Int32(GEOS_POLYGON.rawValue):
            guard let outer = GEOSGetExteriorRing_r(context.handle, handle) else { throw context.failure("reading a ring") }
            var rings = [try coordinates(outer, in: context)]
            for index in 0..<max(0, GEOSGetNumInteriorRings_r(context.handle, handle)) {
                guard let hole = GEOSGetInteriorRingN_r(context.handle, handle, index) else { throw context.failure("reading a hole") }
                rings.append(try coordinates(hole, in: context))
            }
            pieces.polygons.append(rings)
        default:
            for index in 0..<max(0, GEOSGetNumGeometries_r(context.handle, handle)) {
                guard let part = GEOSGetGeometryN_r(context.handle, handle, index) else { throw context.failure("reading a part") }
                try collect(part, in: context, into: &pieces)
            }
        }
    }

    private static func coordinates(_ handle: OpaquePointer, in context: GEOSContext) throws -> Coordinates {
        var size: UInt32 = 0
        guard let sequence = GEOSGeom_getCoordSeq_r(context.handle, handle), GEOSCoordSeq_getSize_r(context.handle, sequence, &size) == 1
        else { throw context.failure("reading coordinates") }
        var dimension: UInt32 = 2
        guard GEOSCoordSeq_getDimensions_r(context.handle, sequence, &dimension) == 1 else { throw context.failure("reading coordinates") }
        var x = [Double](repeating: 0, count: Int(size))
        var (y, z) = (x, dimension > 2 ? x : [])
        let hasRoom = dimension > 2
        let status = x.withUnsafeMutableBufferPointer { x in
            y.withUnsafeMutableBufferPointer { y in
                z.withUnsafeMutableBufferPointer { z in
                    GEOSCoordSeq_copyToArrays_r(
                        context.handle, sequence, x.baseAddress, y.baseAddress, hasRoom ? z.baseAddress : nil, nil)
                }
            }
        }
        guard status == 1 else { throw context.failure("reading positions") }
        // What GEOS makes has room for heights, whether there are any or not.
        return Coordinates(x: x, y: y, z: z.contains { !$0.isNaN } ? z : nil)
    }
}
