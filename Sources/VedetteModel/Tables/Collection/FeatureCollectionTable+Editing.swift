// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteGeometry

extension FeatureCollectionTable {
    public func add(_ features: [Feature]) async throws {
        let prepared = try features.map { feature in
            (row: try check.row(feature.attributes), geometry: try check.geometry(feature.geometry))
        }
        guard !prepared.isEmpty else { return }
        // Told inside the lock, so that the stream has the order of the edits.
        let change = try rows.withLock { rows in
            try FeatureCheck.expectNew(features, in: self)
            let ids = prepared.map { rows.append($0.row, $0.geometry) }
            for (feature, id) in zip(features, ids) { feature.adopt(objectID: id, fieldName: objectIDFieldName) }
            let change = FeatureTableChange(added: ids)
            source.send(change)
            return change
        }
        await watchers.notify(change)
    }

    public func update(_ features: [Feature]) async throws {
        // Read once: a feature may be changed by another thread meanwhile.
        let states = features.map(\.editState)
        let geometries = try states.map { try $0.hasGeometry ? check.geometry($0.geometry) : nil }
        guard !features.isEmpty else { return }
        let change = try rows.withLock { rows in
            let edits = try zip(features, states).map { feature, state in
                let row = try place(of: feature, in: rows)
                return (row: row, values: try check.row(state.attributes, current: rows.values(row: row), known: state.fields))
            }
            for ((edit, state), geometry) in zip(zip(edits, states), geometries) {
                rows.replace(row: edit.row, edit.values, state.hasGeometry ? geometry : rows.geometries[edit.row])
            }
            let change = FeatureTableChange(updated: features.compactMap(\.objectID))
            source.send(change)
            return change
        }
        await watchers.notify(change)
    }

    public func delete(_ features: [Feature]) async throws {
        guard !features.isEmpty else { return }
        let change = try rows.withLock { rows in
            for feature in features { _ = try place(of: feature, in: rows) }
            var deleted: [Int64] = []
            for id in features.compactMap(\.objectID) {
                // The same feature may be named twice.
                guard let row = rows.row(of: id) else { continue }
                rows.remove(row: row)
                deleted.append(id)
            }
            let change = FeatureTableChange(deleted: deleted)
            source.send(change)
            return change
        }
        await watchers.notify(change)
    }

    private func place(of feature: Feature, in rows: borrowing FeatureRows) throws(FeatureTableError) -> Int {
        guard feature.table === self, let id = feature.objectID, let row = rows.row(of: id) else {
            throw FeatureTableError(
                .noSuchFeature,
                "feature \(feature.objectID.map(String.init) ?? "without an object id") is not in the table; query it anew, or add it")
        }
        return row
    }
}
