// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry

@testable import VedetteExpressions

@Suite("Relations of geometries")
struct ArcadeGeometryRelationsTests {
    /// Shapes that the tables call by a letter.
    private static let shapes = """
        var a = Polygon({rings: [[[0, 0], [0, 10], [10, 10], [10, 0]]]});
        var inner = Polygon({rings: [[[2, 2], [2, 4], [4, 4], [4, 2]]]});
        var side = Polygon({rings: [[[10, 0], [10, 10], [20, 10], [20, 0]]]});
        var half = Polygon({rings: [[[5, 0], [5, 10], [15, 10], [15, 0]]]});
        var far = Polygon({rings: [[[90, 90], [90, 99], [99, 99]]]});
        var across = Polyline({paths: [[[-5, 5], [15, 5]]]});
        var point = Point({x: 5, y: 5});
        var edge = Point({x: 0, y: 5});
        var box = Extent({xmin: 8, ymin: 8, xmax: 12, ymax: 12});

        """

    @Test(
        "Each relation, true and false",
        arguments: [
            ("Intersects(a, half)", true), ("Intersects(a, side)", true), ("Intersects(a, far)", false), ("Intersects(edge, a)", true),
            ("Intersects(a, box)", true), ("Intersects(across, a)", true), ("Disjoint(a, far)", true), ("Disjoint(a, side)", false),
            ("Contains(a, inner)", true), ("Contains(inner, a)", false), ("Contains(a, edge)", false), ("Contains(a, point)", true),
            ("Contains(a, a)", true), ("Within(inner, a)", true), ("Within(a, inner)", false), ("Within(point, a)", true),
            ("Within(edge, a)", false), ("Crosses(across, a)", true), ("Crosses(a, across)", true), ("Crosses(a, half)", false),
            ("Touches(a, side)", true), ("Touches(a, half)", false), ("Touches(edge, a)", true), ("Touches(point, a)", false),
            ("Overlaps(a, half)", true), ("Overlaps(a, inner)", false), ("Overlaps(a, a)", false), ("Overlaps(a, box)", true),
            ("EnvelopeIntersects(a, box)", true), ("EnvelopeIntersects(a, far)", false),
            ("EnvelopeIntersects(Polyline({paths: [[[0, 0], [10, 10]]]}), Point({x: 9, y: 1}))", true),
            ("Equals(a, Polygon({rings: [[[10, 10], [10, 0], [0, 0], [0, 10]]]}))", true), ("Equals(a, half)", false),
            ("Equals(a, Polygon({rings: [[[0, 0], [0, 5], [0, 10], [10, 10], [10, 0]]]}))", true), ("Equals(point, a)", false),
            ("Equals(point, Point({x: 5, y: 5}))", true), ("Equals(1, 1)", true), ("Equals(1, '1')", false), ("Equals(a, null)", false),
            ("Equals(null, null)", true), ("Equals(Polyline({paths: []}), Polyline({paths: []}))", true),
            ("Equals(a, Extent({xmin: 0, ymin: 0, xmax: 10, ymax: 10}))", true),
            ("Relate(a, inner, 'T*****FF*')", true), ("Relate(a, half, '212111212')", true), ("Relate(a, side, 'f***t****')", true),
            ("Relate(a, far, 'T********')", false), ("Intersects(a, Polygon({rings: []}))", false),
        ])
    func relations(script: String, expected: Bool) {
        #expect(ScriptAnswer.text(of: Self.shapes + script) == "\(expected)")
    }

    @Test(
        "Of null, and of a feature without geometry, nothing is true",
        arguments: ["Intersects", "Disjoint", "Contains", "Within", "Crosses", "Touches", "Overlaps", "EnvelopeIntersects"])
    func null(name: String) {
        let row: [String: ArcadeContent] = ["$feature": .feature(TestRow())]
        #expect(ScriptAnswer.text(of: "\(name)(null, Point({x: 1, y: 1}))") == "false")
        #expect(ScriptAnswer.text(of: "\(name)(Point({x: 1, y: 1}), $feature)", row) == "false")
        #expect(ScriptAnswer.text(of: "\(name)(1, Point({x: 1, y: 1}))") == "type")
        #expect(ScriptAnswer.text(of: "\(name)(Point({x: 1, y: 1}), 'a')") == "type")
    }

    @Test("Features stand for their geometries")
    func features() {
        let row: [String: ArcadeContent] = ["$feature": .feature(TestRow(geometry: Point(x: 5, y: 5)))]
        #expect(ScriptAnswer.text(of: Self.shapes + "Within($feature, a)", row) == "true")
        #expect(ScriptAnswer.text(of: Self.shapes + "Equals($feature, point)", row) == "true")
        #expect(ScriptAnswer.text(of: "Equals($feature, $feature)", row) == "true")
        #expect(ScriptAnswer.text(of: "Equals(Feature($feature), Feature($feature))", row) == "true")
    }

    @Test("Geometries of two spatial references are brought together", arguments: ["Intersects", "Within"])
    func twoReferences(name: String) {
        let area = "Polygon({rings: [[[0, 0], [0, 200000], [200000, 200000], [200000, 0]]], spatialReference: {wkid: 3857}})"
        #expect(ScriptAnswer.text(of: "\(name)(Point({x: 1, y: 1, spatialReference: {wkid: 4326}}), \(area))") == "true")
        #expect(ScriptAnswer.text(of: "\(name)(Point({x: 9, y: 9, spatialReference: {wkid: 4326}}), \(area))") == "false")
        #expect(ScriptAnswer.text(of: "\(name)(Point({x: 1, y: 1, spatialReference: {wkid: 999999}}), \(area))") == "invalidArgument")
    }

    @Test("A relation that is no pattern is refused", arguments: ["'T'", "'T*F**F**X'", "''", "null", "123456789"])
    func pattern(relation: String) {
        #expect(ScriptAnswer.text(of: Self.shapes + "Relate(a, half, \(relation))") == "invalidArgument")
    }
}
