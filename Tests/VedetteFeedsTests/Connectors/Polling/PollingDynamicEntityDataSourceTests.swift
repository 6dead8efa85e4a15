// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import VedetteDynamicEntities
import VedetteModel

@testable import VedetteFeeds

@Suite("Polling an address", .timeLimit(.minutes(10)))
final class PollingDynamicEntityDataSourceTests {
    /// Listen as long as the test runs.
    private let servers = Mutex<[StubServer]>([])

    private static func row(_ id: String, _ time: Int, _ name: String = "x") -> String {
        #"{"type":"Feature","id":"\#(id)","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"t":\#(time),"name":"\#(name)"}}"#
    }

    /// A source over a server that answers request after request, the last answer again and again; its clock stops it at the `pauses`th pause.
    private func source(
        _ answers: [StubServer.Answer], polling: PollingOptions = PollingOptions(), format: FeedFormat? = nil, clock: JumpingClock
    ) async throws -> (PollingDynamicEntityDataSource, StubServer) {
        let count = Mutex(0)
        let server = try await StubServer { _ in
            answers[
                min(
                    count.withLock { count in
                        defer { count += 1 }; return count
                    }, answers.count - 1)]
        }
        servers.withLock { $0.append(server) }
        let source = PollingDynamicEntityDataSource(
            url: try server.url("/feed"), options: FeedOptions(format: format), polling: polling, timing: clock.timing)
        return (source, server)
    }

    /// Connects, and disconnects before the pause of that number, from 0.
    private func run(_ source: PollingDynamicEntityDataSource, _ clock: JumpingClock, pauses: Int) async throws {
        clock.onSleep { [weak source] number in
            if number >= pauses { await source?.disconnect() }
        }
        try await source.connect()
        for await status in source.$connectionStatus where status == .disconnected || status == .failed { break }
    }

    private func tracks(_ source: DynamicEntityDataSource) -> [String: Int] {
        source.entityStore.withStore { store in
            var counts: [String: Int] = [:]
            for name in ["a", "b", "c", "n1", "n2"] {
                if let number = store.number(named: name) { counts[name] = store.observationCount(number) }
            }
            return counts
        }
    }

    @Test("asks an interval apart, takes each observation once, and asks with what the server called its answer")
    func versions() async throws {
        let clock = JumpingClock()
        let (source, server) = try await source(
            [
                .status(200, headers: ["ETag": "\"1\""], body: Self.row("a", 1) + "\n" + Self.row("b", 1)),
                .status(304, headers: ["ETag": "\"1\""]),
                .status(
                    200, headers: ["Last-Modified": "Fri, 01 May 2026 12:00:00 GMT"],
                    body: [Self.row("a", 1), Self.row("a", 2), Self.row("b", 1)].joined(separator: "\n")),
                .status(304),
            ], clock: clock)
        try await run(source, clock, pauses: 3)
        let requests = server.requests
        #expect(requests.map { $0.headers["if-none-match"] } == [nil, "\"1\"", "\"1\"", nil])
        #expect(requests.map { $0.headers["if-modified-since"] } == [nil, nil, nil, "Fri, 01 May 2026 12:00:00 GMT"])
        #expect(clock.sleeps == [.seconds(10), .seconds(20), .seconds(30)])
        #expect(tracks(source) == ["a": 2, "b": 1])
        let statistics = source.statistics
        #expect(statistics.requestCount == 4 && statistics.notModifiedCount == 2 && statistics.failureCount == 0)
        #expect(statistics.observationCount == 3 && statistics.duplicateCount == 2)
        #expect(source.connectionStatus == .disconnected)
    }

    @Test("never two requests at once, however slow the server")
    func oneAtATime() async throws {
        let clock = JumpingClock()
        let count = Mutex(0)
        let server = try await StubServer { _ in
            // Longer than the interval, by the clock that the source goes by.
            clock.advance(by: .seconds(25))
            let number = count.withLock { count in
                defer { count += 1 }; return count
            }
            return .slow(5, .json(Self.row("a", number)))
        }
        servers.withLock { $0.append(server) }
        let source = PollingDynamicEntityDataSource(
            url: try server.url("/feed"), options: FeedOptions(), polling: PollingOptions(), timing: clock.timing)
        var received = source.receivedObservations.makeAsyncIterator()
        try await source.connect()
        for _ in 0..<5 { _ = await received.next() }
        await source.disconnect()
        #expect(server.mostUnderWay == 1)
        #expect(clock.sleeps.isEmpty, "a slow answer is followed by the next request at once")
    }

    @Test("failures are waited out in growing pauses, as the server wishes; what came in stays, and the next good answer is taken")
    func recovery() async throws {
        let clock = JumpingClock()
        let (source, server) = try await source(
            [
                .json(Self.row("a", 1)), .status(503, headers: ["Retry-After": "77"]), .hangUp, .json(Self.row("a", 2)), .status(500),
                .json(Self.row("a", 3)),
            ], clock: clock)
        try await run(source, clock, pauses: 5)
        #expect(server.requests.count == 6)
        #expect(clock.sleeps == [10, 87, 107, 117, 127].map { .seconds($0) })
        #expect(tracks(source) == ["a": 3])
        #expect(source.statistics.failureCount == 3 && source.statistics.consecutiveFailureCount == 0 && source.statistics.lastError == nil)
    }

