// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import VedetteGeometry
public import VedetteModel

/// A GeoPackage: features in one file that GDAL, QGIS, ArcGIS and others read and write (OGC 12-128r17, version 1.3).
///
/// The file is changed in place, in transactions, and is whole by itself after each: SQLite's write-ahead log, which would leave parts of
/// it in a second file, is not turned on. A file for which there is no right to write can be read. Several threads and several programs
/// may use a file at once; one waits ten seconds for another's transaction, then fails with ``StoreError/Code/busy``. Tables that others
/// add after ``load()`` are seen by a new `GeoPackage`.
public final class GeoPackage: Loadable {
    /// Where the file is.
    public let fileURL: URL

    private struct State {
        var database: GeoPackageDatabase?
        var tables: [GeoPackageFeatureTable] = []
    }

    private let state = Mutex(State())
    private let loader = Loader()

    /// Makes a GeoPackage for a file that is there; ``load()`` opens it.
    public init(fileURL: URL) {
        self.fileURL = fileURL
    }

    /// Makes a new file without tables.
    ///
    /// - Throws: ``StoreError`` where there is a file of that name or none can be made.
    public static func create(fileURL: URL) async throws -> GeoPackage {
        _ = try GeoPackageDatabase(creating: fileURL.path)
        let geoPackage = GeoPackage(fileURL: fileURL)
        try await geoPackage.load()
        return geoPackage
    }

    /// The tables of features and of attributes without geometry, in the order of their names; empty before ``load()``.
    public var geoPackageFeatureTables: [GeoPackageFeatureTable] { state.withLock { $0.tables } }

    /// ``geoPackageFeatureTables`` by its shorter name.
    public var featureTables: [GeoPackageFeatureTable] { geoPackageFeatureTables }

    /// The table of this name, whatever the case of its letters; nil where there is none.
    public func featureTable(named name: String) -> GeoPackageFeatureTable? {
        let tables = geoPackageFeatureTables
        return tables.first { $0.tableName == name } ?? tables.first { $0.tableName.lowercased() == name.lowercased() }
    }

    // MARK: Loading

    public var loadStatus: LoadStatus { loader.status }
    public var loadError: (any Error)? { loader.error }

    /// Opens the file and reads what tables it has.
    ///
    /// - Throws: ``StoreError`` where it is not there, no GeoPackage, or damaged.
    public func load() async throws { try await loader.load { [self] in try await open() } }
    public func retryLoad() async throws { try await loader.retry { [self] in try await open() } }
    public func cancelLoad() { loader.cancel() }

    private func open() async throws {
        let database = try GeoPackageDatabase(opening: fileURL.path)
        let contents = try await database.read { try GeoPackageContents.readAll(in: $0) }
        let tables = contents.map { GeoPackageFeatureTable($0, in: database) }
        state.withLock { $0 = State(database: database, tables: tables) }
    }

    // MARK: Tables

    /// Makes a table with an R*Tree.
    ///
    /// Types are kept as the nearest that the standard has: a GUID and a time of day become texts, a time with an offset its moment.
    /// Aliases are kept; domains are not.
    ///
    /// - Parameters:
    ///   - name: any name that no table has and that does not begin with `gpkg_`, `sqlite_` or `rtree_`.
    ///   - fields: the columns. One of type `.oid` names the key, which is `fid` else.
    ///   - geometryType: `Point.self`, `Multipoint.self`, `Polyline.self`, `Polygon.self`; nil for any.
    ///   - spatialReference: one that PROJ knows; nil for coordinates that are meant in none.
    ///   - hasGeometry: false for a table of attributes alone.
    ///   - hasZ: whether positions may have heights.
    ///   - hasM: whether positions may have measures.
    /// - Returns: the table, empty.
    /// - Throws: ``StoreError`` that says what cannot be used.
    public func makeFeatureTable(
        name: String, fields: [Field], geometryType: Geometry.Type?, spatialReference: SpatialReference?, hasGeometry: Bool = true,
        hasZ: Bool = false, hasM: Bool = false
    ) async throws -> GeoPackageFeatureTable {
        try await load()
        guard let database = state.withLock({ $0.database }) else { throw StoreError(.failed, "the GeoPackage is not open; load it") }
        let definition = GeoPackageTableDefinition(
            name: name, fields: fields, geometryType: geometryType, spatialReference: spatialReference, hasGeometry: hasGeometry,
            hasZ: hasZ,
            hasM: hasM)
        let contents = try await database.write { connection in
            try definition.create(in: connection)
            return try GeoPackageContents.readAll(in: connection).first { $0.tableName == name }
        }
        guard let contents else { throw StoreError(.failed, "the table \"\(name)\" was made but cannot be found") }
        let table = GeoPackageFeatureTable(contents, in: database)
        state.withLock { state in
            state.tables.append(table)
            state.tables.sort { $0.tableName.utf8.lexicographicallyPrecedes($1.tableName.utf8) }
        }
        return table
    }
}
