// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import VedetteGeometry
import VedetteLocation
import VedetteModel
import VedetteTesting

@testable import VedetteFeeds

/// Places for a server to answer with, one after the other.
private final class Journey: Sendable {
    private let answers: Mutex<[StubServer.Answer]>

    init(_ answers: [StubServer.Answer]) {
        self.answers = Mutex(answers)
    }

    /// The next answer; the last one again and again.
    func next() -> StubServer.Answer {
        answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? .silence }
    }

    func server() async throws -> StubServer { try await StubServer { [self] _ in next() } }
}

private let start = 1_750_000_000

private func place(_ latitude: Double, _ longitude: Double, at seconds: Int) -> StubServer.Answer {
    .json(
        #"{"message":"success","timestamp":\#(seconds),"iss_position":{"latitude":"\#(latitude)","longitude":"\#(longitude)"}}"#)
}

extension VirtualTiming {
    /// Moves time on once somebody waits: not between a look at the clock and the waiting.
    fileprivate func pass(_ seconds: Double, waiting count: Int = 1) async {
        await sleepers(atLeast: count)
        advance(bySeconds: seconds)
    }
}

extension ISSLocationDataSource {
    /// Returns once the source has this error, or has none.
    fileprivate func waitForError(_ isWanted: @Sendable ((any Error)?) -> Bool) async {
        // The error is told by nobody; what it follows from, answers of a server on loopback, takes real time.
        while !isWanted(error) { await Task.yield() }
    }
}

@Suite("Space station over a service", .timeLimit(.minutes(10)))
struct ISSLocationDataSourceTests {
    private let time = VirtualTiming(start: Instant(microsecondsSince1970: Int64(start) * 1_000_000))

    private func makeSource(
        _ server: StubServer, _ options: LocationPollingOptions = LocationPollingOptions(), failover: OrbitFailover? = nil
    ) throws -> ISSLocationDataSource {
        ISSLocationDataSource(url: try server.url("/iss-now.json"), options: options, failover: failover, timing: time.timing)
    }

    @Test("the first place is last known; then speed and course are those of the geodesic")
    func motion() async throws {
        let way = [(10.0, 170.0), (12.5, 179.9), (14.0, -175.0), (14.0, -175.0), (80.0, 5.0)]
        let server = try await Journey(way.enumerated().map { place($1.0, $1.1, at: start + 5 * $0) }).server()
        let source = try makeSource(server)
        var locations = source.locations.makeAsyncIterator()
        #expect(source.status == .stopped)
        try await source.start()
        #expect(source.status == .started && source.error == nil)
        let first = try #require(await locations.next())
        #expect(first.isLastKnown && first.speed.isNaN && first.course.isNaN)
        #expect(first.position == Point(latitude: 10, longitude: 170) && first.timestamp == Date(timeIntervalSince1970: Double(start)))
        for (before, now) in zip(way, way.dropFirst()) {
            await time.pass(5)
            let location = try #require(await locations.next())
            let geodesic = Geodesic.inverse(from: before, to: now)
            #expect(!location.isLastKnown && location.position == Point(latitude: now.0, longitude: now.1))
            #expect(abs(location.speed - geodesic.metres / 5) < 1e-6)
            if geodesic.metres > 0 { #expect(abs(remainder(location.course - geodesic.azimuth2, 360)) < 1e-9) }
        }
        #expect(server.requests.allSatisfy { $0.method == "GET" && $0.path == "/iss-now.json" })
        await source.stop()
        #expect(source.status == .stopped)
        // Nothing is asked any more.
        let count = server.requests.count
        time.advance(bySeconds: 1_000)
        #expect(server.requests.count == count && source.statistics?.requestCount == count && count == way.count)
    }

    @Test("there are never two requests at once, and every beat of 5 s that is free has one")
    func oneAtATime() async throws {
        let journey = Journey((0..<6).map { .slow(400, place(Double($0), 0, at: start + 5 * $0)) })
        let server = try await journey.server()
        let source = try makeSource(server)
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        for index in 0..<6 {
            // The server has the question, and its time for the next one comes while it thinks.
            while server.requests.count <= index { await Task.yield() }
            await time.pass(5)
            do {
                let location = try #require(await locations.next())
                #expect(location.position.y == Double(index))
            }
        }
        #expect(server.mostUnderWay == 1)
        await source.stop()
    }

    @Test("a server that says nothing is given up after the timeout, and asked again")
    func silence() async throws {
        let server = try await Journey([.silence, place(1, 2, at: start + 30)]).server()
        let source = try makeSource(server)
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        while server.requests.isEmpty { await Task.yield() }
        await time.pass(10)
        await source.waitForError { $0 != nil }
        #expect((source.error as? LocationError)?.code == .requestTimedOut && source.status == .started)
        await time.pass(5)
        do {
            let location = try #require(await locations.next())
            #expect(location.position == Point(latitude: 1, longitude: 2))
        }
        #expect(source.error == nil && source.status == .started && source.statistics?.timeoutCount == 1)
        await source.stop()
    }

    @Test("wrong answers are errors with a remedy, behind pauses that double; the source goes on")
    func wrong() async throws {
        let wrong: [(StubServer.Answer, FeedError.Code, String)] = [
            (.json(""), .invalidAnswer, "answers with nothing"),
            (.json("<!DOCTYPE html><title>Captive portal</title>"), .invalidAnswer, "answers with a page"),
            (.json("oops"), .invalidAnswer, "is not JSON"),
            (.json(#"{"message":"failure","reason":"no elements"}"#), .invalidAnswer, "\"failure\" in place of success: no elements"),
            (place(91, 0, at: start), .invalidAnswer, "the latitude 91.0"),
            (.json(#"{"message":"success","timestamp":1,"iss_position":{"latitude":"NaN","longitude":"1"}}"#), .invalidAnswer, "no number"),
            (.status(500, body: "oh"), .refused, "Server Error; try again later"),
            (.status(410), .refused, "check the address"),
            (.status(404), .refused, "check the address"),
            (.status(401), .unauthorized, "check what it wants"),
            (.flood(1 << 20), .tooLarge, "more than 65536 bytes"),
            (.truncated(#"{"message":"#), .unreachable, "does not answer"),
            (.hangUp, .unreachable, "; check the address and the network"),
            (.status(302, headers: ["Location": "/elsewhere"]), .unreachable, "redirects again and again"),
            (.status(302, headers: ["Location": "ftp://elsewhere/"]), .invalidAnswer, "no http or https address"),
        ]
        for (answer, code, text) in wrong {
            let journey = Journey([answer])
            let server = try await StubServer { _ in journey.next() }
            let source = try makeSource(server)
            try await source.start()
            await source.waitForError { $0 != nil }
            let error = try #require(source.error as? FeedError)
            #expect(error.code == code && error.message.contains(text), "\(error)")
            #expect(error.message.contains("127.0.0.1") && source.status == .started && source.location == nil)
            await source.stop()
        }
    }

    @Test("pauses double, a good answer ends them and the error")
    func backsOff() async throws {
        let failing = Array(repeating: StubServer.Answer.status(503), count: 4)
        let server = try await Journey(failing + [place(3, 4, at: start + 100), place(3, 5, at: start + 105)]).server()
        let source = try makeSource(server)
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        // Chance is a half here: each pause is shortened by an eighth.
        for (count, pause) in [5.0, 10, 20, 40].map({ $0 * 0.875 }).enumerated() {
            while (source.statistics?.failureCount ?? 0) <= count { await Task.yield() }
            await time.pass(pause - 0.01)
            for _ in 0..<200 { await Task.yield() }
            #expect(source.statistics?.requestCount == count + 1 && source.error != nil && source.status == .started)
            await time.pass(0.01)
        }
        do {
            let location = try #require(await locations.next())
            #expect(location.position == Point(latitude: 3, longitude: 4))
        }
        #expect(source.error == nil && source.statistics?.consecutiveFailureCount == 0)
        await time.pass(5)
        do {
            let location = try #require(await locations.next())
            #expect(location.speed > 0)
        }
        await source.stop()
    }

    @Test("a server that wants to be left alone is")
    func retryAfter() async throws {
        let server = try await Journey([.status(429, headers: ["Retry-After": "60"]), place(3, 4, at: start)]).server()
        let source = try makeSource(server)
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        await source.waitForError { $0 != nil }
        await time.pass(59)
        for _ in 0..<200 { await Task.yield() }
        #expect(source.statistics?.requestCount == 1)
        await time.pass(1)
        #expect(await locations.next() != nil)
        await source.stop()
    }

    @Test("an answer that comes no more makes the place an old one")
    func staleness() async throws {
        let server = try await Journey([place(0, 0, at: start), place(0, 1, at: start + 5), .status(500)]).server()
        let source = try makeSource(server)
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        _ = await locations.next()
        await time.pass(5)
        let fresh = try #require(await locations.next())
        #expect(!fresh.isLastKnown)
        await time.pass(5)
        await source.waitForError { $0 != nil }
        await time.pass(10)
        let old = try #require(await locations.next())
        #expect(old.isLastKnown && old.position == fresh.position && old.timestamp == fresh.timestamp)
        await source.stop()
    }

    @Test("nobody at the port, and an address that is none")
    func nobody() async throws {
        let server = try await Journey([]).server()
        let url = try server.url("/iss-now.json")
        try await server.stop()
        let source = ISSLocationDataSource(url: url, options: LocationPollingOptions(), failover: nil, timing: time.timing)
        try await source.start()
        await source.waitForError { $0 != nil }
        #expect((source.error as? FeedError)?.code == .unreachable && source.status == .started)
        await source.stop()
        for text in ["file:///etc/passwd", "ftp://127.0.0.1/iss", "iss-now.json"] {
            let source = ISSLocationDataSource(url: try #require(URL(string: text)))
            await #expect(throws: FeedError.self) { try await source.start() }
            #expect(source.status == .failedToStart && (source.error as? FeedError)?.code == .unreachable)
        }
    }

    @Test("a source that is stopped while a server thinks stops at once, and starts anew")
    func stops() async throws {
        let server = try await Journey([.silence, place(5, 6, at: start)]).server()
        let source = try makeSource(server)
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        while server.requests.isEmpty { await Task.yield() }
        await source.stop()
        #expect(source.status == .stopped && source.location == nil)
        try await source.start()
        do {
            let location = try #require(await locations.next())
            #expect(location.position.y == 5)
        }
        await source.stop()
    }

    @Test("while a service fails the source goes on along an orbit through its last place, and comes back")
    func failover() async throws {
        let orbit = Orbit.spaceStation
        func answer(_ seconds: Int) throws -> StubServer.Answer {
            // A station that is where nobody would expect it from the model alone: a third of the Earth farther east.
            let state = try orbit.state(at: Instant(microsecondsSince1970: Int64(start + seconds) * 1_000_000))
            return place(state.position.y, remainder(state.position.x + 120, 360), at: start + seconds)
        }
        let journey = Journey([try answer(0), try answer(5), .status(500), .status(500), try answer(40)])
        let server = try await journey.server()
        let source = try makeSource(server, LocationPollingOptions(staleAfter: .infinity), failover: OrbitFailover(failureCount: 2))
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        _ = await locations.next()
        await time.pass(5)
        let last = try #require(await locations.next())
        await time.pass(5)
        while source.statistics?.failureCount != 1 { await Task.yield() }
        // 4.375 s later it fails again, and is on the orbit at once: 9.375 s behind its last place.
        await time.pass(4.375)
        let detoured = try #require(await locations.next())
        #expect(detoured.isLastKnown && detoured.additionalSourceProperties[.positionSource] as? String == Orbit.positionSource)
        #expect(source.error != nil && source.status == .started)
        let way = Geodesic.inverse(from: (last.position.y, last.position.x), to: (detoured.position.y, detoured.position.x))
        #expect(abs(way.metres / 9.375 - detoured.speed) < 150, "\(way)")
        #expect(abs(remainder(way.azimuth2 - detoured.course, 360)) < 1, "\(way) \(detoured)")
        // Both wait: the orbit for its next second, polling for its next attempt after 8.75 s.
        await time.pass(1, waiting: 2)
        let next = try #require(await locations.next())
        let second = Geodesic.inverse(from: (detoured.position.y, detoured.position.x), to: (next.position.y, next.position.x))
        #expect(abs(second.metres - next.speed) < 10)
        await time.pass(7.75, waiting: 2)
        var back = try #require(await locations.next())
        while back.additionalSourceProperties[.positionSource] != nil { back = try #require(await locations.next()) }
        #expect(!back.isLastKnown && source.error == nil)
        let expected = try orbit.state(at: Instant(microsecondsSince1970: Int64(start + 40) * 1_000_000))
        #expect(abs(back.position.y - expected.position.y) < 1e-9)
        await source.stop()
        #expect(source.status == .stopped)
    }

    @Test("without any answer at all it follows the orbit that it was given")
    func failoverFromTheStart() async throws {
        let server = try await Journey([.hangUp]).server()
        var elements = Orbit.spaceStation.elements
        elements.inclination = 20
        let source = try makeSource(server, failover: OrbitFailover(failureCount: 1, orbit: try Orbit(elements), interval: 2))
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        for beat in 0..<4 {
            let location = try #require(await locations.next())
            #expect(abs(location.position.y) < 20.2 && location.isLastKnown && !location.speed.isNaN)
            #expect(location.timestamp == Date(timeIntervalSince1970: Double(start) + 2 * Double(beat)))
            await time.pass(2, waiting: 2)
        }
        await source.stop()
    }

    @Test("without network it follows an orbit")
    func offline() async throws {
        let source = ISSLocationDataSource(orbit: .spaceStation, interval: 1, timing: time.timing)
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        #expect(source.statistics == nil)
        for beat in 0..<10 {
            let location = try #require(await locations.next())
            let state = try Orbit.spaceStation.state(at: Instant(microsecondsSince1970: Int64(start + beat) * 1_000_000))
            #expect(location == state.location() && !location.isLastKnown)
            await time.pass(1)
        }
        await source.stop()
        #expect(source.status == .stopped && time.sleeperCount == 0)
    }
}
