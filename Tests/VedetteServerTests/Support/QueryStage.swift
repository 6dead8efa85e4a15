// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

@testable import VedetteServer

/// One viewer's query of a store that a test fills by hand, at times that it chooses.
struct QueryStage {
    typealias Observation = (track: String, longitude: Double, latitude: Double, speed: Double)

    let source: LiveSource
    let shared: SharedQuery
    var viewer: ViewerQuery
    let board = QueryBoard(interval: 0)

    var store: EntityStore { source.dataSource.entityStore }

    static func instant(_ seconds: Double) -> Instant { Instant(microsecondsSince1970: Int64(seconds * 1e6)) }

    static func makeSource() -> LiveSource {
        let info = DynamicEntityDataSourceInfo(
            entityIDFieldName: "id", fields: [Field(type: .text, name: "id", alias: ""), Field(type: .float64, name: "speed", alias: "")])
        let events = AsyncStream<CustomDynamicEntityFeedEvent> { $0.finish() }
        return LiveSource(dataSource: CustomDynamicEntityDataSource(info: info) { Feed(events: events) }, name: "Things")
    }

    private struct Feed: CustomDynamicEntityFeed {
        let events: AsyncStream<CustomDynamicEntityFeedEvent>
    }

    init(_ request: QueryRequest, fields: [String]? = nil, source: LiveSource = Self.makeSource()) throws {
        self.source = source
        shared = try SharedQuery(request, source: 0, store: source.dataSource.entityStore, now: Self.instant(0))
        viewer = ViewerQuery(number: 1, shared: shared, fields: fields)
    }

    func observe(_ observations: [Observation], at seconds: Double) {
        var batch = ObservationBatch(schema: store.withStore { $0.schema })
        for observation in observations {
            batch.beginRow()
            let name = batch.appendBytes { $0.append(contentsOf: observation.track.utf8) }
            batch.setValue(ObservationBatch.reference(.text, name), column: 0)
            batch.setValue(PackedValue(observation.speed), column: 1)
            batch.endRow(
                track: name, position: GridPosition(longitude: observation.longitude, latitude: observation.latitude),
                time: ObservationBatch.noTime, ordinal: 0)
        }
        store.ingest(batch, at: Self.instant(seconds))
    }

    /// What the viewer is told at a time; nil for nothing.
    mutating func results(at seconds: Double, isAskedAnew: Bool = true) throws -> LiveClient.Object? {
        try message(at: seconds, isAskedAnew: isAskedAnew).map { bytes in
            LiveClient.Object(members: try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:])
        }
    }

    mutating func message(at seconds: Double, isAskedAnew: Bool = true) -> [UInt8]? {
        let now = Self.instant(seconds)
        if isAskedAnew { board.refresh(shared, store: store) { now } }
        guard let finding = shared.finding else { return nil }
        var query = viewer
        let source = source
        let (after, bytes) = store.withStore { store in
            let bytes = query.results(of: finding, in: store, source: source, now: now)
            return (query, bytes)
        }
        viewer = after
        return bytes
    }
}

extension LiveClient.Object {
    var rows: [[String: Any]] { self["rows"] as? [[String: Any]] ?? [] }

    /// Track → standing, of the rows told.
    var standings: [String: String] {
        var result: [String: String] = [:]
        for row in rows { result[row["track"] as? String ?? ""] = row["standing"] as? String }
        return result
    }
}
