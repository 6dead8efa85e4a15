// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteExpressions
import VedetteModel

/// A filter bound to the fields of a source: checked once, then asked of observation after observation.
struct BoundStreamFilter: Sendable {
    let filter: StreamFilter
    private let condition: BoundWhereClause?
    private let area: StreamArea?

    /// - Parameters:
    ///   - filter: what is asked for.
    ///   - fields: of the source, as they are known now.
    ///   - now: what `CURRENT_TIMESTAMP` is.
    /// - Throws: what cannot be done, in the words of a service.
    init(_ filter: StreamFilter, fields: PublishedFields, now: Instant) throws(ServiceError) {
        self.filter = filter
        _ = try fields.columns(named: filter.outFields)
        area = try filter.geometry.map { geometry throws(ServiceError) in try StreamArea(geometry, filter.relationship) }
        guard !filter.whereClause.isEmpty, filter.whereClause != "1=1" else {
            condition = nil
            return
        }
        do {
            condition = try WhereClause(filter.whereClause).bound(to: fields.fields, now: now)
        } catch {
            var refusal = ServiceError(error, in: "where")
            // What comes with a suggestion needs no list.
            if error.code == .unknownField, !refusal.message.contains(";") {
                refusal.message += "; the fields are \(fields.fields.map(\.name).joined(separator: ", "))"
            }
            throw refusal
        }
    }

    /// Whether an observation is one of those wanted.
    ///
    /// - Parameters:
    ///   - row: the observation.
    ///   - batch: in which it is.
    ///   - attributes: makes its attributes, where they are needed.
    /// - Returns: whether all conditions are true.
    func matches(_ row: PublishedRow, in batch: borrowing ObservationBatch, attributes: () -> [String: any Sendable]) -> Bool {
        if let area, !area.contains(batch.position(at: row.index)) { return false }
        guard let condition else { return true }
        return condition.matches(attributes())
    }
}
