// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteLocation

private struct Broken: Error {}

/// One without headings, which has no more to tell after its locations.
private struct Few: LocationProvider {
    let count: Int

    var locations: AsyncStream<Location> {
        AsyncStream { continuation in
            for longitude in 0..<count { continuation.yield(Location(position: Point(latitude: 0, longitude: Double(longitude)))) }
            continuation.finish()
        }
    }
}

/// One that is pushed from outside.
private final class Pushed: LocationProvider {
    let locations: AsyncThrowingStream<Location, any Error>
    private let continuation: AsyncThrowingStream<Location, any Error>.Continuation

    init() { (locations, continuation) = AsyncThrowingStream.makeStream() }

    func push(_ location: Location) { continuation.yield(location) }
}

private struct Provider: LocationProvider {
    let locations: AsyncThrowingStream<Location, any Error>
    let headings: AsyncStream<Double>
}

/// One that takes no notice of being cancelled.
private struct Deaf: LocationProvider {
    let door: Outcome<Void>

    var locations: AsyncStream<Location> {
        let door = door
        return AsyncStream {
            await Task { try? await door.join()?.value() }.value
            return nil
        }
    }
}

private struct Streamed: LocationProvider {
    let locations: AsyncStream<Location>
}

@Suite("Custom location data source", .timeLimit(.minutes(10)))
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

    @Test("a provider without headings leaves them out; where it has no more to tell the source stays started")
    func ends() async throws {
        let source = CustomLocationDataSource { Few(count: 3) }
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        for longitude in 0..<3 { #expect(await locations.next()?.position.x == Double(longitude)) }
        #expect(source.status == .started && source.error == nil)
        // Each start has a provider of its own.
        await source.stop()
        try await source.start()
        #expect(await locations.next()?.position.x == 0)
        await source.stop()
        #expect(source.status == .stopped)
    }

    @Test("the provider of the start can be pushed from outside")
    func pushed() async throws {
        let source: CustomLocationDataSource<Pushed> = CustomLocationDataSource { Pushed() }
        #expect(source.currentProvider == nil)
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        source.currentProvider?.push(Location(position: Point(latitude: 5, longitude: 6)))
        #expect(await locations.next()?.position == Point(latitude: 5, longitude: 6))
        let first = source.currentProvider
        await source.stop()
        try await source.start()
        #expect(source.currentProvider !== first)
        await source.stop()
    }

    @Test("a stop while the provider is being made ends the start")
    func stopWhileMaking() async throws {
        let (never, _) = AsyncStream<Never>.makeStream()
        let (begun, began) = AsyncStream<Void>.makeStream()
        let source = CustomLocationDataSource { () async throws -> Few in
            began.yield()
            for await _ in never {}
            return Few(count: 1)
        }
        let start = Task { try await source.start() }
        for await _ in begun { break }
        #expect(source.status == .starting)
        await source.stop()
        await #expect(throws: CancellationError.self) { try await start.value }
        #expect(source.status == .stopped && source.location == nil)
    }

    @Test("a stop waits no longer than 2 s for a provider that takes no notice; what that still tells counts for nothing")
    func stubborn() async throws {
        let (timing, door) = (VirtualTiming(), Outcome<Void>())
        let source = CustomLocationDataSource(timing: timing.timing) { Deaf(door: door) }
        var statuses = source.$status.makeAsyncIterator()
        try await source.start()
        async let stop: Void = source.stop()
        while await statuses.next() != .stopping {}
        await timing.sleepers(atLeast: 1)
        #expect(timing.requestedSleeps == [2])
        timing.advance(bySeconds: 2)
        await stop
        #expect(source.status == .stopped)
        try await source.start()
        door.resolve(.success(()))
        await source.stop()
        #expect(source.status == .stopped)
    }

    @Test("locations that somebody follows go on though nobody keeps their source")
    func kept() async throws {
        let (stream, continuation) = AsyncStream<Location>.makeStream()
        func start() async throws -> (EventStream<Location>, () -> LocationDataSource?) {
            let source = CustomLocationDataSource { Streamed(locations: stream) }
            try await source.start()
            return (source.locations, { [weak source] in source })
        }
        let (locations, source) = try await start()
        continuation.yield(Location(position: Point(latitude: 1, longitude: 2)))
        #expect(await locations.first { _ in true }?.position.x == 2)
        await source()?.stop()
        while source() != nil { await Task.yield() }
    }
}
