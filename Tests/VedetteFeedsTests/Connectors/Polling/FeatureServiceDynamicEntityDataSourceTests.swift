// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

@testable import VedetteFeeds

@Suite("Polling a feature service", .timeLimit(.minutes(10)))
final class FeatureServiceDynamicEntityDataSourceTests {
    /// Listen as long as the test runs.
    private let servers = Mutex<[StubServer]>([])

    private static let path = "/arcgis/rest/services/Stub/FeatureServer/0"

    private func source(
        _ layer: StubLayer, _ question: FeatureServicePoller.Question, polling: PollingOptions = PollingOptions(), clock: JumpingClock,
        answer: (@Sendable (StubServer.Request) -> StubServer.Answer)? = nil
    ) async throws -> (FeatureServiceDynamicEntityDataSource, StubServer) {
        let server = try await StubServer { answer?($0) ?? layer.answer($0) }
        servers.withLock { $0.append(server) }
        var service = FeatureServiceOptions()
        service.retryCount = 0
        let source = FeatureServiceDynamicEntityDataSource(
            url: try server.url(Self.path), question: question, token: nil, polling: polling, service: service, timing: clock.timing)
        return (source, server)
    }

    /// Connects, and disconnects before the pause of that number, from 0; before each pause, `body` is called with its number.
    private func run(
        _ source: FeatureServiceDynamicEntityDataSource, _ clock: JumpingClock, pauses: Int,
        _ body: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        clock.onSleep { [weak source] number in
            body(number)
            if number >= pauses { await source?.disconnect() }
        }
        try await source.connect()
        for await status in source.$connectionStatus where status == .disconnected || status == .failed { break }
    }

    private func wheres(_ server: StubServer) -> [String] {
        server.requests.filter { $0.path.hasSuffix("/query") }.compactMap { $0.parameters["where"] }
    }

    private func counts(_ source: DynamicEntityDataSource, _ tracks: [String]) -> [Int] {
        source.entityStore.withStore { store in tracks.map { store.number(named: $0).map { store.observationCount($0) } ?? 0 } }
    }

