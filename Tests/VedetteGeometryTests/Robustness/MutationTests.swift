// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteGeometry

/// Bytes that began as what a parser reads, and were changed at random.
@Suite("Mutated input")
struct MutationTests {
    private static let count = 3_000

    private func mutations(of seeds: [[UInt8]], seed: UInt64, _ check: ([UInt8]) throws -> Void) rethrows {
        var random = SeededRandomNumberGenerator(seed: seed)
        for _ in 0..<Self.count {
            var bytes = seeds[random.index(below: seeds.count)]
            for _ in 0...random.index(below: 4) {
                guard !bytes.isEmpty else { break }
                let place = random.index(below: bytes.count)
                switch random.index(below: 7) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes[place] ^= 1 << UInt8(random.index(below: 8))
                case 2: bytes.removeSubrange(place...)
                case 3: bytes.remove(at: place)
                case 4: bytes.insert([0x00, 0xFF, 0x5B, 0x7B, 0x22, 0x2D, 0x65, 0x39][random.index(below: 8)], at: place)
                case 5: bytes.replaceSubrange(place..<min(bytes.count, place + 4), with: [0xFF, 0xFF, 0xFF, 0xFF])
                default:
                    let other = seeds[random.index(below: seeds.count)]
                    bytes.insert(contentsOf: other.prefix(random.index(below: other.count)), at: place)
                }
            }
            try check(bytes)
        }
    }

    /// A value is used a little; an error must be one of ours.
    private func reads(_ bytes: [UInt8], _ read: () throws -> Geometry) {
        do {
            let geometry = try read()
            _ = (geometry.extent, geometry.toWKT(), geometry.toWKB(), geometry.toJSON(), geometry.hashValue)
        } catch is GeometryError {
        } catch {
            Issue.record("\(type(of: error)): \(error) for \(bytes)")
        }
    }

    @Test("of well-known text becomes a geometry or an error")
    func text() {
        let seeds = [
            "POINT ZM (1 2 3 -4e5)", "SRID=4326;LINESTRING (0 0, 1 1.5, NaN 2)", "POLYGON ((0 0, 0 9, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))",
            "MULTIPOINT ((1 2), 3 4, EMPTY)", "MULTIPOLYGON (((0 0, 0 1, 1 1, 0 0)), EMPTY)", "MULTILINESTRING M EMPTY",
        ].map { Array($0.utf8) }
        mutations(of: seeds, seed: 1) { bytes in reads(bytes) { try Geometry.fromWKT(String(decoding: bytes, as: UTF8.self)) } }
    }

    @Test("of well-known binary becomes a geometry or an error, and makes no room that bytes do not fill")
    func binary() throws {
        let texts = [
            "POINT ZM (1 2 3 4)", "MULTIPOINT (1 2, 3 4)", "POLYGON ((0 0, 0 9, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))",
            "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3))",
        ]
        let seeds = try texts.map { try Geometry.fromWKT($0).toWKB() }
        mutations(of: seeds, seed: 2) { bytes in reads(bytes) { try Geometry.fromWKB(bytes) } }
        for kind in UInt8(1)...7 {
            let claim: [UInt8] = [1, kind, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
            #expect(throws: GeometryError.self) { try Geometry.fromWKB(claim) }
            #expect(throws: GeometryError.self) { try Geometry.fromWKB(claim + [UInt8](repeating: 1, count: 64)) }
        }
    }

    @Test("of GeoJSON becomes a geometry or an error")
    func geoJSON() {
        let seeds = [
            "{\"type\":\"Point\",\"coordinates\":[1.5,-2e3,7]}",
            "{\"type\":\"MultiPolygon\",\"coordinates\":[[[[0,0],[0,1],[1,1],[0,0]]],[]]}",
            "{\"coordinates\":[[[0,0],[1,1]],[[2,2],[3,3]]],\"type\":\"MultiLineString\",\"bbox\":null}",
        ].map { Array($0.utf8) }
        mutations(of: seeds, seed: 3) { bytes in reads(bytes) { try Geometry.fromGeoJSON(String(decoding: bytes, as: UTF8.self)) } }
    }

    @Test("of Esri JSON becomes a geometry or an error, by either way of reading")
    func esriJSON() {
        let seeds = [
            "{\"x\":1,\"y\":\"NaN\",\"z\":3,\"m\":null,\"spatialReference\":{\"wkid\":102100,\"latestWkid\":3857,\"vcsWkid\":5773}}",
            "{\"hasZ\":true,\"hasM\":true,\"paths\":[[[0,0,1,2],[1,1,null,4]]],\"spatialReference\":{\"wkid\":4326}}",
            "{\"rings\":[[[0,0],[0,1],[1,1],[0,0]]]}", "{\"xmin\":0,\"ymin\":1,\"xmax\":2,\"ymax\":3,\"zmin\":4,\"zmax\":5}",
            "{\"points\":[[1,2]]}",
        ].map { Array($0.utf8) }
        mutations(of: seeds, seed: 4) { bytes in
            reads(bytes) { try Geometry.fromJSON(Data(bytes)) }
            do { _ = try JSONDecoder().decode(Geometry.self, from: Data(bytes)) } catch is GeometryError {} catch is DecodingError {} catch
            {
                Issue.record("\(type(of: error)): \(error)")
            }
        }
        let deep = String(repeating: "[", count: 100_000)
        for text in [deep, "{\"rings\":\(deep)", "{\"spatialReference\":{\"wkt\":\"\(String(repeating: "A[", count: 40_000))\"}}"] {
            #expect(throws: GeometryError.self) { try Geometry.fromJSON(text) }
        }
    }

    @Test("of the text of a spatial reference becomes one or nil")
    func references() throws {
        let ids = [4326, 2276, 3857].compactMap { WKID($0) }
        var seeds = ids.map { Array(SpatialReference(wkid: $0).wkText.utf8) }
        seeds.append(
            Array(
                ("GEOGCRS[\"WGS 84\",DATUM[\"World Geodetic System 1984\",ELLIPSOID[\"WGS 84\",6378137,298.257223563]],"
                    + "CS[ellipsoidal,2],AXIS[\"longitude\",east],AXIS[\"latitude\",north],ANGLEUNIT[\"degree\",0.0174532925199433]]").utf8)
        )
        var number = 0
        mutations(of: seeds, seed: 5) { bytes in
            number += 1
            // Each costs PROJ a search through its database.
            guard number % 60 == 0, let reference = SpatialReference(wkText: String(decoding: bytes, as: UTF8.self)) else { return }
            _ = (reference.isGeographic, reference.unit, reference == .wgs84, reference.name)
            _ = GeometryEngine.project(Point(x: 1, y: 2, spatialReference: reference), into: .wgs84)
        }
    }
}
