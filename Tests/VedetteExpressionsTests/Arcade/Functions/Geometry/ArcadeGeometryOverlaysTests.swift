// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry

@testable import VedetteExpressions

@Suite("Overlays of geometries")
struct ArcadeGeometryOverlaysTests {
    private static let shapes = """
        var a = Polygon({rings: [[[0, 0], [0, 10], [10, 10], [10, 0]]]});
        var half = Polygon({rings: [[[5, 0], [5, 10], [15, 10], [15, 0]]]});
        var far = Polygon({rings: [[[90, 90], [90, 99], [99, 99]]]});
        var bow = Polygon({rings: [[[0, 0], [10, 10], [10, 0], [0, 10]]]});
        var across = Polyline({paths: [[[-5, 5], [15, 5]]]});
        var bent = Polyline({paths: [[[0, 0], [10, 0]], [[50, 50], [60, 60]]]});

        """

    @Test(
        "What two geometries have and have not",
        arguments: [
            ("Area(Intersection(a, half))", "50"), ("Intersection(a, far)", "null"), ("Length(Intersection(across, a))", "10"),
            ("TypeOf(Intersection(Point({x: 1, y: 1}), a))", "Point"), ("Intersection(null, a)", "null"), ("Intersection(a, null)", "null"),
            ("Area(Intersection(a, bow))", "50"), ("IsEmpty(Intersection(a, far))", "true"),
            ("Area(Difference(a, half))", "50"), ("Area(Difference(a, far))", "100"), ("Difference(a, a)", "null"),
            ("Area(Difference(a, null))", "100"), ("Difference(null, a)", "null"), ("Length(Difference(across, a))", "10"),
            ("Area(SymmetricDifference(a, half))", "100"), ("SymmetricDifference(a, a)", "null"),
            ("Area(SymmetricDifference(a, null))", "100"), ("Area(SymmetricDifference(null, a))", "100"),
            ("SymmetricDifference(null, null)", "null"), ("SymmetricDifference(a, across)", "type"),
            ("Area(Union(a, half))", "150"), ("Area(Union([a, half, far]))", "190.5"), ("Area(Union(a, null, half))", "150"),
            ("Area(Union([a, null]))", "100"), ("Union(null)", "null"), ("Union([])", "null"), ("Union(a, across)", "type"),
            ("Union('a')", "type"), ("Area(Union(a))", "100"), ("Length(Union(across, bent))", "44.142135624"),
            ("TypeOf(Union(Point({x: 1, y: 1}), Point({x: 2, y: 1})))", "Multipoint"),
            ("Area(Clip(a, Extent({xmin: 5, ymin: 5, xmax: 20, ymax: 20})))", "25"),
            ("Clip(a, Extent({xmin: 50, ymin: 50, xmax: 60, ymax: 60}))", "null"), ("Clip(null, a)", "null"),
            ("Length(Clip(across, Extent(a)))", "10"), ("Clip(across, Extent(a)).paths[0][0].x", "0"),
            ("Count(Cut(a, across))", "2"), ("Area(Cut(a, across)[0])", "50"), ("Centroid(Cut(a, across)[0]).y", "7.5"),
            ("Count(Cut(bent, Polyline({paths: [[[5, -5], [5, 5]]]})))", "3"),
            ("Extent(Cut(bent, Polyline({paths: [[[5, -5], [5, 5]]]}))[0]).xMax", "5"),
            ("Count(Cut(far, across))", "0"), ("Count(Cut(null, across))", "0"), ("Cut(a, half)", "type"),
            ("Cut(Point({x: 1, y: 1}), across)", "type"), ("Count(MultiPartToSinglePart(bent))", "2"),
            ("MultiPartToSinglePart(bent)[1].paths[0][0].x", "50"), ("Count(MultiPartToSinglePart(Union(a, far)))", "2"),
            ("Count(MultiPartToSinglePart(Multipoint({points: [[1, 2], [3, 4]]})))", "2"),
            ("TypeOf(MultiPartToSinglePart(Multipoint({points: [[1, 2]]}))[0])", "Point"), ("MultiPartToSinglePart(null)", "null"),
            (
                """
                Count(MultiPartToSinglePart(Polygon({rings: [[[0, 0], [0, 9], [9, 9], [9, 0]], [[1, 1], [2, 1], [2, 2]], [[20, 0], [20, 9], [29, 9]]]})))
                """, "2"
            ),
            ("Area(Intersection($feature, half))", "50"),
        ])
    func overlays(script: String, expected: String) throws {
        let area = TestRow(geometry: try Polygon.fromJSON(#"{"rings":[[[0,0],[0,10],[10,10],[10,0]]]}"#))
        #expect(ScriptAnswer.text(of: Self.shapes + script, ["$feature": .feature(area)]) == expected)
    }

    @Test("The second geometry is projected to the first, and the result is there")
    func projects() {
        let first = "Polygon({rings: [[[0, 0], [0, 1], [1, 1], [1, 0]]], spatialReference: {wkid: 4326}})"
        let second = "Extent({xmin: 0, ymin: 0, xmax: 55659.74539663679, ymax: 1000000, spatialReference: {wkid: 3857}})"
        #expect(ScriptAnswer.text(of: "Round(Area(Intersection(\(first), \(second))), 6)") == "0.5")
        #expect(ScriptAnswer.text(of: "Intersection(\(first), \(second)).spatialReference.wkid") == "4326")
    }
}
