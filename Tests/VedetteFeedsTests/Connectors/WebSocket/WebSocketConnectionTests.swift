// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOSSL
import NIOWebSocket
import Synchronization
import Testing

@testable import VedetteFeeds

@Suite("WebSockets from the client's end", .timeLimit(.minutes(10)))
final class WebSocketConnectionTests {
    /// Listen as long as the test runs.
    private let servers = Mutex<[StubServer]>([])

    private func server(secret: NIOSSLContext? = nil, _ script: @escaping StubServer.Script) async throws -> StubServer {
        let server = try await StubServer(secret: secret, scripts: { _ in script }) { _ in .status(404) }
        servers.withLock { $0.append(server) }
        return server
    }

    private func connect(_ server: StubServer, _ options: WebSocketOptions = WebSocketOptions()) async throws -> WebSocketConnection {
        try await WebSocketConnection.open(try WebSocketAddress(server.url("/socket?token=secret")), options: options)
    }

    /// What comes until the connection ends, and how it ends.
    private func all(_ connection: WebSocketConnection) async -> (texts: [String], error: FeedError?) {
        var texts: [String] = []
        do {
            while let message = try await connection.next() { texts.append(String(buffer: message.bytes)) }
            return (texts, nil)
        } catch {
            return (texts, error as? FeedError)
        }
    }

    @Test("messages go both ways, the client's masked, and fragments come as one")
    func exchange() async throws {
        let server = try await server { socket in
            // Together with the answer to the handshake, or right behind it.
            try await socket.send("hello")
            for await frame in socket.frames where frame.opcode == .text {
                try await socket.send("\(frame.maskKey != nil) \(String(buffer: frame.unmaskedData))")
                try await socket.send(.binary, ByteBuffer(string: "bi"), isLast: false)
                try await socket.send(.continuation, ByteBuffer(string: "nary"))
            }
        }
        let connection = try await connect(server)
        #expect(try await connection.next() == .text("hello"))
        try await connection.send(.text("über"))
        #expect(try await connection.next() == .text("true über"))
        #expect(try await connection.next() == WebSocketMessage(bytes: ByteBuffer(string: "binary"), isText: false))
        #expect(server.requests.map(\.query) == ["token=secret"])
    }

    @Test("a ping is answered with its own bytes")
    func pong() async throws {
        let server = try await server { socket in
            try await socket.send(.ping, ByteBuffer(string: "are you there"))
            let pong = await socket.next(.pong)
            try await socket.send(String(buffer: pong?.unmaskedData ?? ByteBuffer()))
        }
        #expect(try await connect(server).next() == .text("are you there"))
    }

    @Test("closing says goodbye, and the connection ends when the server has said it too")
    func closing() async throws {
        let (codes, continuation) = AsyncStream<UInt16?>.makeStream()
        let server = try await server { socket in
            var payload = await socket.next(.connectionClose)?.unmaskedData
            continuation.yield(payload?.readInteger(as: UInt16.self))
            try await socket.close(1000)
            await socket.waitUntilClosed()
        }
        var options = WebSocketOptions()
        // The end of the test's patience, not of the server's: without its goodbye this would be waited for.
        options.closeTimeout = 3_600
        let connection = try await connect(server, options)
        connection.close()
        #expect(try await connection.next() == nil)
        #expect(await codes.first { _ in true } == 1000)
        await connection.waitUntilClosed()
        await #expect(throws: FeedError.self) { try await connection.send(.text("late")) }
    }

    @Test("a server that does not say goodbye is left all the same")
    func closingAlone() async throws {
        let server = try await server { socket in await socket.waitUntilClosed() }
        var options = WebSocketOptions()
        options.closeTimeout = 0.05
        let connection = try await connect(server, options)
        connection.close()
        await connection.waitUntilClosed()
    }

    @Test("what arrived before the server's goodbye can be taken, then the error says the code, without the secret")
    func goodbye() async throws {
        let server = try await server { socket in
            for number in 0..<50 { try await socket.send("\(number)") }
            try await socket.close(1001, "restarting")
            await socket.waitUntilClosed()
        }
        let connection = try await connect(server)
        await connection.waitUntilClosed()
        let (texts, error) = await all(connection)
        #expect(texts == (0..<50).map(String.init))
        #expect(error?.code == .connectionLost && error?.message.hasSuffix("ended the connection with the code 1001: restarting") == true)
        #expect(error?.message.contains("secret") == false)
    }

