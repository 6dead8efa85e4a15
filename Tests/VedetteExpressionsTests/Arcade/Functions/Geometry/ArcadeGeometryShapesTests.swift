// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry

@testable import VedetteExpressions

@Suite("Shapes made of a geometry")
struct ArcadeGeometryShapesTests {
    private static let shapes = """
        var a = Polygon({rings: [[[0, 0], [0, 10], [10, 10], [10, 0]]], spatialReference: {wkid: 3857}});
        var bow = Polygon({rings: [[[0, 0], [10, 10], [10, 0], [0, 10]]], spatialReference: {wkid: 3857}});
        var line = Polyline({paths: [[[0, 0], [10, 0]]], spatialReference: {wkid: 3857}});
        var corner = Polyline({paths: [[[0, 0], [10, 0], [10, 10]]], spatialReference: {wkid: 3857}});
        var point = Point({x: 1, y: 2, z: 3, spatialReference: {wkid: 3857}});
        var degree = Point({x: 10, y: 50, spatialReference: {wkid: 4326}});

        """

    @Test(
        "Buffers",
        arguments: [
            ("Round(Area(Buffer(point, 1)), 2)", "3.14"), ("Round(Area(Buffer(point, 1, 'kilometers')) / 1e6, 2)", "3.14"),
            ("Round(Area(Buffer(line, 1)), 1)", "23.1"), ("Round(Area(Buffer(a, 1)), 1)", "143.1"), ("Area(Buffer(a, -1))", "64"),
            ("Buffer(a, -6)", "null"), ("Buffer(line, -1)", "null"), ("Buffer(point, 0)", "null"), ("Area(Buffer(a, 0))", "100"),
            ("Buffer(null, 1)", "null"), ("Buffer($feature, 1)", "null"), ("Buffer(a, null)", "invalidArgument"),
            ("Buffer(a, 'x')", "invalidArgument"), ("Buffer(a, 1 / 0)", "invalidArgument"), ("Buffer(a, 1, 'furlongs')", "invalidArgument"),
            ("Buffer('a', 1)", "type"), ("Buffer(point, '1').type", "polygon"), ("Buffer(point, 1).spatialReference.wkid", "3857"),
            ("Round(Extent(Buffer(degree, 111.31949079327358, 'kilometers')).xMax, 6)", "11"),
            ("Round(AreaGeodetic(BufferGeodetic(degree, 1000)) / 1e6, 2)", "3.14"),
            ("Round(AreaGeodetic(BufferGeodetic(degree, 1, 'kilometers')) / 1e6, 2)", "3.14"), ("BufferGeodetic(null, 1)", "null"),
            ("BufferGeodetic(line, -1)", "null"), ("BufferGeodetic(degree, 'a')", "invalidArgument"),
            ("BufferGeodetic(Point({x: 1, y: 99, spatialReference: {wkid: 4326}}), 1)", "invalidArgument"),
            ("BufferGeodetic(degree, 1).spatialReference.wkid", "4326"),
        ])
    func buffers(script: String, expected: String) {
        #expect(ScriptAnswer.text(of: Self.shapes + script, ["$feature": .feature(TestRow())]) == expected)
    }

