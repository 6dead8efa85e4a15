// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteValues

/// How observations are written as Esri features: which attributes, and in which spatial reference. A core.
struct FeatureShape: Sendable {
    /// How positions, which are in WGS 84, get into the spatial reference of the answer.
    private enum Projection: Sendable {
        case none
        case webMercator
        case other(SpatialReference)
    }

    private struct Attribute: Sendable {
        let origin: PublishedFields.Origin
        let type: FieldType?
        /// `"name":`
        let key: [UInt8]
    }

    private let attributes: [Attribute]
    private let projection: Projection
    /// `,"spatialReference":{…}}`, behind the coordinates.
    private let geometryEnd: [UInt8]
    private let hasGeometry: Bool
    private let hasZ: Bool

    /// - Parameters:
    ///   - fields: of the source.
    ///   - columns: which of them are written.
    ///   - spatialReference: of the positions written.
    ///   - hasGeometry: whether positions are written at all.
    ///   - hasZ: whether heights are written, where there are any.
    ///   - namesReference: whether each position says its spatial reference.
    init(
        _ fields: PublishedFields, columns: [Int], spatialReference: SpatialReference = .wgs84, hasGeometry: Bool = true, hasZ: Bool = true,
        namesReference: Bool = true
    ) {
        attributes = columns.map { index in
            let column = fields.columns[index]
            var key: [UInt8] = []
            JSONWriter.append(column.field.name, to: &key)
            key.append(UInt8(ascii: ":"))
            return Attribute(origin: column.origin, type: column.field.type, key: key)
        }
        projection = spatialReference == .wgs84 ? .none : spatialReference == .webMercator ? .webMercator : .other(spatialReference)
        let reference = namesReference ? #","spatialReference":"# + JSONText.text(spatialReference.esriJSON) : ""
        geometryEnd = Array((reference + "}").utf8)
        (self.hasGeometry, self.hasZ) = (hasGeometry, hasZ)
    }

