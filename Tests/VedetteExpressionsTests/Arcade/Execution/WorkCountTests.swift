// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteValues

@testable import VedetteExpressions

/// That functions count at least what they take: about a step for 300 ns of a release build.
@Suite struct WorkCountTests {
    @Test(
        "long and crowded arguments are counted",
        arguments: [
            // A pattern of 2,000 bytes is read once, and then only compared.
            ("Number('5', Concatenate(Array(2000, '#')))", 1_000), ("Text(5, Concatenate(Array(2000, 'a')))", 1_000),
            // A clause is read and bound.
            ("Filter(fs, 'A > 1')", 50), ("Filter(fs, 'A > 1' + Concatenate(Array(100, ' OR A > 1')))", 300),
            ("Domain(fs, Concatenate(Array(2000, 'A')))", 120), ("Domain(fs, Concatenate(Array(2000, 'é')))", 1_000),
            // Fixed prices of the geometry engine.
            ("Intersects(g, p)", 20), ("Union(g, g)", 100), ("Simplify(b)", 1_200), ("Intersection(b, g)", 200),
            ("NearestCoordinate(g, p)", 30), ("Within(m, g)", 24), ("FeatureSet({})", 24), ("Guid()", 6),
            // Each edge of 9 degrees is divided so finely that it stays within a millimetre.
            ("BufferGeodetic(Polyline({paths: [[[0, 0], [0.1, 0]]], spatialReference: {wkid: 4326}}), 1)", 8_000),
        ])
    func countsWork(_ expression: String, _ least: Int) throws {
        let head = """
            var g = Polygon({rings: [[[0, 0], [0, 9], [9, 9], [9, 0]]]}); var b = Polygon({rings: [[[0, 0], [9, 9], [0, 9], [9, 0]]]});
            var p = Point({x: 1, y: 2}); var m = Multipoint({points: [[1, 1], [2, 2]]});
            var fs = FeatureSet({fields: [{name: 'A', type: 'esriFieldTypeInteger'}], features: [{attributes: {A: 1}}]});

            """
        #expect(try steps(head + expression) - steps(head) >= least)
    }

    @Test("a pattern that a loop uses again is read once")
    func readsPatternsOnce() throws {
        let head = "var p = Concatenate(Array(800, 'a')) + '#'; "
        let once = try steps(head + "Text(1, p)")
        let often = try steps(head + "for (var i = 0; i < 50; i++) { Text(i, p) }")
        #expect(often < once + 50 * 100)
        #expect(once > 400)
    }

    @Test(
        "what cannot be done within the limits is refused before it is done",
        arguments: [
            "BufferGeodetic(Polygon({rings: [[[0, 0], [0, 9], [9, 9], [9, 0]]], spatialReference: {wkid: 4326}}), 5e-324)",
            "var r = []; for (var i = 0; i < 60; i++) { Push(r, [9 * Cos(i * 2.9), 9 * Sin(i * 2.9)]) } Simplify(Polygon({rings: [r]}))",
        ])
    func refuses(_ source: String) {
        #expect { try steps(source) } throws: { ($0 as? ArcadeError)?.code == .limitExceeded }
    }

    private func steps(_ source: String) throws -> Int {
        let program = try ArcadeProgram(source, profile: .any)
        return try program.evaluate([], in: ArcadeContext(now: Instant(microsecondsSince1970: 0))).stepCount
    }
}
