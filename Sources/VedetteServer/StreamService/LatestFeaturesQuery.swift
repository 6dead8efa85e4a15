// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteExpressions
import VedetteGeometry
import VedetteModel

/// A query of the layer that shows the latest observation of each entity, as the ArcGIS REST API has it ("Query (Feature Service/Layer)").
struct LatestFeaturesQuery: Sendable {
    enum Answer: Sendable {
        case features
        case count
        case ids
        case extent
    }

    struct Key: Sendable {
        let column: Int
        let isDescending: Bool
    }

    let answer: Answer
    let filter: BoundStreamFilter
    /// What the store can judge of the filter by itself; nil where it names a field that the store has not.
    let trackQuery: TrackQuery?
    let objectIDs: Set<Int64>?
    /// Empty for the order of object ids.
    let order: [Key]
    let offset: Int
    let limit: Int
    let outColumns: [Int]
    let returnsGeometry: Bool
    let returnsZ: Bool

    /// The most object ids that a query may name.
    private static let maximumIDCount = 100_000
    private static let unsupported = [
        "outStatistics", "groupByFieldsForStatistics", "having", "time", "distance", "relationParam", "datumTransformation", "gdbVersion",
        "historicMoment", "pixel", "quantizationParameters",
    ]

    /// - Throws: ``ServiceError`` where something is asked for that cannot be.
    init(_ parameters: FormParameters, fields: PublishedFields, storeFields: [Field], now: Instant) throws(ServiceError) {
        if let name = Self.unsupported.first(where: { parameters[$0] != nil }) { throw ServiceError(400, "\(name) is not supported") }
        if parameters.flag("returnDistinctValues") { throw ServiceError(400, "returnDistinctValues is not supported") }
        // `outSR`, `where`, `geometry` and `outFields` mean what they mean for a subscription.
        let wanted = try StreamFilter(parameters)
        filter = try BoundStreamFilter(wanted, fields: fields, now: now)
        trackQuery = Self.trackQuery(wanted, storeFields, now)
        objectIDs = try parameters["objectIds"].map { text throws(ServiceError) in
            let parts = text.split(separator: ",")
            let ids = parts.compactMap { Int64($0.trimmingCharacters(in: .whitespaces)) }
            guard ids.count == parts.count, ids.count <= Self.maximumIDCount else {
                throw ServiceError(400, "objectIds: must be at most \(Self.maximumIDCount) whole numbers")
            }
            return Set(ids)
        }
        order = try Self.order(parameters["orderByFields"], fields)
        offset = try Self.number(parameters, "resultOffset") ?? 0
        let count = try Self.number(parameters, "resultRecordCount") ?? 0
        let most = StreamServiceDescription.maximumRecordCount
        limit = count > 0 ? min(count, most) : most
        outColumns = try fields.columns(named: wanted.outFields)
        returnsGeometry = parameters["returnGeometry"]?.lowercased() != "false"
        returnsZ = parameters.flag("returnZ")
        if parameters.flag("returnExtentOnly") {
            answer = .extent
        } else if parameters.flag("returnCountOnly") {
            answer = .count
        } else {
            answer = parameters.flag("returnIdsOnly") ? .ids : .features
        }
    }

    private static func number(_ parameters: FormParameters, _ name: String) throws(ServiceError) -> Int? {
        guard let text = parameters[name] else { return nil }
        guard let number = Int(text.trimmingCharacters(in: .whitespaces)), number >= 0 else {
            throw ServiceError(400, "\(name): must be a whole number, 0 or more")
        }
        return number
    }

    private static func order(_ text: String?, _ fields: PublishedFields) throws(ServiceError) -> [Key] {
        var keys: [Key] = []
        for part in (text ?? "").split(separator: ",") {
            let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let name = words.first, let column = fields.column(named: name), words.count <= 2,
                words.count < 2 || ["asc", "desc"].contains(words[1].lowercased())
            else { throw ServiceError(400, "orderByFields: \"\(part.prefix(100))\" is no field, with ASC or DESC behind it") }
            keys.append(Key(column: column, isDescending: words.count == 2 && words[1].lowercased() == "desc"))
        }
        // Object ids are each there once: what is behind them decides nothing.
        if let first = keys.first, !first.isDescending, fields.columns[first.column].origin == .objectID { return [] }
        return keys
    }

    /// The filter as the store knows it.
    private static func trackQuery(_ filter: StreamFilter, _ fields: [Field], _ now: Instant) -> TrackQuery? {
        var values = DynamicEntityQueryParameters.Values()
        values.geometry = filter.geometry
        values.spatialRelationship = filter.relationship
        if !filter.whereClause.isEmpty, filter.whereClause != "1=1" {
            let known = Set(fields.map { $0.name.lowercased() })
            guard let clause = try? WhereClause(filter.whereClause), clause.fieldNames.allSatisfy({ known.contains($0.lowercased()) })
            else {
                return nil
            }
            values.whereClause = filter.whereClause
        }
        return try? TrackQuery(values, fields: fields, now: now)
    }
}