    /// Appends an observation: valid JSON in valid UTF-8, whatever its texts are.
    func append(_ row: PublishedRow, of batch: borrowing ObservationBatch, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        if hasGeometry {
            output.append(contentsOf: #""geometry":"#.utf8)
            appendPosition(row.index, batch, to: &output)
            output.append(UInt8(ascii: ","))
        }
        output.append(contentsOf: #""attributes":{"#.utf8)
        for (index, attribute) in attributes.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            output.append(contentsOf: attribute.key)
            switch attribute.origin {
            case .objectID: JSONWriter.append(row.objectID, to: &output)
            case .track: Self.appendText(batch.trackRanges[row.index], batch, to: &output)
            case .time: JSONWriter.append(Self.milliseconds(row.time(in: batch)), to: &output)
            case .column(let number):
                let value = number.map { batch.value(at: row.index, column: $0) } ?? .null
                Self.append(value, attribute.type, batch, to: &output)
            }
        }
        output.append(contentsOf: "}}".utf8)
    }

    private static func milliseconds(_ microseconds: Int64) -> Int64 {
        Int64((Double(microseconds) / 1_000).rounded())
    }

    // MARK: Values

    /// A value as its field's type asks; one that does not fit its field is written as what it is.
    private static func append(
        _ value: PackedValue, _ type: FieldType?, _ batch: borrowing ObservationBatch, to output: inout [UInt8]
    ) {
        let isText = type.isPublishedAsText
        switch value.kind {
        case .null: output.append(contentsOf: "null".utf8)
        case .true, .false:
            // Esri JSON has no truth values among its fields.
            let word = value.kind == .true
            output.append(contentsOf: (isText ? (word ? #""true""# : #""false""#) : (word ? "1" : "0")).utf8)
        case .number:
            if isText { output.append(UInt8(ascii: "\"")) }
            JSONWriter.append(type == .date ? value.number.rounded() : value.number, to: &output)
            if isText { output.append(UInt8(ascii: "\"")) }
        case .integer:
            if isText { output.append(UInt8(ascii: "\"")) }
            output.append(contentsOf: batch.bytes[ObservationBatch.range(of: value)])
            if isText { output.append(UInt8(ascii: "\"")) }
        case .text, .json: appendText(ObservationBatch.range(of: value), batch, to: &output)
        }
    }

    private static func appendText(_ range: Range<Int>, _ batch: borrowing ObservationBatch, to output: inout [UInt8]) {
        batch.withBytes(range) { bytes in
            if UTF8Check.isValid(bytes) {
                JSONWriter.append(bytes, to: &output)
            } else {
                // A text frame must be UTF-8: what is not becomes U+FFFD.
                JSONWriter.append(String(decoding: bytes, as: UTF8.self), to: &output)
            }
        }
    }

    // MARK: Positions

    private func appendPosition(_ index: Int, _ batch: borrowing ObservationBatch, to output: inout [UInt8]) {
        guard let position = batch.position(at: index) else {
            output.append(contentsOf: "null".utf8)
            return
        }
        switch projection {
        case .none:
            output.append(contentsOf: #"{"x":"#.utf8)
            JSONWriter.append(gridSteps: position.longitude, to: &output)
            output.append(contentsOf: #","y":"#.utf8)
            JSONWriter.append(gridSteps: position.latitude, to: &output)
        case .webMercator, .other:
            guard let (x, y) = projected(position) else {
                // No place in that reference: the poles in Web Mercator.
                output.append(contentsOf: "null".utf8)
                return
            }
            output.append(contentsOf: #"{"x":"#.utf8)
            JSONWriter.append(x, to: &output)
            output.append(contentsOf: #","y":"#.utf8)
            JSONWriter.append(y, to: &output)
        }
        if hasZ, let column = batch.schema.altitudeColumn {
            let altitude = batch.value(at: index, column: column)
            if altitude.kind == .number {
                output.append(contentsOf: #","z":"#.utf8)
                JSONWriter.append(altitude.number, to: &output)
            }
        }
        output.append(contentsOf: geometryEnd)
    }

    private func projected(_ position: GridPosition) -> (x: Double, y: Double)? {
        switch projection {
        case .none: return (position.longitudeDegrees, position.latitudeDegrees)
        case .webMercator:
            // EPSG:3857: a sphere of 6,378,137 m. Tenths of a millimetre are finer than the grid of positions.
            guard abs(position.latitudeDegrees) < 90 else { return nil }
            let radius = 6_378_137.0
            let x = position.longitudeDegrees * .pi / 180 * radius
            let y = atanh(sin(position.latitudeDegrees * .pi / 180)) * radius
            return ((x * 1e4).rounded() / 1e4, (y * 1e4).rounded() / 1e4)
        case .other(let reference):
            guard let place = GeometryEngine.project(position.point, into: reference), place.x.isFinite, place.y.isFinite else {
                return nil
            }
            return (place.x, place.y)
        }
    }
}

extension FieldType? {
    /// Whether values are written as texts. A field whose type is not known is one of texts.
    var isPublishedAsText: Bool {
        switch self {
        case .int16, .int32, .int64, .float32, .float64, .date, .oid: false
        default: true
        }
    }

    /// What Esri JSON calls the type; what is not published as it is goes out as text.
    var publishedName: String {
        switch self {
        case nil, .timestampOffset, .geometry, .blob, .raster, .xml: FieldType.text.esriName
        case let type?: type.esriName
        }
    }
}

extension SpatialReference {
    /// As Esri JSON writes it.
    var esriJSON: JSONValue {
        let text = Array(Point(x: 0, y: 0, spatialReference: self).toJSON().utf8)
        let value = text.withUnsafeBytes { try? JSONValue(text: $0) }
        return value?["spatialReference"] ?? .object([:])
    }
}
