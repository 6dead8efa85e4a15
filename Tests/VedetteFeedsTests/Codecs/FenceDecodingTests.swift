// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeotriggers

@testable import VedetteFeeds

@Suite("Decoding fences")
struct FenceDecodingTests {
    private func decode(_ text: String, idField: String? = nil, keepsGeometry: Bool = false) -> Result<FenceFeature, FeedIssue> {
        Array(text.utf8).withUnsafeBytes { bytes in
            FenceDecoder(idField: idField, keepsGeometry: keepsGeometry).decode(
                FeedRecord(range: 0..<bytes.count, line: 4, ordinal: 12), in: bytes)
        }
    }

    private static let square = "[[0,0],[1,0],[1,1],[0,1],[0,0]]"

    @Test(
        "ids come from the feature, from a property, or from the place in the file",
        arguments: [
            (#","id":"x""#, nil, "x"), (#","id":7"#, nil, "7"), ("", nil, "12"), (#","id":"x""#, "name", "N"), (#","id":null"#, nil, "12"),
        ] as [(String, String?, String)])
    func identifiers(member: String, field: String?, expected: String) throws {
        let text =
            #"{"type":"Feature","properties":{"name":"N","n":1 , "o":{"a":2}},"geometry":{"type":"Polygon","coordinates":["# + Self.square
            + "]}\(member)}"
        let fence = try decode(text, idField: field, keepsGeometry: true).get()
        #expect(fence.id == expected)
        #expect(String(decoding: fence.attributes, as: UTF8.self) == #"{"name":"N","n":1,"o":{"a":2}}"#)
        #expect(String(decoding: fence.geometry, as: UTF8.self) == #"{"type":"Polygon","coordinates":["# + Self.square + "]}")
        #expect(fence.shape.vertexCount == 4)
    }

    @Test("of two lists of properties the last counts")
    func repeatedProperties() throws {
        let geometry = #""geometry":{"type":"Polygon","coordinates":["# + Self.square + "]}"
        let fence = try decode(#"{"type":"Feature","properties":{"name":"A"},"properties":{"n":1},\#(geometry)}"#).get()
        #expect(String(decoding: fence.attributes, as: UTF8.self) == #"{"n":1}"#)
        let named = decode(#"{"type":"Feature","properties":{"name":"A"},"properties":{},\#(geometry)}"#, idField: "name")
        #expect(throws: FeedIssue.self) { try named.get() }
    }

    @Test("a geometry by itself is a fence")
    func bareGeometry() throws {
        #expect(
            try decode(#"{"type":"MultiPolygon","coordinates":[["# + Self.square + "],[[[5,5],[6,5],[6,6]]]]}").get().shape.vertexCount == 7
        )
    }

    @Test(
        "says what is wrong with a fence, and which one it is",
        arguments: [
            (
                #""geometry":{"type":"Polygon","coordinates":[[[0,0],[2,2],[2,0],[0,3],[0,0]]]}"#,
                "fence x: a ring crosses itself near 1.2, 1.2;"
            ),
            (#""geometry":{"type":"Point","coordinates":[0,0]}"#, "fence x: a Point is a fence only with a buffer"),
            (#""geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}"#, "fence x: a LineString is a fence only with a buffer"),
            (#""geometry":{"type":"GeometryCollection","geometries":[]}"#, "must be a Polygon or a MultiPolygon, not GeometryCollection"),
            (#""geometry":null"#, "fence x: it has no geometry"),
            (#""geometry":{"type":"Polygon","coordinates":[]}"#, "fence x: the geometry is empty"),
            (#""geometry":{"type":"Polygon","coordinates":[[0,0],[1,1]]}"#, "must be nested 3 deep"),
            (#""geometry":{"type":"Polygon","coordinates":[[[0,0],[1,91],[1,1]]]}"#, "fence x: the latitude 91 is not within"),
            (#""geometry":{"type":"Polygon","coordinates":[[[0,0],[NaN,1],[1,1]]]}"#, "not JSON"),
            (#""geometry":{"type":"Polygon","coordinates":"none"}"#, "fence x: its coordinates"),
            (#""geometry":{"type":"Polygon","coordinates":[[[0,0],[1,1]]]}"#, "encloses no area"),
        ])
    func problems(geometry: String, reason: String) {
        guard case .failure(let issue) = decode(#"{"type":"Feature","id":"x","properties":null,"# + geometry + "}") else {
            Issue.record("it was taken")
            return
        }
        #expect(issue.line == 4)
        #expect(issue.message.contains(reason), "\(issue)")
    }

    @Test("a fence without the property that is to be its id is refused")
    func missingID() {
        guard
            case .failure(let issue) = decode(
                #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":["# + Self.square + "]}}", idField: "zone")
        else {
            Issue.record("it was taken")
            return
        }
        #expect(issue.message.contains("\"zone\""))
    }

    @Test("two fences of one id are refused, with both lines")
    func duplicates() {
        let line = #"{"type":"Feature","id":"x","properties":null,"geometry":{"type":"Polygon","coordinates":["# + Self.square + "]}}"
        var collector = FenceCollector(decoder: FenceDecoder(idField: nil))
        var issues: [FeedIssue] = []
        let error = Array("\(line)\n\(line)".utf8).withUnsafeBytes { bytes -> FeedError? in
            let length = line.utf8.count
            do throws(FeedError) {
                try collector.add(
                    [FeedRecord(range: 0..<length, line: 1, ordinal: 0), FeedRecord(range: length + 1..<bytes.count, line: 2, ordinal: 1)],
                    in: bytes, issues: &issues)
                return nil
            } catch {
                return error
            }
        }
        #expect(error?.code == .duplicateFence)
        #expect(error?.description.contains("here and on line 1") == true)
    }
}
