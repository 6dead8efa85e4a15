// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

extension Polyline {
    /// A walk of 400 m to the east, past a garden in the middle.
    fileprivate static func walkingTour() -> Polyline {
        let json = Data(
            #"{"paths":[[[-119.71,34.457],[-119.7056,34.457]]],"spatialReference":{"wkid":4326}}"#.utf8
        )
        let routePolyline = try? Polyline.fromJSON(json)

        // Densify the polyline to control the simulation speed.
        let densifiedRoute = routePolyline.flatMap {
            GeometryEngine.geodeticDensify($0, maxSegmentLength: 5.0, lengthUnit: .meters, curveType: .geodesic)
        }
        return densifiedRoute as? Polyline ?? Polyline(points: [Point]())
    }
}

@Suite("Programs with simulated locations", .timeLimit(.minutes(10)))
struct SimulatedProgramsTests {
    /// What the geotrigger program keeps: a simulated source made from the tour, shared by two monitors.
    @MainActor
    private final class Model {
        let locationDataSource = SimulatedLocationDataSource(polyline: .walkingTour())

        func makeFenceGeotriggerMonitor(feed: GeotriggerFeed, size: Double, name: String) -> GeotriggerMonitor {
            let corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)].map { x, y in
                Point(x: -119.7078 + x * size, y: 34.457 + y * size, spatialReference: .wgs84)
            }
            let garden = Graphic(geometry: Polygon(points: corners), attributes: ["name": "Garden"])
            let fenceGeotrigger = FenceGeotrigger(
                feed: feed, ruleType: .enterOrExit,
                fenceParameters: GraphicFenceParameters(graphics: [garden]), name: name)
            return GeotriggerMonitor(geotrigger: fenceGeotrigger)
        }
    }

    @Test("a walk past a garden: both monitors tell when it enters and leaves, over a pause of the source")
    @MainActor
    func geotriggers() async throws {
        let model = Model()
        model.locationDataSource.iterationRate = 500
        model.locationDataSource.repeats = false
        let geotriggerFeed = LocationGeotriggerFeed(locationDataSource: model.locationDataSource)
        let monitors = [("near", 0.0001), ("far", 0.0006)].map { name, size in
            model.makeFenceGeotriggerMonitor(feed: geotriggerFeed, size: size, name: name)
        }
        let notifications = monitors.map(\.notifications)
        for monitor in monitors { try await monitor.start() }
        try await model.locationDataSource.start()
        // As a popup does: it stops the source, not the monitors.
        for await location in model.locationDataSource.locations where location.position.x > -119.7095 { break }
        await model.locationDataSource.stop()
        #expect(model.locationDataSource.currentLocationIndex > 0)
        try await model.locationDataSource.start()
        for stream in notifications {
            var types: [FenceNotificationType] = []
            for await notification in stream where notification is FenceGeotriggerNotificationInfo {
                types.append((notification as! FenceGeotriggerNotificationInfo).fenceNotificationType)
                if types.count == 2 { break }
            }
            #expect(types == [.entered, .exited])
        }
        await model.locationDataSource.stop()
    }

    @Test("a route at a speed, with times from now on")
    func kmlTrack() async throws {
        let parameters = SimulationParameters(startDate: .now, speed: 25)
        let simulatedLocationDataSource = SimulatedLocationDataSource(
            polyline: .walkingTour(),
            parameters: parameters
        )
        let dataSource: LocationDataSource = simulatedLocationDataSource
        let locations = dataSource.locations
        simulatedLocationDataSource.iterationRate = 1_000
        guard dataSource.status != .started else { return }
        try await dataSource.start()
        var trackElements: [Location] = []
        for await location in locations {
            trackElements.append(location)
            if trackElements.count == 5 { break }
        }
        await dataSource.stop()
        for (index, location) in trackElements.enumerated() {
            #expect(location.timestamp == parameters.startDate + Double(index))
            #expect(location.speed == 25 && abs(location.course - 90) < 0.01 && location.horizontalAccuracy == 0)
        }
        let distance = GeometryEngine.geodeticDistance(from: trackElements[0].position, to: trackElements[1].position)
        #expect(abs((distance?.distance.value ?? 0) - 25) < 1e-6)
    }

    @Test("a route that is set later, and begun anew")
    func rerouting() async throws {
        let simulatedDataSource = SimulatedLocationDataSource()
        simulatedDataSource.setSimulatedLocations(with: .walkingTour())
        simulatedDataSource.iterationRate = 1_000
        let locations = simulatedDataSource.locations
        try await simulatedDataSource.start()
        for await location in locations where location.position.x > -119.708 { break }
        await simulatedDataSource.stop()
        simulatedDataSource.currentLocationIndex = 0
        let again = simulatedDataSource.locations
        try await simulatedDataSource.start()
        let first = await again.first(where: { @Sendable _ in true })
        #expect(first?.position.x == -119.71)
        await simulatedDataSource.stop()
    }

    @Test("a route program shows where it begins before it starts")
    func initialLocation() async throws {
        let source = SimulatedLocationDataSource(polyline: .walkingTour())
        let initialLocation = Location(
            position: Point(latitude: 34.457, longitude: -119.71), horizontalAccuracy: 5, verticalAccuracy: 5, speed: 0, course: 0,
            isLastKnown: true)
        var locations = source.locations.makeAsyncIterator()
        source.didUpdate(initialLocation)
        #expect(source.location === initialLocation && source.status == .stopped)
        #expect(await locations.next() === initialLocation)
    }
}