    @Test("a server that dies without a word loses nothing that arrived")
    func death() async throws {
        let server = try await server { socket in
            for number in 0..<50 { try await socket.send("\(number)") }
        }
        let (texts, error) = await all(try await connect(server))
        #expect(texts == (0..<50).map(String.init) && error?.code == .connectionLost)
    }

    @Test("a frame of 100 MB ends the connection with 1009 before it has come, and bytes that are no frame with 1002")
    func tooLarge() async throws {
        let (codes, continuation) = AsyncStream<UInt16?>.makeStream()
        let server = try await server { socket in
            try await socket.send("before")
            if socket.request.path == "/large" {
                var head = ByteBuffer(bytes: [0x81, 127])
                head.writeInteger(UInt64(100_000_000))
                try await socket.sendRaw(head)
                // The client has heard enough, but the server goes on for a while.
                for _ in 0..<20 { try? await socket.sendRaw(ByteBuffer(repeating: 0x20, count: 1 << 20)) }
            } else {
                try await socket.sendRaw(ByteBuffer(bytes: [0x0F, 0x02, 0x61, 0x62]))
            }
            var payload = await socket.next(.connectionClose)?.unmaskedData
            continuation.yield(payload?.readInteger(as: UInt16.self))
        }
        var iterator = codes.makeAsyncIterator()
        for (path, code) in [("/large", UInt16(1009)), ("/garbage", 1002)] {
            let connection = try await WebSocketConnection.open(WebSocketAddress(server.url(path)))
            let (texts, error) = await all(connection)
            #expect(texts == ["before"] && error?.message.hasSuffix("the connection was closed with the code \(code)") == true)
            #expect(await iterator.next() == code)
        }
    }

    @Test("a server that stops answering pings is lost; one that answers is kept")
    func silence() async throws {
        let server = try await server { socket in
            let isSilent = socket.request.path == "/silent"
            if isSilent { socket.stopAnsweringPings() }
            try await socket.send("here")
            var count = 0
            for await frame in socket.frames where frame.opcode == .ping {
                count += 1
                if count == 3, !isSilent { try await socket.send("three pings") }
            }
        }
        var options = WebSocketOptions()
        (options.pingInterval, options.pongTimeout) = (0.01, 2)
        let silent = try await WebSocketConnection.open(WebSocketAddress(server.url("/silent")), options: options)
        let (texts, error) = await all(silent)
        #expect(texts == ["here"] && error?.message.hasSuffix("did not answer a ping within 2.0 s") == true)
        options.pongTimeout = 30
        let alive = try await WebSocketConnection.open(WebSocketAddress(server.url("/alive")), options: options)
        #expect(try await alive.next() == .text("here"))
        #expect(try await alive.next() == .text("three pings"))
    }

    @Test("while nobody reads, no more is taken than the bound, and nothing is lost when somebody does")
    func backPressure() async throws {
        let sent = Mutex(0)
        let piece = String(repeating: "x", count: 100_000)
        let server = try await server { socket in
            for number in 0..<500 {
                try await socket.send("\(number) \(piece)")
                sent.withLock { $0 = number + 1 }
            }
            await socket.waitUntilClosed()
        }
        var options = WebSocketOptions()
        (options.pingInterval, options.pongTimeout) = (0.2, 1)
        let connection = try await connect(server, options)
        // 50 MB do not fit into what the system and the inbox hold, so the server stands still well before its end; the answer to a ping, which
        // lies behind them for longer than its time, is not missed.
        var last = -1
        while sent.withLock({ $0 }) != last {
            last = sent.withLock { $0 }
            try await Task.sleep(for: .milliseconds(1_500))
        }
        #expect(last < 400)
        for number in 0..<500 {
            let message = try #require(try await connection.next())
            #expect(String(buffer: message.bytes).hasPrefix("\(number) "))
        }
    }

