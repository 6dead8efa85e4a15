// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension Geometry: CustomStringConvertible {
    /// The well-known text; of a long geometry its beginning.
    ///
    /// - Complexity: O(positions).
    public var description: String {
        let text = toWKT()
        return text.utf8.count <= 1_000 ? text : text.prefix(1_000) + "…"
    }
}

extension Geometry {
    /// Reads a geometry from well-known text (OGC 06-103r4, clause 7).
    ///
    /// Letters of either case; Z, M and ZM, also without the tag; `EMPTY`; `SRID=…;` before it, as PostGIS writes, which then says the
    /// spatial reference. Rings are closed if they are not, and turned as ``Polygon`` wants them.
    ///
    /// - Parameters:
    ///   - text: the text of one geometry; collections of several kinds are none of ours.
    ///   - spatialReference: of the coordinates, unless the text says.
    /// - Returns: a ``Point``, ``Multipoint``, ``Polyline`` or ``Polygon``.
    /// - Throws: ``GeometryError`` with the offset of the fault.
    /// - Complexity: O(bytes).
    public static func fromWKT(_ text: String, spatialReference: SpatialReference? = nil) throws -> Geometry {
        try WKTReader.read(text, spatialReference: spatialReference)
    }

    /// The geometry as well-known text (OGC 06-103r4, clause 7), each number with the fewest digits that read back as it.
    ///
    /// An envelope is written as the polygon it is. An empty geometry is `EMPTY`. A height or measure that one position lacks is `NaN`,
    /// as GEOS and JTS write it. The spatial reference is not written.
    ///
    /// - Complexity: O(positions).
    public func toWKT() -> String {
        // Asked once: each looks at all parts for its answer.
        let (hasZ, hasM) = (hasZ, hasM)
        let tag = hasZ && hasM ? " ZM" : hasZ ? " Z" : hasM ? " M" : ""
        func position(_ run: Coordinates, _ index: Int) -> String {
            let more = [hasZ ? run.z?[index] ?? .nan : nil, hasM ? run.m?[index] ?? .nan : nil].compactMap { $0 }
            return ([run.x[index], run.y[index]] + more.map { $0.isFinite ? $0 : .nan }).map(Self.text).joined(separator: " ")
        }
        func list(_ run: Coordinates, isClosed: Bool = false) -> String {
            let indices = Array(0..<run.count) + (isClosed && run.count > 0 ? [0] : [])
            return "(" + indices.map { position(run, $0) }.joined(separator: ", ") + ")"
        }
        func written(_ name: String, _ body: String) -> String { isEmpty ? "\(name) EMPTY" : "\(name)\(tag) \(body)" }
        switch self {
        case is Point: return written("POINT", isEmpty ? "" : list(runs[0]))
        case is Multipoint:
            let places = runs[0]
            return written("MULTIPOINT", "(" + (0..<places.count).map { "(" + position(places, $0) + ")" }.joined(separator: ", ") + ")")
        case let line as Polyline:
            return line.lines.count <= 1
                ? written("LINESTRING", line.lines.first.map { list($0) } ?? "")
                : written("MULTILINESTRING", "(" + line.lines.map { list($0) }.joined(separator: ", ") + ")")
        case let polygon as Polygon:
            let groups = polygon.polygons.map { "(" + $0.map { list($0, isClosed: true) }.joined(separator: ", ") + ")" }
            return groups.count <= 1
                ? written("POLYGON", groups.first ?? "") : written("MULTIPOLYGON", "(" + groups.joined(separator: ", ") + ")")
        case let envelope as Envelope:
            return Polygon(rings: envelope.corners.map { [$0] } ?? [], spatialReference: nil).toWKT()
        default: return "GEOMETRYCOLLECTION EMPTY"
        }
    }

    private static func text(_ number: Double) -> String {
        guard !number.isNaN else { return "NaN" }
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
