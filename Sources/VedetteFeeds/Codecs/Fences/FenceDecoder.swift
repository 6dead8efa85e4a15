// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences
import VedetteGeometry

/// Reads fences from GeoJSON: features with a Polygon or a MultiPolygon, or such a geometry by itself; with a buffer, points and lines too, and
/// collections of all of them.
package struct FenceDecoder: Sendable {
    /// The most vertices of one fence.
    package static let maximumVertexCount = 1_000_000

    private let idField: String?
    private let keepsGeometry: Bool
    private let making: FenceMaking

    /// - Parameters:
    ///   - idField: the property that holds a fence's id; nil for the feature's own id, else its place in the file.
    ///   - keepsGeometry: whether ``FenceFeature/geometry`` is wanted.
    ///   - making: what becomes of geometries.
    package init(idField: String?, keepsGeometry: Bool = false, making: FenceMaking = FenceMaking()) {
        (self.idField, self.keepsGeometry, self.making) = (idField, keepsGeometry, making)
    }

    private struct Parts {
        var type: String?
        var id: String?
        var namedID: String?
        var attributes: [UInt8] = []
        var geometry: Range<Int>?
        /// What the geometry is, where it could be read the short way.
        var area: [[[GridPosition]]]?
    }

    /// A fence for a record, or an issue that names it.
    package func decode(_ record: FeedRecord, in bytes: UnsafeRawBufferPointer) -> Result<FenceFeature, FeedIssue> {
        let text = UnsafeRawBufferPointer(rebasing: bytes[record.range])
        var name = String(record.ordinal)
        do throws(RecordError) {
            let parts: Parts
            do {
                var cursor = JSONCursor(text)
                parts = try read(&cursor)
                try cursor.expectEnd()
            } catch {
                throw RecordError(error, in: text)
            }
            let isArea = parts.type == "Polygon" || parts.type == "MultiPolygon"
            let isGeometry = isArea || making.bufferDistance > 0 && FenceMaking.isGeometry(parts.type)
            guard isGeometry || parts.type == "Feature" else {
                throw RecordError(.notAnObservation, "this is no GeoJSON Feature, Polygon or MultiPolygon")
            }
            if let idField, !isGeometry {
                guard let id = parts.namedID else { throw RecordError(.noTrack, "the fence has no \"\(idField)\" to be its id") }
                name = id
            } else if let id = parts.id {
                name = id
            }
            let place = isGeometry ? 0..<text.count : parts.geometry
            guard let place else { throw RecordError(.noPosition, "fence \(Excerpt.of(name)): it has no geometry") }
            let geometry = UnsafeRawBufferPointer(rebasing: text[place])
            let shape: FenceShape
            if let area = parts.area, !isGeometry {
                shape = try FenceGeometryReader.shape(area, Excerpt.of(name))
            } else if making.isPlain {
                shape = try FenceGeometryReader.read(geometry, name: Excerpt.of(name))
            } else {
                shape = try FenceGeometryReader.read(geometry, name: Excerpt.of(name), making: making)
            }
            var kept: [UInt8] = []
            if keepsGeometry { JSONWriter.append(compacting: geometry, to: &kept) }
            return .success(FenceFeature(id: name, shape: shape, attributes: parts.attributes, geometry: kept))
        } catch {
            return .failure(FeedIssue(line: record.line, error.code, error.message))
        }
    }

    private func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Parts {
        var parts = Parts()
        try cursor.expect(UInt8(ascii: "{"))
        if cursor.take(UInt8(ascii: "}")) { return parts }
        repeat {
            cursor.skipWhitespace()
            let key = try cursor.readString()
            try cursor.expect(UInt8(ascii: ":"))
            let first = try cursor.peekValue()
            if cursor.isEqual(key, "type"), first == UInt8(ascii: "\"") {
                parts.type = cursor.text(of: try cursor.readString())
            } else if cursor.isEqual(key, "id") {
                parts.id = try readIdentifier(first, &cursor)
            } else if cursor.isEqual(key, "properties"), first == UInt8(ascii: "{") {
                try readProperties(&cursor, &parts)
            } else if cursor.isEqual(key, "geometry") {
                let start = cursor.offset
                parts.area = making.isPlain ? FenceGeometryReader.readArea(&cursor) : nil
                let range = try parts.area == nil ? cursor.skipValue() : start..<cursor.offset
                parts.geometry = first == UInt8(ascii: "{") ? range : nil
            } else {
                try cursor.skipValue()
            }
        } while cursor.take(UInt8(ascii: ","))
        try cursor.expect(UInt8(ascii: "}"))
        return parts
    }

    private func readIdentifier(_ first: UInt8, _ cursor: inout JSONCursor) throws(JSONSyntaxError) -> String? {
        if first == UInt8(ascii: "\"") { return cursor.text(of: try cursor.readString()) }
        let range = try cursor.skipValue()
        let isNumber = first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") < 10
        return isNumber ? String(decoding: cursor.bytes[range], as: UTF8.self) : nil
    }

    private func readProperties(_ cursor: inout JSONCursor, _ parts: inout Parts) throws(JSONSyntaxError) {
        let start = cursor.offset
        // Of two members with this name, the last counts.
        (parts.attributes, parts.namedID) = ([], nil)
        try cursor.expect(UInt8(ascii: "{"))
        if cursor.take(UInt8(ascii: "}")) { return }
        let wanted = idField.map { Array($0.utf8) }
        repeat {
            cursor.skipWhitespace()
            let key = try cursor.readString()
            try cursor.expect(UInt8(ascii: ":"))
            let first = try cursor.peekValue()
            if let wanted, cursor.isEqual(key, wanted) {
                parts.namedID = try readIdentifier(first, &cursor)
            } else {
                try cursor.skipValue()
            }
        } while cursor.take(UInt8(ascii: ","))
        try cursor.expect(UInt8(ascii: "}"))
        JSONWriter.append(compacting: UnsafeRawBufferPointer(rebasing: cursor.bytes[start..<cursor.offset]), to: &parts.attributes)
    }
}

