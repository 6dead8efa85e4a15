// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Programs that work with shapes too large, too fine, or with too many corners.
extension ArcadeProgramMaker {
    private static let references = [
        "{wkid: 4326}", "{wkid: 3857}", "{wkid: 102100}", "{wkid: -1}", "{wkid: 1e300}", "{}", "null", "{wkt: 'x'}",
    ]

    private mutating func point() -> String {
        "[\(pick(Self.numbers)), \(isHeads() ? pick(Self.numbers) : String(number(-90...90)))]"
    }

    private mutating func shape() -> String {
        let reference = "spatialReference: \(pick(Self.references))"
        let points = (0..<number(0...6)).map { _ in point() }.joined(separator: ", ")
        return pick([
            "Point({x: \(pick(Self.numbers)), y: \(pick(Self.numbers)), \(reference)})", "Polyline({paths: [[\(points)]], \(reference)})",
            "Polygon({rings: [[\(points)]], \(reference)})", "Multipoint({points: [\(points)], \(reference)})",
            "Extent({xmin: \(pick(Self.numbers)), ymin: 0, xmax: \(pick(Self.numbers)), ymax: 1, \(reference)})",
            "Polygon({rings: [[[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]]], \(reference)})",
            "Polyline({paths: [[[0, 0], [1e6, 1e6]]], \(reference)})",
            "Polygon({rings: [[[0, 0], [10, 10], [0, 10], [10, 0], [0, 0]]], \(reference)})", "null",
        ])
    }

    mutating func geometries() -> String {
        let number = pick(Self.numbers)
        let unit = pick(["", ", 'meters'", ", 'kilometers'", ", 9001", ", 'furlongs'", ", null", ", -1"])
        let use = pick([
            "Buffer(g, \(number)\(unit))", "BufferGeodetic(g, \(number)\(unit))",
            "Densify(g, \(pick(["1e-9", "1e-3", "0", "-1", number]))\(unit))",
            "DensifyGeodetic(g, \(pick(["1e-9", "1", "0", number]))\(unit))", "Generalize(g, \(number), true\(unit))",
            "Offset(g, \(number)\(unit))", "Offset(g, \(number), 'meters', 'round', 1, 1e-9)", "Rotate(g, \(number))", "Simplify(g)",
            "ConvexHull(g)", "Union(g, h)", "Union([g, h, g, h])", "Intersection(g, h)", "Difference(g, h)", "SymmetricDifference(g, h)",
            "Clip(g, Extent(h))", "Cut(g, h)", "Relate(g, h, '\(pick(["T*F**F***", "xxxxxxxxx", "", "T"]))')", "Intersects(g, h)",
            "Touches(g, h)", "Within(g, h)", "Contains(g, h)", "Crosses(g, h)", "Overlaps(g, h)", "Equals(g, h)", "Disjoint(g, h)",
            "Distance(g, h\(unit))", "DistanceGeodetic(g, h\(unit))", "Length(g\(unit))", "LengthGeodetic(g\(unit))", "Length3D(g\(unit))",
            "Area(g\(unit))", "AreaGeodetic(g\(unit))", "Angle(g, h)", "Bearing(g, h, g)", "Centroid(g)", "Extent(g)", "IsSimple(g)",
            "IsSelfIntersecting(g)", "MultiPartToSinglePart(g)", "NearestCoordinate(g, h)", "NearestVertex(g, h)",
            "RingIsClockwise(g.rings[0])", "Text(g)", "g.paths[0][0].x", "g == h", "Dictionary(g)", "Geometry(Feature(g, {a: 1}))",
            "Hash(g)",
        ])
        let loop = pick([
            "\(use)", "\(use)", "for (var i = 0; i < 1e5; i++) { \(use) }", "for (var i = 0; i < 1e5; i++) { g = \(use) } g",
            "var all = []; for (var i = 0; i < 1e4; i++) { Push(all, \(use)) } Count(all)",
        ])
        return "var g = \(shape()); var h = \(shape());\n\(loop)"
    }

    mutating func manyVertices() -> String {
        let count = pick([10, 100, 1000, 5000, 20_000, 100_000])
        let step = pick([
            "[i, (i * 7919) % 1000]", "[Cos(i) * 100, Sin(i * 1.7) * 100]", "[i % 2, i % 3]", "[0, 0]", "[Random(), Random()]", "[i, 0]",
            "[Cos(i / 1000), Sin(i / 1000)]",
        ])
        let shape = pick([
            "Polygon({rings: [r], spatialReference: {wkid: 3857}})", "Polyline({paths: [r], spatialReference: {wkid: 4326}})",
            "Multipoint({points: r})", "Polygon({rings: [r, r, r]})",
        ])
        let use = pick([
            "Buffer(g, 1)", "Union(g, g)", "Intersection(g, Rotate(g, 1))", "Simplify(g)", "IsSelfIntersecting(g)", "IsSimple(g)",
            "Area(g)", "ConvexHull(g)", "Generalize(g, 1)", "Densify(g, 0.01)", "Text(g)", "Difference(g, Buffer(g, -1))",
            "MultiPartToSinglePart(g)", "Relate(g, Rotate(g, 5), '*********')", "Contains(g, g)", "Distance(g, Rotate(g, 90))",
            "Cut(g, Polyline({paths: [[[-1e4, 0], [1e4, 1]]]}))", "NearestVertex(g, Point({x: 1, y: 1}))", "Offset(g, 1)", "Centroid(g)",
            "SymmetricDifference(g, Rotate(g, 10))", "BufferGeodetic(g, 1000)", "LengthGeodetic(g)", "Hash(g)", "Count(g.rings)",
            "for (var p in g.rings[0]) { g.rings[0][p].x }",
        ])
        return "var r = [];\nfor (var i = 0; i < \(count); i++) { Push(r, \(step)) }\nvar g = \(shape);\n"
            + (isHeads() ? use : "for (var i = 0; i < 1000; i++) { \(use) }")
    }
}
