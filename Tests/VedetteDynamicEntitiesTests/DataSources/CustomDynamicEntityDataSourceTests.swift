// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteDynamicEntities

/// A feed whose events a test sends.
private struct HandFeed: CustomDynamicEntityFeed {
    let events: AsyncThrowingStream<CustomDynamicEntityFeedEvent, any Error>
}

/// What a feed is fed with.
private final class Hand: Sendable {
    let stream: AsyncThrowingStream<CustomDynamicEntityFeedEvent, any Error>
    let continuation: AsyncThrowingStream<CustomDynamicEntityFeedEvent, any Error>.Continuation

    init() {
        (stream, continuation) = AsyncThrowingStream.makeStream()
    }

    func observe(_ id: (any Sendable)?, longitude: Double = 0, _ more: [String: any Sendable] = [:]) {
        var attributes = more
        if let id { attributes["id"] = id }
        continuation.yield(.newObservation(geometry: Point(latitude: 10, longitude: longitude), attributes: attributes))
    }
}

@Suite("Custom data source", .timeLimit(.minutes(10)))
struct CustomDynamicEntityDataSourceTests {
    private func makeInfo() -> DynamicEntityDataSourceInfo {
        let info = DynamicEntityDataSourceInfo(
            entityIDFieldName: "id",
            fields: [
                Field(type: .text, name: "id", alias: "Id", length: 64), Field(type: .float64, name: "speed", alias: ""),
                Field(type: .int32, name: "count", alias: ""), Field(type: .date, name: "when", alias: ""),
            ])
        info.spatialReference = .wgs84
        return info
    }

    private func makeSource(_ hand: Hand) -> CustomDynamicEntityDataSource {
        CustomDynamicEntityDataSource(info: makeInfo()) { HandFeed(events: hand.stream) }
    }

    @Test("connects, and observations become entities that are live and snapshots that are not")
    func observe() async throws {
        let hand = Hand()
        let source = makeSource(hand)
        #expect(source.connectionStatus == .disconnected)
        #expect(source.loadStatus == .notLoaded)
        var received = source.receivedObservations.makeAsyncIterator()
        var entities = source.receivedEntities.makeAsyncIterator()
        try await source.connect()
        #expect(source.connectionStatus == .connected)
        #expect(source.loadStatus == .loaded)
        let date = Date(timeIntervalSince1970: 1_777_777_777.125)
        hand.observe("a", longitude: 1, ["speed": 5, "count": 7.0, "when": date, "unknown": 1])
        let first = try #require(await received.next()).observation
        let entity = try #require(await entities.next()).dynamicEntity
        #expect(first.attributes["speed"] as? Double == 5)
        #expect(first.attributes["count"] as? Int32 == 7)
        #expect(first.attributes["when"] as? Date == date)
        #expect(first.attributes["id"] as? String == "a")
        #expect(first.attributes["unknown"] == nil)
        #expect(first.geometry == Point(latitude: 10, longitude: 1))
        #expect(first.dynamicEntity == entity)

        hand.observe("a", longitude: 2, ["speed": "fast", "count": 1.5])
        let second = try #require(await received.next()).observation
        // Attributes are replaced, not merged; what does not fit its field is null.
        #expect(Set(second.attributes.keys) == ["id"])
        #expect(entity.geometry == Point(latitude: 10, longitude: 2))
        #expect(first.geometry == Point(latitude: 10, longitude: 1))
        #expect(entity.observations().map(\.id) == [second.id, first.id])
        #expect(entity.observations(limit: 1) == [second])
        #expect(entity.latestObservation == second)
        #expect(first != second)
    }

    @Test("the status can be followed from its first value")
    func status() async throws {
        let hand = Hand()
        let source = makeSource(hand)
        var statuses = source.$connectionStatus.makeAsyncIterator()
        #expect(await statuses.next() == .disconnected)
        try await source.connect()
        // A consumer that reads late has every status all the same, in order.
        #expect(await statuses.next() == .connecting)
        #expect(await statuses.next() == .connected)
        hand.continuation.finish()
        #expect(await statuses.next() == .disconnected)
        // What came in is kept, and another connection makes another feed.
        await #expect(throws: Never.self) { try await source.connect() }
    }

