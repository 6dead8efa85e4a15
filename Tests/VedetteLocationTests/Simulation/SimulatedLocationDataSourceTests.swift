// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteLocation

@Suite("Simulated location data source", .timeLimit(.minutes(10)))
struct SimulatedLocationDataSourceTests {
    private func source(_ count: Int, _ timing: VirtualTiming) -> SimulatedLocationDataSource {
        SimulatedLocationDataSource(SimulatedLocations((0..<count).map { placed(Double($0)) }), timing: timing.timing)
    }

    @Test("tells the first location at its start, then one a second; goes on where it was after a stop")
    func walks() async throws {
        let timing = VirtualTiming()
        let source = source(3, timing)
        var locations = source.locations.makeAsyncIterator()
        #expect(source.currentLocationIndex == 0 && source.iterationRate == 1 && source.repeats)
        try await source.start()
        #expect(await locations.next()?.position.x == 0)
        for longitude in [1, 2, 0, 1] as [Double] {
            await timing.sleepers(atLeast: 1)
            timing.advance(bySeconds: 1)
            #expect(await locations.next()?.position.x == longitude)
        }
        #expect(source.currentLocationIndex == 1)
        await source.stop()
        #expect(source.status == .stopped)
        try await source.start()
        #expect(await locations.next()?.position.x == 1)
        await source.stop()
        source.currentLocationIndex = 2
        try await source.start()
        #expect(await locations.next()?.position.x == 2)
        await source.stop()
    }

    @Test("changes while it runs take effect at once")
    func changes() async throws {
        let timing = VirtualTiming()
        let source = source(10, timing)
        var locations = source.locations.makeAsyncIterator()
        source.iterationRate = 0.1
        try await source.start()
        #expect(await locations.next()?.position.x == 0)
        await timing.sleepers(atLeast: 1)
        #expect(timing.requestedSleeps.last == 10)
        // The sleep that is over counts for nothing; the new one is asked for before time moves on.
        let count = timing.requestedSleeps.count
        source.iterationRate = 2
        while timing.requestedSleeps.count == count { await Task.yield() }
        await timing.sleepers(atLeast: 1)
        #expect(timing.requestedSleeps.last == 0.5)
        timing.advance(bySeconds: 0.5)
        #expect(await locations.next()?.position.x == 1)
        source.setSimulatedLocations([placed(70), placed(71)])
        #expect(source.simulatedLocations.count == 2 && source.currentLocationIndex == 0)
        while timing.sleeperCount == 0 { await Task.yield() }
        await source.stop()
        try await source.start()
        #expect(await locations.next()?.position.x == 70)
        await source.stop()
    }

    @Test("one without locations starts, and tells them once it has some")
    func empty() async throws {
        let source = SimulatedLocationDataSource()
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        #expect(source.status == .started && source.simulatedLocations.isEmpty)
        source.setSimulatedLocations(with: Polyline(points: [Point(latitude: 5, longitude: 6), Point(latitude: 5, longitude: 7)]))
        #expect(await locations.next()?.position == Point(latitude: 5, longitude: 6))
        await source.stop()
    }

    @Test("a line of which nothing can be made fails the start; while it runs, it becomes the error")
    func refused() async throws {
        let bad = Polyline(points: [Point(x: 0, y: 0), Point(x: 0, y: 4_000_000)])
        let source = SimulatedLocationDataSource(polyline: bad)
        await #expect(throws: LocationError.self) { try await source.start() }
        #expect(source.status == .failedToStart && (source.error as? LocationError)?.code == .invalidSimulation)
        source.setSimulatedLocations([placed(1)])
        try await source.start()
        #expect(source.error == nil)
        var errors = source.$error.makeAsyncIterator()
        _ = await errors.next()
        source.setSimulatedLocations(with: bad, parameters: SimulationParameters(speed: 0))
        #expect(await errors.next() as? LocationError != nil)
        #expect(source.status == .started)
        source.setSimulatedLocations([placed(1)])
        _ = await errors.next()
        #expect(source.error == nil)
        await source.stop()
    }

    @Test("every way to make one")
    func initializers() {
        let line = Polyline(points: [Point(latitude: 0, longitude: 0), Point(latitude: 0, longitude: 0.001)])
        let parameters = SimulationParameters(startDate: .now, speed: 25)
        let optional: SimulationParameters? = parameters
        #expect(SimulatedLocationDataSource(polyline: line).simulatedLocations.count == 2)
        #expect(SimulatedLocationDataSource(polyline: line, parameters: parameters).simulatedLocations.count == 5)
        #expect(SimulatedLocationDataSource(polyline: line, simulationParameters: parameters).simulatedLocations.count == 5)
        #expect(SimulatedLocationDataSource(polyline: line, simulationParameters: optional).simulatedLocations.count == 5)
        #expect(SimulatedLocationDataSource(polyline: line, simulationParameters: nil).simulatedLocations.count == 2)
        #expect(SimulatedLocationDataSource(locations: [placed(1)]).simulatedLocations.count == 1)
        #expect(SimulationParameters().speed == 10 && SimulationParameters().horizontalAccuracy == 0)
    }
}
