// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteLocation
import VedetteModel
import VedetteTesting

@testable import VedetteGeotriggers

@Suite("Edits of fences while a monitor runs", .timeLimit(.minutes(10)))
struct MonitorEditingTests {
    @Test("edits and fixes from many tasks: each track's story is whole, and the fences are what the overlay has in the end")
    func manyTasks() async throws {
        let ships = HandEntities()
        let fixed = (0..<4).map { square(Double($0) * 10, id: "fixed-\($0)") }
        let overlay = GraphicsOverlay(graphics: fixed)
        let monitor = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: DynamicEntityGeotriggerFeed(dataSource: ships.source), ruleType: .enterOrExit,
                fenceParameters: GraphicsOverlayFenceParameters(graphicsOverlay: overlay)))
        var told = Told(monitor)
        try await monitor.start()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for turn in 0..<100 { ships.tell("ship-\(task)", Double(task) * 10 + (turn % 2 == 0 ? 0.5 : 2), Double(turn)) }
                }
                group.addTask {
                    // Far from every ship: their stories are their own.
                    for turn in 0..<100 {
                        let graphic = square(100 + Double(turn % 50), id: "moving-\(task)-\(turn)")
                        overlay.addGraphic(graphic)
                        graphic.geometry = square(101 + Double(turn % 50), id: "").geometry
                        if turn % 4 != 0 { overlay.removeGraphic(graphic) }
                    }
                }
            }
        }
        #expect(monitor.fences.count == 4 + 100)
        #expect(Set(monitor.fences.map { ObjectIdentifier($0.element) }) == Set(overlay.graphics.map { ObjectIdentifier($0) }))
        var stories: [String: [FenceNotificationType]] = [:]
        for _ in 0..<400 {
            let info = try #require(await told.next())
            #expect(info.fenceID == "fixed-" + info.feedElementID.dropFirst(5))
            stories[info.feedElementID, default: []].append(info.fenceNotificationType)
        }
        #expect(stories.count == 4)
        for story in stories.values { #expect(story == (0..<100).map { $0 % 2 == 0 ? .entered : .exited }) }
        #expect(monitor.fixCount == 400 && monitor.lateFixCount == 0)
    }

    @Test("a graphic without geometry, or with one that cannot be a fence, is none until it is mended")
    func mending() async throws {
        let source = HandLocations()
        try await source.start()
        let graphic = Graphic(attributes: ["id": "a"])
        let parameters = GraphicFenceParameters(graphics: [graphic])
        let monitor = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: LocationGeotriggerFeed(locationDataSource: source), ruleType: .enterOrExit, fenceParameters: parameters))
        var told = Told(monitor)
        try await monitor.start()
        #expect((monitor.warning as? GeotriggerError)?.fences["a"]?.code == .empty)
        source.tell(0.5, 0)
        graphic.geometry = Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1, spatialReference: .wgs84)
        #expect(monitor.warning == nil)
        let entered = try #require(await told.next())
        #expect(entered.cause == .fenceChanged && entered.place.x == 0.5)
        graphic.geometry = Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1)
        #expect((monitor.warning as? GeotriggerError)?.fences["a"]?.code == .unknownSpatialReference)
        graphic.geometry = Envelope(xMin: 5, yMin: 0, xMax: 6, yMax: 1, spatialReference: .wgs84)
        source.tell(5.5, 1)
        let again = try #require(await told.next())
        #expect(again.fenceNotificationType == .entered && again.cause == .fix && again.decidingObservation == 1)
        #expect(again.fenceGeometry == graphic.geometry)
    }
}
