// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension Geometry {
    /// Reads a geometry from well-known binary: ISO (OGC 06-103r4, clause 8) or EWKB, in either byte order.
    ///
    /// - Parameters:
    ///   - bytes: those of one geometry; collections of several kinds are none of ours.
    ///   - spatialReference: of the coordinates, unless EWKB says.
    /// - Returns: a ``Point``, ``Multipoint``, ``Polyline`` or ``Polygon``.
    /// - Throws: ``GeometryError`` with the offset of the fault. No count in the bytes makes room that the bytes do not fill.
    /// - Complexity: O(bytes).
    public static func fromWKB(_ bytes: some Sequence<UInt8>, spatialReference: SpatialReference? = nil) throws -> Geometry {
        try WKBReader.read(bytes, spatialReference: spatialReference)
    }

    /// The geometry as ISO well-known binary (OGC 06-103r4, clause 8), little endian.
    ///
    /// An envelope is written as the polygon it is, an empty point as NaN. The spatial reference is not written. A height or measure that one
    /// position lacks is NaN.
    ///
    /// - Complexity: O(positions).
    public func toWKB() -> [UInt8] {
        var output: [UInt8] = []
        let (hasZ, hasM) = (hasZ, hasM)
        func append(_ word: UInt32) { withUnsafeBytes(of: word.littleEndian) { output.append(contentsOf: $0) } }
        func append(_ number: Double) { withUnsafeBytes(of: number.bitPattern.littleEndian) { output.append(contentsOf: $0) } }
        func begin(_ kind: UInt32) {
            output.append(1)
            append(kind + (hasZ ? 1_000 : 0) + (hasM ? 2_000 : 0))
        }
        func append(_ run: Coordinates, _ index: Int) {
            append(run.x[index])
            append(run.y[index])
            if hasZ { append(run.z?[index] ?? .nan) }
            if hasM { append(run.m?[index] ?? .nan) }
        }
        func append(_ run: Coordinates, isClosed: Bool = false) {
            append(UInt32(run.count + (isClosed && !run.isEmpty ? 1 : 0)))
            for index in 0..<run.count { append(run, index) }
            if isClosed, !run.isEmpty { append(run, 0) }
        }
        func append(_ rings: [Coordinates]) {
            append(UInt32(rings.count))
            for ring in rings { append(ring, isClosed: true) }
        }
        switch self {
        case is Point:
            begin(1)
            append(isEmpty ? Coordinates(x: [.nan], y: [.nan]) : runs[0], 0)
        case is Multipoint:
            begin(4)
            append(UInt32(runs[0].count))
            for index in 0..<runs[0].count {
                begin(1)
                append(runs[0], index)
            }
        case let line as Polyline where line.lines.count <= 1:
            begin(2)
            append(line.lines.first ?? Coordinates())
        case let line as Polyline:
            begin(5)
            append(UInt32(line.lines.count))
            for run in line.lines {
                begin(2)
                append(run)
            }
        default:
            let polygons = (self as? Polygon)?.polygons ?? GeometryEngine.outlines(self).map { [$0] }
            guard polygons.count != 1 else {
                begin(3)
                append(polygons[0])
                break
            }
            begin(6)
            append(UInt32(polygons.count))
            for rings in polygons {
                begin(3)
                append(rings)
            }
        }
        return output
    }
}
