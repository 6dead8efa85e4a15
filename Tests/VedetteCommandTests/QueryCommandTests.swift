// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("vedette query", .timeLimit(.minutes(10)))
struct QueryCommandTests {
    /// Three flights: one near PHX, one further off, one whose last fix comes before an older one and has no position.
    private static let feed = [
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[-112.0,33.4]},"properties":{"dest":"PHX","speed":300,"time":10}}"#,
        #"{"type":"Feature","id":"b","geometry":{"type":"Point","coordinates":[-110.9,32.1]},"properties":{"dest":"TUS","speed":120.5,"time":11}}"#,
        #"{"type":"Feature","id":"c,d","geometry":null,"properties":{"dest":"PHX","speed":9,"time":30}}"#,
        #"{"type":"Feature","id":"c,d","geometry":{"type":"Point","coordinates":[-112.1,33.5]},"properties":{"dest":"SFO","speed":8,"time":20}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[-112.01,33.41]},"properties":{"dest":"PHX","speed":280,"time":40}}"#,
    ].joined(separator: "\n")

    private func ids(_ arguments: [String], feed: String = Self.feed) async throws -> [String] {
        let outcome = try await Program.run(["query", "--feed", "-"] + arguments, input: Array(feed.utf8))
        #expect(outcome.ending == .exited(0), "\(arguments): \(outcome.errors)")
        return outcome.lines.compactMap { line in line.split(separator: "\"").drop { $0 != "id" }.dropFirst(2).first.map(String.init) }
    }

    @Test(
        "finds what matches all conditions, by track id",
        arguments: [
            ([], ["a", "b", "c,d"]),
            (["--where", "dest = 'PHX'"], ["a", "c,d"]),
            (["--where", "DEST = 'PHX' AND speed > 200"], ["a"]),
            (["--where", " "], ["a", "b", "c,d"]),
            (["--within-distance", "-112.0101,33.4352,24140"], ["a"]),
            (["--within-distance=-112.01,33.41,0"], ["a"]),
            (["--nearest", "-111,32,1"], ["b"]),
            (["--nearest", "-111,32,9"], ["a", "b"]),
            (["--nearest", "-111,32,1", "--where", "dest = 'PHX'"], ["a"]),
            (["--geometry", "POLYGON((-113 33, -111 33, -111 34, -113 34, -113 33))"], ["a"]),
            (["--geometry", "polygon((-113 33, -111 33, -111 34, -113 34, -113 33))", "--relationship", "disjoint"], ["b"]),
            (["--geometry", "SRID=3857;POINT(-12345000 3790000)", "--relationship", "disjoint"], ["a", "b"]),
            (["--geometry", "POINT(-110.9 32.1)", "--relationship", "equals"], ["b"]),
            (["--track-ids", "b, a,nobody"], ["a", "b"]),
            (["--track-ids", "b", "--track-id", "c,d"], ["b", "c,d"]),
            (["--track-ids", ""], []),
            (["--as-of", "1970-01-01T00:00:20Z"], ["a", "b", "c,d"]),
            (["--as-of", "10.5"], ["a"]),
            (["--as-of", "20", "--where", "speed = 8"], ["c,d"]),
            (["--as-of", "-1"], []),
        ])
    func conditions(arguments: [String], expected: [String]) async throws {
        #expect(try await ids(arguments) == expected)
    }

    @Test("takes a geometry from a pipe, which has no size")
    func pipedGeometry() async throws {
        let folder = try TemporaryFolder()
        let feed = try folder.file("feed.ndjson", Self.feed)
        let area = "POLYGON((-113 33, -111 33, -111 34, -113 34, -113 33))\n"
        let outcome = try await Program.run("query", "--feed", feed, "--geometry", "/dev/stdin", input: area)
        #expect(outcome.ending == .exited(0) && outcome.lines.count == 1, "\(outcome.errors)")
    }

    @Test(
        "takes a geometry from a file of every kind",
        arguments: [
            #"{"type":"Polygon","coordinates":[[[-113,33],[-111,33],[-111,34],[-113,34],[-113,33]]]}"#,
            #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[-113,33],[-111,33],[-111,34],[-113,34],[-113,33]]]}}"#,
            #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":null,"geometry":{"type":"Polygon","coordinates":[[[-113,33],"#
                + #"[-112,33],[-112,34],[-113,34],[-113,33]]]}},{"type":"Feature","properties":null,"geometry":{"type":"Polygon","coordinates":"#
                + #"[[[0,0],[1,0],[1,1],[0,0]]]}}]}"#,
            #"{"rings":[[[-113,33],[-113,34],[-111,34],[-111,33],[-113,33]]],"spatialReference":{"wkid":4326}}"#,
            #"{"xmin":-12579102,"ymin":3895303,"xmax":-12356463,"ymax":4028802,"spatialReference":{"wkid":102100,"latestWkid":3857}}"#,
            #"{"geometryType":"esriGeometryPoint","spatialReference":{"wkid":4326},"fields":[],"features":[{"geometry":{"x":-112.01,"y":33.41},"#
                + #""attributes":{}}]}"#,
            "\u{FEFF} POLYGON((-113 33, -111 33, -111 34, -113 34, -113 33))\n",
        ])
    func files(text: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("area", text)
        #expect(try await ids(["--geometry", file]) == ["a"])
    }

    @Test(
        "says what is wrong and how to mend it",
        arguments: [
            (["--where", "speed >"], 2, "--where: a value is missing"),
            (["--where", "sped > 3"], 2, "did you mean 'speed'"),
            (["--where", "zzz > 3"], 2, "the fields are dest, speed"),
            (["--geometry", "nowhere.geojson"], 1, "no file nowhere.geojson"),
            (["--geometry", "POLYGON((0 0, 1"], 2, "at byte 16"),
            (["--geometry", "POLYGON EMPTY"], 2, "empty"),
            (["--geometry", "{\"type\":\"Blob\"}"], 2, "Blob"),
            (["--relationship", "within"], 2, "--geometry"),
            (["--geometry", "POINT(0 0)", "--relationship", "near"], 2, "intersects"),
            (["--within-distance", "-112,33"], 2, "lon,lat,metres"),
            (["--within-distance", "-112,33,-1"], 2, "lon,lat,metres"),
            (["--within-distance", "-112,93,1"], 2, "lon,lat,metres"),
            (["--nearest", "-112,33,0"], 2, "lon,lat,k"),
            (["--as-of", "yesterday"], 2, "RFC 3339"),
        ])
    func mistakes(arguments: [String], status: Int32, words: String) async throws {
        let outcome = try await Program.run(["query", "--feed", "-"] + arguments, input: Array(Self.feed.utf8))
        #expect(outcome.ending == .exited(status) && outcome.output.isEmpty, "\(arguments): \(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("counts observations without a time, which no moment has")
    func untimed() async throws {
        let feed = #"{"type":"Feature","id":"x","geometry":{"type":"Point","coordinates":[0,0]},"properties":{}}"#
        let outcome = try await Program.run(["query", "--feed", "-", "--as-of", "5", "--stats"], input: Array(feed.utf8))
        #expect(outcome.ending == .exited(0) && outcome.output.isEmpty)
        #expect(outcome.errors.contains("1 observations have no time") && outcome.statistics?["untimed"] == 1)
        // Without any observation there are no fields to know.
        #expect(try await ids(["--where", "speed > 3"], feed: "") == [])
    }
}
