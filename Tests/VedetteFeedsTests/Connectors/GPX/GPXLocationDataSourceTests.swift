// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteLocation
import VedetteModel
import VedetteTesting

@testable import VedetteFeeds

@Suite("GPX playback", .timeLimit(.minutes(10)))
struct GPXLocationDataSourceTests {
    /// A point due north of the one before, a minute of latitude farther, at so many seconds of the first of May.
    private static func point(_ minute: Int, _ second: Double?, _ more: String = "") -> String {
        let time = second.map { second in
            let date = Date(timeIntervalSince1970: 1_777_593_600 + second)
            return "<time>\(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))</time>"
        }
        return "<trkpt lat='\(Double(minute) / 60)' lon='10'>\(time ?? "")\(more)</trkpt>"
    }

    private static func segments(_ segments: [String]...) throws -> [[GPXPoint]] {
        let text = segments.map { "<trkseg>\($0.joined())</trkseg>" }.joined()
        let document = try GPXDocument(Data("<gpx><trk>\(text)</trk></gpx>".utf8))
        #expect(document.issues.isEmpty)
        return document.tracks[0].segments.map(\.points)
    }

    private static func seconds(_ location: Location?) -> Double? { location?.timestamp.map { $0.timeIntervalSince1970 - 1_777_593_600 } }

    /// How far a minute of latitude is from the equator on, in metres, on WGS 84.
    private static let minute = Geodesic.inverse(from: (0, 10), to: (1.0 / 60, 10)).metres

    // MARK: Moments

    @Test("points without a time lie between their neighbours by the way, a second apart at the ends and where there are no times at all")
    func moments() throws {
        func offsets(_ points: [String]) throws -> [Double] { GPXPath(try Self.segments(points)).offsets }
        #expect(try offsets([Self.point(0, 5), Self.point(1, 15), Self.point(2, 15.5)]) == [0, 10, 10.5])
        #expect(try offsets([Self.point(0, nil), Self.point(1, nil), Self.point(2, nil)]) == [0, 1, 2])
        #expect(try offsets([Self.point(0, nil), Self.point(1, nil), Self.point(2, 100), Self.point(3, nil)]) == [0, 1, 2, 3])
        let between = try offsets([Self.point(0, 0), Self.point(1, nil), Self.point(4, 8)])
        #expect(between[0] == 0 && abs(between[1] - 2) < 1e-3 && between[2] == 8)
        #expect(try offsets([Self.point(0, 0), Self.point(0, nil), Self.point(0, 8)]) == [0, 4, 8])
        // Steps back are due with what came before them.
        #expect(try offsets([Self.point(0, 10), Self.point(1, 4), Self.point(2, 12)]) == [0, 0, 2])
        #expect(try offsets([]) == [])
    }

    // MARK: Motion

    @Test("speed and course are the file's, or derived within a segment by the geodesic, at its first point from the next")
    func motion() throws {
        let path = GPXPath(
            try Self.segments(
                [Self.point(0, 0), Self.point(1, 100), Self.point(1, 110), Self.point(0, 120, "<speed>3</speed><course>185</course>")],
                [Self.point(5, 130)], [Self.point(6, nil), Self.point(7, nil)]))
        let (speeds, courses) = (path.locations.map(\.speed), path.locations.map(\.course))
        #expect(abs(speeds[0] - Self.minute / 100) < 1e-9 && abs(speeds[1] - Self.minute / 100) < 1e-9)
        #expect(speeds[2] == 0 && speeds[3] == 3 && speeds[4...].allSatisfy(\.isNaN))
        #expect(abs(courses[0]) < 1e-9 && abs(courses[1]) < 1e-9 && abs(courses[2]) < 1e-9 && courses[3] == 185)
        #expect(courses[4].isNaN && abs(courses[5]) < 1e-9 && abs(courses[6]) < 1e-9)
        let west = try GPXDocument(Data("<gpx><rte><rtept lat='0' lon='1'/><rtept lat='0' lon='0'/></rte></gpx>".utf8)).routes[0]
        #expect(GPXPath([west.points]).locations.allSatisfy { abs($0.course - 270) < 1e-9 && $0.speed.isNaN })
    }

    @Test("a location has what the file says of it")
    func fields() throws {
        let point = Self.point(3, 1.5, "<ele>12.5</ele><fix>3d</fix><sat>9</sat>")
        let location = try #require(GPXPath(try Self.segments([point])).locations.first)
        #expect(location.position.x == 10 && location.position.y == 0.05 && location.position.z == 12.5)
        #expect(location.position.spatialReference == .wgs84 && Self.seconds(location) == 1.5 && !location.isLastKnown)
        #expect(location.additionalSourceProperties[.satelliteCount] as? Int == 9)
        #expect(location.additionalSourceProperties[.positionSource] as? String == "GNSS")
        let bare = try #require(GPXPath(try Self.segments([Self.point(3, nil)])).locations.first)
        #expect(bare.timestamp == nil && bare.position.z == nil && bare.additionalSourceProperties.isEmpty)
    }

    // MARK: Playing

    private func source(_ times: [Double?]) throws -> (source: GPXLocationDataSource, timing: VirtualTiming) {
        let timing = VirtualTiming()
        let segments = try Self.segments(times.enumerated().map { Self.point($0, $1) })
        return (GPXLocationDataSource(segments: segments, issues: [], timing: timing.timing), timing)
    }

    @Test("locations come as the file has them, round after round, with the file's time stamps")
    func rounds() async throws {
        let (source, timing) = try source([0, 10, 12])
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        for _ in 0..<2 {
            for (second, wait) in zip([0.0, 10, 12], [10.0, 2, 1]) {
                #expect(Self.seconds(await locations.next()) == second)
                await timing.sleepers(atLeast: 1)
                #expect(timing.requestedSleeps.last == wait)
                timing.advance(bySeconds: wait)
            }
        }
        await source.stop()
        #expect(source.status == .stopped && timing.sleeperCount == 0)
    }

