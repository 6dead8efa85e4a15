// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// Features read from text: Esri JSON feature sets, as services answer queries, and GeoJSON.
package struct FeatureSetReader {
    package typealias Row = (attributes: [String: any Sendable], geometry: Geometry?)

    /// The fields that the text describes; empty where it does not.
    package private(set) var fields: [Field] = []
    package private(set) var objectIDFieldName: String?
    package private(set) var geometryType: Geometry.Type?
    package private(set) var spatialReference: SpatialReference?
    /// Whether a service has more features than it sent.
    package private(set) var isTransferLimitExceeded = false
    package private(set) var rows: [Row] = []
    /// Whether an Esri JSON text has `features` at all.
    package private(set) var hasFeatures = false
    /// Members other than `features`, of an Esri JSON text.
    package private(set) var members: [String: JSONValue] = [:]

    private let bytes: UnsafeRawBufferPointer
    /// The names of attributes in the order in which they were met, those without a value too.
    private var names: [String] = []
    private var knownNames: Set<String> = []

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    // MARK: Esri JSON

    /// Reads `{"fields":…,"features":[{"attributes":…,"geometry":…}]}`. Members may come in any order.
    ///
    /// - Throws: ``FeatureTableError`` with the offset of the fault.
    package static func esriJSON(_ bytes: UnsafeRawBufferPointer) throws(FeatureTableError) -> FeatureSetReader {
        var reader = FeatureSetReader(bytes)
        var features: Int?
        try reader.strictly { cursor throws(JSONSyntaxError) in
            try cursor.readMembers { key, cursor throws(JSONSyntaxError) in
                let name = cursor.text(of: key)
                if name == "features" {
                    _ = try cursor.peekValue()
                    features = cursor.offset
                    try cursor.skipValue()
                } else {
                    let value = try JSONValue(&cursor)
                    if reader.members[name] == nil { reader.members[name] = value }
                }
            }
            try cursor.expectEnd()
        }
        reader.describe()
        reader.hasFeatures = features != nil
        if let features { try reader.readFeatures(at: features, isGeoJSON: false) }
        return reader
    }

    private mutating func describe() {
        fields = (members["fields"]?.elements ?? []).compactMap { Field(esriJSON: $0) }
        objectIDFieldName = members["objectIdFieldName"]?.text ?? fields.first { $0.type == .oid }?.name
        geometryType = members["geometryType"]?.geometryType
        spatialReference = members["spatialReference"]?.spatialReference
        isTransferLimitExceeded = members["exceededTransferLimit"]?.boolean ?? false
    }

    // MARK: GeoJSON

    /// Reads a FeatureCollection, a Feature or a geometry (RFC 7946). Coordinates are WGS 84, or what a `crs` says; lists and objects among
    /// the properties become their JSON text. A feature's `id` becomes the attribute `id` where it has no property of that name.
    ///
    /// - Throws: ``FeatureTableError`` with the offset of the fault.
    package static func geoJSON(_ bytes: UnsafeRawBufferPointer) throws(FeatureTableError) -> FeatureSetReader {
        var reader = FeatureSetReader(bytes)
        reader.spatialReference = .wgs84
        var features: Int?
        var type: String?
        var crs: (offset: Int, value: JSONValue)?
        try reader.strictly { cursor throws(JSONSyntaxError) in
            try cursor.readMembers { key, cursor throws(JSONSyntaxError) in
                let first = try cursor.peekValue()
                if cursor.isEqual(key, "features" as StaticString) {
                    features = cursor.offset
                } else if cursor.isEqual(key, "type" as StaticString), first == UInt8(ascii: "\"") {
                    var copy = cursor
                    type = copy.text(of: try copy.readString())
                } else if cursor.isEqual(key, "crs" as StaticString) {
                    var copy = cursor
                    crs = (offset: cursor.offset, value: try JSONValue(&copy))
                }
                try cursor.skipValue()
            }
            try cursor.expectEnd()
        }
        if let crs, crs.value != .null { reader.spatialReference = try named(crs.value, at: crs.offset) }
        switch type {
        case "FeatureCollection":
            guard let features else {
                throw FeatureTableError(.invalidFormat, "a FeatureCollection needs \"features\"")
            }
            try reader.readFeatures(at: features, isGeoJSON: true)
        case "Feature":
            var cursor = JSONCursor(bytes)
            try reader.readFeature(&cursor, isGeoJSON: true)
        case .some:
            reader.rows.append(([:], try reader.geometry(0..<bytes.count, isGeoJSON: true)))
        case nil: throw FeatureTableError(.invalidFormat, "GeoJSON needs a \"type\"; write a FeatureCollection")
        }
        reader.inferFields()
        return reader
    }

    /// The spatial reference that a `crs` of GeoJSON before RFC 7946 names (The GeoJSON Format Specification, 2008, section 3). Positions
    /// are easting or longitude first, whatever the order of the axes.
    private static func named(_ crs: JSONValue, at offset: Int) throws(FeatureTableError) -> SpatialReference {
        let name = crs["properties"]?["name"]?.text ?? ""
        let parts = name.uppercased().split(whereSeparator: { ":/".contains($0) })
        let authority =
            parts.first == "EPSG" ? 0 : parts.count > 3 && ["URN", "HTTP"].contains(parts[0]) ? parts.firstIndex(of: "EPSG") : nil
        if parts.last == "CRS84", parts.count > 1 { return .wgs84 }
        if authority != nil, let code = parts.last.flatMap({ Int($0) }), let wkid = WKID(code) {
            let reference = SpatialReference(wkid: wkid, latestWKID: nil)
            if reference.isGeographic || reference.isProjected { return reference }
        }
        throw FeatureTableError(
            .invalidFormat,
            "the crs \"\(name.prefix(80))\" is not known; name one such as urn:ogc:def:crs:EPSG::3857, or write WGS 84 and no crs",
            offset: offset)
    }

    /// Fields and the class of geometries from what the rows hold: a field of one kind of value has that type, of several none.
    private mutating func inferFields() {
        var types: [String: FieldType?] = [:]
        for row in rows {
            for (name, value) in row.attributes {
                let type = Self.type(of: value)
                types[name] = .some(types[name].map { Self.common($0, type) } ?? type)
            }
        }
        fields = names.map { Field(name: $0, type: types[$0] ?? nil) }
        guard geometryType == nil else { return }
        let classes = Set(rows.compactMap { row in row.geometry.map { ObjectIdentifier(Swift.type(of: $0)) } })
        if classes.count == 1, let geometry = rows.lazy.compactMap(\.geometry).first { geometryType = Swift.type(of: geometry) }
    }

    /// Makes fields from the rows where the text described none.
    package mutating func completeFields() {
        if fields.isEmpty { inferFields() }
    }

    private static func type(of value: any Sendable) -> FieldType? {
        switch value {
        case is Int64: .int64
        case is Double: .float64
        case is String: .text
        default: nil
        }
    }

    private static func common(_ first: FieldType?, _ second: FieldType?) -> FieldType? {
        if first == second { return first }
        return Set([first, second]) == [.int64, .float64] ? .float64 : nil
    }

    // MARK: Features

    private mutating func readFeatures(at offset: Int, isGeoJSON: Bool) throws(FeatureTableError) {
        var cursor = JSONCursor(bytes, at: offset)
        try strictly(&cursor) { cursor throws(JSONSyntaxError) in try cursor.expect(UInt8(ascii: "[")) }
        if cursor.take(UInt8(ascii: "]")) { return }
        repeat { try readFeature(&cursor, isGeoJSON: isGeoJSON) } while cursor.take(UInt8(ascii: ","))
    }

    private mutating func readFeature(_ cursor: inout JSONCursor, isGeoJSON: Bool) throws(FeatureTableError) {
        var attributes: [String: any Sendable] = [:]
        var shape: Range<Int>?
        var id: JSONValue?
        var (names, knownNames) = (names, knownNames)
        let attributesName: StaticString = isGeoJSON ? "properties" : "attributes"
        try strictly(&cursor) { cursor throws(JSONSyntaxError) in
            try cursor.readMembers { key, cursor throws(JSONSyntaxError) in
                let first = try cursor.peekValue()
                if cursor.isEqual(key, attributesName), first == UInt8(ascii: "{") {
                    try cursor.readMembers { key, cursor throws(JSONSyntaxError) in
                        let name = cursor.text(of: key)
                        if knownNames.insert(name).inserted { names.append(name) }
                        if let value = try JSONValue(&cursor).attribute { attributes[name] = value }
                    }
                } else if cursor.isEqual(key, "geometry" as StaticString), first == UInt8(ascii: "{") {
                    shape = try cursor.skipValue()
                } else if isGeoJSON, cursor.isEqual(key, "id" as StaticString) {
                    id = try JSONValue(&cursor)
                } else {
                    try cursor.skipValue()
                }
            }
        }
        if let id = id?.attribute, !attributes.keys.contains(where: { $0.lowercased() == "id" }) {
            attributes["id"] = id
            if knownNames.insert("id").inserted { names.append("id") }
        }
        (self.names, self.knownNames) = (names, knownNames)
        rows.append((attributes, try shape.map { range throws(FeatureTableError) in try geometry(range, isGeoJSON: isGeoJSON) }))
    }

    private func geometry(_ range: Range<Int>, isGeoJSON: Bool) throws(FeatureTableError) -> Geometry {
        let text = flagged(String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self), isGeoJSON: isGeoJSON)
        do {
            if isGeoJSON {
                let geometry: Geometry = try Geometry.fromGeoJSON(text)
                return spatialReference == .wgs84 ? geometry : geometry.placed(in: spatialReference)
            }
            let geometry: Geometry = try Geometry.fromJSON(text)
            return geometry.spatialReference == nil ? geometry.placed(in: spatialReference) : geometry
        } catch {
            let inside = (error as? GeometryError)?.offset ?? 0
            throw FeatureTableError(
                .invalidFormat, "the geometry of feature \(rows.count + 1) cannot be read: \(error)", offset: range.lowerBound + inside,
                cause: error)
        }
    }

    /// The text of a geometry with what the whole set says of its third and fourth numbers.
    private func flagged(_ text: String, isGeoJSON: Bool) -> String {
        guard !isGeoJSON, members["hasM"]?.boolean == true, !text.contains("\"hasM\""), !text.contains("\"hasZ\"") else { return text }
        let hasZ = members["hasZ"]?.boolean == true
        return "{\"hasZ\":\(hasZ),\"hasM\":true," + text.dropFirst()
    }

    // MARK: Faults

    private func strictly(_ body: (inout JSONCursor) throws(JSONSyntaxError) -> Void) throws(FeatureTableError) {
        var cursor = JSONCursor(bytes)
        try strictly(&cursor, body)
    }

    private func strictly(
        _ cursor: inout JSONCursor, _ body: (inout JSONCursor) throws(JSONSyntaxError) -> Void
    ) throws(FeatureTableError) {
        do {
            try body(&cursor)
        } catch {
            throw FeatureTableError(
                .invalidFormat, "the text is not the JSON of features: \(error.description)", offset: error.offset, cause: error)
        }
    }
}
