// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry

@testable import VedetteExpressions

@Suite("Geometry operations that would take long")
struct ArcadeGeometryLimitsTests {
    private static func feature(_ runs: [[(Double, Double)]], isArea: Bool = false) -> ArcadeContent {
        let lines = runs.map { run in Coordinates(x: run.map(\.0), y: run.map(\.1)) }
        return .feature(
            TestRow(
                geometry: isArea
                    ? Polygon(rings: lines, spatialReference: .webMercator) : Polyline(lines: lines, spatialReference: .webMercator)))
    }

    /// A line of so many vertices that goes up and down, or from side to side.
    private static func comb(_ count: Int, isUpright: Bool) -> ArcadeContent {
        feature([
            (0..<count).map { index in
                let (along, across) = (Double(index / 2) * 200 / Double(count), index % 4 == 1 || index % 4 == 2 ? 100.0 : 0)
                return isUpright ? (along, across) : (across, along)
            }
        ])
    }

    private static func circle(_ count: Int, roughness: Double = 0) -> ArcadeContent {
        feature(
            [
                (0..<count).map { index in
                    let angle = -2 * Double.pi * Double(index) / Double(count)
                    let radius = 100 * (1 + roughness * sin(37 * Double(index)))
                    return (radius * cos(angle), radius * sin(angle))
                }
            ], isArea: true)
    }

    @Test(
        "Combs, crowds of corners and long rows of vertices are refused before they are worked on",
        arguments: [
            "Intersection($up, $across)", "Union($up, $across)", "Crosses($up, $across)", "Relate($up, $across, 'T********')",
            "Buffer($rough, 50)", "BufferGeodetic($huge, 10)", "Offset($up, 30)", "Cut($up, $across)", "Densify($huge, 1e-5)",
            "Intersection($huge, $rough)", "Simplify($huge)", "Distance($huge, $rough)", "ConvexHull($huge)", "Geometry($huge).rings",
            "Centroid($huge)", "Touches($huge, $rough)",
        ])
    func refused(script: String) {
        let variables: [String: ArcadeContent] = [
            "$up": Self.comb(500, isUpright: true), "$across": Self.comb(500, isUpright: false),
            "$rough": Self.circle(1_000, roughness: 0.05), "$huge": Self.circle(400_000),
        ]
        #expect(ScriptAnswer.text(of: script, variables) == "limitExceeded")
    }

    @Test(
        "What people do with areas and lines of some hundred vertices is done",
        arguments: [
            "Area(Intersection($area, Buffer(Centroid($area), 60))) > 0", "Area(Buffer($area, 100)) > 0", "Area(Buffer($area, 1)) > 0",
            "Intersects($area, $road)", "Length(Intersection($road, $area)) > 0", "Area(Buffer($road, 1)) > 0",
            "Area(Buffer($road, 20)) > 0", "Length(Offset($road, 1)) > 0", "Area(Union($area, Buffer(Centroid($area), 150))) > 0",
            "Area(BufferGeodetic(Centroid($area), 5)) > 0", "Within(Centroid($area), $area)", "IsSimple($area)",
            "Area(Simplify($area)) > 0", "Length(Densify($road, 0.1)) > 0",
        ])
    func done(script: String) {
        let road = Self.feature([(0..<400).map { (Double($0) - 200, 40 * sin(Double($0) / 30)) }])
        #expect(ScriptAnswer.text(of: script, ["$area": Self.circle(400, roughness: 0.001), "$road": road]) == "true")
    }

    @Test("Making geometries without end ends", arguments: ["Buffer(p, 1)", "Point({x: 1, y: 2})", "Polygon(Buffer(p, 1))", "Union(p, p)"])
    func endless(call: String) {
        #expect(ScriptAnswer.text(of: "var p = Point({x: 1, y: 2}); while (true) { \(call) }") == "limitExceeded")
    }
}
