// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteLocation
import VedetteModel

@testable import VedetteGeotriggers

@Suite("Feeds of geotriggers", .timeLimit(.minutes(10)))
struct GeotriggerFeedTests {
    private func monitor(_ feed: GeotriggerFeed) -> GeotriggerMonitor {
        GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: feed, ruleType: .enterOrExit, fenceParameters: GraphicFenceParameters(graphics: [square(0, id: "a")])))
    }

    @Test("of a feed that monitors share the filter is asked once for each fix")
    func shared() async throws {
        let source = HandLocations()
        try await source.start()
        let feed = LocationGeotriggerFeed(locationDataSource: source, filter: ArcadeExpression(expression: "$locationupdate.nothing > 1"))
        let monitors = [monitor(feed), monitor(feed)]
        var told = monitors.map { Told($0) }
        for monitor in monitors { try await monitor.start() }
        source.tell(0.5, 0)
        source.tell(2, 1)
        for index in told.indices {
            let entered = try #require(await told[index].next())
            let exited = try #require(await told[index].next())
            #expect(entered.decidingObservation == 0 && exited.decidingObservation == 1)
        }
        #expect(feed.filterErrorCount == 2 && monitors[0].filterErrorCount == 2)
        await monitors[0].stop()
        #expect(!source.arrivals.isEmpty)
        await monitors[1].stop()
        #expect(source.arrivals.isEmpty)
    }

    @Test("a fix that the filter drops does not exist")
    func dropped() async throws {
        let source = HandLocations()
        try await source.start()
        let feed = LocationGeotriggerFeed(
            locationDataSource: source, filter: ArcadeExpression(expression: "$locationupdate.horizontalaccuracy <= 10"))
        let monitor = monitor(feed)
        var told = Told(monitor)
        try await monitor.start()
        source.tell(0.5, 0, accuracy: 5)
        source.tell(5, 1, accuracy: 50)
        source.tell(0.6, 2, accuracy: 5)
        source.tell(5, 3, accuracy: 10)
        let (entered, exited) = (await told.next(), await told.next())
        #expect(entered?.time == Instant(Date(timeIntervalSince1970: 1_750_000_000)))
        #expect(exited?.time == Instant(Date(timeIntervalSince1970: 1_750_000_003)) && monitor.fixCount == 3)
    }

    @Test("a location that is nowhere on Earth is passed over and counted; other spatial references are projected")
    func places() async throws {
        let source = HandLocations()
        try await source.start()
        let feed = LocationGeotriggerFeed(locationDataSource: source)
        let monitor = monitor(feed)
        var told = Told(monitor)
        try await monitor.start()
        source.didUpdate(Location(position: Point(x: .nan, y: 0)))
        source.didUpdate(Location(position: Point(latitude: 91, longitude: 0)))
        source.didUpdate(Location(position: Point(x: 55_660, y: 55_660, spatialReference: .webMercator)))
        let info = try #require(await told.next())
        #expect(feed.unplacedLocationCount == 2)
        #expect(abs(info.place.x - 0.5) < 0.001 && info.feedLocation.position.x == 55_660)
    }

    @Test("an entity feed has a filter over attributes, and hands over speed and course")
    func entities() async throws {
        let ships = HandEntities()
        let feed = DynamicEntityGeotriggerFeed(
            dataSource: ships.source, filter: ArcadeExpression(expression: "$locationupdate.velocity < 30"))
        let monitor = monitor(feed)
        var told = Told(monitor)
        try await monitor.start()
        ships.tell([("a", 0.5, 0, 40), ("b", 0.5, 0, 20), ("c", 0.5, 0, .nan)])
        ships.tell("a", 0.6, 1, velocity: 10)
        let infos = [await told.next(), await told.next(), await told.next()].compactMap { $0 }
        #expect(infos.map(\.feedElementID) == ["b", "c", "a"])
        #expect(infos.map(\.feedLocation.speed).map { $0.isNaN ? -1 : $0 } == [20, -1, 10])
        #expect(feed.filterErrorCount == 0)
    }
}
