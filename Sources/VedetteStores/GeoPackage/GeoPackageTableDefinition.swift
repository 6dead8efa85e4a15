// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import VedetteGeometry
import VedetteModel

/// A table that is about to be made.
struct GeoPackageTableDefinition: Sendable {
    let name: String
    let fields: [Field]
    let geometryType: Geometry.Type?
    let spatialReference: SpatialReference?
    let hasGeometry: Bool
    let hasZ: Bool
    let hasM: Bool

    /// What names begin with that the standards keep for themselves.
    private static let reservedPrefixes = ["gpkg_", "sqlite_", "rtree_"]

    /// The name in `gpkg_geometry_columns`. Lines and areas are declared as several, which one is too.
    private func declaredType() throws -> String {
        switch geometryType {
        case nil: "GEOMETRY"
        case is Point.Type: "POINT"
        case is Multipoint.Type: "MULTIPOINT"
        case is Polyline.Type: "MULTILINESTRING"
        case is Polygon.Type: "MULTIPOLYGON"
        case let type?: throw StoreError(.invalidDefinition, "a table cannot hold geometries of class \(type); use Polygon")
        }
    }

    private func check() throws {
        guard !name.isEmpty, !name.contains("\0") else {
            throw StoreError(.invalidDefinition, "a table needs a name without zero bytes")
        }
        if let prefix = Self.reservedPrefixes.first(where: { name.lowercased().hasPrefix($0) }) {
            throw StoreError(.invalidDefinition, "names that begin with \(prefix) are kept for the standard; rename \"\(name)\"")
        }
        var names: Set<String> = []
        for field in fields {
            guard !field.name.isEmpty, !field.name.contains("\0") else {
                throw StoreError(.invalidDefinition, "a field needs a name without zero bytes")
            }
            guard names.insert(field.name.lowercased()).inserted else {
                throw StoreError(.invalidDefinition, "two fields are called \"\(field.name)\"; rename one")
            }
        }
    }

    private func free(_ name: String) -> String {
        var name = name
        while fields.contains(where: { $0.name.lowercased() == name.lowercased() }) { name += "_" }
        return name
    }

    /// Makes the table, its rows in the tables of the standard, and its R*Tree.
    func create(in database: Database) throws {
        try check()
        guard !(try database.tableExists(name) || database.viewExists(name)) else {
            throw StoreError(.alreadyExists, "the GeoPackage has a table \"\(name)\" already; choose another name")
        }
        let key = fields.first { $0.type == .oid }?.name ?? free("fid")
        let shape = free("geom")
        let reference = hasGeometry ? try GeoPackageSpatialReferences.id(of: spatialReference, in: database) : nil
        let declared = try declaredType()
        var parts = ["\(key.quotedForSQL) INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL"]
        if hasGeometry { parts.append("\(shape.quotedForSQL) \(declared)") }
        var hasAliases = false
        for field in fields where field.name != key {
            guard let declaration = GeoPackageColumn.declaration(of: field) else {
                throw StoreError(
                    .invalidDefinition, "a GeoPackage has no column for the type of the field \"\(field.name)\"; give it another")
            }
            if !field.alias.isEmpty { hasAliases = true }
            parts.append("\(field.name.quotedForSQL) \(declaration)\(field.isNullable ? "" : " NOT NULL")\(try Self.defaultClause(field))")
        }
        try database.execute(sql: "CREATE TABLE \(name.quotedForSQL) (\(parts.joined(separator: ", ")))")
        try database.execute(
            sql: "INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES (?, ?, ?, ?)",
            arguments: [name, hasGeometry ? "features" : "attributes", name, reference])
        if hasGeometry {
            try database.execute(
                sql: "INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [name, shape, declared, reference, hasZ ? 2 : 0, hasM ? 2 : 0])
            try SpatialIndex(table: name, column: shape, idColumn: key).create(in: database)
        }
        if hasAliases { try insertAliases(in: database) }
    }

    private static func defaultClause(_ field: Field) throws -> String {
        switch AttributeValue(field.defaultValue).fitted(to: field.type) {
        case nil:
            throw StoreError(
                .invalidDefinition, "the default value of the field \"\(field.name)\" does not fit its type; change one of them")
        case .null?: return ""
        case .integer(let value)?: return " DEFAULT \(value)"
        case .number(let value)?: return value.isFinite ? " DEFAULT \(value)" : ""
        case .text(let value)?: return " DEFAULT '\(value.replacing("'", with: "''"))'"
        case .instant(let value)?: return " DEFAULT '\(GeoPackageColumn.text(value))'"
        case let value?: return " DEFAULT '\(value.sendable.map { "\($0)" } ?? "")'"
        }
    }

    /// Aliases as titles of the schema extension (OGC 12-128r17, annex F.9).
    private func insertAliases(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS gpkg_extensions (
                  table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
                  CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
                CREATE TABLE IF NOT EXISTS gpkg_data_columns (
                  table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT, title TEXT, description TEXT, mime_type TEXT,
                  constraint_name TEXT, CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name),
                  CONSTRAINT gdc_tn UNIQUE (table_name, name));
                CREATE TABLE IF NOT EXISTS gpkg_data_column_constraints (
                  constraint_name TEXT NOT NULL, constraint_type TEXT NOT NULL, value TEXT, min NUMERIC, min_is_inclusive BOOLEAN,
                  max NUMERIC, max_is_inclusive BOOLEAN, description TEXT,
                  CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value));
                """)
        for table in ["gpkg_data_columns", "gpkg_data_column_constraints"] {
            // A null in a key is unlike every other: the row must be looked for.
            try database.execute(
                sql: """
                    INSERT INTO gpkg_extensions SELECT ?, NULL, 'gpkg_schema', 'http://www.geopackage.org/spec121/#extension_schema', 'read-write'
                    WHERE NOT EXISTS (SELECT 1 FROM gpkg_extensions WHERE table_name = ? AND extension_name = 'gpkg_schema')
                    """, arguments: [table, table])
        }
        var names: Set<String> = []
        for field in fields where !field.alias.isEmpty && field.type != .oid {
            // Some readers show the name, others the title; names must not repeat.
            let shown = names.insert(field.alias).inserted ? field.alias : nil
            try database.execute(
                sql: "INSERT INTO gpkg_data_columns (table_name, column_name, name, title) VALUES (?, ?, ?, ?)",
                arguments: [name, field.name, shown, field.alias])
        }
    }
}