    @Test("twice as fast; another speed counts at once; one that is none is 1")
    func speed() async throws {
        let (source, timing) = try source([0, 10, 20])
        source.speed = 2
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        #expect(Self.seconds(await locations.next()) == 0)
        await timing.sleepers(atLeast: 1)
        #expect(timing.requestedSleeps == [5])
        timing.advance(bySeconds: 1)
        source.speed = 0.5
        // Eight seconds of the recording are left.
        while timing.requestedSleeps.count < 2 || timing.sleeperCount == 0 { await Task.yield() }
        #expect(timing.requestedSleeps == [5, 16])
        timing.advance(bySeconds: 16)
        #expect(Self.seconds(await locations.next()) == 10)
        source.speed = -1
        #expect(source.speed == 1)
        await source.stop()
    }

    @Test("a jump is told at once; stopped and started, it goes on where it was")
    func jumps() async throws {
        let (source, timing) = try source([0, 10, 20, 30])
        var locations = source.locations.makeAsyncIterator()
        source.currentLocationIndex = 2
        try await source.start()
        #expect(Self.seconds(await locations.next()) == 20 && source.currentLocationIndex == 2)
        await timing.sleepers(atLeast: 1)
        source.currentLocationIndex = 1
        #expect(Self.seconds(await locations.next()) == 10)
        await source.stop()
        #expect(source.currentLocationIndex == 1)
        try await source.start()
        #expect(Self.seconds(await locations.next()) == 10)
        source.currentLocationIndex = 99
        #expect(Self.seconds(await locations.next()) == 30 && source.currentLocationIndex == 3)
        source.currentLocationIndex = -1
        #expect(Self.seconds(await locations.next()) == 0)
        await source.stop()
    }

    @Test("without repeating, the source stays at its last location, and goes on when it is sent elsewhere or may repeat")
    func end() async throws {
        let (source, timing) = try source([0, 1])
        source.repeats = false
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        _ = await locations.next()
        await timing.sleepers(atLeast: 1)
        timing.advance(bySeconds: 1)
        #expect(Self.seconds(await locations.next()) == 1)
        await timing.sleepers(atLeast: 1)
        timing.advance(bySeconds: 100)
        #expect(source.status == .started && source.error == nil && source.currentLocationIndex == 1)
        source.currentLocationIndex = 1
        #expect(Self.seconds(await locations.next()) == 1)
        source.repeats = true
        timing.advance(bySeconds: 1)
        #expect(Self.seconds(await locations.next()) == 0)
        await source.stop()
    }

    @Test("a recording with nothing to wait for does not run in circles")
    func sameMoment() {
        var playback = GPXPlayback(offsets: [0, 0])
        playback.setSpeed(.infinity, now: 0)
        #expect(playback.speed == 1)
        playback.setSpeed(1e300, now: 0)
        playback.start(now: 5)
        #expect((0..<3).map { _ in playback.step(now: 5) } == [.tell(0), .tell(1), .wait(1)])
        // Held up for long, it does not make up for it.
        var slow = GPXPlayback(offsets: [0, 1, 2, 3])
        slow.start(now: 0)
        #expect([slow.step(now: 0), slow.step(now: 100), slow.step(now: 100)] == [.tell(0), .tell(1), .wait(1)])
        var none = GPXPlayback(offsets: [])
        none.start(now: 0)
        #expect(none.step(now: 0) == .end)
        // Told last in the round, and then not to be repeated.
        var last = GPXPlayback(offsets: [0])
        last.start(now: 0)
        #expect(last.step(now: 0) == .tell(0))
        last.repeats = false
        #expect(last.step(now: 0) == .end)
        last.repeats = true
        #expect(last.step(now: 0) == .wait(1))
    }

    @Test("what is played: the first track with points, else the first route; anything else is refused")
    func choice() throws {
        func source(_ content: String) throws -> GPXLocationDataSource {
            try GPXLocationDataSource(data: Data("<gpx>\(content)</gpx>".utf8))
        }
        let route = "<rte><rtept lat='9' lon='9'/></rte>"
        let track = "<trk><trkseg/></trk><trk><trkseg/><trkseg><trkpt lat='1' lon='1'/></trkseg></trk>"
        #expect(try source(route + track).recordedLocations.map(\.position.x) == [1])
        #expect(try source(route + "<trk/>").recordedLocations.map(\.position.x) == [9])
        #expect(throws: FeedError.self) { try source("<wpt lat='1' lon='2'/>") }
        #expect(throws: FeedError.self) { try source("<trk><trkseg><trkpt lat='91' lon='2'/></trkseg></trk>") }
        let damaged = try source("<trk><trkseg><trkpt lat='91' lon='2'/><trkpt lat='1' lon='2'/></trkseg></trk>")
        #expect(damaged.issues.count == 1 && damaged.recordedLocations.count == 1)
    }

    @Test("a file is read; a folder, a pipe, nothing and an address are refused")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vedette-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("walk.gpx")
        try Data(GPXTests.document.utf8).write(to: file)
        #expect(try GPXLocationDataSource(url: file).recordedLocations.count == 2)
        let pipe = folder.appendingPathComponent("pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        for url in [folder, pipe, folder.appendingPathComponent("none.gpx"), try #require(URL(string: "http://127.0.0.1/x.gpx"))] {
            #expect(throws: FeedError.self) { try GPXLocationDataSource(url: url) }
        }
    }
}
