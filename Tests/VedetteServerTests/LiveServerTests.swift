// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOWebSocket
import Testing
import Vedette
import VedetteDynamicEntities

@testable import VedetteServer

/// A feed whose events a test sends.
private struct HandFeed: CustomDynamicEntityFeed {
    let events: AsyncStream<CustomDynamicEntityFeedEvent>
}

/// A server with one source that a test feeds.
private struct World {
    let source: CustomDynamicEntityDataSource
    let feed: AsyncStream<CustomDynamicEntityFeedEvent>.Continuation
    let monitor: GeotriggerMonitor
    let overlay: GraphicsOverlay
    var configuration = LiveServerConfiguration()

    init() {
        let (stream, feed) = AsyncStream<CustomDynamicEntityFeedEvent>.makeStream()
        self.feed = feed
        let info = DynamicEntityDataSourceInfo(
            entityIDFieldName: "id",
            fields: [
                Field(type: .text, name: "id", alias: "Name"), Field(type: .float64, name: "speed", alias: "Speed"),
                Field(type: .date, name: "when", alias: ""),
            ])
        source = CustomDynamicEntityDataSource(info: info) { HandFeed(events: stream) }
        overlay = GraphicsOverlay(graphics: [
            Graphic(
                geometry: Envelope(xRange: 0...1, yRange: 0...1, spatialReference: .wgs84), attributes: ["id": "box", "name": "The box"])
        ])
        monitor = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: DynamicEntityGeotriggerFeed(dataSource: source), ruleType: .enterOrExit,
                fenceParameters: GraphicsOverlayFenceParameters(graphicsOverlay: overlay),
                name: "Watch"))
        configuration.port = 0
        configuration.title = "Test"
        configuration.frameInterval = 0.02
    }

    func observe(_ id: String, _ longitude: Double, _ more: [String: any Sendable] = [:]) {
        feed.yield(.newObservation(geometry: Point(latitude: 0.5, longitude: longitude), attributes: more.merging(["id": id]) { $1 }))
    }

    /// Runs the server while `body` runs with its port.
    func serve(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        var shown = LiveSource(dataSource: source, name: "Things")
        shown.displayFields = [.init(name: "speed", unit: "kn", decimals: 1)]
        shown.labelField = "id"
        let server = LiveServer(configuration: configuration, sources: [shown], monitors: [monitor])
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (addresses, continuation) = AsyncStream<String>.makeStream()
            group.addTask { try await server.run { continuation.yield($0) } }
            var iterator = addresses.makeAsyncIterator()
            let address = try #require(await iterator.next())
            let port = try #require(URL(string: address)?.port)
            try await body(port)
            group.cancelAll()
            // Cancelled, the server ends; how it says so does not matter.
            try? await group.waitForAll()
        }
    }
}

/// GET by a plain socket, so that what is sent is what is meant.
private func get(_ port: Int, _ path: String, _ headers: [String: String] = [:]) async throws -> (
    status: Int, body: String, headers: [String: String]
) {
    let all = ["Host": "127.0.0.1:\(port)", "Connection": "close"].merging(headers) { $1 }
    let text = (["GET \(path) HTTP/1.1"] + all.map { "\($0.key): \($0.value)" }).joined(separator: "\r\n") + "\r\n\r\n"
    let answer = try await PlainSocket.exchange(text, port: port)
    let parts = answer.components(separatedBy: "\r\n\r\n")
    let lines = parts[0].components(separatedBy: "\r\n")
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
        let pair = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        if pair.count == 2 { fields[pair[0].lowercased()] = pair[1] }
    }
    return (
        lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0, parts.dropFirst().joined(separator: "\r\n\r\n"), fields
    )
}

