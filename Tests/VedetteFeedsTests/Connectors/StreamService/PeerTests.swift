// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

@testable import VedetteFeeds

/// Our client with a server in Python that was written from the description of the interface alone.
@Suite(
    "Stream services of others", .timeLimit(.minutes(10)),
    .enabled(if: PeerServer.isInstalled, "Vendor/python is missing; run script/bootstrap test"))
struct PeerTests {
    private func entities(_ service: ArcGISStreamService) async throws -> [DynamicEntity] {
        Array(try await service.queryDynamicEntities(using: DynamicEntityQueryParameters()).entities())
    }

    @Test("single features, lists and results are followed, each with its types, time and place; pings are answered")
    func follow() async throws {
        let peer = try PeerServer()
        let service = ArcGISStreamService(url: peer.url)
        try await service.connect()
        // Several of the peer's pings long.
        while service.statistics.observationCount < 500 { try await Task.sleep(for: .milliseconds(10)) }
        let entities = try await entities(service)
        #expect(Set(entities.compactMap { $0.attributes["ship"] as? String }) == Set((0..<10).map { "ship-\($0)" }))
        for entity in entities {
            let numbers = try entity.observations().map { observation in
                let number = try #require(observation.attributes["objectid"] as? Int64)
                #expect(observation.attributes["speed"] as? Int16 == Int16(number % 40))
                #expect(observation.attributes["heading"] as? Double == Double(number % 360) + 0.5)
                let seen = 1_700_000_000 + Double(number)
                #expect(observation.attributes["seen"] as? Date == Date(timeIntervalSince1970: seen))
                #expect(observation.observedAt?.microsecondsSince1970 == Int64(seen) * 1_000_000)
                let point = try #require(observation.geometry as? Point)
                #expect(point.x == Double(number % 10) - 10 && point.y == 50)
                return number
            }
            // Every tenth, none missing, newest first.
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 - $1 == 10 })
        }
        #expect(service.connectionStatus == .connected && service.statistics.issueCounts.isEmpty)
        #expect(service.info?.description == "Ships of a peer" && service.info?.version == "10.91")
    }

    @Test("filters by attributes and by place, in the subscription and over the live socket")
    func filters() async throws {
        let peer = try PeerServer()
        let service = ArcGISStreamService(url: peer.url)
        let filter = ArcGISStreamServiceFilter()
        filter.whereClause = "speed > 35"
        service.filter = filter
        try await service.connect()
        func waitForMore(_ count: Int = 20) async throws {
            let before = service.statistics.observationCount
            while service.statistics.observationCount < before + count { try await Task.sleep(for: .milliseconds(5)) }
        }
        try await waitForMore()
        #expect(try await entities(service).flatMap { $0.observations() }.allSatisfy { ($0.attributes["speed"] as? Int16 ?? 0) > 35 })

        // Round ship 3, given in another spatial reference.
        filter.whereClause = ""
        let place = Point(x: -7, y: 50, spatialReference: .wgs84)
        let mercator = try #require(GeometryEngine.project(place, into: .webMercator))
        filter.geometry = GeometryEngine.buffer(around: mercator, distance: 1_000)
        service.filter = filter
        while service.statistics.replyCount < 1 { try await Task.sleep(for: .milliseconds(5)) }
        try await service.purgeAll()
        try await waitForMore()
        #expect(try await entities(service).map { $0.attributes["ship"] as? String } == ["ship-3"])

        filter.whereClause = "nonsense"
        service.filter = filter
        while service.statistics.replyCount < 2 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(service.filterError.map { "\($0)" }?.contains("cannot understand: nonsense") == true)

        service.filter = nil
        while service.statistics.replyCount < 3 { try await Task.sleep(for: .milliseconds(5)) }
        try await waitForMore(100)
        #expect(try await entities(service).count == 10 && service.filterError == nil)
    }

    @Test("a filter that the server does not take in the subscription is an error")
    func refusedFilter() async throws {
        let peer = try PeerServer()
        let service = ArcGISStreamService(url: peer.url)
        let filter = ArcGISStreamServiceFilter()
        filter.whereClause = "nonsense"
        service.filter = filter
        let error = await #expect(throws: FeedError.self) { try await service.connect() }
        #expect(error?.message.contains("400") == true)
    }

    @Test("the service's own token is used, the archive gives what the stream has not told yet")
    func tokenAndArchive() async throws {
        let peer = try PeerServer("--token", "s3cret", "--latest")
        let service = ArcGISStreamService(url: peer.url)
        try await service.connect()
        while service.statistics.archivedObservationCount < 9 || service.statistics.observationCount < 50 {
            try await Task.sleep(for: .milliseconds(5))
        }
        let entities = try await entities(service)
        #expect(entities.count == 19)
        let ship = try #require(entities.first { $0.attributes["ship"] as? String == "ship-0" })
        #expect(ship.attributes["speed"] as? Int16 != -1, "the archive is older than the stream")
        #expect(service.statistics.issueCounts.isEmpty)
    }

    @Test("a server that dies in the middle is followed again, and nothing that it had sent is missing")
    func death() async throws {
        let peer = try PeerServer("--drop-after", "30")
        let service = ArcGISStreamService(url: peer.url)
        try await service.connect()
        // Ten rounds of one, two and two came before it died.
        while service.statistics.observationCount < 100 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(service.connectionStatus == .connected)
        // Nothing more comes while entities are read one after the other.
        await service.disconnect()
        let numbers = try await entities(service).flatMap { $0.observations() }.compactMap { $0.attributes["objectid"] as? Int64 }
        #expect(numbers.sorted() == Array(0..<Int64(numbers.count)) && numbers.count >= 100)
    }
}