    @Test("over TLS a server is trusted by its certificate alone")
    func secure() async throws {
        let server = try await server(secret: TestCertificates.serverContext()) { socket in try await socket.send("secure") }
        try await TestCertificates.withAuthorityFile { file in
            var options = WebSocketOptions()
            let error = await #expect(throws: FeedError.self) { try await self.connect(server, options) }
            #expect(error?.code == .unreachable && error?.message.contains("not signed by an authority") == true)
            options.trustRootsFile = file
            #expect(try await self.connect(server, options).next() == .text("secure"))
            let port = try #require(try server.url("/").port)
            let named = try WebSocketAddress(#require(URL(string: "wss://localhost:\(port)/")))
            #expect(try await WebSocketConnection.open(named, options: options).next() == .text("secure"))
            options.trustRootsFile = file + ".missing"
            let unreadable = await #expect(throws: FeedError.self) { try await self.connect(server, options) }
            #expect(unreadable?.code == .unreadable)
        }
    }

    @Test(
        "a refused handshake says why, without the secret",
        arguments: [
            (401, FeedError.Code.unauthorized, "answers 401 Unauthorized; give a token that it takes"),
            (404, .refused, "answers 404 Not Found; check the address"),
            (302, .refused, "answers 302 Found and points to https://elsewhere.example/socket; use that address if you trust it"),
            (200, .invalidAnswer, "answers 200 OK, which is not what a WebSocket says; check the address"),
            (400, .refused, "answers 400 Bad Request; check what is asked for, such as the filter"),
            (429, .refused, "answers 429 Too Many Requests; try again later"),
            (503, .refused, "answers 503 Service Unavailable; try again later"),
        ])
    func refusal(_ status: Int, _ code: FeedError.Code, _ words: String) async throws {
        let server = try await StubServer { _ in
            .status(status, headers: ["Location": "https://me:secret@elsewhere.example/socket?token=secret"], body: "no")
        }
        let error = await #expect(throws: FeedError.self) { try await self.connect(server) }
        #expect(error?.code == code && error?.message.hasSuffix(words) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("secret") == false)
        withExtendedLifetime(server) {}
    }

    @Test("a handshake that is not answered, or answered by hanging up, is an error; so is a port where nobody listens")
    func noHandshake() async throws {
        let server = try await StubServer { $0.path == "/silent" ? .silence : .hangUp }
        var options = WebSocketOptions()
        // Connecting has to be possible in its time on a machine that is busy.
        (options.connectTimeout, options.handshakeTimeout) = (0.75, 0.25)
        let silent = try WebSocketAddress(server.url("/silent"))
        let first = await #expect(throws: FeedError.self) { try await WebSocketConnection.open(silent, options: options) }
        #expect(first?.message.contains("did not answer as a WebSocket within 1.0 s") == true)
        let rude = try WebSocketAddress(server.url("/rude"))
        let second = await #expect(throws: FeedError.self) { try await WebSocketConnection.open(rude) }
        #expect(second?.code == .unreachable)
        let nobody = try WebSocketAddress(#require(URL(string: "ws://127.0.0.1:1/")))
        let third = await #expect(throws: FeedError.self) { try await WebSocketConnection.open(nobody) }
        #expect(third?.message.contains("Connection refused") == true)
    }

    @Test("cancelled while opening or reading, a task ends at once and leaves no connection")
    func cancellation() async throws {
        let (arrivals, continuation) = AsyncStream<Void>.makeStream()
        let server = try await StubServer(
            scripts: { request in
                guard request.path == "/open" else { return nil }
                return { socket in
                    continuation.yield()
                    await socket.waitUntilClosed()
                }
            }
        ) { _ in
            continuation.yield()
            return .silence
        }
        for path in ["/silent", "/open"] {
            let address = try WebSocketAddress(server.url(path))
            let task = Task {
                let connection = try await WebSocketConnection.open(address)
                defer { connection.close() }
                return try await connection.next()
            }
            _ = await arrivals.first { _ in true }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        // The server sees both go; the time limit of the suite is the end of its patience.
        while server.openCount > 0 { await Task.yield() }
    }

    @Test("addresses become sockets, and their names hold no secret")
    func addresses() throws {
        func address(_ text: String) throws -> WebSocketAddress { try WebSocketAddress(#require(URL(string: text))) }
        let plain = try address("http://me:secret@example.com/a%20b?token=secret")
        #expect(!plain.isSecure && plain.port == 80 && plain.target == "/a%20b?token=secret" && plain.name == "ws://example.com/a%20b")
        let secure = try address("wss://[::1]:6143")
        #expect(secure.isSecure && secure.host == "::1" && secure.authority == "[::1]:6143" && secure.target == "/")
        for text in ["ftp://example.com/", "wss:///path", "file:///tmp", "ws://example.com:99999/"] {
            #expect(throws: FeedError.self) { try address(text) }
        }
    }
}
