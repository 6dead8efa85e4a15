// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteModel

/// Turns the events of a custom feed into batches.
///
/// Attributes that the info does not list are left out; a value of another type than its field's becomes null, numbers
/// excepted, which fit any number field.
struct CustomFeedReader {
    private let info: DynamicEntityDataSourceInfo
    private let columns: [(number: Int, field: Field)]
    private let timeFieldName: String?
    private var batch: ObservationBatch
    private var ordinal: UInt64 = 0

    init(info: DynamicEntityDataSourceInfo) {
        self.info = info
        timeFieldName = info.timeFieldName
        let schema = ObservationSchema(fields: info.fields)
        batch = ObservationBatch(schema: schema)
        columns = info.fields.compactMap { field in schema.column(named: field.name).map { ($0, field) } }
    }

    mutating func deliver(_ geometry: Geometry?, _ attributes: [String: any Sendable], to sink: FeedSink) {
        defer { ordinal += 1 }
        guard let track = AttributeCoding.trackID(attributes[info.entityIDFieldName]) else { return sink.reject(.noEntityID) }
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
        for (number, field) in columns {
            guard let value = attributes[field.name] else { continue }
            batch.setValue(AttributeCoding.pack(value, as: field.type, into: &batch), column: number)
        }
        if let altitude = place?.altitude,
            let column = batch.column(for: Field(type: .float64, name: ObservationSchema.altitudeName, alias: ""))
        {
            batch.setValue(PackedValue(altitude), column: column)
        }
        let name = batch.appendBytes { $0.append(contentsOf: track.utf8) }
        let time = timeFieldName.flatMap { AttributeCoding.microseconds(attributes[$0]) }
        batch.endRow(track: name, position: place?.position, time: time ?? ObservationBatch.noTime, ordinal: ordinal)
        sink.ingest(batch)
    }

    private func position(of point: Point) -> GridPosition? {
        let reference = point.spatialReference ?? info.spatialReference ?? .wgs84
        guard reference != .wgs84 else { return GridPosition(longitude: point.x, latitude: point.y) }
        let placed = Point(x: point.x, y: point.y, spatialReference: reference)
        return GeometryEngine.project(placed, into: .wgs84).flatMap { GridPosition(longitude: $0.x, latitude: $0.y) }
    }
}
