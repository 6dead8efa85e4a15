// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOWebSocket
import Synchronization
import Testing
import VedetteDynamicEntities
import VedetteModel

@testable import VedetteFeeds

/// What had arrived is kept, whatever becomes of the server.
@Suite("Stream services that break", .timeLimit(.minutes(10)))
final class StreamServiceLossTests {
    private let servers = Mutex<[StubServer]>([])

    /// Sends twenty observations, then lets `script` do its worst.
    private func connect(
        _ options: StreamServiceOptions = StreamServiceOptions(), attempts: Int = 0, then script: @escaping StubServer.Script
    ) async throws -> ArcGISStreamService {
        let count = Mutex(0)
        let server = try await StubServer(scripts: { _ in
            { socket in
                let round = count.withLock { count in
                    count += 1
                    return count
                }
                // Other observations in each connection.
                for number in 0..<20 { try await socket.send(StubStream.feature("\(round)-\(number)", speed: number)) }
                try await script(socket)
            }
        }) { $0.path == StubStream.path ? .json(StubStream.metadata()) : .status(404) }
        servers.withLock { $0.append(server) }
        // By a clock that stands still no connection stands for long, however busy the machine is.
        let timing = SourceTiming(now: { Instant(microsecondsSince1970: 1_777_777_777_000_000) }, sleep: { _ in }, random: { 0.5 })
        let service = ArcGISStreamService(url: try server.url(StubStream.path), token: nil, options: options, timing: timing)
        service.maximumReconnectionAttempts = attempts
        service.reconnectionInterval = 0.01
        try await service.connect()
        return service
    }

