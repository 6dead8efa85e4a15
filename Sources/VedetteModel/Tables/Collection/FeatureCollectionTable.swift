// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
public import VedetteGeometry

/// A feature table in memory.
///
/// Attributes are kept field by field, so that a where clause over many rows is a scan of columns; geometries are found by an index of
/// their boxes. A query works on the state of the moment in which it was asked: edits meanwhile neither wait for it nor show in it.
public final class FeatureCollectionTable: WatchedFeatureTable {
    private static let defaultObjectIDName = "ObjectID"

    public let tableName: String
    public let fields: [Field]
    public let objectIDFieldName: String
    public let geometryType: Geometry.Type?
    public let spatialReference: SpatialReference?
    public var isEditable: Bool { true }

    let rows: Mutex<FeatureRows>
    let check: FeatureCheck
    let source = EventSource<FeatureTableChange>()
    package let watchers = FeatureTableWatchers()

    /// Makes an empty table.
    ///
    /// - Parameters:
    ///   - fields: the columns; of two with the same name, whatever its case, the second is left out. Where none is of type `.oid`, one
    ///     is put before them.
    ///   - geometryType: the class that all geometries must have, such as `Point.self`; nil for any.
    ///   - spatialReference: what geometries are projected into when they are added; nil to keep them as they come.
    ///   - name: the name of the table.
    public init(fields: [Field], geometryType: Geometry.Type?, spatialReference: SpatialReference?, name: String = "") {
        var names: Set<String> = []
        var kept = fields.filter { names.insert($0.name.lowercased()).inserted }
        if let field = kept.first(where: { $0.type == .oid }) {
            objectIDFieldName = field.name
        } else {
            var name = Self.defaultObjectIDName
            while names.contains(name.lowercased()) { name += "_" }
            kept.insert(Field(type: .oid, name: name, alias: "", isEditable: false, isNullable: false), at: 0)
            objectIDFieldName = name
        }
        let column = kept.firstIndex { $0.type == .oid } ?? 0
        (self.fields, self.geometryType, self.spatialReference, tableName) = (kept, geometryType, spatialReference, name)
        rows = Mutex(FeatureRows(fields: kept, objectIDColumn: column))
        check = FeatureCheck(
            fields: kept, objectIDFieldName: objectIDFieldName, geometryType: geometryType, spatialReference: spatialReference)
    }

    /// Makes a table of the features that a query found. Their object ids are kept.
    ///
    /// - Complexity: O(features).
    public convenience init(featureSet: FeatureQueryResult) {
        self.init(fields: featureSet.fields, geometryType: featureSet.geometryType, spatialReference: featureSet.spatialReference)
        for feature in featureSet.features() {
            // What comes out of a table fits into one with the same fields; what was edited since and does not, is left empty.
            let row = (try? check.row(feature.attributes)) ?? Array(repeating: .null, count: fields.count)
            let geometry = (try? check.geometry(feature.geometry)) ?? nil
            rows.withLock { _ = $0.append(row, geometry, id: feature.objectID) }
        }
    }

    // MARK: State

    public var numberOfFeatures: Int { rows.withLock { $0.count } }

    /// - Complexity: O(features).
    public var extent: Envelope? {
        let rows = rows.withLock { $0 }
        return rows.box?.envelope(spatialReference)
    }

    public var changes: EventStream<FeatureTableChange> { source.stream() }

    /// Always ``LoadStatus/loaded``: there is nothing to load.
    public var loadStatus: LoadStatus { .loaded }
    public var loadError: (any Error)? { nil }
    public func load() async throws {}
    public func retryLoad() async throws {}
    public func cancelLoad() {}

    // MARK: Queries

    /// - Complexity: O(features) for a where clause; a geometry alone costs what its box holds; O(*m* log *m*) to order *m* matches.
    public func queryFeatures(using parameters: QueryParameters) async throws -> FeatureQueryResult {
        let query = try bound(parameters.values)
        let rows = snapshot(for: query)
        let (page, isCutOff) = query.page(rows.ordered(rows.rows(matching: query), by: query))
        var features: [Feature] = []
        features.reserveCapacity(page.count)
        for row in page {
            if features.count & 1_023 == 0 { try Task.checkCancellation() }
            var attributes: [String: any Sendable] = [:]
            for column in query.outColumns {
                if let value = rows.columns[row, column].sendable { attributes[fields[column].name] = value }
            }
            let id = rows.ids[row]
            features.append(
                Feature(
                    attributes: attributes, geometry: try query.out(rows.geometries[row], of: id), objectID: id, table: self,
                    fields: query.outNames, hasGeometry: query.returnsGeometry))
        }
        return FeatureQueryResult(
            features: features, fields: query.outColumns.map { fields[$0] }, geometryType: geometryType,
            spatialReference: query.outSpatialReference, isTransferLimitExceeded: isCutOff)
    }

    public func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        let query = try bound(parameters.values)
        return snapshot(for: query).rows(matching: query).count
    }

    public func queryExtent(using parameters: QueryParameters) async throws -> Envelope {
        let query = try bound(parameters.values)
        let rows = snapshot(for: query)
        let matches = rows.rows(matching: query)
        guard let target = query.outSpatialReference, target != spatialReference || spatialReference == nil else {
            return rows.box(of: matches)?.envelope(spatialReference) ?? .empty(in: spatialReference)
        }
        // The box of what was projected is not the projected box.
        var union: Box?
        for row in matches {
            guard let geometry = rows.geometries[row], let box = Box(try query.projected(geometry, of: rows.ids[row])) else { continue }
            union?.formUnion(box)
            if union == nil { union = box }
        }
        return union?.envelope(target) ?? .empty(in: target)
    }

    private func bound(_ values: QueryParameters.Values) throws -> FeatureQuery {
        try FeatureQuery(
            values, fields: fields, objectIDFieldName: objectIDFieldName, spatialReference: spatialReference, now: Instant(Date()))
    }

    /// The rows of this moment, with an index that is worth its name where the query needs one.
    private func snapshot(for query: FeatureQuery) -> FeatureRows {
        let current = rows.withLock { $0 }
        guard query.spatial?.candidateBox != nil, query.objectIDs == nil, current.needsTree else { return current }
        // Built without the lock: nobody waits for it.
        let tree = current.makeTree()
        rows.withLock { $0.install(tree, madeFrom: current) }
        var indexed = current
        indexed.install(tree, madeFrom: current)
        return indexed
    }
}
