// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteExpressions
import VedetteGeometry
package import VedetteModel

/// The parameters of a query bound to the fields of a store: checked once, then asked of track after track.
package struct TrackQuery: Sendable {
    /// The track ids to look for; nil for any.
    package let trackIDs: [String]?
    /// The moment whose state is asked for; nil for the latest.
    package let time: Instant?
    package let nearest: DynamicEntityQueryParameters.Nearest?
    private let condition: BoundWhereClause?
    private let spatial: SpatialCondition?
    private let withinDistance: DynamicEntityQueryParameters.WithinDistance?

    /// - Throws: `ExpressionError` for the where clause, `FeatureTableError` for a geometry that cannot be projected.
    package init(_ values: DynamicEntityQueryParameters.Values, fields: [Field], now: Instant) throws {
        trackIDs = values.trackIDs.isEmpty ? nil : values.trackIDs
        (time, nearest, withinDistance) = (values.time, values.nearest, values.withinDistance)
        let isBlank = values.whereClause.allSatisfy(\.isWhitespace)
        condition = isBlank ? nil : try Self.bound(try WhereClause(values.whereClause), to: fields, now: now)
        spatial = try values.geometry.map { try SpatialCondition($0, values.spatialRelationship, in: .wgs84) }
    }

    /// A where clause bound to fields; where it names another, the error lists them.
    private static func bound(_ clause: WhereClause, to fields: [Field], now: Instant) throws(ExpressionError) -> BoundWhereClause {
        do {
            return try clause.bound(to: fields, now: now)
        } catch {
            // What comes with a suggestion needs no list.
            guard error.code == .unknownField, !error.message.contains(";") else { throw error }
            let names = fields.map(\.name).joined(separator: ", ")
            throw ExpressionError(.unknownField, "\(error.message); the fields are \(names)", offset: error.offset)
        }
    }

    /// Every track.
    package init() {
        (trackIDs, time, nearest, condition, spatial, withinDistance) = (nil, nil, nil, nil, nil, nil)
    }

    /// Whether an observation fulfils the conditions on attributes and position.
    func matches(_ row: TrackRowView, in store: borrowing TrackStore) -> Bool {
        if let spatial {
            guard let place = row.position else { return false }
            let point = Point(x: place.longitudeDegrees, y: place.latitudeDegrees, spatialReference: .wgs84)
            guard spatial.matches(point) else { return false }
        }
        if let withinDistance {
            guard let place = row.position else { return false }
            let point = Point(x: place.longitudeDegrees, y: place.latitudeDegrees, spatialReference: .wgs84)
            guard let distance = GeometryEngine.geodeticDistance(from: withinDistance.point, to: point)?.distance.value,
                distance <= withinDistance.metres
            else { return false }
        }
        guard let condition else { return true }
        var attributes: [String: any Sendable] = [:]
        for (column, field) in store.schema.fields.enumerated() {
            attributes[field.name] = AttributeCoding.unpack(row.value(column: column), as: field.type, in: store)
        }
        return condition.matches(attributes)
    }
}

extension TrackStore {
    /// A track that matches, with the observation that does.
    package struct Match {
        package let number: UInt32
        package let row: TrackRowView
    }

    /// The tracks that match, each once, in ascending order of entity id; the nearest first where the query asks for those.
    ///
    /// The rows are valid until the store changes.
    package func matches(of query: TrackQuery) -> [Match] {
        let candidates: [UInt32]
        if let ids = query.trackIDs { candidates = Array(Set(ids.compactMap { number(named: $0) })) } else { candidates = numbers }
        var found: [(entity: UInt64, match: Match)] = []
        for number in candidates {
            guard let entity = entity(number), let row = row(of: number, at: query.time), query.matches(row, in: self) else { continue }
            found.append((entity, Match(number: number, row: row)))
        }
        found.sort { $0.entity < $1.entity }
        return found.map(\.match)
    }

    /// The numbers of the tracks that match, as ``matches(of:)``.
    package func numbers(matching query: TrackQuery) -> [UInt32] {
        matches(of: query).map(\.number)
    }

    /// Whether a track matches now; the wish for the nearest is not looked at.
    package func isMatch(_ number: UInt32, of query: TrackQuery) -> Bool {
        guard entity(number) != nil, let row = row(of: number, at: query.time) else { return false }
        if let ids = query.trackIDs, !ids.contains(name(number)) { return false }
        return query.matches(row, in: self)
    }

    /// The newest observation at a moment, or of all.
    private func row(of number: UInt32, at time: Instant?) -> TrackRowView? {
        guard let time else { return latest(number) }
        for age in 0..<observationCount(number) {
            let row = observation(number, age: age)
            if row.observedAt ?? row.receivedAt <= time { return row }
        }
        return nil
    }
}
