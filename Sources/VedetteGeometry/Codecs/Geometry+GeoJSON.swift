// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension Geometry {
    /// Reads a GeoJSON geometry object (RFC 7946 §3.1): Point, MultiPoint, LineString, MultiLineString, Polygon or MultiPolygon.
    ///
    /// Coordinates are WGS 84 longitude and latitude. A `Point` with no coordinates is an empty point. Rings that are not closed are
    /// closed.
    ///
    /// - Throws: ``GeometryError`` for text that is not JSON, another type (a `GeometryCollection` too), coordinates not nested as
    ///   the type asks, or a geometry of another class than the one that was asked for (`Point.fromGeoJSON` of a line).
    public static func fromGeoJSON(_ text: String) throws -> Self {
        let geometry = try GeometryReader.read(text) { reader in try reader.readGeoJSON() }
        return try checkedClass(of: geometry)
    }

    /// The geometry as GeoJSON text; an envelope as a polygon.
    ///
    /// - Throws: ``GeometryError`` where the spatial reference is neither unknown nor WGS 84 and PROJ cannot project from it.
    public func toGeoJSON() throws -> String {
        var output: [UInt8] = []
        try GeoJSONGeometryWriter.append(self, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    static func checkedClass<Wanted: Geometry>(of geometry: Geometry) throws -> Wanted {
        guard let wanted = geometry as? Wanted else {
            throw GeometryError(.invalidGeometry, "the JSON is a \(type(of: geometry)), not a \(Wanted.self)")
        }
        return wanted
    }
}

extension GeometryReader {
    mutating func readGeoJSON() throws -> Geometry {
        var type: String?
        var coordinates: (height: Int?, sink: CoordinateSink)?
        try readMembers { name, reader in
            switch name {
            case "type": type = try reader.readText()
            case "coordinates": coordinates = try reader.readPositions(CoordinateSink())
            default: try reader.skip()
            }
        }
        guard let type else { throw GeometryError(.invalidGeometry, "a GeoJSON geometry needs a \"type\"") }
        guard let heights = Self.heights[type] else {
            throw GeometryError(
                .invalidGeometry,
                "\"\(type)\" is not a geometry type that can be read; write one of Point, MultiPoint, LineString, MultiLineString, Polygon, MultiPolygon"
            )
        }
        guard let coordinates else { throw GeometryError(.invalidGeometry, "a GeoJSON \(type) needs \"coordinates\"") }
        guard coordinates.height == nil || coordinates.height == heights else {
            throw GeometryError(.invalidCoordinate, "the coordinates of a GeoJSON \(type) must be nested \(heights + 1) deep")
        }
        return Self.geometry(type, coordinates.sink)
    }

    /// How many lists stand round a position.
    private static let heights = [
        "Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2, "MultiPolygon": 3,
    ]

    private static func geometry(_ type: String, _ sink: CoordinateSink) -> Geometry {
        switch type {
        case "Point":
            sink.single.points(spatialReference: .wgs84).first ?? Point(x: .nan, y: .nan, spatialReference: .wgs84)
        case "MultiPoint": Multipoint(coordinates: sink.runs.first ?? Coordinates(), spatialReference: .wgs84)
        case "LineString", "MultiLineString": Polyline(lines: sink.runs, spatialReference: .wgs84)
        default: Polygon(polygons: sink.groups, spatialReference: .wgs84)
        }
    }
}

/// Writes GeoJSON geometry objects.
enum GeoJSONGeometryWriter {
    static func append(_ geometry: Geometry, to output: inout [UInt8]) throws {
        let isElsewhere = geometry.spatialReference.map { !$0.isWGS84 } ?? false
        let geometry = isElsewhere ? try GeometryEngine.projected(geometry, into: .wgs84) : geometry
        switch geometry {
        case let point as Point:
            append(type: "Point", to: &output)
            point.isEmpty ? output.append(contentsOf: "[]".utf8) : append(point.runs[0], at: 0, to: &output)
        case let multipoint as Multipoint:
            append(type: "MultiPoint", to: &output)
            append(multipoint.coordinates, closing: false, to: &output)
        case let line as Polyline where line.lines.count == 1:
            append(type: "LineString", to: &output)
            append(line.lines[0], closing: false, to: &output)
        case let line as Polyline:
            append(type: "MultiLineString", to: &output)
            appendList(line.lines, to: &output) { append($0, closing: false, to: &$1) }
        case let polygon as Polygon:
            append(polygon.polygons, to: &output)
        case let envelope as Envelope:
            let ring = Coordinates(
                x: [envelope.xMin, envelope.xMax, envelope.xMax, envelope.xMin],
                y: [envelope.yMin, envelope.yMin, envelope.yMax, envelope.yMax])
            append(envelope.isEmpty ? [] : [[ring]], to: &output)
        default: throw GeometryError(.invalidGeometry, "\(type(of: geometry)) has no GeoJSON form")
        }
        output.append(UInt8(ascii: "}"))
    }

    private static func append(type: StaticString, to output: inout [UInt8]) {
        output.append(contentsOf: "{\"type\":\"\(type)\",\"coordinates\":".utf8)
    }

    private static func append(_ polygons: [[Coordinates]], to output: inout [UInt8]) {
        func appendRings(_ rings: [Coordinates], to output: inout [UInt8]) {
            appendList(Array(rings.enumerated()), to: &output) { item, output in
                // RFC 7946 §3.1.6 wants outer rings counter-clockwise and holes clockwise: the reverse of what is kept.
                let ring = item.element
                append(
                    Coordinates(x: ring.x.reversed(), y: ring.y.reversed(), z: ring.z.map { $0.reversed() }), closing: true, to: &output)
            }
        }
        if polygons.count == 1 {
            append(type: "Polygon", to: &output)
            appendRings(polygons[0], to: &output)
        } else {
            append(type: "MultiPolygon", to: &output)
            appendList(polygons, to: &output) { appendRings($0, to: &$1) }
        }
    }

    private static func append(_ run: Coordinates, closing: Bool, to output: inout [UInt8]) {
        let indices = Array(0..<run.count) + (closing && run.count > 0 ? [0] : [])
        appendList(indices, to: &output) { append(run, at: $0, to: &$1) }
    }

    private static func append(_ run: Coordinates, at index: Int, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "["))
        JSONWriter.append(run.x[index], to: &output)
        output.append(UInt8(ascii: ","))
        JSONWriter.append(run.y[index], to: &output)
        if let z = run.z?[index], !z.isNaN {
            output.append(UInt8(ascii: ","))
            JSONWriter.append(z, to: &output)
        }
        output.append(UInt8(ascii: "]"))
    }

    private static func appendList<Element>(
        _ elements: [Element], to output: inout [UInt8], _ append: (Element, inout [UInt8]) -> Void
    ) {
        output.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            append(element, &output)
        }
        output.append(UInt8(ascii: "]"))
    }
}
