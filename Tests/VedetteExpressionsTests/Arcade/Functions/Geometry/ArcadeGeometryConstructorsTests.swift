// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry

@testable import VedetteExpressions

@Suite("Constructors of geometries")
struct ArcadeGeometryConstructorsTests {
    @Test(
        "Dictionaries, texts, features and geometries become geometries",
        arguments: [
            ("Point({x: 1, y: 2})", #"{"x":1,"y":2}"#), ("Point({X: 1, Y: 2, z: 3, m: 4})", #"{"x":1,"y":2,"z":3,"m":4}"#),
            ("Point({x: '1.5', y: 2, z: null, m: 'NaN'})", #"{"x":1.5,"y":2}"#), ("Point({x: null, y: null})", #"{"x":"NaN","y":"NaN"}"#),
            ("Point('{\"x\": 1, \"y\": 2}')", #"{"x":1,"y":2}"#), ("Point(Point({x: 1, y: 2}))", #"{"x":1,"y":2}"#),
            ("Point(null)", "null"), ("Geometry(null)", "null"), ("Polygon(null)", "null"), ("Extent(null)", "null"),
            (
                "Point({x: 1, y: 2, spatialReference: {wkid: 3857}})", #"{"x":1,"y":2,"spatialReference":{"wkid":3857}}"#
            ),
            ("Point({x: 1, y: 2, spatialReference: 4326})", #"{"x":1,"y":2,"spatialReference":{"wkid":4326}}"#),
            ("Point({x: 1, y: 2, spatialReference: {wkid: '4326'}})", #"{"x":1,"y":2,"spatialReference":{"wkid":4326}}"#),
            (
                "Point({x: 1, y: 2, spatialReference: Point({x: 1, y: 1, spatialReference: {wkid: 102100}}).spatialReference})",
                #"{"x":1,"y":2,"spatialReference":{"wkid":102100,"latestWkid":3857}}"#
            ),
            ("Multipoint({points: [[1, 2], [3, 4]]})", #"{"points":[[1,2],[3,4]]}"#),
            ("Multipoint({points: []})", #"{"points":[]}"#),
            ("Multipoint({points: [Point({x: 1, y: 2, z: 3})], hasZ: true})", #"{"hasZ":true,"points":[[1,2,3]]}"#),
            ("Polyline({paths: [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]})", #"{"paths":[[[1,2],[3,4]],[[5,6],[7,8]]]}"#),
            ("Polyline({paths: [[{x: 1, y: 2}, {X: 3, Y: 4}]]})", #"{"paths":[[[1,2],[3,4]]]}"#),
            ("Polyline({paths: [[[1, 2, 5], [3, 4, 6]]]})", #"{"hasZ":true,"paths":[[[1,2,5],[3,4,6]]]}"#),
            ("Polyline({paths: [[[1, 2, 5], [3, 4, 6]]], hasM: true})", #"{"hasM":true,"paths":[[[1,2,5],[3,4,6]]]}"#),
            (
                "Polyline({paths: [[[1, 2, 5, 7], [3, 4, 6, 8]]], hasM: true})",
                #"{"hasZ":true,"hasM":true,"paths":[[[1,2,5,7],[3,4,6,8]]]}"#
            ),
            ("Polyline({paths: [[[1, 2, 5], [3, 4, 6]]], hasZ: false})", #"{"paths":[[[1,2],[3,4]]]}"#),
            ("Polygon({rings: [[[0, 0], [0, 1], [1, 1]]]})", #"{"rings":[[[0,0],[0,1],[1,1],[0,0]]]}"#),
            ("Polygon({rings: [[[0, 0], [0, 1], [1, 1], [0, 0]]]})", #"{"rings":[[[0,0],[0,1],[1,1],[0,0]]]}"#),
            (
                "var p = Polygon({rings: [[[0, 0], [0, 1], [1, 1]]]}); Polygon({rings: p.rings})",
                #"{"rings":[[[0,0],[0,1],[1,1],[0,0]]]}"#
            ),
            (
                "Polygon(Extent({xmin: 0, ymin: 1, xmax: 2, ymax: 3}))", #"{"rings":[[[0,1],[0,3],[2,3],[2,1],[0,1]]]}"#
            ),
            ("Extent({xMin: 1, yMin: 2, xMax: 3, yMax: 4})", #"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#),
            (
                "Extent({xmin: 1, ymin: 2, xmax: 3, ymax: 4, zmin: 5, zmax: 6})",
                #"{"xmin":1,"ymin":2,"xmax":3,"ymax":4,"zmin":5,"zmax":6}"#
            ),
            ("Extent(Polyline({paths: [[[3, 4], [1, 2]]]}))", #"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#),
            (
                "Extent(Polyline({paths: [[[3, 4, 9], [1, 2, 8]]]}))", #"{"xmin":1,"ymin":2,"xmax":3,"ymax":4,"zmin":8,"zmax":9}"#
            ),
            ("Extent(Polyline({paths: []}))", "null"), ("Extent($feature)", #"{"xmin":7,"ymin":8,"xmax":7,"ymax":8}"#),
            ("Geometry($feature)", #"{"x":7,"y":8}"#), ("Point($feature)", #"{"x":7,"y":8}"#), ("Geometry($none)", "null"),
            ("Geometry({rings: [[[0, 0], [0, 1], [1, 1]]]}).type", "polygon"), ("Geometry('{\"paths\": []}').type", "polyline"),
            ("Geometry(Dictionary(Text(Point({x: 1, y: 2}))))", #"{"x":1,"y":2}"#),
            ("TypeOf(Geometry({xmin: 1, ymin: 2, xmax: 3, ymax: 4}))", "Extent"),
            ("Polygon({rings: [[[0, 0], [0, 1], [1, 1]]]}).rings[0][3].y", "0"),
            ("Polyline({paths: [[$feature, [1, 2]]]})", #"{"paths":[[[7,8],[1,2]]]}"#),
        ])
    func constructs(script: String, expected: String) {
        let point = TestRow(geometry: Point(x: 7, y: 8))
        #expect(ScriptAnswer.text(of: script, ["$feature": .feature(point), "$none": .feature(TestRow())]) == expected)
    }

    @Test("Without a spatial reference it is that of the first point, or of the context")
    func spatialReference() {
        func wkid(_ script: String) -> String {
            ScriptAnswer.text(of: script + ".spatialReference.wkid", spatialReference: SpatialReference(wkid: WKID(25832)!))
        }
        #expect(wkid("Point({x: 1, y: 2})") == "25832")
        #expect(wkid(#"Point('{"x": 1, "y": 2}')"#) == "25832")
        #expect(wkid("Polyline({paths: [[Point({x: 1, y: 2, spatialReference: {wkid: 3857}}), [1, 2]]]})") == "3857")
        #expect(wkid("Point({x: 1, y: 2, spatialReference: {wkid: 4326}})") == "4326")
        #expect(wkid("Point({x: 1, y: 2, spatialReference: null})") == "25832")
    }

    @Test(
        "What is none is refused, and says so",
        arguments: [
            ("Point({x: 1})", "invalidArgument"), ("Point({x: 'a', y: 2})", "invalidArgument"), ("Point({x: 1, y: []})", "invalidArgument"),
            ("Point(1)", "type"), ("Point([1, 2])", "type"), ("Point('1 2')", "invalidArgument"), ("Point('')", "invalidArgument"),
            ("Point({paths: []})", "type"), ("Polygon({x: 1, y: 2})", "type"), ("Extent({x: 1})", "invalidArgument"),
            ("Polyline({paths: [[1, 2], [3, 4]]})", "type"), ("Polyline({paths: 1})", "type"),
            ("Polyline({paths: [[[1]]]})", "invalidArgument"),
            ("Polyline({paths: [[[1, 2, 3, 4, 5]]]})", "invalidArgument"), ("Polyline({paths: [[null]]})", "type"),
            ("Polygon({rings: [[[1, 'b']]]})", "invalidArgument"), ("Polygon({curveRings: []})", "invalidArgument"),
            ("Point({x: 1, y: 2, spatialReference: {wkid: 1.5}})", "invalidArgument"),
            ("Point({x: 1, y: 2, spatialReference: {wkid: 'a'}})", "invalidArgument"),
            ("Point({x: 1, y: 2, spatialReference: {wkid: 1e300}})", "invalidArgument"),
            ("Point({x: 1, y: 2, spatialReference: {wkid: -4326}})", "invalidArgument"),
            ("Point({x: 1, y: 2, spatialReference: 'WGS84'})", "type"),
            ("Point({x: 1, y: 2, spatialReference: {wkt: 'GEOGCS'}})", "invalidArgument"),
            ("Polyline({paths: [Array(70000, [1, 2])]})", "limitExceeded"),
        ])
    func refused(script: String, code: String) {
        #expect(ScriptAnswer.text(of: script) == code)
    }

    @Test("A feature that was handed in keeps its geometry, a copy takes another")
    func setGeometry() {
        let row: [String: ArcadeContent] = ["$feature": .feature(TestRow(geometry: Point(x: 7, y: 8)))]
        #expect(ScriptAnswer.text(of: "SetGeometry($feature, Point({x: 1, y: 2}))", row) == "immutable")
        #expect(
            ScriptAnswer.text(of: "var f = Feature($feature); SetGeometry(f, Point({x: 1, y: 2})); Geometry(f).x", row) == "1")
        #expect(ScriptAnswer.text(of: "var f = Feature($feature); SetGeometry(f, null); Geometry(f)", row) == "null")
        #expect(ScriptAnswer.text(of: "SetGeometry(1, null)", row) == "type")
        #expect(ScriptAnswer.text(of: "SetGeometry(Feature($feature), 1)", row) == "type")
    }
}
