// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import VedetteExpressions
import VedetteGeometry
import VedetteModel

/// A query on its way through a table: SQLite hands over rows, found by key or by R*Tree where that helps; they are judged here.
struct GeoPackageScan: Sendable {
    let contents: GeoPackageContents
    let query: FeatureQuery

    /// A row that fulfils all conditions, while SQLite stands on it.
    struct Match {
        let id: Int64
        /// nil where it was not asked for, or there is none.
        let geometry: Geometry?
        fileprivate let values: (Int) -> AttributeValue

        /// The value of a column of the table, counted as ``GeoPackageContents/fields`` counts them.
        subscript(column: Int) -> AttributeValue { values(column) }
    }

    /// A row as a feature needs it.
    struct FoundRow: Sendable {
        let id: Int64
        let keys: [AttributeValue]
        let attributes: [String: any Sendable]
        let geometry: Geometry?
    }

    // MARK: Rows

    /// The matches in order; offset and limit are still to be applied, but not many more are held than they leave.
    func features(in database: Database) throws -> [FoundRow] {
        var found: [FoundRow] = []
        // One more tells that there are more.
        let wanted = query.limit.map { limit in
            let (sum, isBeyond) = limit.addingReportingOverflow(query.offset)
            return isBeyond || sum == .max ? Int.max : sum + 1
        }
        func sort() { found.sort { query.precedes(($0.keys, $0.id), ($1.keys, $1.id)) } }
        try forEachMatch(in: database, needsGeometry: query.returnsGeometry) { row in
            var attributes: [String: any Sendable] = [:]
            for column in query.outColumns {
                if let value = row[column].sendable { attributes[query.fields[column].name] = value }
            }
            found.append(
                FoundRow(
                    id: row.id, keys: query.order.map { row[$0.column] }, attributes: attributes,
                    geometry: try query.out(row.geometry, of: row.id)))
            guard let wanted else { return true }
            if query.isOrderedByID { return found.count < wanted }
            if found.count / 2 > wanted + 1_000 {
                sort()
                found.removeLast(found.count - wanted)
            }
            return true
        }
        // SQLite has ordered by id; only a view may hand out ids twice.
        if !query.isOrderedByID { sort() }
        return found
    }

    /// Calls `body` with each row that fulfils all conditions, in the order of ids, until it answers false.
    ///
    /// - Throws: ``StoreError`` that names the row whose geometry cannot be read.
    func forEachMatch(in database: Database, needsGeometry: Bool, _ body: (Match) throws -> Bool) throws {
        if query.spatial?.matchesNothing == true { return }
        let readsGeometry = contents.geometry != nil && (needsGeometry || query.spatial != nil)
        let (sql, arguments) = try statement(in: database, readsGeometry: readsGeometry)
        let first = readsGeometry ? 2 : 1
        let cursor = try Row.fetchCursor(database, sql: sql, arguments: arguments)
        while let row = try cursor.next() {
            guard let id = row[0] as Int64? else { continue }
            func value(_ column: Int) -> AttributeValue {
                column == 0 ? .integer(id) : contents.columns[column - 1].attribute(row[first + column - 1])
            }
            if let condition = query.condition {
                var attributes: [String: any Sendable] = [:]
                for column in query.conditionColumns { attributes[query.fields[column].name] = value(column).sendable }
                guard condition.matches(attributes) else { continue }
            }
            let geometry = readsGeometry ? try self.geometry(row, id: id) : nil
            if let spatial = query.spatial {
                guard let geometry, spatial.matches(geometry) else { continue }
            }
            guard try body(Match(id: id, geometry: geometry, values: value)) else { return }
        }
    }

    private func geometry(_ row: Row, id: Int64) throws -> Geometry? {
        let value = row[1] as DatabaseValue
        switch value.storage {
        case .null: return nil
        case .blob(let data):
            do {
                return try data.withUnsafeBytes { bytes throws(StoreError) in
                    try GeoPackageBlob.decode(bytes, spatialReference: contents.geometry?.spatialReference)
                }
            } catch let error as StoreError {
                throw StoreError(
                    error.code, "row \(id) of \"\(contents.tableName)\": \(error.message); queries without geometries can read it",
                    cause: error)
            }
        default:
            throw StoreError(
                .corrupt, "row \(id) of \"\(contents.tableName)\" has a geometry that is no bytes; queries without geometries can read it")
        }
    }

    // MARK: SQL

    private func statement(in database: Database, readsGeometry: Bool) throws -> (sql: String, arguments: StatementArguments) {
        let id = contents.objectIDExpression
        var selected = ["\(id) AS vedette_id"]
        if readsGeometry, let geometry = contents.geometry { selected.append(geometry.name.quotedForSQL) }
        let needed = Set(query.conditionColumns + query.outColumns + query.order.map(\.column))
        for (index, column) in contents.columns.enumerated() {
            // A column that nobody looks at is not fetched; its place stays.
            selected.append(needed.contains(index + 1) ? column.field.name.quotedForSQL : "NULL")
        }
        var conditions: [String] = []
        var arguments: [any DatabaseValueConvertible] = []
        if let ids = query.objectIDs {
            conditions.append("vedette_id IN (SELECT value FROM json_each(?))")
            arguments.append("[" + ids.map(String.init).joined(separator: ",") + "]")
        }
        if let box = query.spatial?.candidateBox, let index = contents.spatialIndex, try index.exists(in: database) {
            // The tree rounds its numbers outwards: it hands over all that match, and some more.
            conditions.append(
                "\(id) IN (SELECT id FROM \(index.name.quotedForSQL) WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ?)")
            arguments += [box.xMin, box.xMax, box.yMin, box.yMax]
        }
        let rows = "SELECT \(selected.joined(separator: ", ")) FROM \(contents.tableName.quotedForSQL)"
        // A computed id can be compared only once it is there.
        let isComputed = id.contains("OVER")
        let source = isComputed ? "SELECT * FROM (\(rows))" : rows
        let whole = conditions.map { isComputed ? $0 : $0.replacing("vedette_id", with: id) }
        let filter = whole.isEmpty ? "" : " WHERE " + whole.joined(separator: " AND ")
        return ("\(source)\(filter) ORDER BY 1", StatementArguments(arguments))
    }
}
