// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteDynamicEntities

@Suite("Dynamic entities", .timeLimit(.minutes(10)))
struct DynamicEntityTests {
    @Test("observations come newest first, as many as asked for; -1 and no number mean all")
    func observations() async throws {
        let time = VirtualTiming()
        let source = ScriptedDriver().source(time)
        let start = time.now.microsecondsSince1970
        // Arrives last, was made second.
        for (index, event) in [0, 20, 10].enumerated() {
            source.entityStore.ingest(.single("a", longitude: Double(index), time: start + Int64(event)), at: time.now)
        }
        let entity = try #require(try await source.queryDynamicEntities(withTrackIDs: ["a"]).entities().first)
        let all = entity.observations()
        #expect(all.map { $0.observedAt?.microsecondsSince1970 } == [start + 20, start + 10, start])
        #expect(all.map { ($0.geometry as? Point)?.x } == [1, 2, 0])
        #expect(all[1].receivedAt > all[0].receivedAt)
        #expect(entity.latestObservation == all[0])
        #expect(entity.observations(maximumObservations: -1) == all && entity.observations(limit: -7) == all)
        #expect(entity.observations(limit: nil) == all && entity.observations(limit: 100) == all)
        #expect(entity.observations(maximumObservations: 2) == Array(all[..<2]))
        #expect(entity.observations(maximumObservations: 0).isEmpty)
        #expect(Set(all.map(\.id)).count == 3)
        #expect(all.allSatisfy { $0.dynamicEntity == entity && $0.dynamicEntity?.trackID == "a" })
    }

    @Test("an attribute can be asked for in any case; its own name counts first")
    func cases() async throws {
        var batch = ObservationBatch(
            schema: ObservationSchema(fields: [
                Field(type: .text, name: "id", alias: ""), Field(type: .float64, name: "speed", alias: ""),
                Field(type: .float64, name: "Speed", alias: ""), Field(type: .float64, name: "HEADING", alias: ""),
            ]))
        batch.beginRow()
        let name = batch.appendBytes { $0.append(contentsOf: "a".utf8) }
        for column in 1...3 { batch.setValue(PackedValue(Double(column)), column: column) }
        batch.endRow(track: name, position: nil, time: ObservationBatch.noTime, ordinal: 0)
        let source = DynamicEntityDataSource(fields: [], driver: ScriptedDriver().driver())
        source.entityStore.ingest(batch, at: Instant(microsecondsSince1970: 0))
        let entity = try #require(try await source.queryDynamicEntities(trackIDs: ["a"]).entities().first)
        #expect(entity.attributeValue(forKey: "speed") as? Double == 1)
        #expect(entity.attributeValue(forKey: "Speed") as? Double == 2)
        // The first of those that differ in case only.
        #expect(entity.attributeValue(forKey: "SPEED") as? Double == 2)
        #expect(entity.attributeValue(forKey: "heading") as? Double == 3)
        #expect(entity.attributeValue(forKey: "altitude") == nil && entity.attributeValue(forKey: "id") == nil)
    }

    @Test("fields that loading finds out are known to where clauses before the first observation")
    func declared() async throws {
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: [Field(type: .float64, name: "speed", alias: "")])
        let source = DynamicEntityDataSource(
            fields: [], driver: FeedDriver(info: { info }, run: { onOpen, _ in onOpen() }))
        let parameters = DynamicEntityQueryParameters()
        parameters.whereClause = "speed > 3"
        await #expect(throws: (any Error).self) { try await source.queryDynamicEntities(using: parameters) }
        try await source.load()
        #expect(try await source.queryDynamicEntities(using: parameters).entities().isEmpty)
    }

    @Test("an info says what it is about, and can be extended")
    func info() {
        final class ServiceInfo: DynamicEntityDataSourceInfo, @unchecked Sendable {
            let version = "11.2"
        }
        let info = ServiceInfo(entityIDFieldName: "id", fields: [Field(type: .text, name: "id", alias: "")])
        #expect(info.spatialReference == nil && info.fullExtent == nil && info.description.isEmpty && info.timeFieldName == nil)
        info.spatialReference = .webMercator
        info.fullExtent = Envelope(xRange: 0...2, yRange: 1...3, spatialReference: .wgs84)
        info.description = "Ferries"
        let general: DynamicEntityDataSourceInfo = info
        #expect(general.spatialReference == .webMercator && general.fullExtent?.xMax == 2 && general.description == "Ferries")
        #expect(general.entityIDFieldName == "id" && general.fields.map(\.name) == ["id"] && info.version == "11.2")
    }
}
