// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The R*Tree of a geometry column, and the triggers that keep it (OGC 12-128r17, annex F.3).
struct SpatialIndex: Sendable {
    let table: String
    let column: String
    let idColumn: String

    var name: String { "rtree_\(table)_\(column)" }

    /// Whether the index is there with the triggers without which it could lag behind. `gpkg_extensions` is not asked: some writers
    /// forget it.
    func exists(in database: Database) throws -> Bool {
        let found = try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM sqlite_master
                WHERE (type = 'table' AND lower(name) = lower(?)) OR (type = 'trigger' AND lower(name) IN (lower(?), lower(?)))
                """, arguments: [name, name + "_insert", name + "_delete"])
        return found == 3
    }

    /// Makes the index and fills it.
    func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS gpkg_extensions (
                  table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
                  CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
                """)
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO gpkg_extensions
                VALUES (?, ?, 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')
                """, arguments: [table, column])
        let (tree, rows, shape, id) = (name.quotedForSQL, table.quotedForSQL, column.quotedForSQL, idColumn.quotedForSQL)
        // What an incomplete index left.
        for suffix in ["insert", "update1", "update2", "update3", "update4", "update5", "update6", "update7", "delete"] {
            try database.execute(sql: "DROP TRIGGER IF EXISTS \("\(name)_\(suffix)".quotedForSQL)")
        }
        try database.execute(sql: "DROP TABLE IF EXISTS \(tree)")
        try database.execute(sql: "CREATE VIRTUAL TABLE \(tree) USING rtree(id, minx, maxx, miny, maxy)")
        try database.execute(
            sql: """
                INSERT INTO \(tree) SELECT \(id), ST_MinX(\(shape)), ST_MaxX(\(shape)), ST_MinY(\(shape)), ST_MaxY(\(shape)) FROM \(rows)
                WHERE \(shape) NOT NULL AND NOT ST_IsEmpty(\(shape))
                """)
        let hasShape = "(NEW.\(shape) NOTNULL AND NOT ST_IsEmpty(NEW.\(shape)))"
        let hasNone = "(NEW.\(shape) ISNULL OR ST_IsEmpty(NEW.\(shape)))"
        let insert = """
            INSERT OR REPLACE INTO \(tree) VALUES
              (NEW.\(id), ST_MinX(NEW.\(shape)), ST_MaxX(NEW.\(shape)), ST_MinY(NEW.\(shape)), ST_MaxY(NEW.\(shape)));
            """
        let triggers = [
            ("insert", "AFTER INSERT ON \(rows) WHEN \(hasShape)", insert),
            ("update1", "AFTER UPDATE OF \(shape) ON \(rows) WHEN OLD.\(id) = NEW.\(id) AND \(hasShape)", insert),
            (
                "update2", "AFTER UPDATE OF \(shape) ON \(rows) WHEN OLD.\(id) = NEW.\(id) AND \(hasNone)",
                "DELETE FROM \(tree) WHERE id = OLD.\(id);"
            ),
            (
                "update3", "AFTER UPDATE ON \(rows) WHEN OLD.\(id) != NEW.\(id) AND \(hasShape)",
                "DELETE FROM \(tree) WHERE id = OLD.\(id); \(insert)"
            ),
            (
                "update4", "AFTER UPDATE ON \(rows) WHEN OLD.\(id) != NEW.\(id) AND \(hasNone)",
                "DELETE FROM \(tree) WHERE id IN (OLD.\(id), NEW.\(id));"
            ),
            ("delete", "AFTER DELETE ON \(rows) WHEN OLD.\(shape) NOT NULL", "DELETE FROM \(tree) WHERE id = OLD.\(id);"),
        ]
        for (suffix, condition, body) in triggers {
            try database.execute(sql: "CREATE TRIGGER \("\(name)_\(suffix)".quotedForSQL) \(condition) BEGIN \(body) END")
        }
    }
}
