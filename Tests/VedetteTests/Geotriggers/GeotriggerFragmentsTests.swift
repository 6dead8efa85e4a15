// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

/// The fragments of the published guide, in today's names, as a program has them: it imports the library alone.
@Suite("Fragments of the guide to geotriggers", .timeLimit(.minutes(10)))
struct GeotriggerFragmentsTests {
    /// A program that looks for a charging station.
    @MainActor
    private final class StationSearch {
        let locationDisplay = LocationDisplay()
        let graphicsOverlay = GraphicsOverlay()
        var geotriggerMonitor: GeotriggerMonitor?
        var visited: [String] = []

        func search(along routeLine: Polyline, in driveTimeServiceAreas: any FeatureTable) async throws {
            // Create a new simulated location data source that moves across the polyline.
            let locationDataSource = SimulatedLocationDataSource()
            locationDataSource.setSimulatedLocations(with: routeLine)
            locationDataSource.iterationRate = 500
            // A feed with the simulated location source, which shows the location as well.
            let feed = LocationGeotriggerFeed(locationDataSource: locationDataSource)
            locationDisplay.dataSource = locationDataSource

            // Parameters that define the fence features and a buffer distance (metres).
            let fenceParams = FeatureFenceParameters(featureTable: driveTimeServiceAreas, bufferDistance: 50.0)
            let fenceGeotrigger = FenceGeotrigger(feed: feed, ruleType: .enter, fenceParameters: fenceParams)

            let geotriggerMonitor = GeotriggerMonitor(geotrigger: fenceGeotrigger)
            self.geotriggerMonitor = geotriggerMonitor
            let notifications = geotriggerMonitor.notifications
            try await geotriggerMonitor.start()
            try await locationDisplay.dataSource.start()
            for await notification in notifications {
                await handleGeotriggerNotification(notification)
                if geotriggerMonitor.status == .stopped { break }
            }
            await locationDisplay.dataSource.stop()
        }

        func handleGeotriggerNotification(_ notification: GeotriggerNotificationInfo) async {
            guard let fenceNotificationInfo = notification as? FenceGeotriggerNotificationInfo else { return }
            // The fence geoelement that was entered (charging station service area).
            // swift-format-ignore: NeverForceUnwrap
            let serviceAreaFeature = fenceNotificationInfo.fenceGeoElement as! ArcGISFeature
            visited.append(serviceAreaFeature.attributes["name"] as? String ?? "")

            guard let access = (serviceAreaFeature.attributes["Accessible"] as? String)?.lowercased() else { return }
            guard let stationLatitude = serviceAreaFeature.attributes["Latitude"] as? Double else { return }
            guard let stationLongitude = serviceAreaFeature.attributes["Longitude"] as? Double else { return }
            if access.contains("call ahead") || access.contains("guest use only") { return }

            let stationPoint = Point(x: stationLongitude, y: stationLatitude, spatialReference: .wgs84)
            graphicsOverlay.addGraphic(Graphic(geometry: stationPoint, attributes: [:], symbol: SimpleMarkerSymbol()))
            await fenceNotificationInfo.geotriggerMonitor.stop()
        }
    }

