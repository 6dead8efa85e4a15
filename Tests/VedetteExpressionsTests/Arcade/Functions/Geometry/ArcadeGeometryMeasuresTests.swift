// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry

@testable import VedetteExpressions

@Suite("Measures of geometries")
struct ArcadeGeometryMeasuresTests {
    private static let square = "Polygon({rings: [[[0, 0], [0, 10], [10, 10], [10, 0]]], spatialReference: {wkid: 3857}})"
    private static let line = "Polyline({paths: [[[0, 0], [3, 4]], [[0, 0], [0, 1]]], spatialReference: {wkid: 3857}})"

    private static func point(_ x: Double, _ y: Double, _ wkid: Int = 3857) -> String {
        "Point({x: \(x), y: \(y), spatialReference: {wkid: \(wkid)}})"
    }

    @Test(
        "Angles go counter-clockwise from east, bearings clockwise from north",
        arguments: [
            (1.0, 0.0, "0", "90"), (1, 1, "45", "45"), (0, 1, "90", "0"), (-1, 1, "135", "315"), (-1, 0, "180", "270"),
            (-1, -1, "225", "225"), (0, -1, "270", "180"), (1, -1, "315", "135"), (0, 0, "0", "0"),
        ])
    func directions(x: Double, y: Double, angle: String, bearing: String) {
        #expect(ScriptAnswer.text(of: "Angle(\(Self.point(0, 0)), \(Self.point(x, y)))") == angle)
        #expect(ScriptAnswer.text(of: "Bearing(\(Self.point(0, 0)), \(Self.point(x, y)))") == bearing)
    }

    @Test("Of three points the direction is around the second, from the first to the third")
    func aroundPoint() {
        let points = "\(Self.point(1, 0)), \(Self.point(0, 0)), \(Self.point(0, 1))"
        #expect(ScriptAnswer.text(of: "Angle(\(points))") == "90")
        #expect(ScriptAnswer.text(of: "Bearing(\(points))") == "270")
        let back = "\(Self.point(0, 1)), \(Self.point(0, 0)), \(Self.point(1, 0))"
        #expect(ScriptAnswer.text(of: "Angle(\(back))") == "270")
        #expect(ScriptAnswer.text(of: "Bearing(\(back))") == "90")
    }

