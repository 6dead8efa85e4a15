// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteDynamicEntities

@Suite("Purging", .timeLimit(.minutes(10)))
struct PurgeTests {
    let time = VirtualTiming()

    private func makeSource() -> DynamicEntityDataSource { ScriptedDriver().source(time) }

    private func observe(_ source: DynamicEntityDataSource, _ track: String, at event: Int64 = ObservationBatch.noTime) {
        source.entityStore.ingest(.single(track, time: event), at: time.now)
    }

    private func counts(_ source: DynamicEntityDataSource) -> [Int] {
        source.entityStore.withStore { [$0.trackCount, $0.observationCount] }
    }

    @Test("options have the documented defaults, and take any number")
    func options() {
        let options = makeSource().purgeOptions
        #expect(options.maximumObservations == 100_000 && options.maximumObservationsPerTrack == 0)
        #expect(options.maximumDuration == 0 && options.ageReference == .receipt && options.maximumBytes == 0)
        for (given, kept) in [
            (5, 5), (0.25, 0.25), (-1, 0), (.nan, 0), (.infinity, 0), (-.infinity, 0), (1e-9, 1e-6), (1e300, 0), (0, 0),
        ] as [(Double, Double)] {
            options.maximumDuration = given
            #expect(options.maximumDuration == kept)
        }
        options.maximumObservations = -1
        options.maximumObservationsPerTrack = .min
        options.maximumBytes = -7
        #expect(options.maximumObservations == 0 && options.maximumObservationsPerTrack == 0 && options.maximumBytes == 0)
        options.ageReference = .observation
        #expect(options.ageReference == .observation)
    }

    @Test("silent entities expire, to the moment, with their events, and without anybody asking again and again")
    func silence() async throws {
        let source = makeSource()
        source.purgeOptions.maximumDuration = 300
        var gone = source.purgedEntities.makeAsyncIterator()
        var purged = source.purgedObservations.makeAsyncIterator()
        observe(source, "a")
        await time.sleepers(atLeast: 1)
        time.advance(bySeconds: 100)
        observe(source, "b")
        observe(source, "a")
        time.advance(bySeconds: 199.9)
        #expect(counts(source) == [2, 3])
        #expect(time.requestedSleeps.map { $0.rounded() } == [300])
        // Each time of receipt is a microsecond after the one before where the clock stands still.
        time.advance(bySeconds: 0.101)
        #expect(await purged.next()?.observation.dynamicEntity?.trackID == "a")
        #expect(counts(source) == [2, 2])
        await time.sleepers(atLeast: 1)
        #expect(time.requestedSleeps.map { $0.rounded() } == [300, 100])
        time.advance(bySeconds: 100)
        let names = [await gone.next()?.dynamicEntity.trackID, await gone.next()?.dynamicEntity.trackID]
        #expect(Set(names) == ["a", "b"])
        #expect(counts(source) == [0, 0])
        #expect(time.sleeperCount == 0)
    }

    @Test("a shorter duration takes effect at once, a longer one lets observations be, and none ends the waiting")
    func change() async throws {
        let source = makeSource()
        source.purgeOptions.maximumDuration = 300
        observe(source, "a")
        await time.sleepers(atLeast: 1)
        time.advance(bySeconds: 50)
        observe(source, "b")
        source.purgeOptions.maximumDuration = 40
        #expect(counts(source) == [1, 1])
        source.purgeOptions.maximumDuration = 1_000
        while time.requestedSleeps.last.map({ abs($0 - 1_000) > 0.01 }) ?? true { await Task.yield() }
        time.advance(bySeconds: 900)
        #expect(counts(source) == [1, 1])
        source.purgeOptions.maximumDuration = 0
        while time.sleeperCount > 0 { await Task.yield() }
        time.advance(bySeconds: 1_000_000)
        #expect(counts(source) == [1, 1])
    }

    @Test("ages may count from event time: an old observation that arrives goes first")
    func eventTime() async throws {
        let source = makeSource()
        source.purgeOptions.maximumDuration = 100
        source.purgeOptions.ageReference = .observation
        var gone = source.purgedEntities.makeAsyncIterator()
        let now = time.now.microsecondsSince1970
        observe(source, "new", at: now)
        await time.sleepers(atLeast: 1)
        observe(source, "old", at: now - 60_000_000)
        while time.requestedSleeps.last != 40 { await Task.yield() }
        await time.sleepers(atLeast: 1)
        time.advance(bySeconds: 40)
        #expect(await gone.next()?.dynamicEntity.trackID == "old")
        #expect(counts(source) == [1, 1])
        source.purgeOptions.ageReference = .receipt
        time.advance(bySeconds: 50)
        #expect(counts(source) == [1, 1])
    }

    @Test("waiting for an expiry keeps no source alive")
    func lifetime() async throws {
        weak var store: EntityStore?
        do {
            let source = makeSource()
            store = source.entityStore
            source.purgeOptions.maximumDuration = 300
            observe(source, "a")
            await time.sleepers(atLeast: 1)
        }
        #expect(store == nil)
        while time.sleeperCount > 0 { await Task.yield() }
    }

    @Test("a purged entity never revives; a later observation makes a new one, and nobody confuses them")
    func never() async throws {
        let source = makeSource()
        var entities = source.receivedEntities.makeAsyncIterator()
        observe(source, "a")
        let first = try #require(await entities.next()).dynamicEntity
        let observation = try #require(first.latestObservation)
        source.entityStore.remove(trackID: "a", at: time.now)
        // The number is free, and the next entity gets it.
        observe(source, "b")
        let second = try #require(await entities.next()).dynamicEntity
        #expect(first.track == second.track && first != second && first.id != second.id)
        #expect(first.trackID == "a" && second.trackID == "b")
        #expect(first.latestObservation == nil && first.geometry == nil && first.attributes.isEmpty && first.observations().isEmpty)
        #expect(observation.dynamicEntity == nil && observation.attributes["id"] as? String == "a")
        var changes = first.changes.makeAsyncIterator()
        #expect(await changes.next() == nil)
        observe(source, "a")
        let third = try #require(await entities.next()).dynamicEntity
        #expect(third.trackID == "a" && third != first)
    }

    @Test("in one batch an entity may go and another take its number: each event has its own")
    func reuse() async throws {
        let source = makeSource()
        source.purgeOptions.maximumObservations = 1
        var gone = source.purgedEntities.makeAsyncIterator()
        var purged = source.purgedObservations.makeAsyncIterator()
        var batch = ObservationBatch.single("a", longitude: 1)
        for (index, track) in ["b", "c", "a", "d"].enumerated() { batch.appendRow(track, longitude: Double(index + 2)) }
        source.entityStore.ingest(batch, at: time.now)
        for (index, track) in ["a", "b", "c", "a"].enumerated() {
            let entity = try #require(await gone.next()).dynamicEntity
            #expect(entity.trackID == track)
            let observation = try #require(await purged.next()).observation
            #expect(observation.attributes["id"] as? String == track)
            #expect((observation.geometry as? Point)?.x == Double(index + 1))
        }
    }
}