    @Test("a drive through service areas ends at the first station that anybody may use")
    @MainActor
    func chargingStations() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("vedette-\(UUID().uuidString).gpkg")
        defer { try? FileManager.default.removeItem(at: url) }
        let table = try await GeoPackage.create(fileURL: url).makeFeatureTable(
            name: "areas",
            fields: [
                Field(type: .text, name: "name", alias: ""), Field(type: .text, name: "Accessible", alias: ""),
                Field(type: .float64, name: "Latitude", alias: ""), Field(type: .float64, name: "Longitude", alias: ""),
            ], geometryType: Polygon.self, spatialReference: .wgs84)
        let stations = [("first", "Call ahead"), ("second", "Guest use only"), ("third", "24 hours"), ("fourth", "24 hours")]
        try await table.add(
            stations.enumerated().map { index, station in
                let x = 10 + 0.02 * Double(index)
                let corners = [(x, 0.0), (x + 0.01, 0), (x + 0.01, 0.01), (x, 0.01)].map {
                    Point(x: $0.0, y: $0.1, spatialReference: .wgs84)
                }
                return table.makeFeature(
                    attributes: ["name": station.0, "Accessible": station.1, "Latitude": 0.005, "Longitude": x + 0.005],
                    geometry: Polygon(points: corners))
            })
        let search = StationSearch()
        let route = Polyline(points: (0...100).map { Point(x: 9.99 + 0.001 * Double($0), y: 0.005, spatialReference: .wgs84) })
        try await search.search(along: route, in: table)
        #expect(search.visited == ["first", "second", "third"])
        #expect(search.graphicsOverlay.graphics.count == 1)
        #expect((search.graphicsOverlay.graphics.first?.geometry as? Point)?.x == 10.045)
    }

    private final class Walker: LocationDataSource, @unchecked Sendable {
        func walk(to longitude: Double, _ seconds: Double, accuracy: Double = 1) {
            didUpdate(
                Location(
                    position: Point(latitude: 0.5, longitude: longitude), timestamp: Date(timeIntervalSince1970: seconds),
                    horizontalAccuracy: accuracy, course: 45))
        }
    }

    private func area(_ longitude: Double, _ name: String) -> Graphic {
        Graphic(
            geometry: Envelope(xMin: longitude, yMin: 0, xMax: longitude + 1, yMax: 1, spatialReference: .wgs84),
            attributes: ["id": name, "name": name])
    }

    private func next(_ iterator: inout EventStream<GeotriggerNotificationInfo>.Iterator) async -> FenceGeotriggerNotificationInfo? {
        await iterator.next() as? FenceGeotriggerNotificationInfo
    }

    @Test("the message of the guide")
    func message() async throws {
        let walker = Walker()
        let trigger = FenceGeotrigger(
            feed: LocationGeotriggerFeed(locationDataSource: walker), ruleType: .enterOrExit,
            fenceParameters: GraphicFenceParameters(graphics: [area(0, "Area 1")], bufferDistance: 0),
            messageExpression: ArcadeExpression(
                expression:
                    #""Hello, you have entered " + $fencefeature.name + " with a heading of " + $feedfeature.heading + " degrees at " + Now()"#
            ))
        let monitor = GeotriggerMonitor(geotrigger: trigger)
        var notifications = monitor.notifications.makeAsyncIterator()
        try await monitor.start()
        walker.walk(to: 0.5, 0)
        let info = await next(&notifications)
        #expect(info?.message.hasPrefix("Hello, you have entered Area 1 with a heading of 45 degrees at 20") == true)
        #expect(info?.feedLocation?.course == 45)
    }

    @Test("first fix inside: entered; rule exit: silent, and the state is kept; a fence removed while inside: not a word")
    func stateRules() async throws {
        let walker = Walker()
        let overlay = GraphicsOverlay(graphics: [area(0, "a"), area(0, "b")])
        func monitor(_ rule: FenceGeotrigger.RuleType) -> GeotriggerMonitor {
            GeotriggerMonitor(
                geotrigger: FenceGeotrigger(
                    feed: LocationGeotriggerFeed(locationDataSource: walker), ruleType: rule,
                    fenceParameters: GraphicsOverlayFenceParameters(graphicsOverlay: overlay, bufferDistance: 0), name: "Watch"))
        }
        let (both, exits) = (monitor(.enterOrExit), monitor(.exit))
        var all = both.notifications.makeAsyncIterator()
        var left = exits.notifications.makeAsyncIterator()
        try await both.start()
        try await exits.start()
        walker.walk(to: 0.5, 0)
        overlay.removeGraphic(overlay.graphics[0])
        walker.walk(to: 5, 1)
        for expected in [("a", FenceNotificationType.entered), ("b", .entered), ("b", .exited)] {
            let info = await next(&all)
            #expect(info?.fenceID == expected.0 && info?.fenceNotificationType == expected.1)
        }
        let exit = await next(&left)
        #expect(exit?.fenceID == "b" && exit?.fenceNotificationType == .exited)
        // Storm clouds move: a fence that comes to where the walker is, is entered.
        overlay.graphics[0].geometry = area(4.5, "b").geometry
        let moved = await next(&all)
        #expect(moved?.fenceNotificationType == .entered && moved?.cause == .fenceChanged)
        // Stopped and started it begins anew.
        await both.stop()
        try await both.start()
        walker.walk(to: 5.1, 2)
        let again = await next(&all)
        #expect(again?.fenceNotificationType == .entered && again?.cause == .fix && again?.eventID != moved?.eventID)
    }

    @Test("a filter keeps vague locations out, and a broken message keeps the monitor from starting")
    func filter() async throws {
        let walker = Walker()
        let feed = LocationGeotriggerFeed(
            locationDataSource: walker, filter: ArcadeExpression(expression: "return $locationupdate.horizontalaccuracy <= 10.0"))
        let trigger = FenceGeotrigger(
            feed: feed, ruleType: .enterOrExit, fenceParameters: GraphicFenceParameters(graphics: [area(0, "a")]), name: "Watch")
        let monitor = GeotriggerMonitor(geotrigger: trigger)
        var notifications = monitor.notifications.makeAsyncIterator()
        try await monitor.start()
        walker.walk(to: 0.5, 0)
        walker.walk(to: 5, 1, accuracy: 10.5)
        walker.walk(to: 6, 2, accuracy: 10)
        #expect(await next(&notifications)?.fenceNotificationType == .entered)
        #expect(await next(&notifications)?.time == Instant(Date(timeIntervalSince1970: 2)))
        await monitor.stop()
        trigger.messageExpression = ArcadeExpression(expression: "$fencefeature.name +")
        await #expect(throws: ArcadeError.self) { try await monitor.start() }
        #expect(monitor.status == .failedToStart && monitor.warning != nil)
        trigger.messageExpression = nil
        try await monitor.start()
        #expect(monitor.status == .started)
    }

    @Test("a switch over types as programs for the SDK have it")
    func types() {
        func text(_ type: FenceNotificationType) -> String {
            switch type {
            case .entered: "in"
            case .exited: "out"
            default: "else"
            }
        }
        #expect(FenceNotificationType.allCases.map(text) == ["in", "out", "else", "else", "else", "else"])
        #expect(FenceGeotriggerFeedAccuracyMode.useGeometryWithAccuracy != .useGeometry)
        #expect(FenceEnterExitSpatialRelationship.allCases.count == 3)
    }
}