/// Reads the area of a fence from a GeoJSON geometry object straight onto the grid.
enum FenceGeometryReader {
    /// Collects rings of grid positions.
    private struct RingSink: PositionSink {
        var polygons: [[[GridPosition]]] = []
        var rings: [[GridPosition]] = []
        var ring: [GridPosition] = []
        var count = 0
        var error: RecordError?

        mutating func position(
            _ x: DecimalNumber, _ y: DecimalNumber, _ z: DecimalNumber?, in cursor: borrowing JSONCursor
        ) throws(JSONSyntaxError) {
            count += 1
            let bytes = cursor.bytes
            func text(_ number: DecimalNumber) -> String { Excerpt.of(bytes[number.range]) }
            do throws(RecordError) {
                ring.append(try PositionCheck.position(x, y, text(x), text(y)))
                if count == FenceDecoder.maximumVertexCount + 1 {
                    throw RecordError(.tooLong, "it has more than \(FenceDecoder.maximumVertexCount) vertices; simplify or split it")
                }
            } catch {
                self.error = self.error ?? error
            }
        }

        mutating func endOfList(height: Int) {
            switch height {
            case 1:
                rings.append(ring)
                ring = []
            case 2:
                polygons.append(rings)
                rings = []
            default: break
            }
        }
    }

    static func read(_ text: UnsafeRawBufferPointer, name: String) throws(RecordError) -> FenceShape {
        try shape(try area(text, name: name), name)
    }

