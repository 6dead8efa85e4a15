// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

@Suite("The Phoenix program", .timeLimit(.minutes(10)))
@MainActor
struct PhoenixFlightsTests {
    /// Two flights near Phoenix, one far off; of those in flight, two arrive there.
    private static let lines = [
        ("Flight_101", "PHX", "In flight", -112.10, 33.50, 5_000.0),
        ("Flight_202", "LAX", "In flight", -111.95, 33.40, 9_000.0),
        ("Flight_303", "PHX", "In flight", -109.00, 34.90, 30_000.0),
        ("Flight_404", "PHX", "Landed", -108.00, 35.00, 0.0),
        ("Flight_101", "PHX", "In flight", -112.08, 33.49, 4_500.0),
    ].map { number, airport, status, x, y, altitude in
        """
        {"geometry":{"x":\(x),"y":\(y)},"attributes":{"flight_number":"\(number)","arrival_airport":"\(airport)","status":"\(status)",\
        "aircraft":"A320","altitude_feet":\(altitude),"speed":420,"heading":90}}
        """
    }

    @Test("adding the layer to the map connects the source, and the three questions have their answers")
    func questions() async throws {
        let file = try TemporaryFile("flights.jsonl", lines: Self.lines)
        let program = PhoenixFlights { [url = file.url] in FlightFeed(lines: url) }
        // Nobody called connect(): the layer in the map did. The feed says that it is at its end by an error, which is told as it is.
        for await status in program.dataSource.$connectionStatus where status == .failed { break }
        guard case FlightFeedError.complete? = program.dataSource.connectionError else {
            Issue.record("the error is \(String(describing: program.dataSource.connectionError))")
            return
        }

        let nearby = try await program.ask(.nearby).get()
        #expect(Set(nearby.compactMap { $0.attributes["flight_number"] as? String }) == ["Flight_101", "Flight_202"])
        #expect(program.graphicsOverlay.isVisible)
        #expect(program.dynamicEntityLayer.selectedDynamicEntities.count == 2)

        let arriving = try await program.ask(.arriving).get()
        #expect(Set(arriving.compactMap { $0.attributes["flight_number"] as? String }) == ["Flight_101", "Flight_303"])
        #expect(program.dynamicEntityLayer.selectedDynamicEntities.count == 3)

        let one = try await program.ask(.flight("Flight_101")).get()
        #expect(one.count == 1)
        #expect(one.first?.latestObservation?.attributes["altitude_feet"] as? Double == 4_500)
        #expect(one.first?.observations().count == 2)
        #expect(try await program.ask(.flight("Flight_999")).get().isEmpty)

        program.reset()
        #expect(program.dynamicEntityLayer.selectedDynamicEntities.isEmpty)
        #expect(!program.graphicsOverlay.isVisible)
        withExtendedLifetime(file) {}
    }

    @Test("the feed begins anew as often as the program asks")
    func restarts() async throws {
        let file = try TemporaryFile("flights.jsonl", lines: Self.lines)
        let program = PhoenixFlights { [url = file.url] in FlightFeed(lines: url) }
        #expect(try await program.keepGoing(restarts: 3) == 3)
        #expect(try await program.ask(.flight("Flight_303")).get().count == 1)
    }

    @Test("a list of answers stays live: each entity tells of what comes and of its end")
    func live() async throws {
        let (lines, continuation) = AsyncStream.makeStream(of: CustomDynamicEntityFeedEvent.self)
        struct Feed: CustomDynamicEntityFeed { let events: AsyncStream<CustomDynamicEntityFeedEvent> }
        let info = DynamicEntityDataSourceInfo(
            entityIDFieldName: "flight_number",
            fields: [Field(type: .text, name: "flight_number", alias: ""), Field(type: .float64, name: "speed", alias: "")])
        let source = CustomDynamicEntityDataSource(info: info) { Feed(events: lines) }
        func observation(_ speed: Double) -> CustomDynamicEntityFeedEvent {
            .newObservation(geometry: .skyHarbor, attributes: ["flight_number": "Flight_396", "speed": speed])
        }
        var received = source.receivedObservations.makeAsyncIterator()
        try await source.connect()
        continuation.yield(observation(100))
        _ = await received.next()
        let parameters = DynamicEntityQueryParameters()
        parameters.addTrackID("Flight_396")
        let entity = try #require(try await source.queryDynamicEntities(using: parameters).entities().first)

        var attributes = entity.latestObservation?.attributes ?? [:]
        #expect(attributes["speed"] as? Double == 100)
        let changes = entity.changes
        continuation.yield(observation(200))
        continuation.yield(.deleteEntity(id: "Flight_396"))
        var (speeds, wasPurged): ([Double], Bool) = ([], false)
        for await changedInfo in changes {
            attributes = changedInfo.receivedObservation?.attributes ?? [:]
            if let speed = attributes["speed"] as? Double { speeds.append(speed) }
            if changedInfo.dynamicEntityWasPurged { wasPurged = true }
        }
        #expect(speeds == [200])
        #expect(wasPurged)
        await source.disconnect()
    }
}
