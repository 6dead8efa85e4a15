// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteGeometry

extension FeatureCollectionTable {
    /// Adds rows that were read from text.
    ///
    /// - Throws: ``FeatureTableError`` that counts to the feature that does not fit; rows before it are in.
    func append(_ features: some Sequence<(attributes: [String: any Sendable], geometry: Geometry?)>) throws(FeatureTableError) {
        for (number, feature) in features.enumerated() {
            do {
                let row = try check.row(feature.attributes)
                let geometry = try check.geometry(feature.geometry)
                var id: Int64?
                if let given = feature.attributes[objectIDFieldName] { id = AttributeValue(given).fitted(to: .oid)?.objectID }
                rows.withLock { _ = $0.append(row, geometry, id: id) }
            } catch {
                throw FeatureTableError(error.code, "feature \(number + 1): \(error.message)", offset: error.offset, cause: error)
            }
        }
    }

    /// Makes the rows like `features`, by object id: for a copy of what is elsewhere.
    ///
    /// - Parameters:
    ///   - features: what is there now; each has an object id. Fields that must have a value may be without.
    ///   - replacesAll: whether rows that are not among them go.
    /// - Returns: what differed.
    /// - Throws: ``FeatureTableError`` for a value or a geometry that does not fit; then nothing has changed.
    package func synchronize(with features: [Feature], replacesAll: Bool) throws(FeatureTableError) -> FeatureTableChange {
        var prepared: [(id: Int64, row: [AttributeValue], geometry: Geometry?)] = []
        for feature in features {
            guard let id = feature.objectID else { continue }
            prepared.append((id, try check.row(feature.attributes, needsAll: false), try check.geometry(feature.geometry)))
        }
        return rows.withLock { rows in
            let before = Set(rows.ids)
            var (added, updated, deleted): ([Int64], [Int64], [Int64]) = ([], [], [])
            for (id, values, geometry) in prepared {
                var values = values
                values[fields.firstIndex { $0.name == objectIDFieldName } ?? 0] = .integer(id)
                if let row = rows.row(of: id) {
                    guard rows.values(row: row) != values || rows.geometries[row] != geometry else { continue }
                    rows.replace(row: row, values, geometry)
                    updated.append(id)
                } else if rows.append(values, geometry, id: id) == id {
                    added.append(id)
                }
            }
            if replacesAll {
                for id in before.subtracting(prepared.map(\.id)).sorted() {
                    guard let row = rows.row(of: id) else { continue }
                    rows.remove(row: row)
                    deleted.append(id)
                }
            }
            let change = FeatureTableChange(added: added, updated: updated, deleted: deleted)
            if !change.isEmpty { source.send(change) }
            return change
        }
    }
}
