// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import NIOWebSocket
import Synchronization
import Testing
import Vedette

@testable import VedetteServer

@Suite("Limits of stream services", .timeLimit(.minutes(10)))
struct StreamServiceLimitTests {
    @Test("a message of 16 KiB is read, one byte more closes the socket", arguments: [0, 1])
    func messageLength(more: Int) async throws {
        try await StreamWorld().serve { port in
            try await TextSocket.open(port: port, StreamWorld.subscribe) { connection in
                let frame = #"{"filter":{"where":"speed = 1"}}"#
                try await connection.send(frame + String(repeating: " ", count: 16_384 - frame.utf8.count + more))
                if more == 0 {
                    #expect(try await connection.nextObject()?["error"] == nil)
                } else {
                    #expect(try await connection.closeCode() == 1009)
                }
            }
        }
    }

    @Test("so does a message in parts that are more together")
    func fragments() async throws {
        try await StreamWorld().serve { port in
            try await TextSocket.open(port: port, StreamWorld.subscribe) { connection in
                try await connection.send(.text, ByteBuffer(string: #"{"filter":"#), fin: false)
                try await connection.send(.continuation, ByteBuffer(string: "null}"))
                #expect(try await connection.nextObject()?["filter"] as? [String: String] == [:])
                try await connection.send(.text, ByteBuffer(repeating: 32, count: 16_000), fin: false)
                try await connection.send(.continuation, ByteBuffer(repeating: 32, count: 1_000))
                #expect(try await connection.closeCode() == 1009)
            }
        }
    }

    @Test("a writer's message of 1 MiB is read, one byte more closes the socket", arguments: [0, 1])
    func broadcastLength(more: Int) async throws {
        try await StreamWorld().serve { port in
            try await TextSocket.open(port: port, "/arcgis/ws/services/pushed/StreamServer/broadcast") { connection in
                try await connection.send(#"{"features":["# + String(repeating: " ", count: (1 << 20) - 15 + more) + "]}")
                if more == 0 {
                    try await connection.send("x")
                    #expect(try await connection.nextObject()?["error"] != nil)
                } else {
                    #expect(try await connection.closeCode() == 1009)
                }
            }
        }
    }

    @Test("binary messages, and more than 200 messages a second, close the socket")
    func rudeness() async throws {
        try await StreamWorld().serve { port in
            let binary = try await TextSocket.open(port: port, StreamWorld.subscribe) { connection in
                try await connection.send(.binary, ByteBuffer(string: "{}"))
                return try await connection.closeCode()
            }
            #expect(binary == 1003)
            let many = try await TextSocket.open(port: port, StreamWorld.subscribe) { connection in
                for _ in 0..<1_000 { try? await connection.send(.ping, ByteBuffer()) }
                return try await connection.closeCode()
            }
            #expect(many == 1008)
        }
    }

    @Test("a ping is answered with what it said, and a close with a close")
    func ping() async throws {
        try await StreamWorld().serve { port in
            try await TextSocket.open(port: port, StreamWorld.subscribe) { connection in
                try await connection.send(.ping, ByteBuffer(string: "hello"))
                if case .pong(let text) = try await connection.next() { #expect(text == "hello") } else { Issue.record("no pong") }
                try await connection.send(.connectionClose, ByteBuffer(bytes: [3, 232]))
                #expect(try await connection.closeCode() == 1000)
            }
        }
    }

    @Test("a subscriber that says nothing is asked by a ping, and closed where it does not answer")
    func silence() async throws {
        var world = StreamWorld()
        // Requests for the metrics have to come within it too.
        world.configuration.patience = 1
        world.configuration.streamPingInterval = 0.05
        try await world.serve { port in
            try await TextSocket.open(port: port, StreamWorld.subscribe) { connection in
                var wasAsked = false
                var code: UInt16?
                while let message = try await connection.next() {
                    if case .ping = message { wasAsked = true }
                    if case .close(let found, _) = message { code = found }
                }
                #expect(wasAsked && code == 1013)
            }
            #expect(try await StreamWorld.metric(port, "subscribers_stalled_total") == 1)
        }
    }

    @Test("one that reads nothing loses the oldest and is closed, within its bound; the others get everything")
    func stalled() async throws {
        var world = StreamWorld()
        // Requests for the metrics have to come within it too.
        world.configuration.patience = 2
        let observed = world
        try await world.serve { port in
            // Reads nothing: no reading handler at all.
            let dead = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(.autoRead, value: false).channelOption(.socketOption(.so_rcvbuf), value: 8_192)
                .connect(host: "127.0.0.1", port: port).get()
            let request =
                "GET \(StreamWorld.subscribe) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            try await dead.writeAndFlush(ByteBuffer(string: request))
            try await StreamServiceTests.joined(port, 1)
            let text = String(repeating: "x", count: 4_000)
            try await TextSocket.open(port: port, StreamWorld.subscribe + "?outFields=count,id") { connection in
                try await StreamServiceTests.joined(port, 2)
                for number in 0..<1_000 {
                    observed.observe(text, 0, 0, ["count": number])
                    let count = try await connection.nextAttributes()?["count"] as? Int
                    #expect(count == number)
                }
                // Four megabytes for the one that reads nothing: beyond its queue and all buffers.
                #expect(try await StreamWorld.metric(port, "dropped_observations_total") ?? 0 > 0)
                while try await StreamWorld.metric(port, "subscribers_stalled_total") != 1 { try await Task.sleep(for: .milliseconds(5)) }
                observed.observe("end", 0, 0, ["count": -1])
                #expect(try await connection.nextAttributes()?["count"] as? Int == -1)
            }
            try await dead.close()
        }
    }

    @Test("pages of other sites may not subscribe or write unless they are allowed by name; programs send no origin")
    func origins() async throws {
        var world = StreamWorld()
        world.configuration.allowedOrigins = ["https://maps.example.org"]
        try await world.serve { port in
            for path in [StreamWorld.subscribe, "/arcgis/ws/services/pushed/StreamServer/broadcast"] {
                await #expect(throws: LiveClient.Refused.self) {
                    try await TextSocket.open(port: port, path, headers: [("Origin", "https://evil.example")]) { _ in }
                }
                for origin in ["https://maps.example.org", "http://127.0.0.1:\(port)"] {
                    try await TextSocket.open(port: port, path, headers: [("Origin", origin)]) { _ in }
                }
            }
            await #expect(throws: LiveClient.Refused.self) {
                try await TextSocket.open(port: port, StreamWorld.subscribe, headers: [("Host", "evil.example")]) { _ in }
            }
            let allowed = try await StreamWorld.get(port, StreamWorld.things + "?f=json", ["Origin": "https://maps.example.org"])
            #expect(allowed.headers["access-control-allow-origin"] == "https://maps.example.org")
            let other = try await StreamWorld.get(port, StreamWorld.things + "?f=json", ["Origin": "https://evil.example"])
            #expect(other.headers["access-control-allow-origin"] == nil)
        }
    }

    @Test("where tokens are configured, descriptions, queries and sockets need one")
    func tokens() async throws {
        var world = StreamWorld()
        world.configuration.streamTokens = ["correct horse"]
        try await world.serve { port in
            let paths = [StreamWorld.things, "/arcgis/rest/services", "/arcgis/rest/services/pushed/FeatureServer/0/query"]
            for path in paths {
                let none = try await StreamWorld.get(port, path + "?f=json")
                #expect(none.status == 401 && (none.object["error"] as? [String: Any])?["code"] as? Int == 499, "\(path)")
                let wrong = try await StreamWorld.get(port, path + "?f=json&token=correct")
                #expect(wrong.status == 401 && (wrong.object["error"] as? [String: Any])?["code"] as? Int == 498, "\(path)")
                #expect(!wrong.body.contains("correct"))
                #expect(try await StreamWorld.get(port, path + "?f=json&token=correct%20horse").status == 200)
                #expect(try await StreamWorld.get(port, path + "?f=json", ["Authorization": "Bearer correct horse"]).status == 200)
            }
            let described = try await StreamWorld.get(port, StreamWorld.things + "?f=json&token=correct+horse").object
            #expect((described["streamUrls"] as? [[String: Any]])?.first?["token"] as? String == "correct horse")
            #expect(try await StreamWorld.get(port, "/arcgis/rest/info?f=json").status == 200)
            await #expect(throws: LiveClient.Refused.self) { try await TextSocket.open(port: port, StreamWorld.subscribe) { _ in } }
            try await TextSocket.open(port: port, StreamWorld.subscribe + "?token=correct%20horse") { _ in }
        }
    }

    @Test("connections of a peer are bounded, those of the page and of streams together")
    func connections() async throws {
        var world = StreamWorld()
        world.configuration.maximumConnectionsPerPeer = 2
        try await world.serve { port in
            try await TextSocket.open(port: port, StreamWorld.subscribe) { _ in
                try await LiveClient.open(port: port) { _ in
                    await #expect(throws: (any Error).self) { try await TextSocket.open(port: port, StreamWorld.subscribe) { _ in } }
                }
            }
        }
    }

    @Test("shutting down says so to every subscriber and writer")
    func shutdown() async throws {
        let world = StreamWorld()
        let (codes, continuation) = AsyncStream<UInt16?>.makeStream()
        let clients = Mutex<[Task<Void, Never>]>([])
        try await world.serve { port in
            for path in [StreamWorld.subscribe, "/arcgis/ws/services/pushed/StreamServer/broadcast"] {
                let (opened, isOpen) = AsyncStream<Void>.makeStream()
                let task = Task {
                    let code = try? await TextSocket.open(port: port, path) { connection in
                        isOpen.finish()
                        return try await connection.closeCode()
                    }
                    continuation.yield(code ?? nil)
                }
                clients.withLock { $0.append(task) }
                for await _ in opened {}
            }
            try await StreamServiceTests.joined(port)
        }
        var iterator = codes.makeAsyncIterator()
        #expect(await iterator.next() == 1001)
        #expect(await iterator.next() == 1001)
    }
}