    @Test("entity ids may be text or numbers; without one an observation is counted and left out")
    func identifiers() async throws {
        let hand = Hand()
        let source = makeSource(hand)
        var received = source.receivedObservations.makeAsyncIterator()
        try await source.connect()
        for id in ["x", 17, 17.0, UInt8(18), 2.5] as [any Sendable] { hand.observe(id) }
        for id in [nil, "", true, Broken()] as [(any Sendable)?] { hand.observe(id) }
        hand.continuation.yield(.newObservation(geometry: Polyline(points: []), attributes: ["id": "line"]))
        hand.continuation.yield(.newObservation(geometry: Point(latitude: 99, longitude: 0), attributes: ["id": "far"]))
        hand.continuation.yield(.newObservation(geometry: nil, attributes: ["id": "nowhere"]))
        for _ in 0..<6 { _ = await received.next() }
        let result = try await source.queryDynamicEntities(using: DynamicEntityQueryParameters())
        let names = result.entities().map { entity in source.entityStore.withStore { $0.name(entity.track) } }
        #expect(names == ["x", "17", "18", "2.5", "nowhere"])
        #expect(source.rejectedObservationCounts == [.noEntityID: 4, .notAPoint: 1, .invalidPosition: 1])
    }

    @Test("positions in another spatial reference are projected")
    func references() async throws {
        let hand = Hand()
        let info = makeInfo()
        info.spatialReference = .webMercator
        let source = CustomDynamicEntityDataSource(info: info) { HandFeed(events: hand.stream) }
        var received = source.receivedObservations.makeAsyncIterator()
        try await source.connect()
        hand.continuation.yield(.newObservation(geometry: Point(x: 333_958.47, y: 334_111.17, z: 12), attributes: ["id": "a"]))
        let point = try #require(await received.next()?.observation.geometry as? Point)
        #expect(abs(point.x - 3) < 1e-6 && abs(point.y - 3) < 1e-6)
        #expect(point.z == 12)
    }

    @Test("limits purge the oldest, and tell")
    func limits() async throws {
        let hand = Hand()
        let source = makeSource(hand)
        #expect(source.purgeOptions.maximumObservations == 100_000)
        #expect(source.purgeOptions.maximumObservationsPerTrack == 0)
        source.purgeOptions.maximumObservationsPerTrack = 2
        source.purgeOptions.maximumObservations = 3
        var purged = source.purgedObservations.makeAsyncIterator()
        var gone = source.purgedEntities.makeAsyncIterator()
        var received = source.receivedEntities.makeAsyncIterator()
        try await source.connect()
        for longitude in [1, 2, 3] as [Double] { hand.observe("a", longitude: longitude) }
        #expect(await purged.next()?.observation.geometry == Point(latitude: 10, longitude: 1))
        let entity = try #require(await received.next()).dynamicEntity
        var changes = entity.changes.makeAsyncIterator()
        hand.observe("b")
        hand.observe("b")
        hand.observe("c")
        #expect(await purged.next()?.observation.geometry == Point(latitude: 10, longitude: 2))
        #expect(await purged.next()?.observation.geometry == Point(latitude: 10, longitude: 3))
        #expect(await gone.next()?.dynamicEntity == entity)
        let change = try #require(await changes.next())
        #expect(change.receivedObservation == nil)
        #expect(!change.dynamicEntityWasPurged || change.purgedObservation != nil)
        #expect(entity.attributes.isEmpty && entity.geometry == nil && entity.latestObservation == nil && entity.observations().isEmpty)
        // The same track id later is another entity.
        hand.observe("a")
        _ = await received.next()
        _ = await received.next()
        let again = try #require(await received.next()).dynamicEntity
        #expect(again != entity && again.id > entity.id)
        // Limits can be changed while connected.
        source.purgeOptions.maximumObservations = 1
        #expect(source.entityStore.withStore { $0.observationCount } == 1)
    }

    @Test("an entity's own changes tell of observations, of purging, and then end")
    func changes() async throws {
        let hand = Hand()
        let source = makeSource(hand)
        var entities = source.receivedEntities.makeAsyncIterator()
        try await source.connect()
        hand.observe("a")
        let entity = try #require(await entities.next()).dynamicEntity
        var changes = entity.changes.makeAsyncIterator()
        hand.observe("b")
        hand.observe("a", longitude: 5)
        #expect(await changes.next()?.receivedObservation?.geometry == Point(latitude: 10, longitude: 5))
        hand.continuation.yield(.deleteEntity(id: "a"))
        let first = try #require(await changes.next())
        #expect(first.purgedObservation?.geometry == Point(latitude: 10, longitude: 0) && !first.dynamicEntityWasPurged)
        // The last observation and the end come in one.
        let last = try #require(await changes.next())
        #expect(last.dynamicEntityWasPurged && last.purgedObservation?.geometry == Point(latitude: 10, longitude: 5))
        #expect(await changes.next() == nil)
        var afterwards = entity.changes.makeAsyncIterator()
        #expect(await afterwards.next() == nil)
    }

