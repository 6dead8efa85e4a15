// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

@testable import VedetteTesting

@Suite("Air traffic")
struct AirTrafficSimulationTests {
    private func text(_ simulation: AirTrafficSimulation) -> [String] {
        simulation.reports.map { "\($0)" }
    }

    @Test("the same seed flies the same flights, another seed others")
    func determinism() {
        var first = AirTrafficSimulation(flightCount: 40, seed: 7)
        var second = AirTrafficSimulation(flightCount: 40, seed: 7)
        for _ in 0..<200 {
            first.advance(bySeconds: 1)
            second.advance(bySeconds: 1)
        }
        #expect(text(first) == text(second))
        #expect(text(AirTrafficSimulation(flightCount: 40, seed: 8)) != text(AirTrafficSimulation(flightCount: 40, seed: 7)))
    }

    @Test("flights have different numbers, the seed's own among them", arguments: [1, 3, 186, 5_000])
    func numbers(count: Int) {
        let numbers = AirTrafficSimulation(flightCount: count, seed: 1).reports.map(\.flightNumber)
        #expect(Set(numbers).count == count)
        #expect(numbers.first == "Flight_396")
    }

    @Test("an hour of traffic flies as aircraft do")
    func physics() {
        var simulation = AirTrafficSimulation(flightCount: 60, seed: 3)
        var before = simulation.reports
        var landings = 0
        var takeoffs = 0
        var statuses: Set<String> = []
        for _ in 0..<3_600 {
            simulation.advance(bySeconds: 1)
            let now = simulation.reports
            for (old, new) in zip(before, now) {
                statuses.insert(new.status)
                let metres = hypot((new.longitude - old.longitude) * 92_900, (new.latitude - old.latitude) * 111_320)
                // Never faster than an airliner, and as fast as it says.
                #expect(metres < 270)
                #expect(abs(metres - new.speed * 0.5144) < 12 + new.speed * 0.05)
                #expect((1_130...42_000).contains(new.altitudeFeet))
                #expect(abs(new.altitudeFeet - old.altitudeFeet) <= 60)
                #expect((0..<360).contains(new.heading))
                if old.status == "In flight", new.status == "Landed" {
                    landings += 1
                    #expect(new.arrivalAirport == "PHX")
                    #expect(hypot((new.longitude + 112.0) * 92_900, (new.latitude - 33.435) * 111_320) < 4_000)
                }
                if old.status == "Taxiing", new.status == "In flight" { takeoffs += 1 }
            }
            before = now
        }
        #expect(landings > 20)
        #expect(takeoffs > 20)
        #expect(statuses == ["In flight", "Landed", "Taxiing", "At gate"])
    }

    @Test("the feed reports the past without waiting, then the present by its clock")
    func feed() async throws {
        let start = Instant(microsecondsSince1970: 1_000_000_000)
        let feed = AirTrafficFeed(flightCount: 2, seed: 1, interval: .milliseconds(1), history: .milliseconds(10), start: start)
        var times: [Date] = []
        for try await event in feed.events {
            guard case .newObservation(let geometry, let attributes) = event else { continue }
            #expect(geometry is Point)
            times.append(try #require(attributes["time"] as? Date))
            if times.count == 10 { break }
        }
        let expected = [-0.010, -0.010, -0.005, -0.005, 0, 0, 0.001, 0.001, 0.002, 0.002].map { start.advanced(bySeconds: $0).date }
        #expect(times == expected)
    }
}
