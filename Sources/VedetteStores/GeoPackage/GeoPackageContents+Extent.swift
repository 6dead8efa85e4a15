// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import VedetteGeometry
import VedetteModel

extension GeoPackageContents {
    /// The extent that the file states; nil where it states none.
    func storedBox(in database: Database) throws -> Box? {
        guard geometry != nil else { return nil }
        let row = try Row.fetchOne(
            database, sql: "SELECT min_x, min_y, max_x, max_y FROM gpkg_contents WHERE lower(table_name) = lower(?)", arguments: [tableName]
        )
        guard let row, let xMin = row[0] as Double?, let yMin = row[1] as Double?, let xMax = row[2] as Double?,
            let yMax = row[3] as Double?,
            xMin <= xMax, yMin <= yMax
        else { return nil }
        return Box(xMin: xMin, yMin: yMin, xMax: xMax, yMax: yMax)
    }

    /// The extent of the geometries themselves, from the boxes in their headers; nil where there are none.
    ///
    /// - Complexity: O(rows).
    func measuredBox(in database: Database) throws -> Box? {
        guard let shape = geometry?.name.quotedForSQL else { return nil }
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT min(ST_MinX(\(shape))), min(ST_MinY(\(shape))), max(ST_MaxX(\(shape))), max(ST_MaxY(\(shape)))
                FROM \(tableName.quotedForSQL) WHERE \(shape) NOTNULL
                """)
        guard let row, let xMin = row[0] as Double?, let yMin = row[1] as Double?, let xMax = row[2] as Double?,
            let yMax = row[3] as Double?
        else { return nil }
        return Box(xMin: xMin, yMin: yMin, xMax: xMax, yMax: yMax)
    }

    /// The box of one row's geometry; nil where it has none.
    func box(of id: Int64, in database: Database) throws -> Box? {
        guard let shape = geometry?.name.quotedForSQL else { return nil }
        let statement = try database.cachedStatement(
            sql: """
                SELECT ST_MinX(\(shape)), ST_MinY(\(shape)), ST_MaxX(\(shape)), ST_MaxY(\(shape)) FROM \(tableName.quotedForSQL)
                WHERE \(objectIDExpression) = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [id]), let xMin = row[0] as Double?, let yMin = row[1] as Double?,
            let xMax = row[2] as Double?, let yMax = row[3] as Double?
        else { return nil }
        return Box(xMin: xMin, yMin: yMin, xMax: xMax, yMax: yMax)
    }

    /// The extent after boxes went and others came: measured anew only where one that went reached the edge.
    func box(_ stored: Box?, without gone: [Box], with new: [Box], in database: Database) throws -> Box? {
        guard var box = stored, gone.allSatisfy({ $0.xMin > box.xMin && $0.yMin > box.yMin && $0.xMax < box.xMax && $0.yMax < box.yMax })
        else { return try measuredBox(in: database) }
        for other in new { box.formUnion(other) }
        return box
    }

    /// States an extent, and that the table has changed now.
    func store(_ box: Box?, in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ?, last_change = strftime('%Y-%m-%dT%H:%M:%fZ','now')
                WHERE lower(table_name) = lower(?)
                """, arguments: [box?.xMin, box?.yMin, box?.xMax, box?.yMax, tableName])
    }
}
