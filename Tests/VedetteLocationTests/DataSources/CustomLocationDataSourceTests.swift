// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteLocation

private struct Broken: Error {}

private struct Provider: LocationProvider {
    let locations: AsyncThrowingStream<Location, any Error>
    let headings: AsyncStream<Double>
}

@Suite("Custom location data source", .timeLimit(.minutes(1)))
struct CustomLocationDataSourceTests {
    @Test("starts, delivers and stops")
    func delivers() async throws {
        let (locations, location) = AsyncThrowingStream<Location, any Error>.makeStream()
        let (headings, heading) = AsyncStream<Double>.makeStream()
        let source = CustomLocationDataSource { Provider(locations: locations, headings: headings) }
        #expect(source.status == .stopped)
        var seen = source.locations.makeAsyncIterator()
        var turned = source.headings.makeAsyncIterator()
        try await source.start()
        #expect(source.status == .started)
        location.yield(Location(position: Point(latitude: 1, longitude: 2), speed: 3))
        heading.yield(90)
        let first = try #require(await seen.next())
        #expect(first.position == Point(latitude: 1, longitude: 2) && first.speed == 3 && first.course.isNaN && !first.isLastKnown)
        #expect(await turned.next() == 90)
        await source.stop()
        #expect(source.status == .stopped)
    }

    @Test("a provider that cannot be made fails the start")
    func fails() async {
        let source = CustomLocationDataSource { () async throws -> Provider in throw Broken() }
        await #expect(throws: Broken.self) { try await source.start() }
        #expect(source.status == .failedToStart)
        #expect(source.error is Broken)
    }

    @Test("locations that break off end the source with the error")
    func breaksOff() async throws {
        let (locations, location) = AsyncThrowingStream<Location, any Error>.makeStream()
        let source = CustomLocationDataSource { Provider(locations: locations, headings: AsyncStream { $0.finish() }) }
        var statuses = source.$status.makeAsyncIterator()
        try await source.start()
        location.finish(throwing: Broken())
        while let status = await statuses.next(), status != .failedToStart {}
        #expect(source.error is Broken)
    }
}