    @Test("several failures in a row are a lost connection, told with its reason; nothing that came in is lost")
    func lost() async throws {
        let clock = JumpingClock()
        var polling = PollingOptions()
        polling.failuresUntilLost = 2
        let (source, server) = try await source([.json(Self.row("a", 1)), .status(500), .status(502)], polling: polling, clock: clock)
        clock.onSleep { [weak source] number in
            // However a lost connection is gone on with, it is not for ever.
            if number >= 4 { await source?.disconnect() }
        }
        try await source.connect()
        var error: (any Error)?
        for await status in source.$connectionStatus where status != .connected {
            error = source.connectionError ?? source.statistics.lastError
            break
        }
        #expect((error as? FeedError)?.code == .refused)
        #expect(server.requests.count >= 3)
        #expect(tracks(source) == ["a": 1])
        await source.disconnect()
    }

    @Test("the first request decides whether connecting has failed")
    func first() async throws {
        let clock = JumpingClock()
        for (answer, code) in [
            (.status(404), .refused), (.status(401), .unauthorized), (.hangUp, .unreachable),
            (.status(200, body: "<html/>"), .unknownFormat),
        ] as [(StubServer.Answer, FeedError.Code)] {
            let (source, _) = try await source([answer], clock: clock)
            let error = await #expect(throws: FeedError.self) { try await source.connect() }
            #expect(error?.code == code)
            #expect(source.connectionStatus == .failed)
        }
    }

    @Test("an answer over the limit is refused; one that is cut off gives what was whole")
    func limits() async throws {
        let clock = JumpingClock()
        var polling = PollingOptions()
        polling.maximumAnswerLength = 1_000
        let (source, _) = try await source(
            [
                .json(Self.row("a", 1)), .flood(2_000),
                .json(#"{"type":"FeatureCollection","features":["# + Self.row("b", 1) + "," + Self.row("c", 1).dropLast(9)),
            ], polling: polling, clock: clock)
        try await run(source, clock, pauses: 2)
        #expect(tracks(source) == ["a": 1, "b": 1])
        #expect(source.statistics.failureCount == 2)
        #expect((source.statistics.lastError as? FeedError)?.code == .brokenStructure)
    }

    @Test("an answer that is broken does not count as known: its version is not asked by")
    func brokenVersion() async throws {
        let clock = JumpingClock()
        let (source, server) = try await source(
            [
                .json(Self.row("a", 1)),
                .status(200, headers: ["ETag": "\"bad\""], body: #"{"type":"FeatureCollection","features":["#),
                .json(Self.row("a", 2)),
            ], clock: clock)
        try await run(source, clock, pauses: 2)
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, nil, nil])
        #expect(tracks(source) == ["a": 2])
    }

    @Test("bad records are told once while they stay the same; with snapshots they keep what is missing from being deleted")
    func snapshots() async throws {
        let clock = JumpingClock()
        var polling = PollingOptions()
        polling.deletesMissingEntities = true
        let (source, _) = try await source(
            [
                .json([Self.row("a", 1), Self.row("b", 1), Self.row("c", 1)].joined(separator: "\n")),
                .json(Self.row("a", 1) + "\nnonsense"), .json(Self.row("a", 1) + "\nnonsense"),
                .json(Self.row("a", 1) + "\n" + #"{"type":"Feature","geometry":null,"properties":{}}"#), .status(200),
                .json(Self.row("a", 1) + "\n" + Self.row("b", 1)),
            ], polling: polling, clock: clock)
        var issues = source.issues.makeAsyncIterator()
        try await run(source, clock, pauses: 5)
        #expect(tracks(source) == ["a": 1, "b": 1])
        #expect(source.statistics.deletionCount == 1)
        // Of the same fault in two answers, only the first is told.
        #expect(await issues.next()?.code == .invalidJSON)
        #expect(await issues.next()?.code == .noTrack)
    }

    @Test("own headers are sent, but not to another host")
    func headers() async throws {
        let clock = JumpingClock()
        let other = try await StubServer { _ in .json(Self.row("a", 1)) }
        servers.withLock { $0.append(other) }
        var polling = PollingOptions()
        polling.headers = ["X-Key": "secret"]
        let target = try other.url("/other").absoluteString
        let (source, server) = try await source([.status(302, headers: ["Location": target])], polling: polling, clock: clock)
        try await run(source, clock, pauses: 0)
        #expect(server.requests.first?.headers["x-key"] == "secret")
        #expect(other.requests.map { $0.headers["x-key"] } == [nil])
        #expect(tracks(source) == ["a": 1])
    }

    @Test("RSS is read, and CSV")
    func formats() async throws {
        let clock = JumpingClock()
        let rss =
            "<rss version='2.0'><channel><item><guid>n1</guid><title>One</title></item><item><guid>n2</guid></item></channel></rss>"
        let (source, _) = try await source([.status(200, body: rss)], clock: clock)
        try await run(source, clock, pauses: 1)
        #expect(tracks(source) == ["n1": 1, "n2": 1])
        #expect(source.sourceInfo?.entityIDFieldName == "id")
        let (table, _) = try await self.source([.status(200, body: "id,lon,lat\na,1,2\n")], clock: JumpingClock())
        try await table.connect()
        await table.disconnect()
        #expect(tracks(table) == ["a": 1])
    }
}
