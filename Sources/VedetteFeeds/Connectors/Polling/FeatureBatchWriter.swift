// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Writes features of a table into batches of observations.
struct FeatureBatchWriter {
    private static let batchSize = 1_000

    private let fields: [Field]
    private var batch: ObservationBatch
    private var full: [ObservationBatch] = []
    /// Whether a number that means a time was in milliseconds.
    private(set) var hasMilliseconds = false

    init(fields: [Field], schema: ObservationSchema) {
        self.fields = fields
        batch = ObservationBatch(schema: schema)
    }

    /// What was written.
    var batches: [ObservationBatch] { batch.isEmpty ? full : full + [batch] }

    /// Adds a feature.
    ///
    /// - Returns: its event time, in microseconds since 1970; nil for none.
    /// - Throws: ``RecordError`` where it is no observation; then nothing is added.
    mutating func append(_ feature: Feature, track: String, time: String?, ordinal: UInt64) throws(RecordError) -> Int64? {
        let attributes = feature.attributes
        guard let id = Self.text(AttributeValue(attributes[track])), !id.isEmpty else {
            throw RecordError(.noTrack, "the row has no track id in \"\(Excerpt.of(track))\"")
        }
        var place: (position: GridPosition, altitude: Double?)?
        if let geometry = feature.geometry, !geometry.isEmpty {
            guard let point = geometry as? Point else { throw RecordError(.notAnObservation, "the row's shape is no point") }
            guard let position = GridPosition(longitude: point.x, latitude: point.y) else {
                throw RecordError(.invalidPosition, "the position \(point.x), \(point.y) is no place on Earth")
            }
            place = (position, point.z)
        }
        let observed = try time.flatMap { name throws(RecordError) in try microseconds(AttributeValue(attributes[name]), name) }
        if batch.count >= Self.batchSize {
            let schema = batch.schema
            full.append(batch)
            batch = ObservationBatch(schema: schema)
        }
        batch.beginRow()
        for field in fields {
            guard let value = attributes[field.name], let column = batch.column(for: field) else { continue }
            batch.setValue(pack(AttributeValue(value)), column: column)
        }
        if let altitude = place?.altitude,
            let column = batch.column(for: Field(type: .float64, name: ObservationSchema.altitudeName, alias: ""))
        {
            batch.setValue(PackedValue(altitude), column: column)
        }
        let name = batch.appendBytes { $0 += Array(id.utf8) }
        batch.endRow(track: name, position: place?.position, time: observed ?? ObservationBatch.noTime, ordinal: ordinal)
        return observed
    }

    private mutating func microseconds(_ value: AttributeValue, _ name: String) throws(RecordError) -> Int64? {
        let number: Double
        switch value {
        case .null: return nil
        case .instant(let instant): return instant.microsecondsSince1970
        case .integer(let integer): number = Double(integer)
        case .number(let double): number = double
        default: throw RecordError(.invalidTime, "\"\(Excerpt.of(name))\" of the row is neither a date nor a number")
        }
        let isMilliseconds = abs(number) >= FeedTime.firstMillisecond
        if isMilliseconds { hasMilliseconds = true }
        guard let time = Int64(exactly: (number * (isMilliseconds ? 1e3 : 1e6)).rounded()), FeedTime.years.contains(time) else {
            throw RecordError(.invalidTime, "\"\(Excerpt.of(name))\" of the row is no time: \(number)")
        }
        return time
    }

    private static func text(_ value: AttributeValue) -> String? {
        switch value {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): Int64(exactly: number).map(String.init) ?? number.description
        default: nil
        }
    }

    /// Dates in milliseconds, as everywhere in observations.
    private mutating func pack(_ value: AttributeValue) -> PackedValue {
        switch value {
        case .null: return .null
        case .boolean(let flag): return PackedValue(flag)
        case .number(let number): return PackedValue(number)
        case .integer(let number):
            if number.magnitude <= 1 << 53 { return PackedValue(Double(number)) }
            return reference(.integer, String(number))
        case .text(let text): return reference(.text, text)
        case .instant(let instant): return PackedValue((Double(instant.microsecondsSince1970) / 1_000).rounded())
        case .date(let day): return reference(.text, day.description)
        case .time(let time): return reference(.text, time.description)
        case .data(let data): return reference(.text, data.base64EncodedString())
        }
    }

    private mutating func reference(_ kind: PackedValue.Kind, _ text: String) -> PackedValue {
        ObservationBatch.reference(kind, batch.appendBytes { $0 += Array(text.utf8) })
    }
}
