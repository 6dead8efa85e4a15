// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CGEOS

/// A GEOS geometry made from one of ours, freed when it goes.
struct GEOSShape: ~Copyable {
    private let handle: OpaquePointer
    private let context: GEOSContextHandle_t

    init(_ geometry: Geometry, in context: GEOSContext) throws {
        self.context = context.handle
        handle = try Self.make(geometry, in: context)
    }

    /// Takes over what GEOS has made.
    ///
    /// - Parameters:
    ///   - handle: nil where it could not.
    ///   - context: what it was made in.
    ///   - operation: how to call it in an error.
    /// - Throws: ``GeometryError`` where there is nothing.
    init(adopting handle: OpaquePointer?, in context: GEOSContext, from operation: String) throws {
        guard let handle else { throw context.failure(operation) }
        self.context = context.handle
        self.handle = handle
    }

    /// Hands out what GEOS knows the shape by: it lives as long as `body` runs, and no longer for sure.
    borrowing func use<Result>(_ body: (OpaquePointer) throws -> Result) rethrows -> Result {
        try body(handle)
    }

    /// Gives the shape away: whoever takes it frees it.
    consuming func release() -> OpaquePointer {
        let handle = handle
        discard self
        return handle
    }

    deinit {
        GEOSGeom_destroy_r(context, handle)
    }

    private static func make(_ geometry: Geometry, in context: GEOSContext) throws -> OpaquePointer {
        let shape: OpaquePointer? =
            switch geometry {
            case let point as Point:
                point.isEmpty ? GEOSGeom_createEmptyPoint_r(context.handle) : GEOSGeom_createPointFromXY_r(context.handle, point.x, point.y)
            case let multipoint as Multipoint:
                try collection(GEOS_MULTIPOINT, multipoint.points.filter { !$0.isEmpty }, in: context) { try make($0, in: context) }
            case let line as Polyline:
                // GEOS wants two positions in a line; a line of one is where it begins and ends.
                try collection(GEOS_MULTILINESTRING, line.lines, in: context) { run in
                    GEOSGeom_createLineString_r(context.handle, try sequence(run, minimum: 2, closing: false, in: context))
                }
            case let polygon as Polygon:
                try collection(GEOS_MULTIPOLYGON, polygon.polygons, in: context) { try make(rings: $0, in: context) }
            case let envelope as Envelope:
                if let corners = envelope.corners {
                    try make(rings: [corners], in: context)
                } else {
                    GEOSGeom_createEmptyPolygon_r(context.handle)
                }
            default: throw GeometryError(.invalidGeometry, "\(type(of: geometry)) cannot be handed to GEOS")
            }
        guard let shape else { throw context.failure("making a \(type(of: geometry))") }
        return shape
    }

    private static func make(rings: [Coordinates], in context: GEOSContext) throws -> OpaquePointer? {
        var handles: [OpaquePointer?] = []
        for ring in rings {
            let linearRing = GEOSGeom_createLinearRing_r(context.handle, try sequence(ring, minimum: 4, closing: true, in: context))
            guard linearRing != nil else {
                handles.forEach { GEOSGeom_destroy_r(context.handle, $0) }
                throw context.failure("making a ring")
            }
            handles.append(linearRing)
        }
        var holes = Array(handles.dropFirst())
        return GEOSGeom_createPolygon_r(context.handle, handles[0], &holes, UInt32(holes.count))
    }

    private static func collection<Element>(
        _ type: GEOSGeomTypes, _ elements: [Element], in context: GEOSContext, _ make: (Element) throws -> OpaquePointer?
    ) throws -> OpaquePointer? {
        var handles: [OpaquePointer?] = []
        do {
            for element in elements {
                guard let handle = try make(element) else { throw context.failure("making a part") }
                handles.append(handle)
            }
        } catch {
            handles.forEach { GEOSGeom_destroy_r(context.handle, $0) }
            throw error
        }
        return GEOSGeom_createCollection_r(context.handle, Int32(type.rawValue), &handles, UInt32(handles.count))
    }

    /// A coordinate sequence, its last position repeated until there are at least `minimum`.
    private static func sequence(
        _ run: Coordinates, minimum: Int, closing: Bool, in context: GEOSContext
    ) throws -> OpaquePointer? {
        let count = max(minimum, run.count + (closing ? 1 : 0))
        guard let sequence = GEOSCoordSeq_create_r(context.handle, UInt32(count), 2) else { throw context.failure("making coordinates") }
        for index in 0..<count {
            let vertex = index < run.count ? index : (closing ? 0 : run.count - 1)
            GEOSCoordSeq_setXY_r(context.handle, sequence, UInt32(index), run.x[vertex], run.y[vertex])
        }
        return sequence
    }
}
