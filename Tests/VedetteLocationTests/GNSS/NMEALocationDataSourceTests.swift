// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteLocation

@Suite("NMEA location data source", .timeLimit(.minutes(10)))
struct NMEALocationDataSourceTests {
    @Test("pushes before the start and after the stop are ignored; what comes between is delivered")
    func delivers() async throws {
        let source = NMEALocationDataSource()
        var locations = source.locations.makeAsyncIterator()
        var satellites = source.satellites.makeAsyncIterator()
        var headings = source.headings.makeAsyncIterator()
        source.pushData(Data(Sentences.second(1)))
        #expect(source.location == nil)
        try await source.start()
        for byte in Sentences.second(2) + Sentences.stream("HEHDT,271.5,T") { source.pushData(Data([byte])) }
        let first = try #require(await locations.next() as? NMEALocation)
        #expect(first.position.spatialReference == .wgs84 && first.position.z == 545.4 && first.fixType == .autonomous)
        #expect(abs(first.position.y - 48.1172) < 1e-9 && abs(first.position.x - 11.516666667) < 1e-9)
        #expect(first.timestamp == nil && first.isThreeDimensional && first.hdop == 0.9 && first.satelliteCount == 8)
        #expect(first.horizontalAccuracy == 0.9 * 19 && first.geoidSeparation == 46.9 && first.ellipsoidalHeight == 592.3)
        let seen = try #require(await satellites.next())
        #expect(seen.count == 5 && seen.allSatisfy { $0.isInUse && $0.system == .gps } && seen[0].azimuth == 83)
        #expect(await headings.next() == 271.5 && source.heading == 271.5)
        let last = try #require(source.location as? NMEALocation)
        #expect(last.timestamp == Date(timeIntervalSince1970: 1_773_750_842) && last.course == 84.4)
        await source.stop()
        source.pushData(Data(Sentences.second(9)))
        #expect(source.location === last)
    }

    @Test("a location is told once, however many sentences say it")
    func onlyOnce() async throws {
        let source = NMEALocationDataSource(receiverSpatialReference: .wgs84)
        let locations = source.locations
        try await source.start()
        source.pushData(Data((1...6).flatMap { Sentences.second($0) }))
        await source.stop()
        var times: [Date] = []
        var iterator = locations.makeAsyncIterator()
        while times.last != source.location?.timestamp, let location = await iterator.next() {
            if location.speed.isFinite, let time = location.timestamp { times.append(time) }
        }
        #expect(times == times.sorted() && Set(times).count == times.count)
    }

    @Test("damage is counted, and forgotten at the next start")
    func damage() async throws {
        let source = NMEALocationDataSource()
        try await source.start()
        source.pushData(Data("$GPGGA,nothing*00\r\n".utf8))
        #expect(source.damage.checksumErrors == 1)
        await source.stop()
        try await source.start()
        #expect(source.damage == GNSSDamage())
    }
}