    @Test("asks for what is not older than the latest row, and takes each row once, over all pages")
    func byTime() async throws {
        let clock = JumpingClock()
        let layer = StubLayer(count: 8, pageSize: 3)
        layer.rows.withLock { rows in for index in rows.indices { rows[index].seen = 1_600_000_000_000 + index * 1_000 } }
        let question = FeatureServicePoller.Question(trackFieldName: "NAME", timeFieldName: "Seen", overlap: 2)
        let (source, server) = try await source(layer, question, clock: clock)
        try await run(source, clock, pauses: 2) { number in
            // One comes late, within the overlap, one is new, and one is too old to be found.
            guard number == 0 else { return }
            layer.rows.withLock { rows in
                rows.append(.init(id: 500, name: "n9", value: 1, x: 5, seen: 1_600_000_005_500))
                rows.append(.init(id: 501, name: "n0", value: 1, x: 6, seen: 1_600_000_009_000))
                rows.append(.init(id: 502, name: "old", value: 1, x: 6, seen: 1_600_000_003_000))
            }
        }
        // 2020-09-13T12:26:47Z is the latest of the first answer.
        #expect(
            Set(wheres(server)) == [
                "1=1", "seen >= TIMESTAMP '2020-09-13 12:26:45'", "seen >= TIMESTAMP '2020-09-13 12:26:47'",
            ])
        #expect(counts(source, ["n0", "n1", "n2", "n9", "old"]) == [3, 2, 2, 1, 0])
        #expect(source.statistics.observationCount == 10 && source.statistics.duplicateCount > 0)
        let entity = try #require(try await source.queryDynamicEntities(withTrackIDs: ["n0"]).entities().first)
        #expect(entity.attributes["seen"] as? Date == Date(timeIntervalSince1970: 1_600_000_009))
        #expect((entity.geometry as? Point)?.x == 6)
        let info = try #require(source.sourceInfo)
        #expect(info.entityIDFieldName == "name" && info.timeFieldName == "seen" && info.fields.map(\.name).contains("value"))
    }

    @Test("a time may be a number, the wish of the user stays, and a row from the future hides nothing")
    func byNumber() async throws {
        let clock = JumpingClock()
        let layer = StubLayer(count: 3, pageSize: 10)
        layer.rows.withLock { rows in
            for index in rows.indices { rows[index].value = 1_700_000_000 + index }
            rows.append(.init(id: 900, name: "future", value: 4_000_000_000, x: 1))
        }
        let question = FeatureServicePoller.Question(timeFieldName: "value", overlap: 0)
        let (source, server) = try await source(layer, question, clock: clock)
        try await run(source, clock, pauses: 1)
        #expect(wheres(server) == ["1=1", "value >= 1700000002"])
        #expect(source.statistics.observationCount == 4)
        #expect(source.sourceInfo?.entityIDFieldName == "OBJECTID")
        let wanted = FeatureServicePoller.Question(whereClause: "value < 1700000001")
        let (second, secondServer) = try await self.source(layer, wanted, clock: JumpingClock())
        try await second.connect()
        await second.disconnect()
        #expect(wheres(secondServer) == ["value < 1700000001"])
    }

    @Test("without a time field, what has changed is taken, and what is gone is deleted where that is wished")
    func snapshots() async throws {
        let clock = JumpingClock()
        let layer = StubLayer(count: 3, pageSize: 2)
        layer.rows.withLock { $0 = (0..<3).map { .init(id: $0 + 1, name: "n\($0)", value: $0, x: 1) } }
        var polling = PollingOptions()
        polling.deletesMissingEntities = true
        let question = FeatureServicePoller.Question(trackFieldName: "name")
        let (source, server) = try await source(layer, question, polling: polling, clock: clock)
        try await run(source, clock, pauses: 2) { number in
            guard number == 0 else { return }
            layer.rows.withLock { rows in
                rows[0].x = 2
                rows.removeLast()
            }
        }
        #expect(Set(wheres(server)) == ["1=1"])
        #expect(counts(source, ["n0", "n1", "n2"]) == [2, 1, 0])
        #expect(source.statistics.deletionCount == 1)
    }

    @Test("a service that fails is asked again in growing pauses")
    func failures() async throws {
        let clock = JumpingClock()
        let layer = StubLayer(count: 2, pageSize: 10)
        let queries = Mutex(0)
        let (source, _) = try await source(layer, FeatureServicePoller.Question(), clock: clock) { request in
            guard request.path.hasSuffix("/query") else { return layer.answer(request) }
            let number = queries.withLock { count in
                defer { count += 1 }; return count
            }
            return number == 1 || number == 2 ? .json(#"{"error":{"code":500,"message":"busy"}}"#) : layer.answer(request)
        }
        try await run(source, clock, pauses: 3)
        #expect(clock.sleeps == [10, 20, 40].map { .seconds($0) })
        #expect(source.statistics.failureCount == 2 && source.statistics.consecutiveFailureCount == 0)
        #expect(source.statistics.observationCount == 2)
    }

    @Test("fields that are not there, and layers of other shapes, are refused with what is there")
    func refused() async throws {
        let layer = StubLayer(count: 1, pageSize: 10)
        for (question, mention) in [
            (FeatureServicePoller.Question(trackFieldName: "callsign"), "OBJECTID, name"),
            (FeatureServicePoller.Question(timeFieldName: "name"), "neither dates nor numbers"),
        ] {
            let (source, _) = try await source(layer, question, clock: JumpingClock())
            let error = await #expect(throws: FeedError.self) { try await source.connect() }
            #expect(error?.code == .missingColumn && error?.message.contains(mention) == true)
        }
        let (source, _) = try await source(layer, FeatureServicePoller.Question(), clock: JumpingClock()) { _ in
            .json(layer.description.replacing("esriGeometryPoint", with: "esriGeometryPolygon"))
        }
        let error = await #expect(throws: FeedError.self) { try await source.connect() }
        #expect(error?.code == .invalidAnswer)
    }
}
