// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import VedetteGeometry
import VedetteModel

/// What `gpkg_contents` and its companions say of a table of features or attributes (OGC 12-128r17, clauses 1.1.3 and 2.1.5).
struct GeoPackageContents: Sendable {
    /// The name of the table, as the database writes it.
    let tableName: String
    let displayName: String
    let columns: [GeoPackageColumn]
    let geometry: GeometryColumn?
    /// What stands for a row: a column, or SQLite's row number.
    let objectIDName: String
    let objectIDExpression: String
    let isView: Bool
    /// Whether the column of the geometries, where one is promised, is there.
    let isComplete: Bool

    struct GeometryColumn: Sendable {
        let name: String
        let type: Geometry.Type?
        /// Whether single lines and polygons are written as one of several, since the declared type is that.
        let isCollection: Bool
        /// Whether several lines or polygons can be written.
        let allowsCollection: Bool
        let spatialReferenceID: Int
        let spatialReference: SpatialReference?
        /// 0 none, 1 always, 2 as it comes.
        let z: Int
        let m: Int
        /// Whether geometries of the declared type are ones that we write.
        let isWritable: Bool
    }

    /// Object id first, then the columns.
    var fields: [Field] {
        [Field(type: .oid, name: objectIDName, alias: "", isEditable: false, isNullable: false)] + columns.map(\.field)
    }

    static let tables = """
        CREATE TABLE gpkg_contents (
          table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
          last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
          srs_id INTEGER, CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
        CREATE TABLE gpkg_geometry_columns (
          table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL,
          m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
          CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
          CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
        """

    // MARK: Reading

    /// All tables of features and of attributes, in the order of their names.
    static func readAll(in database: Database) throws -> [GeoPackageContents] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT s.name, c.identifier, s.type, lower(c.data_type) FROM gpkg_contents c
                JOIN sqlite_master s ON lower(s.name) = lower(c.table_name) AND s.type IN ('table', 'view')
                WHERE lower(c.data_type) IN ('features', 'attributes') ORDER BY s.name
                """)
        return try rows.compactMap { row in
            guard let name = row[0] as String? else { return nil }
            return try GeoPackageContents(
                name, identifier: row[1], isView: row[2] == "view", hasGeometry: row[3] == "features", in: database)
        }
    }

    private init?(_ name: String, identifier: String?, isView: Bool, hasGeometry: Bool, in database: Database) throws {
        tableName = name
        displayName = identifier ?? name
        self.isView = isView
        let geometry = hasGeometry ? try Self.geometryColumn(of: name, in: database) : nil
        self.geometry = geometry
        let infos = try Row.fetchAll(database, sql: "SELECT * FROM pragma_table_xinfo(?)", arguments: [name])
            .filter { ($0["hidden"] as Int? ?? 0) != 1 }
        let aliases = try Self.aliases(of: name, in: database)
        func text(_ info: Row) -> String { info["name"] ?? "" }
        let names = infos.map(text)
        isComplete = geometry.map { geometry in names.contains { $0.lowercased() == geometry.name.lowercased() } } ?? true
        // A key of one column of whole numbers is SQLite's row number by another name. A view has none.
        let keys = infos.filter { ($0["pk"] as Int? ?? 0) > 0 }
        if let key = keys.first, keys.count == 1, (key["type"] as String? ?? "").uppercased() == "INTEGER" {
            (objectIDName, objectIDExpression) = (text(key), text(key).quotedForSQL)
        } else if isView {
            let known = ["ogc_fid", "fid", "objectid", "id"].lazy.compactMap { known in names.first { $0.lowercased() == known } }.first
            objectIDName = known ?? Self.free("ROWID", beside: names)
            objectIDExpression = known?.quotedForSQL ?? "row_number() OVER ()"
        } else {
            objectIDName = Self.free("ROWID", beside: names)
            // A column may have taken one of the names.
            let lower = Set(names.map { $0.lowercased() })
            guard let free = ["rowid", "oid", "_rowid_"].first(where: { !lower.contains($0) }) else { return nil }
            objectIDExpression = free
        }
        let id = objectIDName
        columns = infos.filter { text($0) != id && text($0).lowercased() != geometry?.name.lowercased() }.map { info in
            GeoPackageColumn(
                name: text(info), declaration: info["type"] ?? "", isRequired: info["notnull"] == 1, defaultExpression: info["dflt_value"],
                isGenerated: (info["hidden"] as Int? ?? 0) > 1, alias: aliases[text(info).lowercased()] ?? "")
        }
    }

    private static func free(_ name: String, beside names: [String]) -> String {
        let lower = Set(names.map { $0.lowercased() })
        var name = name
        while lower.contains(name.lowercased()) { name += "_" }
        return name
    }

    private static func geometryColumn(of table: String, in database: Database) throws -> GeometryColumn? {
        guard try database.tableExists("gpkg_geometry_columns") else { return nil }
        let row = try Row.fetchOne(
            database,
            sql:
                "SELECT column_name, upper(geometry_type_name), srs_id, z, m FROM gpkg_geometry_columns WHERE lower(table_name) = lower(?)",
            arguments: [table])
        guard let row, let name = row[0] as String? else { return nil }
        let declared = row[1] as String? ?? "GEOMETRY"
        let id = row[2] as Int? ?? -1
        let type: Geometry.Type? =
            switch declared {
            case "POINT": Point.self
            case "MULTIPOINT": Multipoint.self
            case "LINESTRING", "MULTILINESTRING", "CURVE", "MULTICURVE", "COMPOUNDCURVE", "CIRCULARSTRING": Polyline.self
            case "POLYGON", "MULTIPOLYGON", "CURVEPOLYGON", "SURFACE", "MULTISURFACE": Polygon.self
            default: nil
            }
        return GeometryColumn(
            name: name, type: type, isCollection: ["MULTILINESTRING", "MULTIPOLYGON", "MULTICURVE", "MULTISURFACE"].contains(declared),
            allowsCollection: !["LINESTRING", "POLYGON", "CURVE", "CURVEPOLYGON", "SURFACE"].contains(declared), spatialReferenceID: id,
            spatialReference: try GeoPackageSpatialReferences.reference(id: id, in: database), z: row[3] as Int? ?? 2,
            m: row[4] as Int? ?? 2,
            isWritable: !["GEOMETRYCOLLECTION", "CIRCULARSTRING", "COMPOUNDCURVE"].contains(declared))
    }

    /// Names for people, by the names of columns in lower case.
    private static func aliases(of table: String, in database: Database) throws -> [String: String] {
        guard try database.tableExists("gpkg_data_columns") else { return [:] }
        let rows = try Row.fetchAll(
            database, sql: "SELECT column_name, coalesce(title, name) FROM gpkg_data_columns WHERE lower(table_name) = lower(?)",
            arguments: [table])
        var aliases: [String: String] = [:]
        for row in rows {
            if let name = row[0] as String?, let alias = row[1] as String? { aliases[name.lowercased()] = alias }
        }
        return aliases
    }

    // MARK: Spatial index

    /// The index of the geometries; nil where there are none, or no key to index them by.
    var spatialIndex: SpatialIndex? {
        guard let geometry, !isView, objectIDExpression == objectIDName.quotedForSQL else { return nil }
        return SpatialIndex(table: tableName, column: geometry.name, idColumn: objectIDName)
    }
}
