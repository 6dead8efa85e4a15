// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("vedette serve and demo", .timeLimit(.minutes(10)))
struct ServeCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.file("feed.ndjson", Worlds.feature("a", "0.5", "0.5") + "nonsense\n" + Worlds.feature("b", "7", "7"))
        _ = try folder.file("fences.geojson", Worlds.fences)
    }

    /// Waits for the line that says where the page is; says which port that is.
    private static func port(of running: RunningCommand) throws -> UInt16 {
        try running.read { $0.output.contains(UInt8(ascii: "\n")) }
        let text = String(decoding: running.output, as: UTF8.self)
        let match = try #require(text.wholeMatch(of: /The live page is at http:\/\/127\.0\.0\.1:(\d+)\/\n/), "\(text)")
        return try #require(UInt16(match.1))
    }

    private static let demo = ["demo", "--port", "0", "--tracks", "5"]

    @Test("demo answers on the port that it names, and SIGTERM ends it with status 0 while clients are connected")
    func demo() async throws {
        try await Program.start(Self.demo, hasInput: false) { running in
            let port = try Self.port(of: running)
            // This connection stays open.
            let client = try LocalConnection(port: port)
            try client.waitUntilReady()
            for path in ["/healthz", "/readyz", "/metrics", "/"] {
                let answer = try client.get(path)
                #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(path): \(answer.prefix(100))")
            }
            let began = ContinuousClock.now
            running.send(SIGTERM)
            #expect(try running.finish() == .exited(0))
            #expect(ContinuousClock.now - began < .seconds(10), "stopping must not wait for clients")
            #expect(running.errors.isEmpty, "\(String(decoding: running.errors, as: UTF8.self))")
        }
    }

    @Test("a feed at any pace is no danger", arguments: ["1e-300", "1e300", "0.000001"])
    func pace(rate: String) async throws {
        let feed = "\(folder.path)/feed.ndjson"
        try await Program.start(["serve", "--feed", feed, "--rate", rate, "--port", "0"], hasInput: false) { running in
            let client = try LocalConnection(port: try Self.port(of: running))
            try client.waitUntilReady()
            // At the highest pace the bad line comes at once, at the others it is days away.
            if rate == "1e300" { try running.read { !$0.errors.isEmpty } }
            #expect(try client.get("/healthz").hasPrefix("HTTP/1.1 200 "))
            running.send(SIGTERM)
            #expect(try running.finish() == .exited(0))
        }
    }

    @Test("SIGINT ends a server with status 130")
    func interruption() async throws {
        try await Program.start(Self.demo, hasInput: false) { running in
            _ = try Self.port(of: running)
            running.send(SIGINT)
            #expect(try running.finish() == .exited(130))
        }
    }

    @Test("serve shows what the configuration names, tells of bad lines, and ends on SIGTERM")
    func configured() async throws {
        let file = try folder.file(
            "serve.yaml",
            """
            title: Test
            port: 0
            sources:
              - name: Things
                feed: feed.ndjson
                format: geojson
            fences:
              - file: fences.geojson
            """)
        try await Program.start(["serve", "--config", file], hasInput: false) { running in
            let port = try Self.port(of: running)
            try running.read { !$0.errors.isEmpty }
            #expect(String(decoding: running.errors, as: UTF8.self).contains("feed.ndjson: line 2: "))
            let fences = try LocalConnection(port: port).get("/live/fences.geojson")
            #expect(fences.hasPrefix("HTTP/1.1 200 ") && fences.contains(#""box""#))
            running.send(SIGTERM)
            #expect(try running.finish() == .exited(0))
        }
    }

    @Test("a recording is replayed at its own pace, faster or slower")
    func replay() async throws {
        let lines = [(1, "a"), (2, "b"), (4_000_000, "c")].map { second, id in
            #"{"type":"Feature","id":"\#(id)","geometry":{"type":"Point","coordinates":[1,1]},"properties":{"time":\#(second)}}"# + "\n"
        }
        let feed = try folder.file("recording.ndjson", lines.joined())
        try await Program.start(["serve", "--feed", feed, "--speed", "1000", "--port", "0"], hasInput: false) { running in
            let client = try LocalConnection(port: try Self.port(of: running))
            try client.waitUntilReady()
            // The third is an hour away.
            var metrics = ""
            repeat { metrics = try client.get("/metrics") } while !metrics.contains(#"vedette_entities{source="0",name="recording"} 2"#)
            running.send(SIGTERM)
            #expect(try running.finish() == .exited(0))
        }
    }

    @Test("serve without a configuration shows a feed, also one that never ends")
    func quick() async throws {
        let fences = "\(folder.path)/fences.geojson"
        try await Program.start(["serve", "--feed", "-", "--fences", fences, "--port", "0"]) { running in
            try running.write(Worlds.feature("a", "0.5", "0.5"))
            _ = try Self.port(of: running)
            try running.write("nonsense\n")
            try running.read { !$0.errors.isEmpty }
            #expect(String(decoding: running.errors, as: UTF8.self).contains("line 2: "))
            running.send(SIGTERM)
            #expect(try running.finish() == .exited(0))
        }
    }

    @Test("a source is published as a stream service by the configuration, by --publish, and by the demo")
    func published() async throws {
        let file = try folder.file(
            "published.yaml",
            """
            port: 0
            sources:
              - {name: Things, feed: feed.ndjson, publish: folder/things}
              - {name: Pushed, publish: pushed, broadcast: true, track-field: id}
            """)
        let feed = "\(folder.path)/feed.ndjson"
        let commands = [
            (["serve", "--config", file], ["folder/things", "pushed"]),
            (["serve", "--feed", feed, "--publish", "things", "--port", "0"], ["things"]), (Self.demo, ["phoenix/air_traffic"]),
        ]
        for (command, names) in commands {
            try await Program.start(command, hasInput: false) { running in
                let client = try LocalConnection(port: try Self.port(of: running))
                for name in names {
                    let answer = try client.get("/arcgis/rest/services/\(name)/StreamServer?f=json")
                    #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("/arcgis/ws/services/\(name)/StreamServer"), "\(answer)")
                }
                running.send(SIGTERM)
                #expect(try running.finish() == .exited(0))
            }
        }
    }

    @Test("a feed that cannot be read is told, and the others go on")
    func missingFeed() async throws {
        try await Program.start(["serve", "--feed", "\(folder.path)/nothing", "--port", "0"], hasInput: false) { running in
            let port = try Self.port(of: running)
            try running.read { !$0.errors.isEmpty }
            #expect(String(decoding: running.errors, as: UTF8.self).contains("nothing"))
            #expect(try LocalConnection(port: port).get("/healthz").hasPrefix("HTTP/1.1 200 "))
            running.send(SIGTERM)
            #expect(try running.finish() == .exited(0))
        }
    }

    @Test("a source of any kind that fails is told by its name", arguments: ["feed", "poll", "feature-service", "stream-service"])
    func failingSource(kind: String) async throws {
        // Nothing listens at port 1.
        let file = try folder.file(
            "failing.yaml", "port: 0\nsources:\n  - {name: Far away, kind: \(kind), feed: 'http://127.0.0.1:1/StreamServer'}\n")
        try await Program.start(["serve", "--config", file], hasInput: false) { running in
            _ = try Self.port(of: running)
            try running.read { $0.errors.contains(UInt8(ascii: "\n")) }
            let errors = String(decoding: running.errors, as: UTF8.self)
            #expect(errors.hasPrefix("vedette: Far away: ") && errors.contains("127.0.0.1"), "\(errors)")
            running.send(SIGTERM)
            #expect(try running.finish() == .exited(0))
        }
    }

    private static let source = "sources:\n  - name: Things\n    feed: feed.ndjson\n"

    @Test(
        "a wrong configuration ends it with status 2 and says where it is wrong",
        arguments: [
            ("colour: red\n" + source, "colour"), (source + "    velocity: 3\n", "velocity"), ("title: x\n", "sources"),
            ("sources: []\n", "sources"),
            ("sources: 7\n", "sources"), ("port: many\n" + source, "port"), ("port: 70000\n" + source, "port"),
            ("sources:\n  - name: Things\n", "feed"), (source + "    format: papyrus\n", "papyrus"), (source + "    rate: 0\n", "rate"),
            (source + "    rate: .nan\n", "rate"), (source + "    rate: .inf\n", "rate"), (source + "    symbol: zeppelin\n", "zeppelin"),
            (source + "fences:\n  - file: fences.geojson\n    source: Others\n", "Others"),
            (source + "fences:\n  - file: fences.geojson\n    rule: linger\n", "linger"), (source + "fences:\n  - rule: enter\n", "file"),
            (source + "view:\n  center: [900, 0]\n", "center"), (source + "landmarks: nothing.geojson\n", "nothing.geojson"),
            (source + "    rate: 0\n", "line 4: sources[0].rate"), (source + "    speed: 0\n", "speed"),
            (source + "    rate: 1\n    speed: 2\n", "cannot go with rate"), (source + "    kind: carrier-pigeon\n", "feature-service"),
            (source + "    poll: 5\n", "http"), (source + "    poll: 0\n", "0.05"),
            (source + "    kind: poll\n    repeat: true\n", "repeat"),
            (source + "    where: x\n", "feature-service"), (source + "    kind: feature-service\n    overlap: 5\n", "time-field"),
            ("sources:\n  - name: a\n    feed: \"-\"\n    repeat: true\n", "cannot be read again"),
            (source + "    broadcast: true\n    publish: things\n", "broadcast"),
            ("sources:\n  - name: Things\n    broadcast: true\n", "publish"),
            (source + "    publish: 7\n    broadcast: maybe\n", "broadcast"),
            ("stream-token: short\n" + source, "stream-token"), ("connections-per-address: 0\n" + source, "connections-per-address"),
            ("a: [", "YAML"), ("just text", "serve.yaml"), ("", "serve.yaml"), ("\u{0}\u{1}\u{2}", "serve.yaml"),
        ])
    func wrongConfiguration(text: String, expected: String) async throws {
        let file = try folder.file("serve.yaml", text)
        try await Program.start(["serve", "--config", file, "--port", "0"], hasInput: false) { running in
            try running.read { !$0.output.isEmpty || $0.hasClosedItsOutput }
            // A server that does run is not waited for.
            try #require(running.output.isEmpty, "it serves")
            #expect(try running.finish() == .exited(2) && running.output.isEmpty)
            let errors = String(decoding: running.errors, as: UTF8.self)
            #expect(errors.hasPrefix("vedette: ") && errors.contains("serve.yaml") && errors.contains(expected), "\(errors)")
        }
    }

    @Test("a configuration that cannot be read ends it with status 2")
    func unreadableConfiguration() async throws {
        for path in ["\(folder.path)/nothing.yaml", folder.path] {
            let outcome = try await Program.run("serve", "--config", path, "--port", "0")
            #expect(outcome.ending == .exited(2) && outcome.output.isEmpty && outcome.errors.contains(path))
        }
        let bytes = try folder.file("bytes.yaml", [0xFF, 0xFE, 0x00])
        let outcome = try await Program.run("serve", "--config", bytes, "--port", "0")
        #expect(outcome.ending == .exited(2) && outcome.errors.contains("bytes.yaml"))
    }

    @Test("fences that cannot be read end it before it listens")
    func missingFences() async throws {
        let feed = "\(folder.path)/feed.ndjson"
        let outcome = try await Program.run("serve", "--feed", feed, "--fences", "\(folder.path)/nothing", "--port", "0")
        #expect(outcome.ending == .exited(1) && outcome.output.isEmpty && outcome.errors.contains("nothing"))
        let square = #"{"type":"Feature","id":"a","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}"# + "\n"
        let twice = try folder.file("twice.ndjson", square + square)
        let duplicates = try await Program.run("serve", "--feed", feed, "--fences", twice, "--port", "0")
        #expect(duplicates.ending == .exited(2) && duplicates.output.isEmpty && duplicates.errors.contains("line 2: "))
    }

    @Test("a port that is taken ends it with status 1 and names the port")
    func takenPort() async throws {
        try await Program.start(Self.demo, hasInput: false) { first in
            let port = try Self.port(of: first)
            let second = try Program.startHere(["demo", "--port", "\(port)", "--tracks", "5"])
            #expect(try second.finish() == .exited(1))
            let errors = String(decoding: second.errors, as: UTF8.self)
            #expect(errors.hasPrefix("vedette: ") && errors.contains("\(port)") && errors.contains("--port"), "\(errors)")
            #expect(second.output.isEmpty)
        }
    }

    @Test("an address that other machines reach needs to be allowed")
    func publicAddress() async throws {
        let outcome = try await Program.run("demo", "--port", "0", "--bind", "0.0.0.0")
        #expect(outcome.ending == .exited(2) && outcome.output.isEmpty && outcome.errors.contains("--insecure-public"))
    }

    @Test("an address that is none ends it with status 1")
    func noAddress() async throws {
        let outcome = try await Program.run("demo", "--port", "0", "--bind", "192.0.2.1", "--insecure-public")
        #expect(outcome.ending == .exited(1) && outcome.output.isEmpty && outcome.errors.contains("192.0.2.1"))
    }

    @Test(
        "bad usage ends it with status 2",
        arguments: [
            (["serve"], "--config"), (["serve", "--config", "x", "--feed", "y"], "--config"), (["demo", "--port", "70000"], "65535"),
            (["demo", "--port", "http"], "http"), (["demo", "--tracks", "0"], "--tracks"), (["demo", "--rate", "nan"], "--rate"),
            (["demo", "--rate", "1e-300"], "--rate"),
            (["serve", "--feed", "-", "--rate", "nan"], "--rate"), (["serve", "--feed", "-", "--rate", "0"], "--rate"),
            (["serve", "--feed", "-", "--rate", "inf"], "--rate"), (["demo", "--assets", "/no/such/folder"], "--assets"),
            (["serve", "--feed", "-", "--format", "runes"], "runes"), (["serve", "--feed", "-", "--speed", "0"], "--speed"),
            (["serve", "--feed", "-", "--speed", "2", "--rate", "3"], "--rate"), (["serve", "--feed", "-", "--poll", "1"], "http"),
            (["serve", "--feed", "-", "--repeat"], "repeat"), (["serve", "--feed", "http://h/", "--poll", "0"], "--poll"),
            (["serve", "--feed", "-", "--publish", "a b", "--port", "0"], "a b"),
            (["serve", "--config", "x", "--publish", "y"], "--publish"),
        ])
    func usage(arguments: [String], text: String) async throws {
        let outcome = try await Program.run(arguments)
        #expect(outcome.ending == .exited(2) && outcome.output.isEmpty && outcome.errors.contains(text))
    }
}
