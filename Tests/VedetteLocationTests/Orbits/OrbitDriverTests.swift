// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteLocation

@Suite("Orbits as sources", .timeLimit(.minutes(10)))
struct OrbitDriverTests {
    private let time = VirtualTiming()

    @Test("locations come at an even pace, and those that a busy machine missed are left out")
    func pace() async throws {
        let source = LocationDataSource(driver: .orbiting(.spaceStation, interval: 2, timing: time.timing))
        var locations = source.locations.makeAsyncIterator()
        let start = time.now
        try await source.start()
        var seconds: [Double] = []
        for step in [2.0, 2.5, 1.5, 7, 1, 2] {
            seconds.append(Instant(try #require(await locations.next()?.timestamp)).seconds(since: start))
            await time.sleepers(atLeast: 1)
            time.advance(bySeconds: step)
        }
        #expect(seconds == [0, 2, 4.5, 6, 13, 14])
        await source.stop()
        #expect(time.sleeperCount == 0)
    }

    @Test("an orbit that leads nowhere fails the source with the reason")
    func nowhere() async throws {
        var elements = Orbit.spaceStation.elements
        elements.epoch = time.now
        elements.meanMotion = 17.5
        let underground = LocationDataSource(driver: .orbiting(try Orbit(elements), interval: 1, timing: time.timing))
        await #expect(throws: OrbitError.self) { try await underground.start() }
        #expect(underground.status == .failedToStart && (underground.error as? OrbitError)?.code == .decayed)

        // Comes down while the source runs.
        elements.meanMotion = 16.4
        elements.dragTerm = 0.05
        let falling = LocationDataSource(driver: .orbiting(try Orbit(elements), interval: 1, timing: time.timing))
        var statuses = falling.$status.makeAsyncIterator()
        try await falling.start()
        await time.sleepers(atLeast: 1)
        time.advance(bySeconds: 86_400 * 30)
        while let status = await statuses.next(), status != .failedToStart {}
        #expect(falling.error is OrbitError)
    }

    @Test("an orbit like the station's leads over any place that the station comes to, northward or southward")
    func overPlaces() throws {
        var random = SeededRandomNumberGenerator(seed: 4)
        for _ in 0..<500 {
            let place = Point(
                latitude: .random(in: -51.5...51.5, using: &random), longitude: .random(in: -180...180, using: &random))
            let isNorthbound = Bool.random(using: &random)
            let time = Instant(microsecondsSince1970: .random(in: 0...2_500_000_000_000_000, using: &random))
            let state = try #require(Orbit.spaceStation(over: place, at: time, isNorthbound: isNorthbound)).state(at: time)
            let off = Geodesic.inverse(from: (place.y, place.x), to: (state.position.y, state.position.x)).metres
            #expect(off < 50, "\(place) \(state.position)")
            if abs(place.y) < 51 { #expect((state.course < 90) == isNorthbound, "\(place) \(state)") }
            #expect((400_000...450_000).contains(state.height))
        }
        // Where the station never is, the orbit comes as near as it can.
        for latitude in [52.0, 70, 90, -90] {
            let orbit = try #require(Orbit.spaceStation(over: Point(latitude: latitude, longitude: 30), at: time.now, isNorthbound: true))
            let state = try orbit.state(at: time.now)
            #expect(abs(abs(state.position.y) - 51.8) < 0.2 && (state.position.y > 0) == (latitude > 0))
            #expect(abs(remainder(state.position.x - 30, 360)) < 0.01)
        }
        let mercator = Point(x: 1_000_000, y: 2_000_000, spatialReference: .webMercator)
        let state = try #require(Orbit.spaceStation(over: mercator, at: time.now, isNorthbound: true)).state(at: time.now)
        #expect(abs(state.position.x - 8.983) < 0.01 && abs(state.position.y - 17.679) < 0.01)
        #expect(Orbit.spaceStation(over: Point(x: .nan, y: 1), at: time.now, isNorthbound: true) == nil)
        #expect(Orbit.spaceStation(over: Point(latitude: 100, longitude: 1), at: time.now, isNorthbound: true) == nil)
    }
}
