// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteModel

/// The fields of a source as a service publishes them: its own, and those that a service needs and the source has not.
///
/// - The object id is always ours, of whole numbers above zero: the running number of an observation in a stream, the entity's number in
///   the layer of latest features. A source's own field of object ids is published as whole numbers.
/// - The track id is the source's field where one is known, else a field of ours.
/// - The time is the source's field where it is one of dates; else, where observations can have an event time, a field of ours with
///   that time, or the time of arrival where an observation has none.
struct PublishedFields: Sendable {
    enum Origin: Equatable, Sendable {
        case objectID
        case track
        case time
        /// The column of the store, or none where no observation has had it yet.
        case column(Int?)
    }

    struct Column: Sendable {
        let field: Field
        let origin: Origin
    }

    let columns: [Column]
    let objectIDName: String
    let trackName: String
    /// nil where the source knows no event time.
    let timeName: String?
    /// How many columns the store had: with more of them the fields are made anew.
    let storeColumnCount: Int
    let hasZ: Bool
    private let indices: [String: Int]

    /// - Parameters:
    ///   - schema: the columns of the store.
    ///   - info: what the source says of itself; nil where it learns from the data.
    ///   - trackFieldName: the field of track ids, where it is known.
    init(schema: ObservationSchema, info: DynamicEntityDataSourceInfo?, trackFieldName: String?) {
        var own: [Field] = []
        var names: Set<String> = []
        for field in (info?.fields ?? []) + schema.namedFields where names.insert(field.name.lowercased()).inserted { own.append(field) }
        func free(_ name: String) -> String {
            var candidate = name
            var number = 1
            while names.contains(candidate.lowercased()) {
                candidate = "\(name)_\(number)"
                number += 1
            }
            names.insert(candidate.lowercased())
            return candidate
        }
        objectIDName = free("OBJECTID")
        var columns = [
            Column(field: Field(type: .oid, name: objectIDName, alias: "", isEditable: false, isNullable: false), origin: .objectID)
        ]
        let wanted = info?.entityIDFieldName ?? trackFieldName
        if let wanted, own.contains(where: { $0.name == wanted }) {
            trackName = wanted
        } else {
            trackName = free(wanted ?? "track_id")
            columns.append(Column(field: Field(type: .text, name: trackName, alias: "", isNullable: false), origin: .track))
        }
        if let time = info?.timeFieldName, own.contains(where: { $0.name == time && $0.type == .date }) {
            timeName = time
        } else if info == nil || info?.timeFieldName != nil {
            let name = free("observed_at")
            columns.append(Column(field: Field(type: .date, name: name, alias: "", isNullable: false), origin: .time))
            timeName = name
        } else {
            timeName = nil
        }
        columns += own.map { Column(field: $0, origin: .column(schema.column(named: $0.name))) }
        self.columns = columns
        storeColumnCount = schema.fields.count
        hasZ = schema.altitudeColumn != nil
        indices = Dictionary(columns.enumerated().map { ($1.field.name.lowercased(), $0) }) { first, _ in first }
    }

    /// The fields that where clauses are bound to.
    var fields: [Field] { columns.map(\.field) }

    /// The column of a name, in any case.
    func column(named name: String) -> Int? { indices[name.lowercased()] }

    /// The columns that out fields name, in the order of the fields; all of them for nil and for `*`.
    func columns(named names: [String]?) throws(ServiceError) -> [Int] {
        guard let names, !names.contains("*") else { return Array(columns.indices) }
        var found: Set<Int> = []
        for name in names {
            guard let index = column(named: name) else {
                let known = columns.map(\.field.name).joined(separator: ", ")
                throw ServiceError(400, "outFields: \"\(name.prefix(100))\" is no field; the fields are \(known)")
            }
            found.insert(index)
        }
        return found.sorted()
    }
}

// MARK: - Values

extension PublishedFields {
    /// The attributes of an observation as where clauses see them; null values are absent.
    func attributes(of row: PublishedRow, in batch: borrowing ObservationBatch) -> [String: any Sendable] {
        var attributes: [String: any Sendable] = [:]
        attributes.reserveCapacity(columns.count)
        for column in columns {
            switch column.origin {
            case .objectID: attributes[column.field.name] = row.objectID
            case .track: attributes[column.field.name] = batch.text(batch.trackRanges[row.index])
            case .time: attributes[column.field.name] = Date(timeIntervalSince1970: Double(row.time(in: batch)) / 1e6)
            case .column(let number):
                guard let number else { continue }
                attributes[column.field.name] = Self.value(batch.value(at: row.index, column: number), column.field.type, batch)
            }
        }
        return attributes
    }

    private static func value(_ value: PackedValue, _ type: FieldType?, _ batch: borrowing ObservationBatch) -> (any Sendable)? {
        switch value.kind {
        case .null: return nil
        case .true: return true
        case .false: return false
        case .text, .json: return batch.text(ObservationBatch.range(of: value))
        case .integer:
            let digits = batch.text(ObservationBatch.range(of: value))
            return Int64(digits).map { $0 as any Sendable } ?? digits
        case .number:
            let number = value.number
            switch type {
            case .date: return Date(timeIntervalSince1970: number / 1_000)
            case .int16, .int32, .int64, .oid: return Int64(exactly: number).map { $0 as any Sendable } ?? number
            default: return number
            }
        }
    }
}

/// An observation of a batch, with what the batch does not know of it.
struct PublishedRow: Sendable {
    var index: Int
    var objectID: Int64
    /// Microseconds since 1970.
    var receivedAt: Int64

    /// Event time, or the time of arrival where there is none; microseconds since 1970.
    func time(in batch: borrowing ObservationBatch) -> Int64 {
        batch.times[index] == ObservationBatch.noTime ? receivedAt : batch.times[index]
    }
}