    /// The polygons of a Polygon or a MultiPolygon.
    static func area(_ text: UnsafeRawBufferPointer, name: String) throws(RecordError) -> [[[GridPosition]]] {
        var type: String?
        var height: Int?
        var sink = RingSink()
        do {
            var cursor = JSONCursor(text)
            try cursor.expect(UInt8(ascii: "{"))
            if !cursor.take(UInt8(ascii: "}")) {
                repeat {
                    cursor.skipWhitespace()
                    let key = try cursor.readString()
                    try cursor.expect(UInt8(ascii: ":"))
                    if cursor.isEqual(key, "type"), try cursor.peekValue() == UInt8(ascii: "\"") {
                        type = cursor.text(of: try cursor.readString())
                    } else if cursor.isEqual(key, "coordinates") {
                        sink = RingSink()
                        height = try cursor.readPositions(into: &sink)
                    } else {
                        try cursor.skipValue()
                    }
                } while cursor.take(UInt8(ascii: ","))
                try cursor.expect(UInt8(ascii: "}"))
            }
        } catch  where error.code == .unexpectedCharacter {
            throw RecordError(.invalidPosition, "fence \(name): its coordinates are not lists of [longitude, latitude]")
        } catch {
            throw RecordError(.invalidJSON, "fence \(name): \(error)")
        }
        if let error = sink.error { throw RecordError(error.code, "fence \(name): \(error.message)") }
        try check(type, height, name)
        return sink.polygons
    }

    private static func check(_ type: String?, _ height: Int?, _ name: String) throws(RecordError) {
        let wanted: Int
        switch type {
        case "Polygon": wanted = 2
        case "MultiPolygon": wanted = 3
        case "Point", "MultiPoint", "LineString", "MultiLineString":
            throw RecordError(
                .notAnObservation,
                "fence \(name): a \(type ?? "geometry") is a fence only with a buffer; give one in metres (--buffer), or use a Polygon or a MultiPolygon"
            )
        default:
            let found = type.map { Excerpt.of($0) } ?? "of no type"
            throw RecordError(.notAnObservation, "fence \(name): its geometry must be a Polygon or a MultiPolygon, not \(found)")
        }
        guard height == nil || height == wanted else {
            throw RecordError(
                .invalidPosition, "fence \(name): the coordinates of a \(type ?? "geometry") must be nested \(wanted + 1) deep")
        }
    }

    /// The area of polygons, each an outer ring and its holes; `name` is that of the fence, for messages.
    static func shape(_ polygons: [[[GridPosition]]], _ name: @autoclosure () -> String) throws(RecordError) -> FenceShape {
        do {
            return try FenceShape(polygons: polygons)
        } catch {
            throw RecordError(.invalidPosition, "fence \(name()): \(error.message)")
        }
    }

    /// Reads a Polygon or a MultiPolygon the short way; nil, with the cursor where it was, where it is not written as most are.
    static func readArea(_ cursor: inout JSONCursor) -> [[[GridPosition]]]? {
        var ahead = cursor
        guard ahead.take(UInt8(ascii: "{")), let base = ahead.bytes.baseAddress else { return nil }
        ahead.skipWhitespace()
        guard let key = try? ahead.readString(), ahead.isEqual(key, "type"), ahead.take(UInt8(ascii: ":")) else { return nil }
        ahead.skipWhitespace()
        guard let type = try? ahead.readString(), ahead.take(UInt8(ascii: ",")) else { return nil }
        ahead.skipWhitespace()
        guard let next = try? ahead.readString(), ahead.isEqual(next, "coordinates"), ahead.take(UInt8(ascii: ":")) else { return nil }
        var scan = ByteScan(base: base, place: ahead.offset, end: ahead.bytes.count)
        var area: [[[GridPosition]]]?
        if ahead.isEqual(type, "Polygon") {
            area = scan.polygon().map { [$0] }
        } else if ahead.isEqual(type, "MultiPolygon") {
            area = scan.polygons()
        }
        guard let area, area.reduce(0, { $0 + $1.reduce(0) { $0 + $1.count } }) <= FenceDecoder.maximumVertexCount,
            scan.take(UInt8(ascii: "}"))
        else { return nil }
        cursor.offset = scan.place
        return area
    }
}
