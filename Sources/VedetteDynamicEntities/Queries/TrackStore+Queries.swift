// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions
import VedetteModel

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
            guard let entity = entity(number), let row = row(of: number, at: query.time), matches(query, row) else { continue }
            found.append((entity, Match(number: number, row: row)))
        }
        found.sort { $0.entity < $1.entity }
        return found.map(\.match)
    }

    private func matches(_ query: TrackQuery, _ row: TrackRowView) -> Bool {
        if let place = query.place {
            guard let position = row.position, place.matches(position) else { return false }
        }
        guard let condition = query.condition else { return true }
        var attributes: [String: any Sendable] = [:]
        for (column, field) in schema.fields.enumerated() {
            attributes[field.name] = AttributeCoding.unpack(row.value(column: column), as: field.type, in: self)
        }
        return condition.matches(attributes)
    }

    /// The numbers of the tracks that match, as ``matches(of:)``.
    package func numbers(matching query: TrackQuery) -> [UInt32] {
        matches(of: query).map(\.number)
    }

    /// Whether a track matches now; the wish for the nearest is not looked at.
    package func isMatch(_ number: UInt32, of query: TrackQuery) -> Bool {
        guard entity(number) != nil, let row = row(of: number, at: query.time) else { return false }
        if let ids = query.trackIDs, !ids.contains(name(number)) { return false }
        return matches(query, row)
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