    @Test(
        "More and fewer vertices",
        arguments: [
            ("Count(Densify(line, 3).paths[0])", "5"), ("Densify(line, 5).paths[0][1].x", "5"), ("Count(Densify(a, 5).rings[0])", "9"),
            ("Count(Densify(line, 1, 'feet').paths[0])", "34"), ("Densify(point, 1).z", "3"), ("Densify(null, 1)", "null"),
            ("Densify(line, 0)", "invalidArgument"), ("Densify(line, -1)", "invalidArgument"), ("Densify(line, 'x')", "invalidArgument"),
            ("Densify(line, 1e-9)", "limitExceeded"), ("Densify(line, 1e-300)", "limitExceeded"),
            ("Densify(Extent({xmin: 0, ymin: 0, xmax: 1, ymax: 1}), 1).type", "polygon"),
            (
                "Count(DensifyGeodetic(Polyline({paths: [[[0, 0], [0, 1]]], spatialReference: {wkid: 4326}}), 50, 'kilometers').paths[0])",
                "4"
            ),
            ("DensifyGeodetic(line, 1e-9)", "limitExceeded"), ("DensifyGeodetic(null, 1)", "null"),
            ("Count(Generalize(Polyline({paths: [[[0, 0], [5, 0.1], [10, 0]]]}), 1).paths[0])", "2"),
            ("Count(Generalize(Polyline({paths: [[[0, 0], [5, 0.1], [10, 0]]]}), 0.01).paths[0])", "3"),
            (
                "Count(Generalize(Polyline({paths: [[[0, 0], [5, 0.1], [10, 0]]], spatialReference: {wkid: 3857}}), 1, false, 'feet').paths[0])",
                "2"
            ),
            ("Count(Generalize(Polygon({rings: [[[0, 0], [0, 5], [0, 10], [10, 10], [10, 0]]]}), 1).rings[0])", "5"),
            ("Generalize(Polygon({rings: [[[0, 0], [0, 1], [1, 1]]]}), 5, true)", "null"),
            ("TypeOf(Generalize(Polygon({rings: [[[0, 0], [0, 1], [1, 1]]]}), 5))", "Polygon"), ("Generalize(point, 5).x", "1"),
            ("Generalize(null, 5)", "null"), ("Generalize(line, -1)", "invalidArgument"), ("Generalize(line, null)", "invalidArgument"),
            ("Generalize(Polyline({paths: [[[0, 0, 1], [5, 0, 2], [10, 0, 3]]]}), 1).paths[0][1].z", "3"),
            ("IsSimple(a)", "true"), ("IsSimple(bow)", "false"), ("IsSimple(null)", "false"), ("IsSelfIntersecting(a)", "false"),
            ("IsSelfIntersecting(bow)", "true"), ("IsSelfIntersecting(null)", "false"),
            ("IsSelfIntersecting(Polyline({paths: [[[0, 0], [10, 10], [10, 0], [0, 10]]]}))", "true"),
            ("IsSelfIntersecting(Multipoint({points: [[1, 1], [1, 1]]}))", "true"), ("Area(Simplify(bow))", "50"),
            ("IsSimple(Simplify(bow))", "true"), ("Simplify(null)", "null"), ("Area(Simplify(a))", "100"),
        ])
    func vertices(script: String, expected: String) {
        #expect(ScriptAnswer.text(of: Self.shapes + script) == expected)
    }

