// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteModel

/// Turns the events of a custom feed into batches.
///
/// Attributes find their fields without regard to case. Those that no field is declared for are left out; a value of another type than its field's becomes
/// null, numbers excepted, which fit any number field that can hold them. Both are counted.
struct CustomFeedReader {
    private let info: DynamicEntityDataSourceInfo
    private let columns: [(number: Int, field: Field)]
    /// The place in `columns` of a field's name, and of its name in lower case.
    private let exactColumns: [String: Int]
    private let foldedColumns: [String: Int]
    /// In lower case, for attributes that are read without having a field.
    private let readNames: Set<String>
    private let timeFieldName: String?
    private var batch: ObservationBatch
    /// The value for each column, with the name under which it came.
    private var found: [(name: String, value: any Sendable)?]
    private var ordinal: UInt64 = 0

    init(info: DynamicEntityDataSourceInfo) {
        self.info = info
        timeFieldName = info.timeFieldName
        let schema = ObservationSchema(fields: info.fields)
        batch = ObservationBatch(schema: schema)
        let columns = info.fields.compactMap { field in schema.column(named: field.name).map { ($0, field) } }
        self.columns = columns
        exactColumns = Dictionary(columns.enumerated().map { ($0.element.1.name, $0.offset) }) { first, _ in first }
        foldedColumns = Dictionary(columns.enumerated().map { ($0.element.1.name.lowercased(), $0.offset) }) { first, _ in first }
        readNames = Set([info.entityIDFieldName, info.timeFieldName].compactMap { $0?.lowercased() })
        found = Array(repeating: nil, count: columns.count)
    }

    mutating func deliver(_ geometry: Geometry?, _ attributes: [String: any Sendable], to sink: FeedSink) {
        defer { ordinal += 1 }
        guard let track = AttributeCoding.trackID(Self.value(of: info.entityIDFieldName, in: attributes)) else {
            return sink.reject(.noEntityID)
        }
        var place: (position: GridPosition, altitude: Double?)?
        if let geometry {
            guard let point = geometry as? Point else { return sink.reject(.notAPoint) }
            if !point.isEmpty {
                guard let found = position(of: point) else { return sink.reject(.invalidPosition) }
                place = (found, point.z)
            }
        }
        batch.removeAll()
        batch.beginRow()
        sink.rejectAttributes(.undeclared, assign(attributes))
        sink.rejectAttributes(.wrongType, packValues(track: track))
        if let altitude = place?.altitude,
            let column = batch.column(for: Field(type: .float64, name: ObservationSchema.altitudeName, alias: ""))
        {
            batch.setValue(PackedValue(altitude), column: column)
        }
        let name = batch.appendBytes { $0.append(contentsOf: track.utf8) }
        let time = timeFieldName.flatMap { AttributeCoding.microseconds(Self.value(of: $0, in: attributes)) }
        batch.endRow(track: name, position: place?.position, time: time ?? ObservationBatch.noTime, ordinal: ordinal)
        sink.ingest(batch)
    }

    /// Gives each attribute to its column; returns how many have none. Of several names that differ in case only, the field's own counts, else the
    /// first in code-point order.
    private mutating func assign(_ attributes: [String: any Sendable]) -> Int {
        for index in found.indices { found[index] = nil }
        var undeclared = 0
        for (name, value) in attributes {
            guard let index = exactColumns[name] ?? foldedColumns[name.lowercased()] else {
                if !readNames.contains(name.lowercased()) { undeclared += 1 }
                continue
            }
            if let other = found[index]?.name {
                undeclared += 1
                let own = columns[index].field.name
                if other == own || (name != own && other.utf8.lexicographicallyPrecedes(name.utf8)) { continue }
            }
            found[index] = (name, value)
        }
        return undeclared
    }

    /// Writes the values into the row begun; returns how many do not fit their fields.
    private mutating func packValues(track: String) -> Int {
        var mismatches = 0
        for (index, column) in columns.enumerated() {
            guard let value = found[index]?.value, !AttributeCoding.isNull(value) else { continue }
            var packed = AttributeCoding.pack(value, as: column.field.type, into: &batch)
            if packed == nil, column.field.name.lowercased() == info.entityIDFieldName.lowercased() {
                // An id that is a number in a field of text is text, as it is in queries.
                packed = AttributeCoding.pack(track, as: column.field.type, into: &batch)
            }
            if let packed { batch.setValue(packed, column: column.number) } else { mismatches += 1 }
        }
        return mismatches
    }

    /// The value of that name, or of the first in code-point order that differs in case only.
    private static func value(of name: String, in attributes: [String: any Sendable]) -> (any Sendable)? {
        if let value = attributes[name] { return value }
        let folded = name.lowercased()
        return attributes.filter { $0.key.lowercased() == folded }.min { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }?.value
    }

    private func position(of point: Point) -> GridPosition? {
        let reference = point.spatialReference ?? info.spatialReference ?? .wgs84
        guard reference != .wgs84 else { return GridPosition(longitude: point.x, latitude: point.y) }
        let placed = Point(x: point.x, y: point.y, spatialReference: reference)
        return GeometryEngine.project(placed, into: .wgs84).flatMap { GridPosition(longitude: $0.x, latitude: $0.y) }
    }
}
