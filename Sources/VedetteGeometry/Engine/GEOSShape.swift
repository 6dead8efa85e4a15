// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CGEOS

/// A GEOS geometry made from one of ours, freed when it goes.
struct GEOSShape: ~Copyable {
    private let handle: OpaquePointer
    private let context: GEOSContextHandle_t

    /// - Parameters:
    ///   - geometry: its positions must be finite; an empty point or one of a multipoint is left out.
    ///   - context: what it is made in.
    ///   - withHeights: whether heights go along.
    /// - Throws: ``GeometryError`` for other positions, and where GEOS refuses.
    init(_ geometry: Geometry, in context: GEOSContext, withHeights: Bool = false) throws {
        self.context = context.handle
        handle = try Self.make(geometry, hasZ: withHeights && geometry.hasZ, in: context)
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

    private static func make(_ geometry: Geometry, hasZ: Bool, in context: GEOSContext) throws -> OpaquePointer {
        guard geometry.dimension == 0 || geometry.runs.allSatisfy({ $0.x.allSatisfy(isPosition) && $0.y.allSatisfy(isPosition) }) else {
            throw farOff
        }
        let shape: OpaquePointer? =
            switch geometry {
            case let point as Point:
                try make(point, hasZ: hasZ, in: context)
            case let multipoint as Multipoint:
                try collection(GEOS_MULTIPOINT, multipoint.points.filter { !$0.isEmpty }, in: context) {
                    try make($0, hasZ: hasZ, in: context)
                }
            case let line as Polyline:
                // GEOS wants two positions in a line; a line of one is where it begins and ends.
                try collection(GEOS_MULTILINESTRING, line.lines, in: context) { run in
                    GEOSGeom_createLineString_r(context.handle, try sequence(run, minimum: 2, closing: false, hasZ: hasZ, in: context))
                }
            case let polygon as Polygon:
                try collection(GEOS_MULTIPOLYGON, polygon.polygons, in: context) { try make(rings: $0, hasZ: hasZ, in: context) }
            case let envelope as Envelope:
                if let corners = envelope.corners {
                    try make(rings: [corners], hasZ: false, in: context)
                } else {
                    GEOSGeom_createEmptyPolygon_r(context.handle)
                }
            default: throw GeometryError(.invalidGeometry, "\(type(of: geometry)) cannot be handed to GEOS")
            }
        guard let shape else { throw context.failure("making a \(type(of: geometry))") }
        return shape
    }

    /// The largest number that GEOS is handed: it multiplies up to four, and loops without end where they overflow.
    static let maximumNumber = 1e50

    private static func isPosition(_ number: Double) -> Bool { abs(number) <= maximumNumber }

    private static let farOff = GeometryError(.invalidCoordinate, "a coordinate is not finite, or beyond \(maximumNumber)")

    private static func make(_ point: Point, hasZ: Bool, in context: GEOSContext) throws -> OpaquePointer? {
        guard !point.isEmpty else { return GEOSGeom_createEmptyPoint_r(context.handle) }
        guard isPosition(point.x), isPosition(point.y) else { throw farOff }
        return GEOSGeom_createPoint_r(context.handle, try sequence(point.runs[0], minimum: 1, closing: false, hasZ: hasZ, in: context))
    }

    private static func make(rings: [Coordinates], hasZ: Bool, in context: GEOSContext) throws -> OpaquePointer? {
        var handles: [OpaquePointer?] = []
        for ring in rings {
            let linearRing = GEOSGeom_createLinearRing_r(
                context.handle, try sequence(ring, minimum: 4, closing: true, hasZ: hasZ, in: context))
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
        _ run: Coordinates, minimum: Int, closing: Bool, hasZ: Bool, in context: GEOSContext
    ) throws -> OpaquePointer? {
        var run = run
        if closing, let x = run.x.first, let y = run.y.first { run.append(x: x, y: y, z: run.z?.first) }
        while run.count < minimum, let x = run.x.last, let y = run.y.last { run.append(x: x, y: y, z: run.z?.last) }
        let heights = hasZ ? run.z ?? Array(repeating: .nan, count: run.count) : nil
        let size = UInt32(clamping: run.count)
        let made = run.x.withUnsafeBufferPointer { x in
            run.y.withUnsafeBufferPointer { y in
                guard let heights else {
                    return GEOSCoordSeq_copyFromArrays_r(context.handle, x.baseAddress, y.baseAddress, nil, nil, size)
                }
                return heights.withUnsafeBufferPointer { z in
                    GEOSCoordSeq_copyFromArrays_r(context.handle, x.baseAddress, y.baseAddress, z.baseAddress, nil, size)
                }
            }
        }
        guard let sequence = made else { throw context.failure("making coordinates") }
        return sequence
    }
}
