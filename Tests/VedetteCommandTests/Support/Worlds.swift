// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteTesting

/// Fences and feeds that tests share.
enum Worlds {
    /// A square with a hole, and two squares that are one fence; the first pair shares the edge at 4° east.
    static let fences = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","id":"box","properties":{"name":"The \\"box\\"", "rank":1},"geometry":{"type":"Polygon","coordinates":
            [[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[3,1],[3,3],[1,3],[1,1]]]}},
        {"type":"Feature","id":"alp","properties":null,"geometry":{"type":"MultiPolygon","coordinates":
            [[[[4,0],[6,0],[6,2],[4,2],[4,0]]],[[[10,10],[11,10],[11,11],[10,11],[10,10]]]]}}
        ]}
        """

    /// A GeoJSON feature on a line of its own.
    static func feature(_ id: String, _ longitude: String, _ latitude: String, _ properties: String = "") -> String {
        #"{"type":"Feature","id":"\#(id)","geometry":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]},"properties":{\#(properties)}}"#
            + "\n"
    }

    /// Squares of all sizes on 0…10°, as text of one FeatureCollection.
    static func randomFences(_ count: Int, seed: UInt64) -> String {
        var random = SeededRandomNumberGenerator(seed: seed)
        let features = (0..<count).map { index in
            let (x, y, side) = (random.number(0, 9), random.number(0, 9), random.number(0.1, 1.5))
            let ring = [(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)].map { "[\($0),\($1)]" }.joined(separator: ",")
            return #"{"type":"Feature","id":"f\#(index)","properties":{},"geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
        }
        return #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}"
    }

    /// Tracks that wander about on 0…10°, as GeoJSON lines: some late, some without a time, some broken.
    static func randomFeed(_ count: Int, tracks: Int, seed: UInt64) -> String {
        var random = SeededRandomNumberGenerator(seed: seed)
        var places = (0..<tracks).map { _ in (x: random.number(0, 10), y: random.number(0, 10)) }
        var feed = ""
        for index in 0..<count {
            let track = random.index(below: tracks)
            places[track].x = min(max(places[track].x + random.number(-0.3, 0.3), 0), 10)
            places[track].y = min(max(places[track].y + random.number(-0.3, 0.3), 0), 10)
            let time = 1_777_637_071 + index - (random.index(below: 20) == 0 ? 500 : 0)
            let properties = random.index(below: 50) == 0 ? "" : #""time":\#(time),"note":"number \#(index) of \#(count)""#
            switch random.index(below: 100) {
            case 0: feed += "no feature\n"
            case 1: feed += feature("t\(track)", "\(places[track].x)", "95", properties)
            default: feed += feature("t\(track)", "\(places[track].x)", "\(places[track].y)", properties)
            }
        }
        return feed
    }
}
