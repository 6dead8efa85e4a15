// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry

@testable import VedetteStores

@Suite("GeoPackage geometries")
struct GeoPackageBlobTests {
    private static let texts = [
        "POINT (1 2)", "POINT Z (1 2 3)", "POINT EMPTY", "MULTIPOINT ((1 2), (3 4))", "LINESTRING (0 0, 5 7)",
        "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3))", "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))",
        "MULTIPOLYGON (((0 0, 0 1, 1 1, 0 0)), ((5 5, 5 6, 6 6, 5 5)))", "LINESTRING ZM (0 0 1 2, 5 7 3 4)", "POLYGON EMPTY",
    ]

    @Test("are read as they were written", arguments: texts)
    func roundTrip(_ text: String) throws {
        let geometry = try Geometry.fromWKT(text, spatialReference: .wgs84)
        for asCollection in [false, true] {
            let data = GeoPackageBlob.encode(geometry, spatialReferenceID: 4326, asCollection: asCollection)
            let read = try data.withUnsafeBytes { try GeoPackageBlob.decode($0, spatialReference: .wgs84) }
            #expect(read == geometry || (read.isEmpty && geometry.isEmpty))
            let header = try #require(data.withUnsafeBytes { GeoPackageBlob.header($0) })
            #expect(header.spatialReferenceID == 4326 && header.isEmpty == geometry.isEmpty)
            #expect((header.box == nil) == (geometry is Point || geometry.isEmpty))
            let box = data.withUnsafeBytes { GeoPackageBlob.box($0) }
            #expect(
                box?.xMin == (geometry.isEmpty ? nil : geometry.extent.xMin) && box?.yMax == (geometry.isEmpty ? nil : geometry.extent.yMax)
            )
        }
    }

    @Test("headers of every kind and of either byte order are read")
    func headers() throws {
        let binary = Point(x: 7, y: 9).toWKB()
        for (kind, count) in [(0, 0), (1, 4), (2, 6), (3, 6), (4, 8)] {
            for isLittleEndian in [true, false] {
                var bytes: [UInt8] = [0x47, 0x50, 0, UInt8(kind << 1) | (isLittleEndian ? 1 : 0)]
                let id = isLittleEndian ? Int32(3857).littleEndian : Int32(3857).bigEndian
                withUnsafeBytes(of: id) { bytes.append(contentsOf: $0) }
                for number in 0..<count {
                    let word = Double(number).bitPattern
                    withUnsafeBytes(of: isLittleEndian ? word.littleEndian : word.bigEndian) { bytes.append(contentsOf: $0) }
                }
                bytes += binary
                try bytes.withUnsafeBytes { bytes in
                    let header = try #require(GeoPackageBlob.header(bytes))
                    #expect(header.spatialReferenceID == 3857 && header.length == 8 + 8 * count)
                    if count > 0 { #expect(header.box.map { [$0.xMin, $0.xMax, $0.yMin, $0.yMax] } == [0, 1, 2, 3]) }
                    #expect(try GeoPackageBlob.decode(bytes, spatialReference: nil) == Point(x: 7, y: 9))
                }
            }
        }
    }

    @Test("whatever is cut or flipped becomes a geometry or a typed error", arguments: texts)
    func nonsense(_ text: String) throws {
        let data = GeoPackageBlob.encode(try Geometry.fromWKT(text), spatialReferenceID: 0, asCollection: true)
        func decode(_ data: Data) throws -> Geometry {
            try data.withUnsafeBytes { try GeoPackageBlob.decode($0, spatialReference: nil) }
        }
        for length in 0..<data.count { #expect(throws: StoreError.self) { _ = try decode(data.prefix(length)) } }
        for bit in 0..<data.count * 8 {
            var flipped = data
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            _ = try? decode(flipped)
            _ = flipped.withUnsafeBytes { GeoPackageBlob.box($0) }
        }
    }

    @Test(
        "curves, collections and extended types are refused by name",
        arguments: [(7, "collection"), (8, "curves"), (10, "curves"), (15, "surface")])
    func refused(_ kind: UInt32, _ word: String) {
        var bytes: [UInt8] = [0x47, 0x50, 0, 1, 0, 0, 0, 0, 1]
        withUnsafeBytes(of: kind.littleEndian) { bytes.append(contentsOf: $0) }
        bytes += [0, 0, 0, 0]
        let error = #expect(throws: StoreError.self) {
            try bytes.withUnsafeBytes { _ = try GeoPackageBlob.decode($0, spatialReference: nil) }
        }
        #expect(error?.code == .unsupported && error?.message.contains(word) == true)
        bytes[3] |= 0x20
        let extended = #expect(throws: StoreError.self) {
            try bytes.withUnsafeBytes { _ = try GeoPackageBlob.decode($0, spatialReference: nil) }
        }
        #expect(extended?.code == .unsupported)
    }
}