    @Test(
        "Lengths, areas and distances in the plane, and their units",
        arguments: [
            ("Area(\(square))", "100"), ("Area(\(square), 'square-meters')", "100"), ("Area(\(square), 'meters')", "100"),
            ("Area(\(square), 'hectares')", "0.01"), ("Round(Area(\(square), 'acres') * 4046.8564224, 6)", "100"),
            ("Round(Area(\(square), 'square-feet'), 4)", "1076.391"), ("Round(Area(\(square), 9002), 4)", "1076.391"),
            ("Area(\(square), 109404)", "100"), ("Round(Area(\(square), 'SquareFeet'), 4)", "1076.391"), ("Area(\(line))", "0"),
            ("Area([Point({x: 0, y: 0}), Point({x: 0, y: 2}), Point({x: 2, y: 2})])", "2"), ("Area([[0, 0], [0, 2], [2, 2]])", "2"),
            ("Area(null)", "0"), ("Area([])", "0"), ("Area(Extent({xmin: 0, ymin: 0, xmax: 2, ymax: 3}))", "6"),
            ("Area(Polygon({rings: [[[0, 0], [0, 10], [10, 10], [10, 0]], [[1, 1], [2, 1], [2, 2], [1, 2]]]}))", "99"),
            ("Area(Polygon({rings: [[[0, 0], [10, 0], [10, 10], [0, 10]]]}))", "100"), ("Area($feature)", "100"), ("Area($none)", "0"),
            ("Length(\(line))", "6"), ("Length(\(square))", "40"), ("Length(\(line), 'kilometers')", "0.006"),
            ("Length(\(line), 'METERS')", "6"), ("Round(Length(\(line), 'feet'), 6)", "19.685039"),
            ("Round(Length(\(line), 'us-feet'), 6)", "19.685"), ("Round(Length(\(line), 'Yard'), 6)", "6.56168"),
            ("Length(\(line), 'nautical-miles') * 1852", "6"), ("Round(Length(\(line), 'miles') * 1609.344, 9)", "6"),
            ("Length(\(line), 9036)", "0.006"), ("Length([[0, 0], [3, 4]])", "5"), ("Length(null)", "0"), ("Length($none)", "0"),
            ("Length(Point({x: 1, y: 1}))", "0"), ("Length(Extent({xmin: 0, ymin: 0, xmax: 2, ymax: 3}))", "10"),
            ("Length(\(line), null)", "6"),
            ("Length3D(Polyline({paths: [[[0, 0, 0], [3, 4, 12]]]}))", "13"), ("Length3D(\(line))", "6"), ("Length3D(null)", "0"),
            ("Length3D(Polyline({paths: [[[0, 0, 0], [3, 4, null]]]}))", "5"),
            ("Length3D([Point({x: 0, y: 0, z: 0}), Point({x: 3, y: 4, z: 12})], 'meters')", "13"),
            ("Length3D(Polygon({rings: [[[0, 0, 0], [3, 4, 12], [3, 4, 0]]]}))", "30"),
            ("Distance(\(point(0, 0)), \(point(3, 4)))", "5"), ("Distance(\(point(0, 0)), \(point(3, 4)), 'kilometers')", "0.005"),
            ("Distance(\(point(20, 5)), \(square))", "10"), ("Distance(\(point(5, 5)), \(square))", "0"),
            ("Distance([[0, 20], [10, 20]], \(square))", "10"), ("Distance(null, \(square))", "0"), ("Distance($none, $feature)", "0"),
            ("Distance($feature, \(point(13, 14)))", "5"), ("Distance(\(point(0, 0)), \(point(3, 4)), 9002) > 16.4", "true"),
        ])
    func planar(script: String, expected: String) throws {
        let area = TestRow(
            geometry: try Polygon.fromJSON(#"{"rings":[[[0,0],[0,10],[10,10],[10,0]]],"spatialReference":{"wkid":3857}}"#))
        #expect(ScriptAnswer.text(of: script, ["$feature": .feature(area), "$none": .feature(TestRow())]) == expected)
    }

    @Test("A degree of the plane counts as one of the equator")
    func degrees() {
        let degree = "Polyline({paths: [[[0, 0], [1, 0]]], spatialReference: {wkid: 4326}})"
        #expect(ScriptAnswer.text(of: "Length(\(degree))") == "1")
        #expect(ScriptAnswer.text(of: "Round(Length(\(degree), 'meters'), 3)") == "111319.491")
        #expect(ScriptAnswer.text(of: "Round(LengthGeodetic(\(degree)), 3)") == "111319.491")
        // A square of survey feet, in a state plane of them.
        let feet = "Polygon({rings: [[[0, 0], [0, 10], [10, 10], [10, 0]]], spatialReference: {wkid: 2285}})"
        #expect(ScriptAnswer.text(of: "Area(\(feet))") == "100")
        #expect(ScriptAnswer.text(of: "Round(Area(\(feet), 'square-us-feet'), 6)") == "100")
        #expect(ScriptAnswer.text(of: "Round(Area(\(feet), 'square-meters'), 6)") == "9.290341")
    }

    /// By GeographicLib's GeodSolve and Planimeter on WGS 84, to the millimetre.
    @Test(
        "On the ellipsoid lengths and areas are metres",
        arguments: [
            ("Round(DistanceGeodetic(\(point(0, 0, 4326)), \(point(0, 1, 4326))), 3)", "110574.389"),
            ("Round(DistanceGeodetic(\(point(0, 0, 4326)), \(point(0, 1, 4326)), 'kilometers'), 6)", "110.574389"),
            ("Round(DistanceGeodetic(\(point(0, 0, 4326)), \(point(0, 1, 4326)), 9001), 3)", "110574.389"),
            ("Round(DistanceGeodetic(\(point(0, 0, 3857)), \(point(111319.49079327358, 0, 3857))), 3)", "111319.491"),
            ("DistanceGeodetic(null, \(point(0, 1, 4326)))", "0"), ("LengthGeodetic(null)", "0"), ("AreaGeodetic($none)", "0"),
            ("AreaGeodetic(\(point(0, 0)))", "0"),
            (
                "Round(AreaGeodetic(Polygon({rings: [[[0, 0], [0, 1], [1, 1], [1, 0]]], spatialReference: {wkid: 4326}})) / 1e6, 3)",
                "12308.778"
            ),
            (
                "Round(AreaGeodetic(Polygon({rings: [[[0, 0], [0, 1], [1, 1], [1, 0]]], spatialReference: {wkid: 4326}}), 'square-kilometers'), 3)",
                "12308.778"
            ),
        ])
    func geodetic(script: String, expected: String) {
        #expect(ScriptAnswer.text(of: script, ["$none": .feature(TestRow())]) == expected)
    }

    @Test(
        "What cannot be measured is refused",
        arguments: [
            ("Area(\(square), 'parsecs')", "invalidArgument"), ("Area(\(square), 1)", "invalidArgument"), ("Area('text')", "type"),
            ("Length(\(line), 'acres')", "invalidArgument"), ("Length(\(line), true)", "invalidArgument"), ("Length(1)", "type"),
            ("Length(['a'])", "type"), ("Distance(1, 2)", "type"), ("Angle(\(line), \(line))", "type"),
            ("DistanceGeodetic(\(line), \(line))", "type"),
            ("LengthGeodetic(Polyline({paths: [[[0, 99], [0, 1]]], spatialReference: {wkid: 4326}}))", "invalidArgument"),
            ("Distance(\(point(0, 0, 3857)), \(point(0, 0, 999_999)))", "invalidArgument"), ("RingIsClockwise(1)", "type"),
            ("Distance(Polyline({paths: [[[0, 0], [1 / 0, 1]]]}), Point({x: 1, y: 1}))", "invalidArgument"),
        ])
    func refused(script: String, code: String) {
        #expect(ScriptAnswer.text(of: script) == code)
    }

    @Test("A second geometry is brought to the spatial reference of the first")
    func projects() {
        #expect(
            ScriptAnswer.text(of: "Round(Distance(\(Self.point(0, 0)), \(Self.point(1, 0, 4326))), 3)") == "111319.491")
        #expect(ScriptAnswer.text(of: "Distance(\(Self.point(0, 0, 4326)), \(Self.point(111319.49079327358, 0)))") == "1")
        #expect(ScriptAnswer.text(of: "Bearing(\(Self.point(0, 0, 4326)), \(Self.point(1000, 0)))") == "90")
    }

    @Test(
        "Rings are clockwise or not, closed or open",
        arguments: [
            ("[[0, 0], [0, 1], [1, 1]]", "true"), ("[[0, 0], [0, 1], [1, 1], [0, 0]]", "true"), ("[[0, 0], [1, 1], [0, 1]]", "false"),
            ("[]", "false"), ("null", "false"), ("Polygon({rings: [[[0, 0], [0, 1], [1, 1]]]}).rings[0]", "true"),
        ])
    func clockwise(points: String, expected: String) {
        #expect(ScriptAnswer.text(of: "RingIsClockwise(\(points))") == expected)
    }

    @Test("Null has no direction")
    func noDirection() {
        #expect(ScriptAnswer.text(of: "Angle(null, \(Self.point(1, 1)))") == "null")
        #expect(ScriptAnswer.text(of: "Bearing(\(Self.point(1, 1)), \(Self.point(1, 2)), null)") == "null")
    }
}
