// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteGeometry

@Suite("Well-known text")
struct WKTTests {
    @Test(
        "what is written is read back",
        arguments: [
            "POINT (1 -2.5)", "POINT Z (1 2 3)", "POINT M (1 2 3)", "POINT ZM (1 2 3 4)", "POINT EMPTY", "MULTIPOINT ((1 2), (3 4))",
            "MULTIPOINT EMPTY", "LINESTRING (0 0, 1e-07 1, 1e+300 5)", "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3, 4 4))",
            "LINESTRING Z (0 0 1, 1 1 2)",
            "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))",
            "MULTIPOLYGON (((0 0, 0 1, 1 1, 0 0)), ((5 5, 5 6, 6 6, 5 5), (5.1 5.5, 5.2 5.6, 5.1 5.6, 5.1 5.5)))",
        ])
    func roundTrip(text: String) throws {
        #expect(try Geometry.fromWKT(text).toWKT() == text)
    }

    @Test("other ways of writing the same")
    func variants() throws {
        #expect(try Geometry.fromWKT("  point( 1\n2 )\t").toWKT() == "POINT (1 2)")
        #expect(try Geometry.fromWKT("POINTZ(1 2 3)").toWKT() == "POINT Z (1 2 3)")
        #expect(try Geometry.fromWKT("POINT (1 2 3)").hasZ)
        #expect(try Geometry.fromWKT("MULTIPOINT (1 2, 3 4)").toWKT() == "MULTIPOINT ((1 2), (3 4))")
        #expect(try Geometry.fromWKT("MULTIPOINT ((1 2), EMPTY, 3 4)").toWKT() == "MULTIPOINT ((1 2), (3 4))")
        #expect(try Geometry.fromWKT("POLYGON ((0 0, 4 4, 0 4))").toWKT() == "POLYGON ((0 4, 4 4, 0 0, 0 4))")
        #expect(try Geometry.fromWKT("SRID=3857;POINT(5 6)").spatialReference == .webMercator)
        #expect(try Geometry.fromWKT("POINT(5 6)", spatialReference: .wgs84).spatialReference == .wgs84)
        #expect(Envelope(xRange: 0...1, yRange: 2...3).toWKT() == "POLYGON ((0 2, 0 3, 1 3, 1 2, 0 2))")
        #expect(Envelope(min: Point(x: .nan, y: 0), max: Point(x: 0, y: 0)).toWKT() == "POLYGON EMPTY")
    }

    @Test(
        "what is no geometry is an error with its place",
        arguments: [
            ("", 0), ("POIN (1 2)", 4), ("POINT 1 2", 6), ("POINT (1)", 8), ("POINT (1 2 3 4 5)", 15), ("POINT (1 x)", 9),
            ("POINT (1 2) x", 12),
            ("POINT Z (1 2)", 12), ("LINESTRING (0 0, )", 17), ("LINESTRING (0 0", 15), ("POLYGON ((0 0, 1 1)", 19), ("POINT (1 nan)", 9),
            ("POINT (1e999 2)", 7), ("GEOMETRYCOLLECTION (POINT (1 2))", 18), ("SRID=x;POINT (1 2)", 5), ("SRID=0;POINT (1 2)", 6),
            ("POINT (1 2", 10),
        ] as [(String, Int)])
    func nonsense(text: String, offset: Int) {
        let error = #expect(throws: GeometryError.self) { try Geometry.fromWKT(text) }
        #expect(error?.code == .invalidWKT && error?.offset == offset, "\(error?.message ?? "") at \(error?.offset ?? -1)")
    }

    @Test("any damage is read or refused", arguments: [1, 2, 3] as [UInt64])
    func damage(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        let text = Array("SRID=4326;MULTIPOLYGON ZM (((0 0 1 2, 0 1 1 2, 1 1 1 2, 0 0 1 2)), EMPTY, ((5 5 1 2, 5 6 1 2, 6 6 1 2)))".utf8)
        var readCount = 0
        for _ in 0..<3_000 {
            var damaged = text
            for _ in 0...random.index(below: 3) { damaged[random.index(below: damaged.count)] = UInt8(random.index(below: 256)) }
            if random.unit() < 0.2 { damaged.removeSubrange(random.index(below: damaged.count)...) }
            if (try? Geometry.fromWKT(String(decoding: damaged, as: UTF8.self))) != nil { readCount += 1 }
        }
        #expect(readCount > 0)
    }
}
