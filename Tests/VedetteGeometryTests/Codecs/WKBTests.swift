// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteGeometry

@Suite("Well-known binary")
struct WKBTests {
    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.filter { $0 != " " }.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    @Test(
        "what is written is read back",
        arguments: [
            "POINT (1 -2.5)", "POINT Z (1 2 3)", "POINT M (1 2 3)", "POINT ZM (1 2 3 4)", "POINT EMPTY", "MULTIPOINT ((1 2), (3 4))",
            "MULTIPOINT EMPTY", "LINESTRING (0 0, 1 1)", "LINESTRING EMPTY", "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3, 4 4))",
            "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))", "POLYGON Z ((0 0 1, 0 4 2, 4 4 3, 0 0 1))",
            "MULTIPOLYGON (((0 0, 0 1, 1 1, 0 0)), ((5 5, 5 6, 6 6, 5 5), (5.1 5.5, 5.2 5.6, 5.1 5.6, 5.1 5.5)))",
        ])
    func roundTrip(text: String) throws {
        let geometry = try Geometry.fromWKT(text)
        #expect(try Geometry.fromWKB(geometry.toWKB()).toWKT() == text)
    }

    @Test("the bytes are those of the standard, in either order, and of PostGIS")
    func standard() throws {
        let point = "0101000000 000000000000F03F 0000000000000040"
        #expect(try Geometry.fromWKT("POINT (1 2)").toWKB() == bytes(point))
        #expect(try Geometry.fromWKB(bytes("0000000001 3FF0000000000000 4000000000000000")).toWKT() == "POINT (1 2)")
        let extended = try Geometry.fromWKB(bytes("01010000A0 110F0000 000000000000F03F 0000000000000040 0000000000000840"))
        #expect(extended.toWKT() == "POINT Z (1 2 3)" && extended.spatialReference == .webMercator)
        #expect(try Geometry.fromWKT("LINESTRING Z (1 2 3, 4 5 6)").toWKB().prefix(9) == bytes("01EA030000 02000000")[...])
        #expect(try Geometry.fromWKB(Envelope(xRange: 0...1, yRange: 0...1).toWKB()).toWKT() == "POLYGON ((0 0, 0 1, 1 1, 1 0, 0 0))")
    }

    @Test(
        "what is no geometry is an error",
        arguments: [
            "", "02", "01", "0101000000", "0101000000 000000000000F03F", "0107000000 00000000", "0102000000 FFFFFFFF",
            "0106000000 FFFFFFFF",
            "0101000000 000000000000F07F 0000000000000040", "0101000000 000000000000F03F 0000000000000040 00",
            "0104000000 01000000 0102000000 00000000", "0101000020 00000000 000000000000F03F 0000000000000040", "01A10F0000",
            // A line through no place.
            "0102000000 01000000 000000000000F87F 000000000000F87F",
        ])
    func nonsense(hexadecimal: String) {
        let error = #expect(throws: GeometryError.self) { try Geometry.fromWKB(bytes(hexadecimal)) }
        #expect(error?.code == .invalidWKB)
    }

    @Test("any damage is read or refused", arguments: [1, 2, 3] as [UInt64])
    func damage(seed: UInt64) throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let whole = try Geometry.fromWKT(
            "MULTIPOLYGON (((0 0, 0 1, 1 1, 0 0)), ((5 5, 5 6, 6 6, 5 5), (5.1 5.5, 5.2 5.6, 5.1 5.6, 5.1 5.5)))"
        ).toWKB()
        for end in 0..<whole.count { #expect(throws: GeometryError.self) { try Geometry.fromWKB(whole[..<end]) } }
        var readCount = 0
        for _ in 0..<3_000 {
            var damaged = whole
            for _ in 0...random.index(below: 3) { damaged[random.index(below: damaged.count)] = UInt8(random.index(below: 256)) }
            if (try? Geometry.fromWKB(damaged)) != nil { readCount += 1 }
        }
        #expect(readCount > 0)
    }
}
