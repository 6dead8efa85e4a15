// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import Vedette

private typealias MockLocationDataSource = CustomLocationDataSource<MockLocationProvider>

extension MockLocationDataSource {
    fileprivate convenience init() {
        self.init { MockLocationProvider() }
    }
}

/// As toolkits have it in their tests.
private struct MockLocationProvider: LocationProvider {
    var locations: AsyncThrowingStream<Location, any Error> {
        .init { nil }
    }

    var headings: AsyncThrowingStream<Double, any Error> {
        .init { nil }
    }
}

/// One that an application pushes into.
private final class ManualLocationProvider: LocationProvider {
    private let locationContinuation = Mutex<AsyncThrowingStream<Location, any Error>.Continuation?>(nil)
    private let headingContinuation = Mutex<AsyncThrowingStream<Double, any Error>.Continuation?>(nil)

    var locations: AsyncThrowingStream<Location, any Error> {
        AsyncThrowingStream { continuation in self.locationContinuation.withLock { $0 = continuation } }
    }

    var headings: AsyncThrowingStream<Double, any Error> {
        AsyncThrowingStream { continuation in self.headingContinuation.withLock { $0 = continuation } }
    }

    var isReady: Bool { locationContinuation.withLock { $0 != nil } && headingContinuation.withLock { $0 != nil } }

    func setNewLocation(latitude: Double, longitude: Double, accuracy: Double?, velocity: Double?, heading: Double?) {
        let location = Location(
            position: Point(x: longitude, y: latitude, spatialReference: .wgs84),
            horizontalAccuracy: accuracy ?? 0,
            verticalAccuracy: accuracy ?? 0,
            speed: velocity ?? 0,
            course: heading ?? 0,
            isLastKnown: false
        )
        locationContinuation.withLock { $0 }?.yield(location)
        headingContinuation.withLock { $0 }?.yield(heading ?? 0)
    }
}

private let trackFile = try? TemporaryFile("track.csv", lines: (0..<5).map { "\($0),\(50 + $0)" })

/// Locations out of the lines of a file.
private struct FileLocationProvider: LocationProvider {
    // The type of the sequence is left to the compiler, as programs do.
    let locations = (trackFile?.url ?? URL(fileURLWithPath: "/nowhere")).lines.map { line in
        let numbers = line.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 2 else { throw CocoaError(.coderInvalidValue) }
        return Location(position: Point(latitude: numbers[1], longitude: numbers[0]))
    }
}

@Suite("Programs with location providers", .timeLimit(.minutes(10)))
struct ProviderProgramsTests {
    @Test("a provider that has nothing to tell leaves its source started")
    @MainActor
    func mock() async throws {
        let dataSource = MockLocationDataSource()
        try await dataSource.start()
        var status = LocationDataSource.Status.stopped
        for await value in dataSource.$status {
            status = value
            if status == .started { break }
        }
        #expect(status == .started && dataSource.status == .started)
        let anySource: LocationDataSource = dataSource
        #expect(anySource as? CustomLocationDataSource<MockLocationProvider> != nil)
        await dataSource.stop()
    }

    @Test("an application pushes locations through the source's provider")
    func manual() async throws {
        let source = CustomLocationDataSource { ManualLocationProvider() }
        var (locations, headings) = (source.locations.makeAsyncIterator(), source.headings.makeAsyncIterator())
        try await source.start()
        while source.currentProvider?.isReady != true { await Task.yield() }
        source.currentProvider?.setNewLocation(latitude: 52.5, longitude: 13.4, accuracy: 5, velocity: nil, heading: 270)
        let location = try #require(await locations.next())
        #expect(location.position == Point(latitude: 52.5, longitude: 13.4) && location.horizontalAccuracy == 5 && location.course == 270)
        #expect(await headings.next() == 270)
        await source.stop()
    }

    @Test("lines of a file, without headings; one that cannot be read ends the source with the error")
    func file() async throws {
        let source = CustomLocationDataSource(makeProvider: FileLocationProvider.init)
        let locations = source.locations
        try await source.start()
        let third = await locations.first(where: { @Sendable location in location.position.x == 2 })
        #expect(third?.position == Point(latitude: 52, longitude: 2))
        await source.stop()
    }

    @Test("what a location says besides")
    func properties() {
        let location = Location(
            position: Point(x: -117.19, y: 34.05, z: 7, spatialReference: .wgs84),
            additionalSourceProperties: [.floor: 2, .floorLevelID: "B.2", .positionSource: "BLE", .transmitterCount: 4])
        #expect(location.additionalSourceProperties[.floor] as? Int == 2)
        #expect(location.additionalSourceProperties[.floorLevelID] as? String == "B.2")
        #expect(location.additionalSourceProperties[.satelliteCount] as? Int == nil)
        #expect(location.position.z == 7)
    }

    @Test("a program that shows an error's localized description says what is wrong and how to mend it")
    func localizedDescriptions() async throws {
        let source = ISSLocationDataSource(url: URL(fileURLWithPath: "/nowhere/iss-now.json"))
        do {
            try await source.start()
            Issue.record("started")
        } catch {
            #expect(error.localizedDescription.contains("use one that begins with http:// or https://"))
        }
        do {
            _ = try Orbit(twoLineElements: "ISS")
            Issue.record("read")
        } catch {
            #expect((error as any Error).localizedDescription.contains("give the two lines"))
        }
    }
}
