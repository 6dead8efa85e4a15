// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteDynamicEntities

@Suite("Streams of a source", .timeLimit(.minutes(10)))
struct SourceStreamTests {
    let time = VirtualTiming()

    private func observe(_ source: DynamicEntityDataSource, _ track: String) {
        source.entityStore.ingest(.single(track), at: time.now)
    }

    @Test("a caller chooses size and policy of a buffer, and is told what it missed, where, and how much in all")
    func buffers() async throws {
        let source = ScriptedDriver().source(time)
        source.purgeOptions.maximumObservations = 2
        let received = source.receivedObservations(bufferSize: 2)
        let oldest = source.receivedEntities(bufferSize: 2, policy: .keepOldest)
        let purged = source.purgedObservations(bufferSize: 1)
        let gone = source.purgedEntities(bufferSize: 100)
        for track in ["a", "b", "c", "d", "e"] { observe(source, track) }
        var counted = received.withMissedCounts.makeAsyncIterator()
        guard case .missed(3) = await counted.next() else { return #expect(Bool(false), "the gap comes first") }
        guard case .event(let info) = await counted.next() else { return #expect(Bool(false), "then what is left") }
        #expect(info.observation.dynamicEntity?.trackID == "d")
        #expect(
            received.missedEventCount == 3 && oldest.missedEventCount == 3 && purged.missedEventCount == 2 && gone.missedEventCount == 0)
        #expect(source.missedEventCount == 8)
        var entities = oldest.makeAsyncIterator()
        #expect(await entities.next()?.dynamicEntity.trackID == "a")
    }

    @Test("an entity's stream has a buffer too, and its losses are counted at the source")
    func entityBuffer() async throws {
        let source = ScriptedDriver().source(time)
        var entities = source.receivedEntities.makeAsyncIterator()
        observe(source, "a")
        let entity = try #require(await entities.next()).dynamicEntity
        let changes = entity.changes(bufferSize: 3)
        for _ in 0..<5 { observe(source, "a") }
        #expect(changes.missedEventCount == 2 && source.missedEventCount == 2)
    }

    @Test("where nobody listens nothing is made, and who listens to one entity pays for that one")
    func proportion() async throws {
        let source = ScriptedDriver().source(time)
        let store = source.entityStore
        observe(source, "a")
        observe(source, "b")
        #expect(!store.receivedObservations.hasListeners)
        let entity = try #require(try await source.queryDynamicEntities(trackIDs: ["a"]).entities().first)
        var changes: EventStream<DynamicEntityChangedInfo>? = entity.changes
        var iterator = changes?.makeAsyncIterator()
        store.state.withLock { state in
            #expect(state.watches.concern([ByteHash.hash("a")]))
            #expect(!state.watches.concern([ByteHash.hash("b")]))
        }
        observe(source, "b")
        observe(source, "a")
        #expect(await iterator?.next()?.receivedObservation?.dynamicEntity == entity)
        (changes, iterator) = (nil, nil)
        observe(source, "a")
        store.state.withLock { #expect($0.watches.isEmpty) }
    }

    @Test("purging all tells each entity once, with its last observation; deleting tells every stream")
    func endings() async throws {
        let source = ScriptedDriver().source(time)
        let purgedObservations = source.purgedObservations
        let purgedEntities = source.purgedEntities
        for track in ["a", "b", "a"] { observe(source, track) }
        let entities = try await source.queryDynamicEntities(withTrackIDs: ["a", "b"]).entities()
        let lastID = try #require(entities.first?.latestObservation).id
        var changes = try #require(entities.first).changes.makeAsyncIterator()
        try await source.purgeAll()
        let end = try #require(await changes.next())
        #expect(end.dynamicEntityWasPurged && end.receivedObservation == nil && end.purgedObservation?.id == lastID)
        #expect(await changes.next() == nil)
        for track in ["c", "c"] { observe(source, track) }
        let entity = try #require(try await source.queryDynamicEntities(withTrackIDs: ["c"]).entities().first)
        var others = entity.changes.makeAsyncIterator()
        source.entityStore.remove(trackID: "c", at: time.now)
        var observations = purgedObservations.makeAsyncIterator()
        for _ in 0..<2 { #expect(await observations.next()?.observation.attributes["id"] as? String == "c") }
        var gone = purgedEntities.makeAsyncIterator()
        #expect(await gone.next()?.dynamicEntity == entity)
        #expect(await others.next()?.dynamicEntityWasPurged == false)
        #expect(await others.next()?.dynamicEntityWasPurged == true)
        #expect(await others.next() == nil)
    }
}

extension ByteHash {
    /// The hash of a text.
    static func hash(_ text: String) -> UInt64 {
        Array(text.utf8).withUnsafeBytes { hash($0) }
    }
}