@Suite("Live server", .timeLimit(.minutes(10)))
struct LiveServerTests {
    @Test("says hello, then how sources stand, then what there is")
    func greeting() async throws {
        let world = World()
        try await world.serve { port in
            world.observe("a", 5, ["speed": 7])
            try await LiveClient.open(port: port) { connection in
                let hello = try #require(await connection.next("hello"))
                #expect(hello["protocol"] as? Int == 1 && hello["title"] as? String == "Test")
                let source = try #require((hello["sources"] as? [[String: Any]])?.first)
                #expect(
                    source["name"] as? String == "Things" && source["labelField"] as? String == "id"
                        && source["trackField"] as? String == "id")
                let fields = try #require(source["fields"] as? [[String: Any]])
                #expect(fields.map { $0["alias"] as? String } == ["Speed", "Name", "when"])
                #expect(fields[0]["unit"] as? String == "kn" && fields[0]["decimals"] as? Int == 1)
                // Connecting may take until after the first viewer has come.
                var status = try #require(await connection.next("connection"))
                while status["status"] as? String != "connected" { status = try #require(await connection.next("connection")) }
                world.observe("b", 6)
                var names: [UInt32: String] = [:]
                while !names.values.contains("b") { names = try #require(await connection.nextFrame()).names }
            }
        }
    }

    @Test("a selected entity is told with its attributes, and told again as it changes and goes")
    func selection() async throws {
        let world = World()
        try await world.serve { port in
            try await LiveClient.open(port: port) { connection in
                try await connection.send(#"{"type":"select","source":0,"track":"a"}"#)
                let absent = try #require(await connection.next("entity"))
                #expect(absent.isNull("entity") && absent["track"] as? String == "a")
                world.observe("a", 5, ["speed": 7.5, "when": Date(timeIntervalSince1970: 1_777_777_777)])
                let present = try #require(await connection.next("entity"))
                let attributes = try #require(present["attributes"] as? [String: Any])
                #expect(
                    attributes["speed"] as? Double == 7.5 && attributes["id"] as? String == "a"
                        && attributes["when"] as? String == "2026-05-03T03:09:37.000Z")
                #expect(present["location"] as? [Double] == [5, 0.5])
                world.observe("a", 6)
                let moved = try #require(await connection.next("entity"))
                #expect(moved["location"] as? [Double] == [6, 0.5])
                world.feed.yield(.deleteEntity(id: "a"))
                #expect(try await connection.next("entity")?.isNull("entity") == true)
                world.observe("a", 7)
                #expect(try await connection.next("entity")?["location"] as? [Double] == [7, 0.5])
            }
        }
    }

    @Test("what is clicked is found")
    func identify() async throws {
        let world = World()
        try await world.serve { port in
            world.observe("near", 5)
            world.observe("far", 6)
            try await LiveClient.open(port: port) { connection in
                while try #require(await connection.nextFrame()).total < 2 {}
                try await connection.send(#"{"type":"identify","request":1,"location":[5.2,0.5],"tolerance":50000}"#)
                let found = try #require(await connection.next("identified"))
                #expect(found["request"] as? Int == 1 && found["track"] as? String == "near")
                try await connection.send(#"{"type":"identify","request":2,"location":[5.2,0.5],"tolerance":5000}"#)
                #expect(try await connection.next("identified")?.isNull("entity") == true)
                // At a time before there was anything, entities stand where they were first seen.
                try await connection.send(#"{"type":"identify","request":3,"location":[6,0.5],"tolerance":50,"time":1}"#)
                #expect(try await connection.next("identified")?["track"] as? String == "far")
            }
        }
    }

    @Test("fence events are told as they happen, and the newest again to whoever comes later")
    func notifications() async throws {
        let world = World()
        try await world.serve { port in
            let first = try await LiveClient.open(port: port) { connection -> String in
                _ = try await connection.next("hello")
                world.observe("a", 0.5)
                let entered = try #require(await connection.next("notification"))
                #expect(
                    entered["kind"] as? String == "entered" && entered["track"] as? String == "a"
                        && entered["fenceName"] as? String == "The box")
                #expect(entered["message"] as? String == "a entered The box" && entered["location"] as? [Double] == [0.5, 0.5])
                world.observe("a", 5)
                let exited = try #require(await connection.next("notification"))
                #expect(exited["kind"] as? String == "exited" && exited["insideSeconds"] != nil)
                return try #require(entered["id"] as? String)
            }
            try await LiveClient.open(port: port) { connection in
                let again = try #require(await connection.next("notification"))
                #expect(again["id"] as? String == first)
                world.overlay.removeAllGraphics()
                #expect(try await connection.next("fences-changed") != nil)
            }
            let fences = try await get(port, "/live/fences.geojson")
            #expect(fences.status == 200 && fences.body.contains(#""total":0"#))
        }
    }

    @Test("a viewer that acknowledges nothing gets two frames, and then one with all that it missed")
    func slowViewer() async throws {
        let world = World()
        try await world.serve { port in
            try await LiveClient.open(port: port) { connection in
                world.observe("a", 5)
                var last = try #require(await connection.nextFrame())
                while last.total == 0 { last = try #require(await connection.nextFrame()) }
                // From here on nothing is acknowledged: two more frames come, with news or only to show that the connection lives.
                for _ in 0..<2 { last = try #require(await connection.nextFrame(acknowledging: false)) }
                for longitude in 6...9 { world.observe("a", Double(longitude)) }
                // Something else still comes: the connection is not stuck, only frames wait.
                try await connection.send(#"{"type":"identify","request":9,"location":[9,0.5],"tolerance":50}"#)
                while let message = try await connection.next() {
                    guard case .text(let object) = message else {
                        Issue.record("a third frame came without an acknowledgement")
                        return
                    }
                    if object["type"] as? String == "identified" { break }
                }
                try await connection.send(#"{"type":"ack","frame":\#(last.sequence)}"#)
                let next = try #require(await connection.nextFrame())
                #expect(next.sequence == last.sequence + 1)
                #expect(next.entities.map(\.longitude) == [90_000_000])
                #expect(next.entities[0].trail.map { $0[0] } == [60_000_000, 70_000_000, 80_000_000])
            }
        }
    }

    @Test("a viewer that reads nothing is closed, others go on")
    func stalledViewer() async throws {
        var world = World()
        // Not so short that a busy machine makes one that reads look like one that does not.
        world.configuration.patience = 3
        let running = world
        try await running.serve { port in
            try await LiveClient.open(port: port) { connection in
                var frames = 0
                // No acknowledgement ever: the server ends it.
                while let message = try? await connection.next() {
                    if case .frame = message { frames += 1 }
                }
                #expect(frames <= 2)
            }
            let metrics = try await get(port, "/metrics")
            #expect(metrics.body.contains("vedette_viewers_stalled_total 1"))
            try await LiveClient.open(port: port) { connection in
                for _ in 0..<3 { _ = try #require(await connection.nextFrame()) }
            }
        }
    }

    @Test("what is not understood is answered, what is too much is closed")
    func badViewers() async throws {
        let world = World()
        try await world.serve { port in
            try await LiveClient.open(port: port) { connection in
                try await connection.send("nonsense")
                #expect(try await connection.next("error")?["code"] as? String == "bad-message")
                try await connection.send(.ping, ByteBuffer(string: "hey"))
                while let message = try await connection.next() {
                    if case .text(let object) = message, object["pong"] as? String == "hey" { break }
                }
                // Fragments are put together.
                try await connection.send(.text, ByteBuffer(string: #"{"type":"identify","request":4,"#), fin: false)
                try await connection.send(.continuation, ByteBuffer(string: #""location":[1,2],"tolerance":1}"#))
                #expect(try await connection.next("identified")?["request"] as? Int == 4)
            }
            // Too many messages, too long a message, a message of a kind that there is none of: the connection ends.
            for (opcode, text, count) in [(.text, "{}", 300), (.text, String(repeating: "x", count: 20_000), 1), (.binary, "x", 1)]
                as [(WebSocketOpcode, String, Int)]
            {
                try await LiveClient.open(port: port) { connection in
                    _ = try await connection.next("hello")
                    for _ in 0..<count { try? await connection.send(opcode, ByteBuffer(string: text)) }
                    var messages = 0
                    while let message = try? await connection.next() {
                        messages += 1
                        if case .close = message { break }
                    }
                    #expect(messages < 1_000)
                }
            }
            // The server lives on.
            #expect(try await get(port, "/healthz").status == 200)
        }
    }

    @Test("strangers' pages may not open the socket, and are told why")
    func strangers() async throws {
        let world = World()
        try await world.serve { port in
            for headers in [
                [("Origin", "https://evil.example")], [("Host", "evil.example")], [("Sec-WebSocket-Protocol", "vedette.live.9")],
            ] {
                await #expect(throws: (any Error).self) { try await LiveClient.open(port: port, headers: headers) { _ in } }
            }
            let upgrade = [
                "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
                "Sec-WebSocket-Version": "13",
            ]
            let refused = try await get(port, "/live", upgrade.merging(["Origin": "https://evil.example"]) { $1 })
            #expect(refused.status == 403)
            #expect(refused.body.contains("evil.example"))
            let version = try await get(port, "/live", upgrade.merging(["Sec-WebSocket-Protocol": "vedette.live.9"]) { $1 })
            #expect(version.status == 400)
            #expect(version.body.contains("vedette.live.1"))
            #expect(try await get(port, "/live").status == 426)
            let rebound = try await get(port, "/live/fences.geojson", ["Host": "evil.example:\(port)"])
            #expect(rebound.status == 403 && rebound.body.contains("evil.example"))
        }
    }

    @Test("the page, its health and its metrics are on the same port")
    func pages() async throws {
        let world = World()
        try await world.serve { port in
            let page = try await get(port, "/")
            #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(
                page.headers["content-security-policy"]?.contains("default-src 'none'") == true
                    && page.headers["x-content-type-options"] == "nosniff")
            #expect(try await get(port, "/nothing.js").status == 404)
            #expect(try await get(port, "/healthz").body == "ok\n")
            let ready = try await get(port, "/readyz")
            #expect(ready.status == 503 && ready.body.contains("script/bootstrap"))
            #expect(try await get(port, "/assets/deck.gl/deck.gl.js").body.contains("script/bootstrap"))
            #expect(try await get(port, "/live/landmarks.geojson").status == 404)
            let metrics = try await get(port, "/metrics")
            #expect(
                metrics.body.contains("# TYPE vedette_frames_total counter")
                    && metrics.body.contains("vedette_entities{source=\"0\",name=\"Things\"} 0"))
            let fences = try await get(port, "/live/fences.geojson")
            #expect(fences.body.contains(#""id":"box""#) && fences.body.contains(#""total":1"#))
        }
    }

    @Test(
        "what is no request is answered at once, and closed",
        arguments: [
            ("nonsense\r\n\r\n", 400), ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n", 400), ("FOO / HTTP/9.9\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "x", count: 20_000) + "\r\n\r\n", 431),
        ] as [(String, Int)])
    func malformed(request: String, status: Int) async throws {
        var world = World()
        // What a silent connection has: far more than the busiest machine takes for an answer.
        world.configuration.patience = 600
        let running = world
        try await running.serve { port in
            let clock = ContinuousClock()
            let began = clock.now
            let answer = try await PlainSocket.exchange(request, port: port)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            #expect(clock.now - began < .seconds(100))
        }
    }

    @Test("a connection that says nothing is closed")
    func silence() async throws {
        var world = World()
        world.configuration.patience = 0.3
        let running = world
        try await running.serve { port in
            let answer = try await PlainSocket.exchange("", port: port)
            #expect(answer.isEmpty)
        }
    }

    @Test("a public address needs to be asked for")
    func publicAddress() async {
        var configuration = LiveServerConfiguration()
        configuration.address = "0.0.0.0"
        configuration.port = 0
        let server = LiveServer(configuration: configuration, sources: [])
        let error = await #expect(throws: LiveServerError.self) { try await server.run() }
        #expect(error?.code == .publicAddress)
    }

    @Test("a port that is taken is an error that names it")
    func takenPort() async throws {
        let world = World()
        try await world.serve { port in
            var configuration = LiveServerConfiguration()
            configuration.port = port
            let other = LiveServer(configuration: configuration, sources: [])
            let error = await #expect(throws: LiveServerError.self) { try await other.run() }
            #expect(error?.code == .cannotListen && error?.message.contains("\(port)") == true)
        }
    }
}
