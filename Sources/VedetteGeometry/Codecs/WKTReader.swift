// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads well-known text (OGC 06-103r4, clause 7), with or without `SRID=…;` before it.
struct WKTReader {
    /// The bytes of the text; offsets in errors are into it.
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Whether positions have z and m, as a tag says or the first position shows.
    private struct Layout {
        var hasZ: Bool
        var hasM: Bool
    }

    static func read(_ text: String, spatialReference: SpatialReference?) throws(GeometryError) -> Geometry {
        var reader = WKTReader(text)
        let stated = try reader.readReference()
        let geometry = try reader.readGeometry(stated ?? spatialReference)
        guard reader.peek() == nil else { throw reader.failure("there is more text behind the geometry") }
        return geometry
    }

    // MARK: Geometries

    private mutating func readReference() throws(GeometryError) -> SpatialReference? {
        let start = offset
        guard word() == "SRID" else {
            offset = start
            return nil
        }
        try expect("=")
        guard let number = Int(exactly: try number()), let wkid = WKID(number) else { throw failure("the SRID is no whole number above 0") }
        try expect(";")
        return SpatialReference(wkid: wkid, latestWKID: nil)
    }

    private mutating func readGeometry(_ reference: SpatialReference?) throws(GeometryError) -> Geometry {
        var name = word()
        var tag = ""
        for suffix in ["ZM", "Z", "M"] where tag.isEmpty && name.count > suffix.count + 4 && name.hasSuffix(suffix) {
            name.removeLast(suffix.count)
            tag = suffix
        }
        let start = offset
        if tag.isEmpty {
            tag = word()
            if !["Z", "M", "ZM"].contains(tag) {
                offset = start
                tag = ""
            }
        }
        let layout = tag.isEmpty ? nil : Layout(hasZ: tag.contains("Z"), hasM: tag.contains("M"))
        switch name {
        case "POINT":
            guard let run = try list(layout, isPoint: true) else { return Point(x: .nan, y: .nan, spatialReference: reference) }
            return run.points(spatialReference: reference)[0]
        case "MULTIPOINT": return Multipoint(coordinates: try multipoint(layout), spatialReference: reference)
        case "LINESTRING": return Polyline(lines: try list(layout).map { [$0] } ?? [], spatialReference: reference)
        case "LINEARRING": return Polyline(lines: try list(layout).map { [$0] } ?? [], spatialReference: reference)
        case "MULTILINESTRING": return Polyline(lines: try lists(layout) ?? [], spatialReference: reference)
        case "POLYGON": return Polygon(polygons: try lists(layout).map { [$0] } ?? [], spatialReference: reference)
        case "MULTIPOLYGON": return Polygon(polygons: try groups(layout) ?? [], spatialReference: reference)
        case "GEOMETRYCOLLECTION":
            throw failure("a GEOMETRYCOLLECTION is none of the geometries there are; read its members one by one")
        default:
            throw failure(
                "here must stand POINT, MULTIPOINT, LINESTRING, MULTILINESTRING, POLYGON or MULTIPOLYGON, not \"\(name.prefix(40))\"")
        }
    }

    /// A list of positions in brackets; nil for EMPTY.
    private mutating func list(_ layout: Layout?, isPoint: Bool = false) throws(GeometryError) -> Coordinates? {
        if isEmptyWord() { return nil }
        try expect("(")
        var run = Coordinates()
        repeat { try position(layout, into: &run) } while !isPoint && take(",")
        try expect(")")
        return run
    }

    private mutating func lists(_ layout: Layout?) throws(GeometryError) -> [Coordinates]? {
        if isEmptyWord() { return nil }
        try expect("(")
        var runs: [Coordinates] = []
        repeat {
            if let run = try list(layout) { runs.append(run) }
        } while take(",")
        try expect(")")
        return runs
    }

    private mutating func groups(_ layout: Layout?) throws(GeometryError) -> [[Coordinates]]? {
        if isEmptyWord() { return nil }
        try expect("(")
        var groups: [[Coordinates]] = []
        repeat {
            if let rings = try lists(layout) { groups.append(rings) }
        } while take(",")
        try expect(")")
        return groups
    }

    /// Both ways of writing: with and without brackets around each position.
    private mutating func multipoint(_ layout: Layout?) throws(GeometryError) -> Coordinates {
        var run = Coordinates()
        if isEmptyWord() { return run }
        try expect("(")
        repeat {
            if isEmptyWord() { continue }
            let hasBracket = take("(")
            try position(layout, into: &run)
            if hasBracket { try expect(")") }
        } while take(",")
        try expect(")")
        return run
    }

    private mutating func position(_ layout: Layout?, into run: inout Coordinates) throws(GeometryError) {
        var values: [Double] = []
        while values.count < 4, let next = peek(), next != UInt8(ascii: ","), next != UInt8(ascii: ")") {
            values.append(try values.count > 1 && isWord("NAN") ? .nan : number())
        }
        let expected = layout.map { 2 + ($0.hasZ ? 1 : 0) + ($0.hasM ? 1 : 0) }
        guard values.count >= 2, expected ?? values.count == values.count else {
            throw failure("a position must have \(expected.map(String.init) ?? "2 to 4") numbers")
        }
        // Without a tag a third number is a height, a fourth a measure.
        let hasZ = layout?.hasZ ?? (values.count > 2)
        let hasM = layout?.hasM ?? (values.count > 3)
        run.append(x: values[0], y: values[1], z: hasZ ? values[2] : nil, m: hasM ? values.last : nil)
    }

    // MARK: Words and signs

    private mutating func peek() -> UInt8? {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
        return offset < bytes.count ? bytes[offset] : nil
    }

    private mutating func take(_ sign: Character) -> Bool {
        guard peek() == sign.asciiValue else { return false }
        offset += 1
        return true
    }

    private mutating func expect(_ sign: Character) throws(GeometryError) {
        guard take(sign) else { throw failure("here must stand \"\(sign)\"") }
    }

    /// Letters, made upper case; empty where there are none.
    private mutating func word() -> String {
        _ = peek()
        let start = offset
        while offset < bytes.count, (bytes[offset] | 0x20) >= UInt8(ascii: "a"), (bytes[offset] | 0x20) <= UInt8(ascii: "z") { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self).uppercased()
    }

    private mutating func isEmptyWord() -> Bool { isWord("EMPTY") }

    /// Takes a word if it is next.
    private mutating func isWord(_ wanted: String) -> Bool {
        let start = offset
        if word() == wanted { return true }
        offset = start
        return false
    }

    private mutating func number() throws(GeometryError) -> Double {
        _ = peek()
        let start = offset
        while offset < bytes.count, "+-.0123456789eE".utf8.contains(bytes[offset]) { offset += 1 }
        guard let value = Double(String(decoding: bytes[start..<offset], as: UTF8.self)), value.isFinite else {
            offset = start
            throw failure("here must stand a number")
        }
        return value
    }

    private func failure(_ message: String) -> GeometryError {
        GeometryError(.invalidWKT, "\(message) (at byte \(offset + 1) of the text)", offset: offset)
    }
}
