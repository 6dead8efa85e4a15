// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CPROJ
import GRDB
import VedetteGeometry

/// The table `gpkg_spatial_ref_sys`: spatial references by the numbers that a file gives them (OGC 12-128r17, clause 1.1.2).
enum GeoPackageSpatialReferences {
    /// The numbers of "undefined Cartesian" and "undefined geographic".
    static let undefined: ClosedRange<Int> = -1...0

    static let table = """
        CREATE TABLE gpkg_spatial_ref_sys (
          srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL,
          definition TEXT NOT NULL, description TEXT)
        """

    /// Writes the three rows that every file must have.
    static func insertRequired(in database: Database) throws {
        let rows: [(String, Int, String, String)] = [
            ("Undefined Cartesian SRS", -1, "undefined", "undefined Cartesian coordinate reference system"),
            ("Undefined geographic SRS", 0, "undefined", "undefined geographic coordinate reference system"),
        ]
        for row in rows {
            try database.execute(
                sql: "INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, 'NONE', ?, ?, ?)", arguments: [row.0, row.1, row.1, row.2, row.3])
        }
        _ = try id(of: .wgs84, in: database)
    }

    /// The spatial reference with a number in this file, by its EPSG or Esri number or else by its definition; nil for the undefined ones
    /// and for definitions that PROJ cannot read.
    static func reference(id: Int, in database: Database) throws -> SpatialReference? {
        guard !undefined.contains(id) else { return nil }
        let row = try Row.fetchOne(
            database, sql: "SELECT organization, organization_coordsys_id, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?",
            arguments: [id])
        guard let row else { return nil }
        if let organization = row[0] as String?, let number = row[1] as Int?, ["EPSG", "ESRI"].contains(organization.uppercased()),
            let wkid = WKID(number)
        {
            return SpatialReference(wkid: wkid, latestWKID: nil)
        }
        return (row[2] as String?).flatMap { SpatialReference(wkText: $0) }
    }

    /// The number of a spatial reference in this file; it is entered where it is missing.
    ///
    /// - Throws: ``StoreError`` for one that PROJ does not know.
    static func id(of reference: SpatialReference?, in database: Database) throws -> Int {
        guard let reference else { return -1 }
        guard let number = reference.wkid?.rawValue else { return try id(ofText: reference, in: database) }
        let wkid = current(number)
        if let known = try Int.fetchOne(
            database,
            sql: """
                SELECT srs_id FROM gpkg_spatial_ref_sys
                WHERE upper(organization) IN ('EPSG', 'ESRI') AND organization_coordsys_id = ? ORDER BY srs_id = ? DESC LIMIT 1
                """, arguments: [wkid, wkid])
        {
            return known
        }
        let description = try describe(wkid)
        // The number is free to choose; the usual one may stand for something else in this file.
        let isTaken = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM gpkg_spatial_ref_sys WHERE srs_id = ?)", arguments: [wkid])
        let id =
            isTaken == true ? try (Int.fetchOne(database, sql: "SELECT max(srs_id) FROM gpkg_spatial_ref_sys") ?? 0) + 1 : wkid
        try database.execute(
            sql: "INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)",
            arguments: [description.name, id, description.organization, wkid, description.definition])
        return id
    }

    /// The number of a spatial reference that has only a definition.
    private static func id(ofText reference: SpatialReference, in database: Database) throws -> Int {
        let known = try Int.fetchOne(
            database, sql: "SELECT srs_id FROM gpkg_spatial_ref_sys WHERE organization = 'NONE' AND definition = ?",
            arguments: [reference.wkText])
        if let known { return known }
        // Numbers from here on are nobody's.
        let id = max(100_000, try (Int.fetchOne(database, sql: "SELECT max(srs_id) FROM gpkg_spatial_ref_sys") ?? 0) + 1)
        try database.execute(
            sql: "INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, 'NONE', ?, ?, NULL)",
            arguments: [reference.name.isEmpty ? "unnamed" : reference.name, id, id, reference.wkText])
        return id
    }

    /// The number of today where Esri has an older one for the same thing.
    private static func current(_ wkid: Int) -> Int {
        [102_100, 102_113, 900_913].contains(wkid) ? 3857 : wkid
    }

    /// What PROJ says of a spatial reference: its definition as well-known text of the first kind, which this standard asks for.
    private static func describe(_ wkid: Int) throws -> (name: String, organization: String, definition: String) {
        guard let context = proj_context_create() else { throw StoreError(.failed, "PROJ could not be started") }
        defer { proj_context_destroy(context) }
        // Unknown numbers are told below; PROJ need not print them too.
        proj_log_level(context, PJ_LOG_NONE)
        for organization in ["EPSG", "ESRI"] {
            guard let reference = proj_create(context, "\(organization):\(wkid)") else { continue }
            defer { proj_destroy(reference) }
            guard let name = proj_get_name(reference), let definition = proj_as_wkt(context, reference, PJ_WKT1_GDAL, nil) else { continue }
            // One line: some readers show it in a table.
            let lines = String(cString: definition).split(separator: "\n").map { $0.drop { $0 == " " } }
            return (String(cString: name), organization, lines.joined())
        }
        throw StoreError(
            .invalidDefinition, "PROJ knows no spatial reference with the wkid \(wkid); use an EPSG or ESRI number, or none")
    }
}
