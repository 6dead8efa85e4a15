// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import VedetteExpressions
import VedetteGeometry

extension FeatureTable {
    /// All features, for tables that a script can take after they were read.
    package func arcadeContent(for script: String) async throws -> ArcadeContent { .featureSet(try await arcadeSource()) }

    /// The features of the table as scripts ask for them, all or those for which a where clause is true; what does not lie in
    /// memory is read now, up
    /// to ``ArcadeSchema/maximumFeatureCount`` features.
    package func arcadeSource(where whereClause: String = "", info: ArcadeFeatureSetInfo? = nil) async throws -> any ArcadeFeatureSource {
        if whereClause.isEmpty, let table = self as? FeatureCollectionTable { return table.arcadeRows(info: info) }
        try await load()
        let parameters = QueryParameters(whereClause: whereClause)
        parameters.maxFeatures = ArcadeSchema.maximumFeatureCount
        let found = try await queryFeatures(using: parameters)
        if found.isTransferLimitExceeded {
            throw FeatureTableError(
                .invalidParameter,
                "\"\(tableName)\" has more than \(ArcadeSchema.maximumFeatureCount) features for a script to read; query it and hand the features in"
            )
        }
        var named = info ?? ArcadeFeatureSetInfo()
        named.layerName = named.layerName ?? tableName
        return ArcadeRowsSource(
            found.features().map(\.arcadeRow), schema: ArcadeSchema(self), spatialReference: found.spatialReference, info: named)
    }
}

extension ArcadeSchema {
    /// How many features of a table are read before a script starts.
    package static var maximumFeatureCount: Int { 100_000 }
}

extension FeatureQueryResult: ArcadeConvertible {
    package var arcadeContent: ArcadeContent {
        .featureSet(
            ArcadeRowsSource(
                features().map(\.arcadeRow), schema: ArcadeSchema(fields: fields, geometryType: geometryType),
                spatialReference: spatialReference))
    }
}

extension FeatureCollectionTable: ArcadeConvertible {
    package var arcadeContent: ArcadeContent { .featureSet(arcadeRows(info: nil)) }

    /// The features of this moment.
    package func arcadeRows(info: ArcadeFeatureSetInfo?) -> any ArcadeFeatureSource {
        FeatureRowsSource(rows.withLock { $0 }, table: self, info: info)
    }
}

/// Rows of a table in memory as scripts see them: a where clause is a scan of columns, a box asks the index.
private final class FeatureRowsSource: ArcadeFeatureSource {
    private let rows: FeatureRows
    private let table: FeatureCollectionTable
    private let columns: [ArcadeName: Int]
    let schema: ArcadeSchema
    let info: ArcadeFeatureSetInfo?

    init(_ rows: FeatureRows, table: FeatureCollectionTable, info: ArcadeFeatureSetInfo?) {
        (self.rows, self.table) = (rows, table)
        schema = ArcadeSchema(table)
        columns = Dictionary(table.fields.enumerated().map { (ArcadeName($1.name), $0) }) { first, _ in first }
        var named = info ?? ArcadeFeatureSetInfo()
        named.layerName = named.layerName ?? table.tableName
        self.info = named
    }

    var spatialReference: SpatialReference? { table.spatialReference }
    var rowCount: Int? { rows.count }

    func forEachRow(in run: ArcadeRun?, _ body: (any ArcadeRow) throws(ArcadeFailure) -> Bool) throws(ArcadeFailure) {
        for row in 0..<rows.count {
            try run?.charge(1)
            guard try body(Row(source: self, row: row)) else { return }
        }
    }

    func rows(matching clause: BoundWhereClause) -> [any ArcadeRow]? {
        guard clause.fields.count == rows.columns.columns.count else { return nil }
        return clause.matchingRows(of: rows.columns).map { Row(source: self, row: $0) }
    }

    func rows(near box: Envelope) -> [any ArcadeRow]? {
        guard let box = Box(box) else { return [] }
        return rows.rows(in: box).map { Row(source: self, row: $0) }
    }

    private final class Row: ArcadeRow {
        let source: FeatureRowsSource
        let row: Int

        init(source: FeatureRowsSource, row: Int) {
            (self.source, self.row) = (source, row)
        }

        func value(named name: ArcadeName) -> AttributeValue? { source.columns[name].map { source.rows.columns[row, $0] } }

        var fieldNames: [String] { source.table.fields.map(\.name) }
        var geometry: Geometry? { source.rows.geometries[row] }
        var schema: ArcadeSchema? { source.schema }
        var featureSource: (any ArcadeFeatureSource)? { source }

        var element: (any Sendable)? {
            var attributes: [String: any Sendable] = [:]
            for (column, field) in source.table.fields.enumerated() { attributes[field.name] = source.rows.columns[row, column].sendable }
            return Feature(attributes: attributes, geometry: geometry, objectID: source.rows.ids[row], table: source.table)
        }
    }
}
