// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteValues

/// Features that a script can ask for, and what was asked of them so far. Lazy: nothing is read until something is counted or iterated.
package final class ArcadeFeatureSet {
    package let source: any ArcadeFeatureSource
    private var known: [any ArcadeRow]?

    package init(source: any ArcadeFeatureSource) {
        self.source = source
    }

    /// All rows, for `for (… in …)` and for JSON: read once, and charged one step and 16 bytes a row.
    package func rows(in run: ArcadeRun) throws(ArcadeFailure) -> [any ArcadeRow] {
        if let known { return known }
        var rows: [any ArcadeRow] = []
        try source.forEachRow(in: run) { row throws(ArcadeFailure) in
            try run.chargeRow()
            rows.append(row)
            return true
        }
        known = rows
        return rows
    }
}

/// Where a feature set takes its rows from: read at once, from memory or a file, never from a network.
package protocol ArcadeFeatureSource: AnyObject, Sendable {
    var schema: ArcadeSchema { get }
    var spatialReference: SpatialReference? { get }

    /// Which layer it is.
    var info: ArcadeFeatureSetInfo? { get }

    /// How many sources lie behind one another: 0 for rows that are there.
    var nesting: Int { get }

    /// How many rows there are, where that is known without reading them.
    var rowCount: Int? { get }

    /// The rows; stops where `body` returns false. The work is charged to `run`, one step for each row that is looked at; a host
    /// that reads a result has
    /// none.
    func forEachRow(in run: ArcadeRun?, _ body: (any ArcadeRow) throws(ArcadeFailure) -> Bool) throws(ArcadeFailure)

    /// The rows for which a clause that is bound to the fields of ``schema`` is true, in order, where the source finds them faster
    /// than one by
    /// one; nil where it does not.
    func rows(matching clause: BoundWhereClause) -> [any ArcadeRow]?

    /// Some rows in order, among them all whose boxes meet `box`, which is in the spatial reference of the source, where the source
    /// finds them faster
    /// than one by one; nil where it does not.
    func rows(near box: Envelope) -> [any ArcadeRow]?
}

extension ArcadeFeatureSource {
    package var info: ArcadeFeatureSetInfo? { nil }
    package var nesting: Int { 0 }
    package var rowCount: Int? { nil }
    package func rows(matching clause: BoundWhereClause) -> [any ArcadeRow]? { nil }
    package func rows(near box: Envelope) -> [any ArcadeRow]? { nil }
}

/// What `GetFeatureSetInfo` tells of a layer. What is not known is nil.
package struct ArcadeFeatureSetInfo: Hashable, Sendable {
    package var layerID: Int?
    package var layerName: String?
    package var itemID: String?
    package var serviceLayerURL: String?
    package var webMapLayerID: String?
    package var webMapLayerTitle: String?

    package init() {}
}

/// Named feature sets: `$map`, `$datastore`.
package final class ArcadeFeatureSetCollection {
    package let sources: [(id: String, title: String, source: any ArcadeFeatureSource)]

    package init(_ sources: [(id: String, title: String, source: any ArcadeFeatureSource)]) {
        self.sources = sources
    }
}

extension ArcadeRun {
    /// Counts a row that is kept: a step, and the memory of a reference.
    package func chargeRow() throws(ArcadeFailure) {
        try charge(1)
        try chargeValue(bytes: 16)
    }
}
