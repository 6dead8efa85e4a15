// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteLocation
import VedetteModel
import VedetteTesting

@testable import VedetteFeeds

/// Lets others go on until something is so.
private func until(_ condition: () -> Bool) async throws {
    while !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}

/// Real connections; time is the test's.
@Suite("gpsd as a location source", .timeLimit(.minutes(10)))
struct GPSDLocationDataSourceTests {
    private typealias Session = GPSDSessionTests

    private func source(_ daemon: StubDaemon, device: String? = nil) -> (source: GPSDLocationDataSource, timing: VirtualTiming) {
        let timing = VirtualTiming(randoms: [0])
        return (GPSDLocationDataSource(host: "127.0.0.1", port: daemon.port, device: device, timing: timing.timing), timing)
    }

    private static func fix(_ latitude: Double) -> String { Session.fix.replacing("46.498300695", with: "\(latitude)") }

    private func message(_ error: (any Error)?) -> String { error.map { "\($0)" } ?? "" }

    @Test("it asks for reports, starts once the daemon agrees, and tells fixes, modes, satellites and headings")
    func follows() async throws {
        let daemon = try await StubDaemon()
        let (source, _) = source(daemon, device: "/dev/pts/1")
        var clients = daemon.clients.makeAsyncIterator()
        var locations = source.locations.makeAsyncIterator()
        var headings = source.headings.makeAsyncIterator()
        var satellites = source.satellites.makeAsyncIterator()
        async let started: Void = source.start()
        let client = try #require(await clients.next())
        var words = client.words.makeAsyncIterator()
        #expect(await words.next() == "?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/pts/1\"};\n")
        client.say(Session.version)
        #expect(source.status == .starting)
        client.say(Session.watch, #"{"class":"TPV","device":"/dev/pts/1","mode":1}"#)
        try await started
        #expect(source.status == .started)
        try await until { source.fixMode == .none }
        #expect(source.location == nil)
        client.say(Session.sky, #"{"class":"ATT","device":"/dev/pts/1","heading":14.25}"#, Self.fix(46.5))
        #expect(await locations.next()?.position.y == 46.5)
        #expect(await headings.next() == 14.25)
        #expect(await satellites.next()?.count == 2)
        #expect(source.fixMode == .threeDimensional && source.error == nil)
        await source.stop()
        #expect(source.status == .stopped && source.fixMode == .unknown)
        // The connection is gone.
        while await words.next() != nil {}
        await daemon.close()
    }

    @Test("a lost connection is made anew after pauses that double; meanwhile the source is started, and says why it has nothing")
    func reconnects() async throws {
        let daemon = try await StubDaemon()
        let port = daemon.port
        let (source, timing) = source(daemon)
        var clients = daemon.clients.makeAsyncIterator()
        var locations = source.locations.makeAsyncIterator()
        async let started: Void = source.start()
        let first = try #require(await clients.next())
        first.say(Session.version, Session.watch, Self.fix(1))
        try await started
        #expect(await locations.next()?.position.y == 1)
        await daemon.close()
        let reserved = ReservedPort(port)
        first.close()
        // The pauses before the second, third and fourth connection; nobody listens for the first two of them.
        for pause in [1.0, 2, 4] {
            try await until { timing.requestedSleeps.last == pause && timing.sleeperCount == 1 }
            #expect(source.status == .started && source.fixMode == .unknown)
            // A program that is started by another test holds closed sockets open for a moment, so that they may break off rather than refuse.
            #expect(pause == 1 ? message(source.error).contains("it closed the connection") : source.error != nil)
            if pause < 4 { timing.advance(bySeconds: pause) }
        }
        reserved.release()
        let second = try await StubDaemon(port: port)
        var others = second.clients.makeAsyncIterator()
        timing.advance(bySeconds: 4)
        let client = try #require(await others.next())
        client.say(Session.version, Session.watch, Self.fix(2))
        #expect(await locations.next()?.position.y == 2)
        #expect(source.error == nil && source.status == .started && source.statistics.lossCount == 1)
        // Stopped in a pause, it stops at once.
        client.close()
        try await until { source.error != nil && timing.requestedSleeps.last == 8 }
        await source.stop()
        #expect(source.status == .stopped && timing.sleeperCount == 0)
        await second.close()
    }

    @Test("a connection that stood for a while is made anew after the first pause again")
    func standing() async throws {
        let daemon = try await StubDaemon()
        let (source, timing) = source(daemon)
        var clients = daemon.clients.makeAsyncIterator()
        async let started: Void = source.start()
        var client = try #require(await clients.next())
        client.say(Session.version, Session.watch)
        try await started
        for stands in [false, true, false] {
            if stands {
                await timing.sleepers(atLeast: 1)
                client.say(Self.fix(1))
                try await until { source.fixMode == .threeDimensional }
                timing.advance(bySeconds: 10)
            }
            client.close()
            let pause = stands ? 1.0 : timing.requestedSleeps.contains(1) ? 2 : 1
            try await until { timing.requestedSleeps.last == pause && timing.sleeperCount == 1 }
            timing.advance(bySeconds: pause)
            client = try #require(await clients.next())
            client.say(Session.version, Session.watch)
            try await until { source.error == nil }
        }
        #expect(source.statistics.lossCount == 3)
        await source.stop()
        await daemon.close()
    }

    @Test("a silent daemon is asked for a sign of life, and left where it gives none")
    func silence() async throws {
        let daemon = try await StubDaemon()
        let (source, timing) = source(daemon)
        var clients = daemon.clients.makeAsyncIterator()
        async let started: Void = source.start()
        let client = try #require(await clients.next())
        var words = client.words.makeAsyncIterator()
        client.say(Session.version, Session.watch)
        try await started
        _ = await words.next()
        func pass() async throws {
            await timing.sleepers(atLeast: 1)
            timing.advance(bySeconds: 10)
        }
        try await pass()
        try await pass()
        #expect(await words.next() == "?VERSION;\n")
        let count = source.statistics.reportCount
        client.say(Session.version)
        try await until { source.statistics.reportCount > count }
        // It has given one: all is well, until it is silent again.
        try await pass()
        try await pass()
        #expect(await words.next() == "?VERSION;\n")
        #expect(source.error == nil)
        try await pass()
        try await until { source.error != nil }
        #expect(message(source.error).contains("it said nothing for 20 s, though asked") && source.status == .started)
        await source.stop()
        await daemon.close()
    }

    @Test("the start fails where nobody listens, where somebody else does, where the daemon refuses, and where nothing comes")
    func failedStarts() async throws {
        let daemon = try await StubDaemon()
        var clients = daemon.clients.makeAsyncIterator()
        for (words, code, reason) in [
            ("HTTP/1.1 400 Bad Request\r\n", FeedError.Code.invalidAnswer, "begins with \"HTTP/1.1 400"),
            (
                Session.version + "\r\n" + #"{"class":"ERROR","message":"No such device as /dev/nope"}"#, .refused,
                "refuses: No such device as /dev/nope"
            ),
            (Session.version + "\r\n" + #"{"class":"WATCH","enable":false}"#, .refused, "does not tell its fixes"),
            (String(repeating: "{", count: 70_000), .invalidAnswer, "more than 65536 bytes"),
            ("", .invalidAnswer, "did not answer as a gpsd within 10 s"),
        ] {
            let (source, timing) = source(daemon)
            let started = Task { try await source.start() }
            let client = try #require(await clients.next())
            if words.isEmpty {
                await timing.sleepers(atLeast: 1)
                timing.advance(bySeconds: 10)
            } else {
                client.say(words)
            }
            let error = await #expect(throws: FeedError.self) { try await started.value }
            #expect(
                error?.code == code && message(error).contains(reason) && message(error).contains("127.0.0.1:\(daemon.port)"),
                "\(message(error))")
            #expect(source.status == .failedToStart)
        }
        await daemon.close()
        let (source, _) = source(daemon)
        let error = await #expect(throws: FeedError.self) { try await GPSDLocationDataSource(port: 0).start() }
        #expect(error?.code == .unreachable)
        await source.stop()
    }

    @Test("what the daemon cannot do later on is said until there is a fix again; a stop while it connects is a stop")
    func troubles() async throws {
        let daemon = try await StubDaemon()
        let (source, _) = source(daemon)
        var clients = daemon.clients.makeAsyncIterator()
        async let started: Void = source.start()
        let client = try #require(await clients.next())
        client.say(Session.version, Session.watch)
        try await started
        client.say(#"{"class":"ERROR","message":"Device \/dev\/x open failed"}"#)
        try await until { source.error != nil }
        #expect(message(source.error).contains("says: Device /dev/x open failed") && source.status == .started)
        client.say(Session.fix)
        try await until { source.error == nil }
        await source.stop()
        let other = GPSDLocationDataSource(host: "127.0.0.1", port: daemon.port, device: nil, timing: VirtualTiming().timing)
        let otherStart = Task { try await other.start() }
        _ = await clients.next()
        await other.stop()
        await #expect(throws: CancellationError.self) { try await otherStart.value }
        #expect(other.status == .stopped)
        await daemon.close()
    }
}