    /// Waits for the loss: all that arrived is there.
    private func expectLoss(_ service: ArcGISStreamService, _ words: String) async throws {
        await service.waitForFailure()
        let values = try await service.values("speed")
        for number in 0..<20 { #expect(values["1-\(number)"] == number) }
        let error = try #require(service.connectionError as? FeedError)
        #expect(error.code == .connectionLost && error.message.contains(words), "\(error.message)")
    }

    @Test("a server that dies in the middle of a message")
    func death() async throws {
        let service = try await connect { socket in
            var half = ByteBuffer(bytes: [0x81, 126, 1, 0])
            half.writeString(#"{"attributes":{"vehicle":"half""#)
            try await socket.sendRaw(half)
        }
        try await expectLoss(service, "closed the connection")
    }

    @Test("a server that sends garbage is not left: it is counted and told")
    func garbage() async throws {
        let service = try await connect { socket in
            for text in ["garbage", "{", "[1,2", "\u{0}", #"{"attributes":{}}"#, #"{"hello":"world"}"#] { try await socket.send(text) }
            try await socket.send(.text, ByteBuffer(bytes: [0xFF, 0xFE, 0xFD]))
            try await socket.send(.binary, ByteBuffer(repeating: 0, count: 1_000))
            try await socket.send(StubStream.feature("after", speed: 99))
            await socket.waitUntilClosed()
        }
        while try await service.values("speed")["after"] == nil { await Task.yield() }
        #expect(service.connectionStatus == .connected)
        let statistics = service.statistics
        #expect(statistics.messageCount == 29 && statistics.observationCount == 21)
        #expect(statistics.issueCounts[.invalidJSON] == 6 && statistics.issueCounts[.notAnObservation] == 3)
        #expect(statistics.issueCounts[.noTrack] == 1 && service.rejectedObservationCounts[.noEntityID] == 1)
        #expect(try await service.values("speed").count == 21)
    }

    @Test("a server that sends what is no frame")
    func noFrames() async throws {
        let service = try await connect { socket in
            try await socket.sendRaw(ByteBuffer(string: "HTTP/1.1 500 Internal Server Error\r\n\r\n"))
            await socket.waitUntilClosed()
        }
        try await expectLoss(service, "the connection was closed with the code 1002")
    }

    @Test("a server that sends a frame of 100 MB, or one of 20 MB in pieces", arguments: [true, false])
    func flood(_ isOneFrame: Bool) async throws {
        let service = try await connect { socket in
            if isOneFrame {
                var head = ByteBuffer(bytes: [0x81, 127])
                head.writeInteger(UInt64(100_000_000))
                try await socket.sendRaw(head)
                for _ in 0..<100 { try await socket.sendRaw(ByteBuffer(repeating: 0x20, count: 1_000_000)) }
            } else {
                try await socket.send(.text, ByteBuffer(repeating: 0x20, count: 1_000_000), isLast: false)
                for _ in 0..<20 { try await socket.send(.continuation, ByteBuffer(repeating: 0x20, count: 1_000_000), isLast: false) }
            }
            await socket.waitUntilClosed()
        }
        try await expectLoss(service, "the connection was closed with the code 1009")
    }

    @Test("a server that stops answering pings")
    func silence() async throws {
        var options = StreamServiceOptions()
        (options.pingInterval, options.pongTimeout) = (0.05, 2)
        let service = try await connect(options) { socket in
            socket.stopAnsweringPings()
            await socket.waitUntilClosed()
        }
        try await expectLoss(service, "did not answer a ping")
    }

    @Test("a server that closes again and again is left after twelve attempts; each time, what it had sent is there")
    func closing() async throws {
        let service = try await connect(attempts: 12) { socket in
            try await socket.close(1012, "restarting")
            await socket.waitUntilClosed()
        }
        var statuses: [ConnectionStatus] = []
        for await status in service.$connectionStatus {
            if status != statuses.last { statuses.append(status) }
            if status == .failed { break }
        }
        #expect(statuses.allSatisfy { $0 != .disconnected })
        try await expectLoss(service, "ended the connection with the code 1012: restarting")
        let values = try await service.values("speed")
        let expected = (1...13).flatMap { round in (0..<20).map { number in ("\(round)-\(number)", number) } }
        #expect(values == Dictionary(uniqueKeysWithValues: expected) && service.statistics.observationCount == 13 * 20)
    }

    @Test("a server that comes back is followed again, with the newest filter")
    func comeback() async throws {
        let clauses = Mutex<[String]>([])
        let rounds = Mutex(0)
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let server = try await StubServer(scripts: { request in
            clauses.withLock { $0.append(request.parameters["where"] ?? "") }
            return { socket in
                let round = rounds.withLock { rounds in
                    rounds += 1
                    return rounds
                }
                try await socket.send(StubStream.feature("\(round)", speed: round))
                if round == 1 { for await _ in gate { return } }
                await socket.waitUntilClosed()
            }
        }) { _ in .json(StubStream.metadata()) }
        servers.withLock { $0.append(server) }
        let service = ArcGISStreamService(url: try server.url(StubStream.path))
        try await service.connect()
        try await service.waitForObservations(1)
        let filter = ArcGISStreamServiceFilter()
        filter.whereClause = "speed > 0"
        service.filter = filter
        opener.yield()
        try await service.waitForObservations(2)
        #expect(try await service.values("speed") == ["1": 1, "2": 2])
        // Each request is judged twice by the server's own means.
        #expect(Set(clauses.withLock { $0 }) == ["", "speed > 0"])
        #expect(server.requests.filter { $0.path == StubStream.path }.count == 1, "the description is not read again")
    }

    @Test("a server that wants another token after a loss is not tried again")
    func refusedLater() async throws {
        let isOpen = Mutex(true)
        let server = try await StubServer(scripts: { request in
            guard isOpen.withLock({ $0 }) else { return nil }
            return { socket in
                try await socket.send(StubStream.feature("a", speed: 1))
                isOpen.withLock { $0 = false }
            }
        }) { $0.path == StubStream.path ? .json(StubStream.metadata()) : .status(401) }
        servers.withLock { $0.append(server) }
        let service = ArcGISStreamService(url: try server.url(StubStream.path))
        try await service.connect()
        await service.waitForFailure()
        #expect((service.connectionError as? FeedError)?.code == .unauthorized)
        #expect(try await service.values("speed") == ["a": 1])
    }
}