    @Test("purging all is told to entities, not to the source's streams")
    func purgeAll() async throws {
        let hand = Hand()
        let source = makeSource(hand)
        var entities = source.receivedEntities.makeAsyncIterator()
        let purged = source.purgedEntities
        try await source.connect()
        hand.observe("a")
        let entity = try #require(await entities.next()).dynamicEntity
        var changes = entity.changes.makeAsyncIterator()
        try await source.purgeAll()
        let change = try #require(await changes.next())
        #expect(change.dynamicEntityWasPurged && change.purgedObservation != nil)
        #expect(await changes.next() == nil)
        #expect(source.connectionStatus == .connected)
        hand.observe("b")
        _ = await entities.next()
        hand.continuation.yield(.deleteEntity(id: "b"))
        var goneNames = 0
        for await info in purged {
            #expect(info.dynamicEntity != entity)
            goneNames += 1
            break
        }
        #expect(goneNames == 1)
    }

    @Test("disconnecting keeps what there is, and what the feed still says is ignored")
    func disconnect() async throws {
        let hand = Hand()
        let source = makeSource(hand)
        var received = source.receivedObservations.makeAsyncIterator()
        try await source.connect()
        hand.observe("a")
        _ = await received.next()
        await source.disconnect()
        #expect(source.connectionStatus == .disconnected)
        hand.observe("b")
        #expect(try await source.queryDynamicEntities(withTrackIDs: ["a", "b"]).entities().count == 1)
    }

    @Test("a feed that cannot be made fails the connection, and says why")
    func failure() async throws {
        let source = CustomDynamicEntityDataSource(info: makeInfo()) { () async throws -> HandFeed in throw Broken() }
        await #expect(throws: Broken.self) { try await source.connect() }
        #expect(source.connectionStatus == .failed)
        #expect(source.connectionError is Broken)
    }

    @Test("queries find by track id, each entity once, in the order of ids")
    func query() async throws {
        let hand = Hand()
        let source = makeSource(hand)
        var received = source.receivedObservations.makeAsyncIterator()
        try await source.connect()
        for id in ["c", "a", "b", "a"] { hand.observe(id) }
        for _ in 0..<4 { _ = await received.next() }
        let parameters = DynamicEntityQueryParameters()
        parameters.addTrackID("a")
        parameters.addTrackIDs(["b", "a", "nobody"])
        let found = try await source.queryDynamicEntities(using: parameters).entities()
        #expect(found.map { $0.attributes["id"] as? String } == ["a", "b"])
        parameters.removeTrackID("a")
        #expect(parameters.trackIDs == ["b", "nobody"])
        parameters.removeAllTrackIDs()
        #expect(try await source.queryDynamicEntities(using: parameters).entities().count == 3)
        #expect(try await source.queryDynamicEntities(withTrackIDs: []).entities().isEmpty)
    }

    @Test("event time comes from the field that is named")
    func eventTime() async throws {
        let hand = Hand()
        let info = makeInfo()
        info.timeFieldName = "when"
        let source = CustomDynamicEntityDataSource(info: info) { HandFeed(events: hand.stream) }
        var received = source.receivedObservations.makeAsyncIterator()
        try await source.connect()
        let values: [any Sendable] = [Date(timeIntervalSince1970: 5), 1_777_777_777.0, 1_777_777_777_000, "1970-01-01T00:00:07Z", "noon"]
        let expected: [Int64?] = [5_000_000, 1_777_777_777_000_000, 1_777_777_777_000_000, 7_000_000, nil]
        for (value, time) in zip(values, expected) {
            hand.observe("a", ["when": value])
            let observation = try #require(await received.next()).observation
            #expect(observation.observedAt?.microsecondsSince1970 == time)
        }
    }

    @Test("a feed may be made by an initializer")
    func initializer() async throws {
        struct Feed: CustomDynamicEntityFeed {
            let events = AsyncStream<CustomDynamicEntityFeedEvent> { $0.finish() }
        }
        let source = CustomDynamicEntityDataSource(info: makeInfo(), makeFeed: Feed.init)
        await #expect(throws: Never.self) { try await source.connect() }
    }
}
