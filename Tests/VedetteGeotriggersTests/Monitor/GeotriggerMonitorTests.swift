// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteLocation
import VedetteModel

@testable import VedetteGeotriggers

/// A feed whose events a test sends.
private struct HandFeed: CustomDynamicEntityFeed {
    let events: AsyncStream<CustomDynamicEntityFeedEvent>
}

/// Locations that a test sends.
private struct HandProvider: LocationProvider {
    let locations: AsyncStream<Location>
    let headings = AsyncStream<Double> { $0.finish() }
}

@Suite("Geotrigger monitor", .timeLimit(.minutes(10)))
struct GeotriggerMonitorTests {
    private let square = Graphic(
        geometry: Polygon(points: [
            Point(latitude: 0, longitude: 0), Point(latitude: 0, longitude: 1), Point(latitude: 1, longitude: 1),
            Point(latitude: 1, longitude: 0),
        ]),
        attributes: ["id": "square", "name": "The square"])

    private func makeSource() -> (CustomDynamicEntityDataSource, AsyncStream<CustomDynamicEntityFeedEvent>.Continuation) {
        let (stream, continuation) = AsyncStream<CustomDynamicEntityFeedEvent>.makeStream()
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: [Field(type: .text, name: "id", alias: "")])
        return (CustomDynamicEntityDataSource(info: info) { HandFeed(events: stream) }, continuation)
    }

    private func observation(_ id: String, _ longitude: Double) -> CustomDynamicEntityFeedEvent {
        .newObservation(geometry: Point(latitude: 0.5, longitude: longitude), attributes: ["id": id])
    }

    private func next(_ iterator: inout EventStream<GeotriggerNotificationInfo>.Iterator) async throws -> FenceGeotriggerNotificationInfo {
        try #require(await iterator.next() as? FenceGeotriggerNotificationInfo)
    }

    @Test("watches every entity of a data source")
    func entities() async throws {
        let (source, feed) = makeSource()
        let monitor = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: DynamicEntityGeotriggerFeed(dataSource: source), ruleType: .enterOrExit,
                fenceParameters: GraphicFenceParameters(graphics: [square]),
                name: "Watch"))
        #expect(monitor.status == .stopped)
        var notifications = monitor.notifications.makeAsyncIterator()
        try await monitor.start()
        #expect(monitor.status == .started)
        #expect((monitor.warning as? GeotriggerError)?.code == .feedNotStarted)
        try await source.connect()
        for (id, longitude) in [("a", 0.5), ("b", 5), ("a", 0.7), ("a", 5), ("b", 1)] as [(String, Double)] {
            feed.yield(observation(id, longitude))
        }
        let first = try await next(&notifications)
        #expect(first.feedElementID == "a" && first.fenceNotificationType == .entered)
        #expect(first.fenceID == "square" && first.fenceGeoElement === square && first.message == "Watch")
        #expect(first.feedLocation.position == Point(latitude: 0.5, longitude: 0.5))
        #expect(first.fenceGeometry == square.geometry)
        #expect(first.geotriggerMonitor === monitor)
        let second = try await next(&notifications)
        #expect(second.feedElementID == "a" && second.fenceNotificationType == .exited && second.eventID != first.eventID)
        let third = try await next(&notifications)
        #expect(third.feedElementID == "b" && third.fenceNotificationType == .entered)
    }

    @Test("watches a location source, and its rule says what is reported")
    func location() async throws {
        let (stream, continuation) = AsyncStream<Location>.makeStream()
        let source = CustomLocationDataSource { HandProvider(locations: stream) }
        let feed = LocationGeotriggerFeed(locationDataSource: source)
        // Two monitors on one feed.
        let enter = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(feed: feed, ruleType: .enter, fenceParameters: GraphicFenceParameters(graphics: [square])))
        let exit = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(feed: feed, ruleType: .exit, fenceParameters: GraphicFenceParameters(graphics: [square])))
        var entries = enter.notifications.makeAsyncIterator()
        var exits = exit.notifications.makeAsyncIterator()
        try await enter.start()
        try await exit.start()
        try await source.start()
        #expect(source.status == .started)
        let time = Date(timeIntervalSince1970: 1_777_777_777)
        for (index, longitude) in [0.5, 2, 0.25, 3].enumerated() {
            continuation.yield(
                Location(position: Point(latitude: 0.5, longitude: longitude), timestamp: time.addingTimeInterval(Double(index))))
        }
        #expect(try await next(&entries).feedLocation.position.x == 0.5)
        #expect(try await next(&entries).time == Instant(time.addingTimeInterval(2)))
        #expect(try await next(&exits).feedLocation.position.x == 2)
        #expect(try await next(&exits).feedLocation.position.x == 3)
    }

    @Test("fences that change are seen at once")
    func liveFences() async throws {
        let (source, feed) = makeSource()
        let overlay = GraphicsOverlay(graphics: [square])
        let monitor = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: DynamicEntityGeotriggerFeed(dataSource: source), ruleType: .enterOrExit,
                fenceParameters: GraphicsOverlayFenceParameters(graphicsOverlay: overlay)))
        var notifications = monitor.notifications.makeAsyncIterator()
        try await monitor.start()
        try await source.connect()
        feed.yield(observation("a", 0.5))
        #expect(try await next(&notifications).fenceNotificationType == .entered)
        let moved = Envelope(xRange: 10...11, yRange: 0...1, spatialReference: .wgs84)
        square.geometry = moved
        let exited = try await next(&notifications)
        #expect(exited.fenceNotificationType == .exited && exited.fenceID == "square")
        let added = Graphic(geometry: Envelope(xRange: 0...1, yRange: 0...1, spatialReference: .wgs84))
        overlay.addGraphic(added)
        let entered = try await next(&notifications)
        #expect(entered.fenceNotificationType == .entered && entered.fenceGeoElement === added)
        // A fence that goes is forgotten without a word.
        overlay.removeGraphic(added)
        feed.yield(observation("a", 10.5))
        #expect(try await next(&notifications).fenceID == "square")
    }

    @Test("elements that are no fences are named in the warning; the others are watched")
    func warnings() async throws {
        let (source, _) = makeSource()
        try await source.connect()
        let parameters = GraphicFenceParameters(graphics: [Graphic(geometry: Point(latitude: 1, longitude: 2), attributes: ["id": "point"])]
        )
        let monitor = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: DynamicEntityGeotriggerFeed(dataSource: source), ruleType: .enter, fenceParameters: parameters))
        try await monitor.start()
        #expect(monitor.status == .started)
        #expect((monitor.warning as? GeotriggerError)?.code == .noFences)
        parameters.addGraphic(square)
        let warning = try #require(monitor.warning as? GeotriggerError)
        #expect(warning.code == .invalidFences)
        #expect(warning.fences["point"]?.code == .needsBuffer)
        #expect(warning.message.contains("fence point"))
        parameters.removeGraphic(try #require(parameters.graphics.first))
        #expect(monitor.warning == nil)
    }

    @Test("stopping and starting begins with an empty memory")
    func restart() async throws {
        let (source, feed) = makeSource()
        var received = source.receivedObservations.makeAsyncIterator()
        let monitor = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: DynamicEntityGeotriggerFeed(dataSource: source), ruleType: .enter,
                fenceParameters: GraphicFenceParameters(graphics: [square])))
        var notifications = monitor.notifications.makeAsyncIterator()
        try await monitor.start()
        try await source.connect()
        feed.yield(observation("a", 0.5))
        let first = try await next(&notifications)
        _ = await received.next()
        await monitor.stop()
        #expect(monitor.status == .stopped)
        feed.yield(observation("b", 0.5))
        _ = await received.next()
        try await monitor.start()
        feed.yield(observation("a", 0.6))
        let second = try await next(&notifications)
        #expect(second.feedElementID == "a" && second.eventID != first.eventID)
    }
}