    @Test(
        "Middles, hulls, turns and offsets",
        arguments: [
            ("Centroid(a).x", "5"), ("Centroid(point).y", "2"), ("Centroid(line).x", "5"), ("Centroid(null)", "null"),
            ("Centroid([])", "null"),
            ("Centroid(a.rings[0]).y", "5"), ("Centroid([[0, 0], [0, 3], [3, 0]]).x", "1"),
            ("Centroid(Extent({xmin: 0, ymin: 0, xmax: 4, ymax: 2})).x", "2"), ("Centroid(a).spatialReference.wkid", "3857"),
            ("Area(ConvexHull(bow))", "100"), ("ConvexHull(null)", "null"), ("TypeOf(ConvexHull(point))", "Point"),
            ("TypeOf(ConvexHull(line))", "Polyline"),
            (
                """
                var shape = Polygon({rings: [[[1, 2], [2, 0], [1, -2], [-1, -2], [-2, -1], [-1, -1.5], [0, -1.5], [-2, 1], [-1, 2]]]});
                Count(ConvexHull(shape).rings[0])
                """, "8"
            ),
            ("Rotate(line, 90).paths[0][0].y", "-5"), ("Rotate(line, 90).paths[0][1].x", "5"),
            ("Rotate(line, 90, Point({x: 0, y: 0})).paths[0][1].y", "10"),
            ("Round(Rotate(line, 45, Point({x: 0, y: 0})).paths[0][1].y, 6)", "7.071068"),
            ("Rotate(point, 90).x", "1"), ("Rotate(point, 90, Point({x: 0, y: 0})).x", "-2"), ("Rotate(point, 90).z", "3"),
            ("Rotate(null, 90)", "null"), ("Rotate(line, 'x')", "invalidArgument"), ("Rotate(line, 90, 1)", "type"),
            ("Rotate(Extent({xmin: 0, ymin: 0, xmax: 4, ymax: 2}), 90).type", "polygon"), ("Rotate(line, 360).paths[0][1].x", "10"),
            ("Offset(line, 2).paths[0][0].y", "-2"), ("Offset(line, -2).paths[0][0].y", "2"), ("Offset(line, 0).paths[0][0].y", "0"),
            ("Round(Offset(line, 10, 'feet').paths[0][0].y, 3)", "-3.048"), ("Area(Offset(a, 1))", "64"),
            ("Area(Offset(a, -1, null, 'miter'))", "144"), ("Area(Offset(a, -1, null, 'MITER', 10))", "144"),
            ("Area(Offset(a, -1, null, 'bevel'))", "142"), ("Round(Area(Offset(a, -1)), 1)", "143.1"), ("Offset(a, 6)", "null"),
            ("Area(Offset(a, -1, null, 'square')) > 142 && Area(Offset(a, -1, null, 'square')) < 144", "true"),
            ("Count(Offset(corner, 1, null, 'miter').paths[0])", "3"), ("Offset(corner, 1, null, 'miter').paths[0][1].x", "11"),
            ("Count(Offset(corner, 1, null, 'bevel').paths[0])", "4"),
            ("Count(Offset(corner, 1, null, 'round', 10, 0.1).paths[0]) < Count(Offset(corner, 1).paths[0])", "true"),
            ("Offset(corner, -1).paths[0][1].x", "9"), ("Offset(null, 1)", "null"), ("Offset(point, 1)", "type"),
            ("Offset(line, 1, null, 'oval')", "invalidArgument"), ("Offset(line, null)", "invalidArgument"),
            ("Offset(line, 1, null, 'miter', -1)", "invalidArgument"), ("Offset(line, 1, null, 'round', 1, 'x')", "invalidArgument"),
        ])
    func shapes(script: String, expected: String) {
        #expect(ScriptAnswer.text(of: Self.shapes + script) == expected)
    }

    @Test(
        "Nearest places",
        arguments: [
            ("NearestCoordinate(line, Point({x: 3, y: 4})).coordinate.x", "3"),
            ("NearestCoordinate(line, Point({x: 3, y: 4})).distance", "4"),
            ("NearestCoordinate(line, Point({x: 3, y: 4})).sideOfLine", "left"),
            ("NearestCoordinate(line, Point({x: 3, y: -4})).sideOfLine", "right"),
            ("NearestCoordinate(line, Point({x: 3, y: 0})).sideOfLine", "straddle"),
            ("NearestCoordinate(line, Point({x: 13, y: 4})).sideOfLine", "left"),
            ("NearestCoordinate(corner, Point({x: 12, y: -1})).sideOfLine", "right"),
            ("NearestCoordinate(corner, Point({x: 11, y: -2})).sideOfLine", "right"),
            ("HasKey(NearestCoordinate(a, Point({x: 12, y: 5})), 'sideOfLine')", "false"),
            ("NearestCoordinate(a, Point({x: 12, y: 5})).distance", "2"), ("NearestCoordinate(a, Point({x: 5, y: 5})).distance", "0"),
            ("NearestVertex(line, Point({x: 3, y: 4})).coordinate.x", "0"), ("NearestVertex(line, Point({x: 3, y: 4})).distance", "5"),
            ("NearestVertex(a, Point({x: 12, y: 10})).distance", "2"), ("NearestCoordinate(null, point)", "null"),
            ("NearestVertex(line, null)", "null"), ("NearestVertex(line, a)", "type"), ("NearestCoordinate('x', point)", "type"),
        ])
    func nearest(script: String, expected: String) {
        #expect(ScriptAnswer.text(of: Self.shapes + script) == expected)
    }
}
