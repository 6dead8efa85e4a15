// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Locations that vedette serve shows", .timeLimit(.minutes(10)))
struct ServeLocationsTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.file("feed.ndjson", Worlds.feature("a", "0.5", "0.5"))
        _ = try folder.file("fences.geojson", Worlds.fences)
        // Across the box of the fences in ten steps.
        _ = try folder.file(
            "line.geojson",
            #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[9,9]}},"#
                + #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[-0.5,0.5],[0.5,0.5],[7,0.5]]}}]}"#)
    }

    /// Waits for the line that says where the page is, and connects.
    private static func client(of running: RunningCommand, isReady: Bool = true) throws -> LocalConnection {
        try running.read { $0.output.contains(UInt8(ascii: "\n")) }
        let text = String(decoding: running.output, as: UTF8.self)
        let match = try #require(text.wholeMatch(of: /The live page is at http:\/\/127\.0\.0\.1:(\d+)\/\n/), "\(text)")
        let client = try LocalConnection(port: try #require(UInt16(match.1)))
        if isReady { try client.waitUntilReady() }
        return client
    }

    /// Asks again and again until an answer has a text.
    private static func wait(for text: String, at path: String, of client: LocalConnection) throws {
        var answer = ""
        // Long enough for the busiest machine.
        for _ in 0..<3_000 {
            answer = try client.get(path)
            if answer.contains(text) { return }
            usleep(20_000)
        }
        Issue.record("\(text) never comes: \(answer)")
    }

    @Test("locations alone are enough; each of them goes on, and fences watch those that they name")
    func alone() async throws {
        let file = try folder.file(
            "serve.yaml",
            """
            port: 0
            locations:
              - {name: Walker, kind: simulated, file: line.geojson, speed: 10000, rate: 20, accuracy: 7, repeat: false, path: 100}
              - {name: Placed, kind: simulated, line: [[10, 50], [10.1, 50]], symbol: vessel, auto-pan: compass-navigation, zoom-scale: 0}
              - {name: Station, kind: orbit, interval: 0.1}
            fences:
              - {file: fences.geojson, source: Walker}
            """)
        try await Program.start(["serve", "--config", file], hasInput: false) { running in
            let client = try Self.client(of: running)
            // Into the box, from there into what touches it, and out.
            try Self.wait(for: "vedette_notifications_total 4", at: "/metrics", of: client)
            let walker = try client.get("/live/locations/0.geojson")
            #expect(walker.contains(#""horizontalAccuracy":7"#) && walker.contains(#""name":"Walker""#), "\(walker)")
            let metrics = try client.get("/metrics")
            #expect(metrics.contains(#"vedette_location_path_points{location="2",name="Station"} 8"#), "\(metrics)")
            #expect(try client.get("/live/locations/1.geojson").contains(#""coordinates":[10"#))
            #expect(try client.get("/live/locations/3.geojson").hasPrefix("HTTP/1.1 404 "))
            running.send(SIGTERM)
            #expect(try running.finish() == .exited(0))
            #expect(running.errors.isEmpty, "\(String(decoding: running.errors, as: UTF8.self))")
        }
    }

    @Test("the command line takes locations as people write them, beside a feed or alone")
    func quick() async throws {
        let line = "\(folder.path)/line.geojson"
        let feed = "\(folder.path)/feed.ndjson"
        let arguments = ["serve", "--feed", feed, "--location", line, "--location", line, "--location", "orbit", "--port", "0"]
        try await Program.start(arguments, hasInput: false) { running in
            let client = try Self.client(of: running)
            for (index, name) in ["line", "line 2", "Space station"].enumerated() {
                try Self.wait(for: "vedette_location_updates_total{location=\"\(index)\",name=\"\(name)\"} 1", at: "/metrics", of: client)
            }
            running.send(SIGTERM)
            #expect(try running.finish() == .exited(0))
        }
    }

    @Test("a location that cannot be had is told by its name, and the others go on")
    func failing() async throws {
        // Nothing listens at port 1.
        let file = try folder.file(
            "failing.yaml",
            """
            port: 0
            locations:
              - {name: Nobody, kind: gpsd, port: 1}
              - {name: Far away, kind: iss, url: "http://127.0.0.1:1/iss-now.json"}
            """)
        try await Program.start(["serve", "--config", file], hasInput: false) { running in
            let client = try Self.client(of: running, isReady: false)
            try running.read { $0.errors.count { $0 == UInt8(ascii: "\n") } >= 2 }
            let errors = String(decoding: running.errors, as: UTF8.self)
            #expect(
                errors.contains("vedette: Nobody: ") && errors.contains("vedette: Far away: ") && errors.contains("127.0.0.1"), "\(errors)")
            #expect(try client.get("/healthz").hasPrefix("HTTP/1.1 200 "))
            running.send(SIGTERM)
            #expect(try running.finish() == .exited(0))
        }
    }

    @Test("the demonstration has the space station, with the path behind it, and somebody who drives, the same with the same seed")
    func demo() async throws {
        try await Program.start(["demo", "--port", "0", "--tracks", "5", "--seed", "3"], hasInput: false) { running in
            let client = try Self.client(of: running)
            for index in 0...1 { try Self.wait(for: #""type":"Point""#, at: "/live/locations/\(index).geojson", of: client) }
            let station = try client.get("/live/locations/0.geojson")
            #expect(station.contains("Space station") && station.contains("LineString"), "\(station.prefix(500))")
            #expect(try client.get("/readyz").contains("is") == false)
            running.send(SIGTERM)
            #expect(try running.finish() == .exited(0))
            #expect(running.errors.isEmpty, "\(String(decoding: running.errors, as: UTF8.self))")
        }
    }

    private static let item = "locations:\n  - name: Here\n    kind: "

    @Test(
        "a wrong location ends it with status 2 and says where it is wrong",
        arguments: [
            ("locations: []\n", "sources"), ("locations: 7\n", "locations must be a list"),
            ("locations:\n  - kind: iss\n", "name is missing"),
            ("locations:\n  - name: Here\n", "kind is missing"), (item + "balloon\n", "simulated, nmea, gpx, gpsd"),
            (item + "iss\n    colour: red\n", "colour"), (item + "iss\n    host: here\n", "line 4: locations[0].host"),
            (item + "iss\n    url: ftp://here/\n", "an http or https address"), (item + "iss\n    interval: 0\n", "interval"),
            (item + "gpsd\n    tle: station.tle\n", "tle"),
            (item + "orbit\n    tle: nothing.tle\n", "nothing.tle cannot be read; name a file that has them"),
            (item + "orbit\n    tle: fences.geojson\n", "Here"), (item + "orbit\n    auto-pan: sideways\n", "compass-navigation"),
            (item + "orbit\n    symbol: zeppelin\n", "vessel"), (item + "orbit\n    zoom-scale: -1\n", "zoom-scale"),
            (item + "orbit\n    path: .nan\n", "path"), (item + "orbit\n    stale-after: 0\n", "stale-after"),
            (item + "simulated\n", "line and file"), (item + "simulated\n    line: [[0, 0]]\n", "two or more"),
            (item + "simulated\n    line: [[0, 0], [0, 91]]\n", "two or more"), (item + "simulated\n    file: nothing\n", "nothing"),
            (item + "simulated\n    file: fences.geojson\n", "LineString"),
            (item + "simulated\n    file: line.geojson\n    speed: 0\n", "speed"),
            (item + "simulated\n    line: [[0, 0], [1, 1]]\n    file: line.geojson\n", "not with both"),
            (item + "simulated\n    line: [[0, 0], [1, 1]]\n    rate: 0\n", "rate"),
            (item + "simulated\n    line: [[0, 0], [1, 1]]\n    accuracy: -1\n", "accuracy"), (item + "gpx\n", "file is missing"),
            (item + "gpx\n    file: nothing.gpx\n", "nothing.gpx"), (item + "gpx\n    file: fences.geojson\n", "fences.geojson"),
            (item + "gpsd\n    port: 0\n", "port"), (item + "nmea\n", "file and device"),
            (item + "nmea\n    device: /dev/ttyS0\n    speed: 2\n", "device"),
            (item + "nmea\n    file: \"-\"\n    repeat: true\n", "repeat"),
            ("sources:\n  - {name: Here, feed: feed.ndjson}\n" + item + "iss\n", "are called"),
            (item + "iss\nfences:\n  - {file: fences.geojson, source: There}\n", "There"),
        ])
    func wrong(text: String, expected: String) async throws {
        let file = try folder.file("serve.yaml", text)
        try await Program.start(["serve", "--config", file, "--port", "0"], hasInput: false) { running in
            try running.read { !$0.output.isEmpty || $0.hasClosedItsOutput }
            try #require(running.output.isEmpty, "it serves")
            #expect(try running.finish() == .exited(2))
            let errors = String(decoding: running.errors, as: UTF8.self)
            #expect(errors.hasPrefix("vedette: ") && errors.contains("serve.yaml") && errors.contains(expected), "\(errors)")
        }
    }

    @Test(
        "bad usage ends it with status 2",
        arguments: [
            (["serve", "--location", "nowhere"], "nowhere"), (["serve", "--location", "gpsd://here:99999"], "gpsd://HOST:PORT"),
            (["serve", "--location", "http://"], "http://"), (["serve", "--location", "ftp://here/a.txt"], "ftp"),
            (["serve", "--location", "iss", "--config", "x"], "--location"), (["serve", "--location", "iss", "--rate", "1"], "--feed"),
            (["serve", "--location", "-", "--feed", "-"], "standard input"), (["serve", "--location", "nothing.gpx"], "nothing.gpx"),
            (["demo", "--iss-url", "here"], "--iss-url"),
        ])
    func usage(arguments: [String], text: String) async throws {
        let outcome = try await Program.run(arguments + ["--port", "0"])
        #expect(outcome.ending == .exited(2) && outcome.output.isEmpty && outcome.errors.contains(text), "\(outcome.errors)")
    }
}
