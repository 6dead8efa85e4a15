// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteLocation
import VedetteModel

@testable import VedetteGeotriggers

@Suite("Dynamic entities as fences", .timeLimit(.minutes(10)))
struct DynamicEntityFenceParametersTests {
    @Test("a fence moves with its entity, and goes with it")
    func movingFences() async throws {
        let (ships, source) = (HandEntities(), HandLocations())
        try await source.start()
        ships.tell("ship", 10, 0)
        let monitor = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: LocationGeotriggerFeed(locationDataSource: source), ruleType: .enterOrExit,
                fenceParameters: DynamicEntityFenceParameters(dataSource: ships.source, bufferDistance: 1_000)))
        var told = Told(monitor)
        try await monitor.start()
        #expect(monitor.warning == nil)
        source.tell(20, 0)
        ships.tell("ship", 20.001, 1)
        let entered = try #require(await told.next())
        #expect(entered.fenceNotificationType == .entered && entered.fenceID == "ship" && entered.cause == .fenceChanged)
        #expect((entered.fenceGeoElement as? DynamicEntity)?.trackID == "ship")
        #expect(entered.decidingObservation == nil && entered.feedLocation.position.x == 20)
        ships.tell("ship", 20.1, 2)
        #expect(await told.next(1) == ["exited location ship"])
        ships.tell("ship", 20, 3)
        #expect(await told.next(1) == ["entered location ship"])
        try await ships.source.purgeAll()
        #expect((monitor.warning as? GeotriggerError)?.code == .noFences)
        ships.tell("tug", 20, 4)
        #expect(await told.next(1) == ["entered location tug"])
        #expect(monitor.warning == nil)
    }

    @Test("of entities that watch one another, none is told of itself")
    func oneAnother() async throws {
        let ships = HandEntities()
        let monitor = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: DynamicEntityGeotriggerFeed(dataSource: ships.source), ruleType: .enterOrExit,
                fenceParameters: DynamicEntityFenceParameters(dataSource: ships.source, bufferDistance: 1_000)))
        var told = Told(monitor)
        try await monitor.start()
        ships.tell([("a", 10, 0, .nan), ("b", 11, 0, .nan)])
        ships.tell("b", 10.001, 1)
        #expect(await told.next(2).sorted() == ["entered a b", "entered b a"])
        ships.tell("a", 12, 2)
        #expect(await told.next(2).sorted() == ["exited a b", "exited b a"])
    }
}
