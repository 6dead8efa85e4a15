// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

/// `vedette fence --fences` on what is no fence.
@Suite("Nonsense in a file of fences", .timeLimit(.minutes(10)))
struct NonsenseFencesTests {
    private static func fence(_ id: String, _ coordinates: String, type: String = "Polygon") -> String {
        #"{"type":"Feature","id":"\#(id)","properties":{},"geometry":{"type":"\#(type)","coordinates":\#(coordinates)}}"#
    }

    private static let good = fence("good", "[[[0,0],[1,0],[1,1],[0,1],[0,0]]]")

    private func judge(_ fences: some Sequence<UInt8>) async throws -> Program.Outcome {
        let folder = try TemporaryFolder()
        let file = try folder.file("fences.json", fences)
        let outcome = try await Program.run("fence", "--fences", file, "--feed", "-", input: Worlds.feature("t", "0.5", "0.5"))
        outcome.expectOrder()
        return outcome
    }

    /// A fence that cannot be used, and what its message must say.
    private static let bad: [(String, String)] = [
        (fence("bow", "[[[0,0],[2,2],[2,0],[0,2],[0,0]]]"), "fence bow: a ring crosses itself"),
        (fence("parts", "[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[7,7],[7,5],[5,7],[5,5]]]]", type: "MultiPolygon"), "fence parts: "),
        (fence("hole", "[[[0,0],[9,0],[9,9],[0,0]],[[2,1],[4,3],[4,1],[2,3],[2,1]]]"), "fence hole: "),
        (fence("ring", "[[]]"), "fence ring: "), (fence("none", "[]"), "fence none: "),
        (fence("line", "[[[0,0],[1,1],[0,0]]]"), "fence line: "),
        (fence("dot", "[[[0,0],[0,0],[0,0],[0,0]]]"), "fence dot: "), (fence("nan", "[[[0,0],[NaN,0],[2,2],[0,0]]]"), "JSON"),
        (fence("infinity", "[[[0,0],[Infinity,0],[2,2],[0,0]]]"), "JSON"),
        (fence("huge", "[[[0,0],[1e999,0],[2,2],[0,0]]]"), "fence huge: "),
        (fence("north", "[[[0,0],[2,900],[2,2],[0,0]]]"), "fence north: the latitude 900"), (fence("null", "null"), "fence null: "),
        (fence("nulls", "[[[0,0],[null,0],[2,2],[0,0]]]"), "fence nulls: "), (fence("text", "\"here\""), "fence text: "),
        (fence("flat", "[[0,0],[1,0],[1,1],[0,0]]"), "fence flat: "), (fence("short", "[[[0],[1],[2],[0]]]"), "fence short: "),
        (fence("point", "[0,0]", type: "Point"), "fence point: a Point is a fence only with a buffer"),
        (fence("path", "[[0,0],[1,1]]", type: "LineString"), "fence path: a LineString is a fence only with a buffer"),
        (fence("blob", "[]", type: "Blob"), "fence blob: "), (#"{"type":"Feature","id":"void","geometry":null}"#, "fence void: "),
        (#"{"type":"GeometryCollection","geometries":[]}"#, "no GeoJSON Feature"), ("17", "JSON"), ("[1,2]", "JSON"),
        ("nonsense", "not JSON"),
        (#"{"type":"Feature""#, "too early"), (#"{"type":"Feature","id":"\ud800"}"#, "escape"),
        (fence("deep", String(repeating: "[", count: 100_000)), "deep"), (String(repeating: "[", count: 100_000), "JSON"),
    ]

    @Test("each fence that cannot be used is named with its line; the others are used")
    func lines() async throws {
        let outcome = try await judge((Self.bad.map { $0.0 + "\n" } + [Self.good]).joined().utf8)
        #expect(outcome.ending == .exited(0))
        #expect(outcome.lines.count == 1 && outcome.text.contains(#""fence":"good""#))
        #expect(outcome.errorLines.count == Self.bad.count)
        for ((fence, text), (index, line)) in zip(Self.bad, outcome.errorLines.enumerated()) {
            #expect(line.contains("fences.json: line \(index + 1): ") && line.contains(text), "\(fence.prefix(100)): \(line)")
        }
    }

    @Test("a bad fence of a collection is named with its line, too")
    func collection() async throws {
        let text = "{\"type\":\"FeatureCollection\",\"features\":[\n\(Self.bad[0].0),\n\(Self.good)]}"
        let outcome = try await judge(text.utf8)
        #expect(outcome.ending == .exited(0) && outcome.lines.count == 1)
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains("fences.json: line 2: fence bow: "))
    }

    @Test("a ring that is not closed is taken as closed")
    func unclosed() async throws {
        let outcome = try await judge(Self.fence("open", "[[[0,0],[1,0],[1,1],[0,1]]]").utf8)
        #expect(outcome.ending == .exited(0) && outcome.lines.count == 1 && outcome.errors.isEmpty)
    }

    @Test(
        "a file without one fence that can be used ends it with status 1",
        arguments: [
            "", "\n\n\n", "\u{FEFF}", "nonsense", #"{"type":"FeatureCollection","features":[]}"#, #"{"type":"FeatureCollection"}"#,
            "id,lon,lat\na,1,1\n",
            #"{"type":"FeatureCollection","features":[17]}"#, #"{"features":{}}"#, "null",
        ])
    func nothing(fences: String) async throws {
        let outcome = try await judge(fences.utf8)
        #expect(outcome.ending == .exited(1) && outcome.output.isEmpty)
        #expect(outcome.errorLines.last?.hasPrefix("vedette: ") == true && outcome.errors.contains("fences.json"))
    }

    @Test("random bytes", arguments: [5, 6, 7] as [UInt64])
    func noise(seed: UInt64) async throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let outcome = try await judge((0..<5_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        #expect(outcome.ending == .exited(1) && outcome.output.isEmpty && outcome.errors.contains("fences.json: line 1: "))
    }

    @Test("a collection that is cut off at any byte ends it with status 1")
    func truncation() async throws {
        let whole = #"{"features":[{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}]}"#
        for count in 0..<whole.utf8.count {
            let outcome = try await judge(whole.utf8.prefix(count))
            #expect(outcome.ending == .exited(1) && outcome.output.isEmpty, "cut at \(count)")
        }
        #expect(try await judge(whole.utf8).ending == .exited(0))
    }
}
