// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteDynamicEntities
import VedetteGeometry

@testable import VedetteMapping

@Suite("Layers of dynamic entities", .timeLimit(.minutes(10)))
struct DynamicEntityLayerTests {
    private struct Feed: CustomDynamicEntityFeed {
        let events: AsyncThrowingStream<CustomDynamicEntityFeedEvent, any Error>
    }

    /// A source with its feed in hand.
    private struct World {
        let source: CustomDynamicEntityDataSource
        let feed: AsyncThrowingStream<CustomDynamicEntityFeedEvent, any Error>.Continuation

        init() {
            let (events, continuation) = AsyncThrowingStream.makeStream(of: CustomDynamicEntityFeedEvent.self)
            let info = DynamicEntityDataSourceInfo(
                entityIDFieldName: "id", fields: [Field(type: .text, name: "id", alias: ""), Field(type: .float64, name: "n", alias: "")])
            source = CustomDynamicEntityDataSource(info: info) { Feed(events: events) }
            feed = continuation
        }

        /// Delivers observations and waits until they are in the store.
        func deliver(_ ids: [String]) async {
            let received = source.receivedObservations
            for (number, id) in ids.enumerated() {
                feed.yield(.newObservation(geometry: Point(latitude: 1, longitude: 2), attributes: ["id": id, "n": Double(number)]))
            }
            for await _ in received.prefix(ids.count) {}
        }

        func entity(_ id: String) async throws -> DynamicEntity {
            try #require(try await source.queryDynamicEntities(withTrackIDs: [id]).entities().first)
        }
    }

    @Test("defaults are those of the reference")
    func defaults() {
        let layer = DynamicEntityLayer(dataSource: World().source)
        #expect((layer.isVisible, layer.opacity, layer.labelsAreEnabled, layer.showsInLegend) == (true, 1, false, true))
        #expect(layer.renderer == nil && layer.labelDefinitions.isEmpty && layer.minScale == nil && layer.maxScale == nil)
        let display = layer.trackDisplayProperties
        #expect((display.maximumObservations, display.maximumDuration) == (5, 0))
        #expect((display.showsPreviousObservations, display.showsTrackLine) == (false, false))
        #expect(display.previousObservationRenderer == nil && display.trackLineRenderer == nil)
    }

    @Test("a duration below a second is raised to one; what is no length is no limit")
    func durations() {
        let display = TrackDisplayProperties()
        for (set, kept) in [(0.2, 1.0), (1, 1), (90, 90), (0, 0), (-5, 0), (.nan, 0)] {
            display.maximumDuration = set
            #expect(display.maximumDuration == kept)
        }
        display.maximumObservations = 0
        #expect(display.maximumObservations == 1)
    }

    @Test("adding the layer to a map loads and connects its source; taking it out leaves that connected")
    func connects() async {
        let world = World()
        let layer = DynamicEntityLayer(dataSource: world.source)
        let map = Map()
        #expect(world.source.connectionStatus == .disconnected)
        map.addOperationalLayer(layer)
        for await status in world.source.$connectionStatus where status == .connected { break }
        #expect((world.source.loadStatus, layer.loadStatus) == (.loaded, .loaded))
        map.removeOperationalLayer(layer)
        #expect(world.source.connectionStatus == .connected)
        await world.source.disconnect()
    }

    @Test("a scene connects as a map does, and where it fails the source says so")
    func fails() async {
        struct Broken: Error {}
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: [])
        let source = CustomDynamicEntityDataSource(info: info) { () async throws -> any CustomDynamicEntityFeed in throw Broken() }
        Scene().addOperationalLayer(DynamicEntityLayer(dataSource: source))
        for await status in source.$connectionStatus where status == .failed { break }
        #expect(source.connectionError is Broken)
    }

    @Test("a selected entity stays selected as it moves, and leaves when it is purged")
    func entities() async throws {
        let world = World()
        let layer = DynamicEntityLayer(dataSource: world.source)
        try await world.source.connect()
        await world.deliver(["a", "b", "c"])
        let (a, b, c) = (try await world.entity("a"), try await world.entity("b"), try await world.entity("c"))
        layer.selectDynamicEntity(c)
        layer.selectDynamicEntities([a, c, b])
        #expect(layer.selectedDynamicEntities == [c, a, b])
        layer.unselectDynamicEntity(b)
        await world.deliver(["a", "a"])
        #expect(layer.selectedDynamicEntities == [c, a])
        #expect(layer.selectedDynamicEntities.last?.attributes["n"] as? Double == 1)
        let purged = world.source.purgedEntities
        world.feed.yield(.deleteEntity(id: "c"))
        for await _ in purged.prefix(1) {}
        #expect(layer.selectedDynamicEntities == [a])
        // One that is gone cannot be selected again, nor one of another source.
        layer.selectDynamicEntity(c)
        let other = World()
        try await other.source.connect()
        await other.deliver(["a"])
        layer.selectDynamicEntity(try await other.entity("a"))
        #expect(layer.selectedDynamicEntities == [a])
        layer.clearSelection()
        #expect(layer.selectedDynamicEntities.isEmpty)
        try await world.source.purgeAll()
        layer.selectDynamicEntity(a)
        #expect(layer.selectedDynamicEntities.isEmpty)
        await world.source.disconnect()
        await other.source.disconnect()
    }

    @Test("a selected observation stays where it was, and leaves when it is purged")
    func observations() async throws {
        let world = World()
        let layer = DynamicEntityLayer(dataSource: world.source)
        world.source.purgeOptions.maximumObservationsPerTrack = 2
        try await world.source.connect()
        await world.deliver(["a", "a"])
        let entity = try await world.entity("a")
        let (newest, oldest) = (entity.observations()[0], entity.observations()[1])
        layer.selectDynamicEntityObservations([newest, oldest])
        #expect(layer.selectedDynamicEntityObservations == [newest, oldest])
        #expect(layer.selectedDynamicEntities.isEmpty)
        await world.deliver(["a"])
        #expect(layer.selectedDynamicEntityObservations == [newest])
        layer.unselectDynamicEntityObservation(newest)
        #expect(layer.selectedDynamicEntityObservations.isEmpty)
        await world.source.disconnect()
    }

    @Test("of a track, as many observations are shown as the display says, and none that is too old but the newest")
    func tracks() async throws {
        let world = World()
        let display = DynamicEntityLayer(dataSource: world.source).trackDisplayProperties
        try await world.source.connect()
        await world.deliver(Array(repeating: "a", count: 8))
        let entity = try await world.entity("a")
        let now = try #require(entity.latestObservation).receivedAt
        #expect(display.displayedObservations(of: entity, at: now).count == 1)
        display.showsTrackLine = true
        #expect(display.displayedObservations(of: entity, at: now) == entity.observations(limit: 5))
        display.maximumDuration = 60
        #expect(display.displayedObservations(of: entity, at: now).count == 5)
        #expect(display.displayedObservations(of: entity, at: now.advanced(bySeconds: 3_600)) == entity.observations(limit: 1))
        await world.source.disconnect()
    }
}
