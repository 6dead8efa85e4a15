// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import VedetteGeometry
import VedetteModel

extension GeoPackageContents {
    fileprivate var quotedName: String { tableName.quotedForSQL }

    var deleteStatement: String { "DELETE FROM \(quotedName) WHERE \(objectIDExpression) = ?" }

    fileprivate func blob(_ geometry: Geometry?) -> DatabaseValue {
        guard let geometry, let column = self.geometry else { return .null }
        return GeoPackageBlob.encode(
            geometry, spatialReferenceID: Int32(clamping: column.spatialReferenceID), asCollection: column.isCollection
        ).databaseValue
    }

    /// Writes new rows one after the other.
    struct Inserter {
        let contents: GeoPackageContents
        let database: Database
        // Rows that leave out the same columns share a statement.
        private var statements: [[Int]: Statement] = [:]

        init(_ contents: GeoPackageContents, in database: Database) {
            (self.contents, self.database) = (contents, database)
        }

        /// Writes a row; `values` has one for each of ``GeoPackageContents/fields``.
        ///
        /// - Returns: its object id.
        mutating func insert(_ values: [AttributeValue], _ shape: Geometry?) throws -> Int64 {
            var arguments: [DatabaseValue] = contents.geometry == nil ? [] : [contents.blob(shape)]
            var written: [Int] = []
            for (index, column) in contents.columns.enumerated() where !column.isGenerated {
                // Left out, it becomes what SQLite works out.
                if values[index + 1] == .null, column.hasDefault { continue }
                written.append(index)
                arguments.append(column.databaseValue(values[index + 1]))
            }
            try statement(written).execute(arguments: StatementArguments(arguments))
            return database.lastInsertedRowID
        }

        private mutating func statement(_ written: [Int]) throws -> Statement {
            if let known = statements[written] { return known }
            let names = (contents.geometry.map { [$0.name] } ?? []) + written.map { contents.columns[$0].field.name }
            let places = repeatElement("?", count: names.count).joined(separator: ", ")
            let list = names.map(\.quotedForSQL).joined(separator: ", ")
            let statement = try database.makeStatement(
                sql: "INSERT INTO \(contents.quotedName) " + (names.isEmpty ? "DEFAULT VALUES" : "(\(list)) VALUES (\(places))"))
            statements[written] = statement
            return statement
        }
    }

    /// Overwrites the columns of a row, and its geometry where that is known.
    func update(_ id: Int64, _ values: [AttributeValue], _ shape: Geometry?, writesGeometry: Bool, in database: Database) throws {
        var parts: [String] = []
        var arguments: [DatabaseValue] = []
        if writesGeometry, let geometry {
            parts.append("\(geometry.name.quotedForSQL) = ?")
            arguments.append(blob(shape))
        }
        for (index, column) in columns.enumerated() where !column.isGenerated {
            parts.append("\(column.field.name.quotedForSQL) = ?")
            arguments.append(column.databaseValue(values[index + 1]))
        }
        guard !parts.isEmpty else { return }
        arguments.append(id.databaseValue)
        try database.cachedStatement(sql: "UPDATE \(quotedName) SET \(parts.joined(separator: ", ")) WHERE \(objectIDExpression) = ?")
            .execute(arguments: StatementArguments(arguments))
    }

    /// Checks whole numbers against the declared types of their columns.
    func checkRanges(_ values: [AttributeValue]) throws(FeatureTableError) {
        for (index, column) in columns.enumerated() {
            guard let range = column.range, case .integer(let value) = values[index + 1], !range.contains(value) else { continue }
            throw FeatureTableError(
                .invalidValue,
                "the field \"\(column.field.name)\" holds whole numbers from \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
    }

    /// The values of a row, one for each of ``fields``; nil where it is not there.
    func values(of id: Int64, in database: Database) throws -> [AttributeValue]? {
        let selected = [objectIDExpression] + columns.map { $0.field.name.quotedForSQL }
        let statement = try database.cachedStatement(
            sql: "SELECT \(selected.joined(separator: ", ")) FROM \(quotedName) WHERE \(objectIDExpression) = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
        return [.integer(id)] + columns.enumerated().map { index, column in column.attribute(row[index + 1]) }
    }
}
