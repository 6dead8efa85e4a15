// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteValues

/// Rows that are there: what a script made, what a host read before.
package final class ArcadeRowsSource: ArcadeFeatureSource {
    package let schema: ArcadeSchema
    package let spatialReference: SpatialReference?
    package let info: ArcadeFeatureSetInfo?
    package let rows: [any ArcadeRow]

    package init(
        _ rows: [any ArcadeRow], schema: ArcadeSchema, spatialReference: SpatialReference?, info: ArcadeFeatureSetInfo? = nil
    ) {
        (self.rows, self.schema, self.spatialReference, self.info) = (rows, schema, spatialReference, info)
    }

    package var rowCount: Int? { rows.count }

    package func forEachRow(
        in run: ArcadeRun?, _ body: (any ArcadeRow) throws(ArcadeFailure) -> Bool
    ) throws(ArcadeFailure) {
        for row in rows {
            try run?.charge(1)
            guard try body(row) else { return }
        }
    }
}

/// `Filter`: rows of another source for which a clause is true.
final class ArcadeFilteredSource: ArcadeFeatureSource {
    let base: any ArcadeFeatureSource
    let sql: ArcadeSQL

    init(base: any ArcadeFeatureSource, sql: ArcadeSQL) {
        (self.base, self.sql) = (base, sql)
    }

    var schema: ArcadeSchema { base.schema }
    var spatialReference: SpatialReference? { base.spatialReference }
    var info: ArcadeFeatureSetInfo? { base.info }
    var nesting: Int { base.nesting + 1 }

    func forEachRow(in run: ArcadeRun?, _ body: (any ArcadeRow) throws(ArcadeFailure) -> Bool) throws(ArcadeFailure) {
        if let count = base.rowCount {
            // A scan of columns takes less than a row at a time, but not nothing.
            try run?.charge(count / 8 * sql.cost)
            if let rows = base.rows(matching: sql.bound) {
                for row in rows {
                    try run?.charge(1)
                    guard try body(row) else { return }
                }
                return
            }
        }
        var reader = try sql.reader(run)
        try base.forEachRow(in: run) { row throws(ArcadeFailure) in
            try reader.matches(row) ? try body(row) : true
        }
    }
}

/// `Top`: the first rows of another source.
final class ArcadeLimitedSource: ArcadeFeatureSource {
    let base: any ArcadeFeatureSource
    let count: Int

    init(base: any ArcadeFeatureSource, count: Int) {
        (self.base, self.count) = (base, count)
    }

    var schema: ArcadeSchema { base.schema }
    var spatialReference: SpatialReference? { base.spatialReference }
    var info: ArcadeFeatureSetInfo? { base.info }
    var nesting: Int { base.nesting + 1 }
    var rowCount: Int? { base.rowCount.map { min($0, count) } }

    func forEachRow(in run: ArcadeRun?, _ body: (any ArcadeRow) throws(ArcadeFailure) -> Bool) throws(ArcadeFailure) {
        guard count > 0 else { return }
        var left = count
        try base.forEachRow(in: run) { row throws(ArcadeFailure) in
            left -= 1
            return try body(row) && left > 0
        }
    }
}

/// `FeatureSetByName` with a list of fields: rows of another source without some of what they have.
final class ArcadeNarrowedSource: ArcadeFeatureSource {
    let base: any ArcadeFeatureSource
    let schema: ArcadeSchema
    let hasGeometry: Bool
    private let names: Set<ArcadeName>

    /// Keeps some fields; all where they are nil.
    init(_ base: any ArcadeFeatureSource, fields: [ArcadeName]?, hasGeometry: Bool) {
        (self.base, self.hasGeometry) = (base, hasGeometry)
        var schema = base.schema
        names = Set(fields ?? schema.fields.map { ArcadeName($0.name) })
        if fields != nil { schema.fields.removeAll { [names] in !names.contains(ArcadeName($0.name)) } }
        self.schema = schema
    }

    var spatialReference: SpatialReference? { base.spatialReference }
    var info: ArcadeFeatureSetInfo? { base.info }
    var nesting: Int { base.nesting + 1 }
    var rowCount: Int? { base.rowCount }

    func forEachRow(in run: ArcadeRun?, _ body: (any ArcadeRow) throws(ArcadeFailure) -> Bool) throws(ArcadeFailure) {
        try base.forEachRow(in: run) { row throws(ArcadeFailure) in try body(Row(base: row, source: self)) }
    }

    func rows(matching clause: BoundWhereClause) -> [any ArcadeRow]? {
        // The clause is bound to fewer fields than the base has.
        nil
    }

    func rows(near box: Envelope) -> [any ArcadeRow]? { base.rows(near: box)?.map { Row(base: $0, source: self) } }

    private final class Row: ArcadeRow {
        let base: any ArcadeRow
        let source: ArcadeNarrowedSource

        init(base: any ArcadeRow, source: ArcadeNarrowedSource) {
            (self.base, self.source) = (base, source)
        }

        func value(named name: ArcadeName) -> AttributeValue? {
            source.names.contains(name) ? base.value(named: name) : nil
        }
        var fieldNames: [String] { base.fieldNames.filter { source.names.contains(ArcadeName($0)) } }
        var geometry: Geometry? { source.hasGeometry ? base.geometry : nil }
        var schema: ArcadeSchema? { source.schema }
        // `GetFeatureSet` gives all of it.
        var featureSource: (any ArcadeFeatureSource)? { base.featureSource ?? source.base }
    }
}
