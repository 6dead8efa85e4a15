// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Synchronization
public import VedetteGeometry
public import VedetteModel

/// A table of features in a ``GeoPackage``.
///
/// Rows are read one after the other and judged as they come: a query holds what it returns and no more. The R*Tree, where there is one,
/// finds the rows for a geometry; ``createSpatialIndex()`` makes one. Where clauses mean here what they mean in any other table, not what
/// SQLite takes them for.
public final class GeoPackageFeatureTable: WatchedFeatureTable {
    let contents: GeoPackageContents
    let database: GeoPackageDatabase
    let check: FeatureCheck
    let source = EventSource<FeatureTableChange>()
    package let watchers = FeatureTableWatchers()

    struct Figures {
        var count = 0
        var box: Box?
    }

    let figures = Mutex(Figures())
    private let loader = Loader()

    init(_ contents: GeoPackageContents, in database: GeoPackageDatabase) {
        (self.contents, self.database) = (contents, database)
        fields = contents.fields
        check = FeatureCheck(
            fields: contents.fields, objectIDFieldName: contents.objectIDName, geometryType: contents.geometry?.type,
            spatialReference: contents.geometry?.spatialReference)
    }

    public let fields: [Field]
    public var tableName: String { contents.tableName }
    /// The name for people: the identifier in the file's contents.
    public var displayName: String { contents.displayName }
    public var objectIDFieldName: String { contents.objectIDName }
    public var geometryType: Geometry.Type? { contents.geometry?.type }
    public var hasGeometry: Bool { contents.geometry != nil }
    public var spatialReference: SpatialReference? { contents.geometry?.spatialReference }

    /// False for a view, and in a file that may only be read.
    public var isEditable: Bool { !contents.isView && !database.isReadOnly }

    /// How many rows there were when the table was loaded and after each edit through it; edits of others do not show.
    public var numberOfFeatures: Int { figures.withLock { $0.count } }

    /// A rectangle that holds all features, as the file says it, or measured where it does not; edits of others do not show.
    public var extent: Envelope? { figures.withLock { $0.box }?.envelope(spatialReference) }

    public var changes: EventStream<FeatureTableChange> { source.stream() }

    // MARK: Loading

    public var loadStatus: LoadStatus { loader.status }
    public var loadError: (any Error)? { loader.error }

    /// Counts the rows.
    public func load() async throws { try await loader.load { [self] in try await measure() } }
    public func retryLoad() async throws { try await loader.retry { [self] in try await measure() } }
    public func cancelLoad() { loader.cancel() }

    private func measure() async throws {
        let contents = contents
        guard contents.isComplete else {
            throw StoreError(
                .corrupt,
                "the table \"\(tableName)\" has no column \"\(contents.geometry?.name ?? "")\", which gpkg_geometry_columns names for its geometries; correct the name there, or add the column"
            )
        }
        let measured = try await database.read { connection in
            let count = try Int.fetchOne(connection, sql: "SELECT count(*) FROM \(contents.tableName.quotedForSQL)") ?? 0
            return (count: count, box: try contents.storedBox(in: connection) ?? contents.measuredBox(in: connection))
        }
        figures.withLock { $0 = Figures(count: measured.count, box: measured.box) }
    }

    /// Makes an R*Tree for the geometries where there is none. Programs that follow the standard keep it from then on.
    ///
    /// - Throws: ``StoreError`` for a view, a table without geometry or key, and a file that may only be read.
    /// - Complexity: O(*n* log *n*) in the number of rows.
    public func createSpatialIndex() async throws {
        guard let index = contents.spatialIndex else {
            throw StoreError(.unsupported, "\"\(tableName)\" cannot have a spatial index: it is a view, or has no geometry or no key")
        }
        try await database.write { connection in
            if try !index.exists(in: connection) { try index.create(in: connection) }
        }
    }

    /// Whether there is an R*Tree.
    public func hasSpatialIndex() async throws -> Bool {
        guard let index = contents.spatialIndex else { return false }
        return try await database.read { try index.exists(in: $0) }
    }

    // MARK: Queries

    /// - Throws: also ``StoreError``, that names the row, for a geometry that is damaged or of a kind that cannot be read; without
    ///   geometries in the query or in its answer, such rows can be read.
    /// - Complexity: O(rows) for a where clause; with an R*Tree a geometry costs what its box holds. What is ordered is held until it is
    ///   cut off.
    public func queryFeatures(using parameters: QueryParameters) async throws -> FeatureQueryResult {
        try await load()
        let query = try bound(parameters.values)
        let scan = GeoPackageScan(contents: contents, query: query)
        let found = try await database.read { try scan.features(in: $0) }
        let (page, isCutOff) = query.page(found)
        let names = query.outNames
        return FeatureQueryResult(
            features: page.map { row in
                Feature(
                    attributes: row.attributes, geometry: row.geometry, objectID: row.id, table: self, fields: names,
                    hasGeometry: query.returnsGeometry)
            }, fields: query.outColumns.map { fields[$0] }, geometryType: geometryType, spatialReference: query.outSpatialReference,
            isTransferLimitExceeded: isCutOff)
    }

    public func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        try await load()
        let scan = GeoPackageScan(contents: contents, query: try bound(parameters.values))
        return try await database.read { connection in
            var count = 0
            try scan.forEachMatch(in: connection, needsGeometry: false) { _ in
                count += 1
                return true
            }
            return count
        }
    }

    public func queryExtent(using parameters: QueryParameters) async throws -> Envelope {
        try await load()
        let query = try bound(parameters.values)
        let scan = GeoPackageScan(contents: contents, query: query)
        let box = try await database.read { connection in
            var union: Box?
            try scan.forEachMatch(in: connection, needsGeometry: true) { row in
                guard let geometry = row.geometry, let box = Box(try query.projected(geometry, of: row.id)) else { return true }
                union?.formUnion(box)
                if union == nil { union = box }
                return true
            }
            return union
        }
        return box?.envelope(query.outSpatialReference) ?? .empty(in: query.outSpatialReference)
    }

    private func bound(_ values: QueryParameters.Values) throws -> FeatureQuery {
        if values.geometry != nil, !hasGeometry {
            throw StoreError(
                .unsupported, "the table \"\(tableName)\" has no geometry to compare with; leave the geometry out of the query")
        }
        return try FeatureQuery(
            values, fields: fields, objectIDFieldName: objectIDFieldName, spatialReference: spatialReference, now: Instant(Date()))
    }
}
