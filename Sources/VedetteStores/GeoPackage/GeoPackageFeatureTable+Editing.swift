// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Synchronization
import VedetteGeometry
public import VedetteModel

extension GeoPackageFeatureTable {
    /// A row that is about to be written: the columns by their place, and the geometry.
    private struct PreparedRow: Sendable {
        var values: [AttributeValue]
        var geometry: Geometry?
    }

    /// A row that is about to be overwritten.
    private struct RowEdit: Sendable {
        let id: Int64
        let attributes: [String: any Sendable]
        /// The names in lower case of the fields that are written; nil for all.
        let known: Set<String>?
        let hasGeometry: Bool
        let geometry: Geometry?
    }

    public func add(_ features: [Feature]) async throws {
        try await load()
        try expectEditable()
        let contents = contents
        try FeatureCheck.expectNew(features, in: self)
        let rows = try features.map { feature in
            let values = try check.row(feature.attributes)
            try contents.checkRanges(values)
            return PreparedRow(values: values, geometry: try checkedGeometry(feature.geometry))
        }
        guard !rows.isEmpty else { return }
        let (ids, box) = try await database.write { connection in
            let before = try contents.storedBox(in: connection) ?? contents.measuredBox(in: connection)
            var box = before
            var ids: [Int64] = []
            ids.reserveCapacity(rows.count)
            var inserter = GeoPackageContents.Inserter(contents, in: connection)
            for row in rows {
                ids.append(try inserter.insert(row.values, row.geometry))
                guard let added = Box(row.geometry) else { continue }
                box?.formUnion(added)
                if box == nil { box = added }
            }
            try contents.store(box, in: connection)
            return (ids, box)
        }
        figures.withLock { figures in
            figures.count += ids.count
            figures.box = box
        }
        for (feature, id) in zip(features, ids) { feature.adopt(objectID: id, fieldName: objectIDFieldName) }
        let change = FeatureTableChange(added: ids)
        source.send(change)
        await watchers.notify(change)
    }

    public func update(_ features: [Feature]) async throws {
        try await load()
        try expectEditable()
        let edits = try features.map { feature in
            // Read once: a feature may be changed by another thread meanwhile.
            let state = feature.editState
            return RowEdit(
                id: try placed(feature), attributes: state.attributes, known: state.fields, hasGeometry: state.hasGeometry,
                geometry: state.hasGeometry ? try checkedGeometry(state.geometry) : nil)
        }
        guard !edits.isEmpty else { return }
        let (contents, check) = (contents, check)
        let box = try await database.write { connection in
            let stored = try contents.storedBox(in: connection)
            var gone: [Box] = []
            for edit in edits {
                if edit.hasGeometry, let box = try contents.box(of: edit.id, in: connection) { gone.append(box) }
                guard let current = try contents.values(of: edit.id, in: connection) else { throw Self.missing(edit.id) }
                let values = try check.row(edit.attributes, current: current, known: edit.known)
                try contents.checkRanges(values)
                try contents.update(edit.id, values, edit.geometry, writesGeometry: edit.hasGeometry, in: connection)
            }
            let new = edits.compactMap { $0.hasGeometry ? Box($0.geometry) : nil }
            let box = try contents.box(stored, without: gone, with: new, in: connection)
            try contents.store(box, in: connection)
            return box
        }
        figures.withLock { $0.box = box }
        let change = FeatureTableChange(updated: edits.map(\.id))
        source.send(change)
        await watchers.notify(change)
    }

    public func delete(_ features: [Feature]) async throws {
        try await load()
        try expectEditable()
        var seen: Set<Int64> = []
        let ids = try features.map(placed).filter { seen.insert($0).inserted }
        guard !ids.isEmpty else { return }
        let contents = contents
        let box = try await database.write { connection in
            let stored = try contents.storedBox(in: connection)
            var gone: [Box] = []
            for id in ids {
                if let box = try contents.box(of: id, in: connection) { gone.append(box) }
                try connection.cachedStatement(sql: contents.deleteStatement).execute(arguments: [id])
                guard connection.changesCount > 0 else { throw Self.missing(id) }
            }
            let box = try contents.box(stored, without: gone, with: [], in: connection)
            try contents.store(box, in: connection)
            return box
        }
        figures.withLock { figures in
            figures.count -= ids.count
            figures.box = box
        }
        let change = FeatureTableChange(deleted: ids)
        source.send(change)
        await watchers.notify(change)
    }

    // MARK: Checks

    private func expectEditable() throws {
        guard !contents.isView else {
            throw FeatureTableError(.notEditable, "\"\(tableName)\" is a view, which cannot be changed; change the tables that it shows")
        }
        guard !database.isReadOnly else {
            throw StoreError(.readOnly, "\(database.path) may only be read; make it writable, or work on a copy")
        }
    }

    private func placed(_ feature: Feature) throws(FeatureTableError) -> Int64 {
        guard feature.table === self, let id = feature.objectID else {
            throw FeatureTableError(.noSuchFeature, "the feature is not of the table \"\(tableName)\"; query it there, or add it")
        }
        return id
    }

    private static func missing(_ id: Int64) -> FeatureTableError {
        FeatureTableError(.noSuchFeature, "feature \(id) is not in the table any more; query it anew, or add it")
    }

    private func checkedGeometry(_ geometry: Geometry?) throws(FeatureTableError) -> Geometry? {
        guard let kept = try check.geometry(geometry) else { return nil }
        guard let column = contents.geometry else {
            throw FeatureTableError(.invalidGeometry, "the table \"\(tableName)\" has no geometries; set that of the feature to nil")
        }
        guard column.isWritable else {
            throw FeatureTableError(.invalidGeometry, "the table \"\(tableName)\" is for curves or collections, which cannot be written")
        }
        for (has, rule, name) in [(kept.hasZ, column.z, "heights"), (kept.hasM, column.m, "measures")] {
            if has, rule == 0 {
                throw FeatureTableError(
                    .invalidGeometry, "the table \"\(tableName)\" takes no \(name); make the geometry without, or the table with them")
            }
            if !has, rule == 1, !kept.isEmpty {
                throw FeatureTableError(.invalidGeometry, "the table \"\(tableName)\" takes only geometries with \(name); add them")
            }
        }
        let count = (kept as? Polygon)?.polygons.count ?? (kept as? Polyline)?.parts.count ?? 1
        if count > 1, !column.allowsCollection {
            throw FeatureTableError(.invalidGeometry, "the table \"\(tableName)\" takes one line or area a feature, not \(count); split it")
        }
        return kept
    }
}
