// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteFeeds

@Suite("Framing")
struct FramingTests {
    private static let one = #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"n":1}}"#
    private static let two = #"{"type":"Feature","id":"b","geometry":{"type":"Point","coordinates":[3,4]},"properties":{"n":"é,\"}]"}}"#

    /// Feeds of every layout, whole and broken.
    static let feeds: [String] = [
        "\(one)\n\(two)\n", "\(one)\r\n\r\n \n\(two)", "\u{FEFF}\(one)\n\(two)", "\u{1E}\(one)\n\u{1E}\(two)\n",
        "\u{1E}{\n \"type\":\"Feature\",\n \"id\":\"p\",\"properties\":null,\n\"geometry\":null}\n\u{1E}\(two)",
        #"{"type":"FeatureCollection","features":["# + one + "," + two + "]}",
        "{\n \"name\": \"x\",\n \"features\": [\n  \(one),\n  \(two)\n ],\n \"type\": \"FeatureCollection\"\n}\n",
        #"{"features":[{"attributes":{"id":7,"v":1.5},"geometry":{"x":1,"y":2}},{"attributes":{"id":8}}]}"#,
        #"{"attributes":{"MMSI":"1"},"geometry":{"x":1,"y":2}}"# + "\n" + #"{"attributes":{"MMSI":"2"},"geometry":{"x":"NaN","y":2}}"#,
        "id,lat,lon,name\n1,2,3,\"a, \"\"b\"\"\nc\"\n\n2,5,6,x\r\n", "lon,lat,id\n1,2,a\n3,4\n5,6,\"b\n7,8,c\n",
        "\(one)\n{\"type\":\"Feature\",\"geome\n\(two)\n",
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[-122.4,47.\n\(one)\n",
        "{\n  \"type\": \"Feature\", \"id\": 5,\n  \"geometry\": {\"type\": \"Point\", \"coordinates\": [1, 2]},\n  \"properties\": {}\n}\n",
        "{\n  \"e\": [-1.5e+3, \"\\ud83d\\ude00\\n\"], \"type\": \"Feature\", \"id\": 5,\n  \"geometry\": null\n}\n",
        #"{"type":"FeatureCollection","features":["# + one + #",{"type":"Feature""#,
        #"{"type":"FeatureCollection","features":["# + one + "}", "",
        "\n \n", "{", "[1,2]\n", #"{"type":"FeatureCollection","features":[]}"#,
    ]

    @Test("a feed reads the same however it is cut", arguments: feeds)
    func cuts(feed: String) {
        let bytes = Array(feed.utf8)
        let whole = FeedHarness().read(bytes)
        for cut in 0...bytes.count { #expect(FeedHarness().read(bytes, cuts: [cut]) == whole, "cut at \(cut)") }
        #expect(FeedHarness().read(bytes, cuts: Array(0...bytes.count)) == whole)
    }

    @Test("finds every record, and the line on which each bad one begins")
    func lines() {
        let outcome = FeedHarness().read("\(Self.one)\n\nnonsense\n\(Self.two)\n{\"type\":\"Feature\"\n")
        #expect(outcome.features.count == 2)
        #expect(outcome.ordinals == [0, 2])
        #expect(outcome.issues.count == 2)
        #expect(outcome.issues.first?.hasPrefix("line 3: this is not JSON") == true)
        #expect(outcome.issues.last?.hasPrefix("line 5: the JSON text ends too early") == true)
    }

    @Test("finds the features of a collection with their lines")
    func collection() {
        let outcome = FeedHarness().read(
            "{\"type\":\"FeatureCollection\",\n\"features\":[\n\(Self.one),\n{\"type\":\"Feature\"},\n\(Self.two)]}")
        #expect(outcome.features.count == 2)
        #expect(outcome.ordinals == [0, 2])
        #expect(outcome.issues.count == 1)
        #expect(outcome.issues[0].hasPrefix("line 4: "))
    }

    @Test("a collection that is cut off is an error that says where")
    func cutOff() {
        let outcome = FeedHarness().read("{\"type\":\"FeatureCollection\",\"features\":[\n\(Self.one),\n{\"type\":\"Feature\",")
        #expect(outcome.features.count == 1)
        #expect(outcome.error?.hasPrefix("line 3: the feed ends inside the feature") == true)
        #expect(FeedHarness().read("{\"features\":[\(Self.one)").error?.contains("cut off") == true)
    }

    @Test("a record that is too long is reported once and passed over", arguments: [1, 7, 64, 5_000])
    func tooLong(piece: Int) {
        var options = FeedOptions()
        options.maximumRecordLength = 200
        let long = String(repeating: "x", count: 5_000)
        func cuts(_ text: String) -> [Int] { Array(stride(from: 0, to: text.utf8.count, by: piece)) }
        let lines = "\(Self.one)\n\(long)\n\(Self.two)\n\(long)"
        let outcome = FeedHarness(options).read(lines, cuts: cuts(lines))
        #expect(outcome.features.count == 2)
        #expect(
            outcome.issues.map { $0.prefix(30) }
                == ["line 2: the record is longer th", "line 4: the record is longer th"].map { $0.prefix(30) })
        let collection = "{\"features\":[\(Self.one),\n{\"a\":\"\(long)\"},\(Self.two)]}"
        let inner = FeedHarness(options).read(collection, cuts: cuts(collection))
        #expect(inner.features.count == 2)
        #expect(inner.issues.count == 1 && inner.issues[0].hasPrefix("line 2: "))
        let table = "lon,lat,id\n1,2,a\n3,4,\"\(long)\"\n5,6,b\n"
        let rows = FeedHarness(options).read(table, cuts: cuts(table))
        #expect(rows.features.count == 2)
        #expect(rows.issues.count == 1 && rows.issues[0].hasPrefix("line 3: "))
    }

    @Test("a broken bracket in a collection ends it, with the line")
    func brokenBracket() {
        let outcome = FeedHarness().read("{\"features\":[\n{\"a\":[1}]\n},\n\(Self.one)]}")
        #expect(outcome.error?.hasPrefix("line 2: ") == true)
    }

    @Test(
        "a collection in another spatial reference is refused",
        arguments: [
            #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":["# + one
                + "]}",
            #"{"features":["# + one + #"],"spatialReference":{"wkid":102100,"latestWkid":3857}}"#,
        ])
    func reference(feed: String) {
        #expect(FeedHarness().read(feed).error?.contains("3857") == true)
    }

    @Test("what is said of a row over the limit does not depend on how its bytes are cut")
    func longRows() {
        var options = FeedOptions()
        options.maximumRecordLength = 40
        let head = "id,lon,lat,note\n"
        for row in [
            "a,1,2,\"\(String(repeating: "x\n", count: 30))\"", "a,1,2,\"\(String(repeating: "x", count: 60))",
            "a,1,2,\(String(repeating: "x", count: 60))",
            "a,1,2,\"x\"\(String(repeating: "y", count: 50))\"\n\"", "a,1,2,\(String(repeating: "x", count: 34))",
            "a,1,2,\(String(repeating: "x", count: 34))\r",
            "a,1,2,\(String(repeating: "x", count: 35))",
        ] {
            let bytes = Array((head + row + "\nb,3,4,y\n").utf8)
            let whole = FeedHarness(options).read(bytes, cuts: [])
            for cut in bytes.indices { #expect(FeedHarness(options).read(bytes, cuts: [cut]) == whole, "\(row), cut at \(cut)") }
            #expect(FeedHarness(options).read(bytes, cuts: Array(bytes.indices)) == whole)
        }
    }

    @Test(
        "a broken collection in another spatial reference is refused too, and none of it used",
        arguments: [
            #"{"crs":{"properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":["# + one + ",{]}",
            #"{"features":["# + one + #"],"spatialReference":{"wkid":102100,"latestWkid":3857},}"#,
        ])
    func brokenReference(feed: String) {
        let bytes = Array(feed.utf8)
        for cut in bytes.indices { #expect(FeedHarness().read(bytes, cuts: [cut]).error?.contains("3857") == true, "cut at \(cut)") }
    }

    @Test("a collection that says it is WGS 84 is read")
    func wgs84() {
        let feed =
            #"{"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"features":["# + Self.one
            + #"],"spatialReference":{"wkid":4326}}"#
        #expect(FeedHarness().read(feed).features.count == 1)
        #expect(FeedHarness().read(feed).error == nil)
    }

    @Test(
        "tells formats apart",
        arguments: [
            ("lon,lat,id\n1,2,a\n", 1), ("ID;LAT;LON\n1;2;3\n", nil), ("hello world\n", nil), ("\u{0}\u{1}\u{2}", nil),
            ("x,y,id\n1,2,a", 1),
        ] as [(String, Int?)])
    func formats(feed: String, count: Int?) {
        let outcome = FeedHarness().read(feed)
        #expect(outcome.features.count == count ?? 0)
        #expect((outcome.error == nil) == (count != nil))
        if count == nil { #expect(outcome.error?.contains("geojson, esrijson, csv") == true) }
    }

    @Test("any feed with any bit flipped is read or refused, never a crash")
    func flips() {
        for feed in Self.feeds {
            let bytes = Array(feed.utf8)
            for index in bytes.indices {
                for bit in stride(from: index % 2, to: 8, by: 2) {
                    var damaged = bytes
                    damaged[index] ^= 1 << bit
                    _ = FeedHarness().read(damaged, cuts: [bytes.count / 2])
                }
            }
        }
    }

    @Test("random bytes are refused, never a crash")
    func noise() {
        var random = SeededRandomNumberGenerator(seed: 5)
        for _ in 0..<300 {
            let alphabet = Array("{}[]\",:\\ \n\u{1E}0123456789.-eE\u{FEFF}truefalsn,ulltypeFeaturscoordinates".utf8) + [0, 0xFF, 0xC3]
            let bytes = (0..<random.index(below: 400)).map { _ in alphabet[random.index(below: alphabet.count)] }
            for format in [nil, .geojson, .esrijson, .csv, .rss] as [FeedFormat?] {
                var options = FeedOptions(format: format)
                options.maximumRecordLength = 50 + random.index(below: 300)
                _ = FeedHarness(options).read(bytes, cuts: [bytes.count / 3, bytes.count / 2])
            }
        }
    }
}
