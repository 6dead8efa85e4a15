// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// The bytes in which a GeoPackage keeps a geometry: a header, a box and ISO well-known binary (OGC 12-128r17, clause 2.1.3).
enum GeoPackageBlob {
    /// What the header says.
    struct Header {
        /// The box, where the header has one.
        var box: (xMin: Double, xMax: Double, yMin: Double, yMax: Double)?
        var isEmpty: Bool
        var isExtended: Bool
        var spatialReferenceID: Int32
        /// Where the well-known binary begins.
        var length: Int
    }

    private static let emptyFlag: UInt8 = 0x10
    private static let extendedFlag: UInt8 = 0x20

    // MARK: Writing

    /// Makes the bytes of a geometry.
    ///
    /// - Parameters:
    ///   - geometry: what is written; an envelope as the polygon it is.
    ///   - spatialReferenceID: the number of its spatial reference in the file.
    ///   - asCollection: whether a single line or polygon is written as one of several.
    /// - Returns: header, box and well-known binary, little endian.
    static func encode(_ geometry: Geometry, spatialReferenceID: Int32, asCollection: Bool) -> Data {
        let extent = geometry.extent
        let isEmpty = extent.isEmpty
        let hasBox = !isEmpty && !(geometry is Point)
        var output: [UInt8] = [0x47, 0x50, 0, 1 | (hasBox ? 2 : 0) | (isEmpty ? emptyFlag : 0)]
        withUnsafeBytes(of: spatialReferenceID.littleEndian) { output.append(contentsOf: $0) }
        if hasBox {
            for number in [extent.xMin, extent.xMax, extent.yMin, extent.yMax] {
                withUnsafeBytes(of: number.bitPattern.littleEndian) { output.append(contentsOf: $0) }
            }
        }
        let binary = geometry.toWKB()
        if asCollection, let prefix = collectionPrefix(of: binary) { output.append(contentsOf: prefix) }
        output.append(contentsOf: binary)
        return Data(output)
    }

    /// What makes well-known binary of one line or polygon that of a collection of one; nil where it is a collection, a point, or empty.
    private static func collectionPrefix(of binary: [UInt8]) -> [UInt8]? {
        let kind = word(binary, at: 1)
        guard kind % 1_000 == 2 || kind % 1_000 == 3 else { return nil }
        var prefix: [UInt8] = [1]
        for word in [kind + 3, 1] { withUnsafeBytes(of: word.littleEndian) { prefix.append(contentsOf: $0) } }
        return prefix
    }

    private static func word(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
    }

    // MARK: Reading

    /// Reads a header; nil where there is none.
    static func header(_ bytes: UnsafeRawBufferPointer) -> Header? {
        guard bytes.count >= 8, bytes[0] == 0x47, bytes[1] == 0x50, bytes[2] == 0 else { return nil }
        let flags = bytes[3]
        let isLittleEndian = flags & 1 == 1
        let boxLengths = [0, 32, 48, 48, 64]
        let kind = Int(flags >> 1 & 7)
        guard kind < boxLengths.count, bytes.count >= 8 + boxLengths[kind] else { return nil }
        func number(_ index: Int) -> Double {
            let word = bytes.loadUnaligned(fromByteOffset: 8 + 8 * index, as: UInt64.self)
            return Double(bitPattern: isLittleEndian ? UInt64(littleEndian: word) : UInt64(bigEndian: word))
        }
        let id = bytes.loadUnaligned(fromByteOffset: 4, as: Int32.self)
        var header = Header(
            isEmpty: flags & emptyFlag != 0, isExtended: flags & extendedFlag != 0,
            spatialReferenceID: isLittleEndian ? Int32(littleEndian: id) : Int32(bigEndian: id), length: 8 + boxLengths[kind])
        if kind > 0, !number(0).isNaN, !number(2).isNaN { header.box = (number(0), number(1), number(2), number(3)) }
        return header
    }

    /// Reads a geometry.
    ///
    /// - Throws: ``StoreError``: `.unsupported` for curves, collections of several kinds and extended geometries, `.corrupt` for the rest.
    static func decode(_ bytes: UnsafeRawBufferPointer, spatialReference: SpatialReference?) throws(StoreError) -> Geometry {
        guard let header = header(bytes) else {
            throw StoreError(.corrupt, "the geometry does not begin as one of a GeoPackage does (\"GP\", version 0)")
        }
        guard !header.isExtended else {
            throw StoreError(.unsupported, "the geometry is of an extended type, which only the program that wrote it can read")
        }
        let binary = UnsafeRawBufferPointer(rebasing: bytes[header.length...])
        if let kind = kind(of: binary), kind >= 7, kind <= 17 {
            let (name, mend) =
                kind == 7
                ? ("a collection", "take it apart first, for example with ogr2ogr -explodecollections")
                : kind <= 14
                    ? ("made of curves", "turn them into lines first, for example with ogr2ogr -nlt CONVERT_TO_LINEAR")
                    : ("a surface of triangles or facets", "turn it into polygons first")
            throw StoreError(.unsupported, "the geometry is \(name), which cannot be read; \(mend)")
        }
        do {
            return try Geometry.fromWKB(binary, spatialReference: spatialReference)
        } catch {
            throw StoreError(.corrupt, "the geometry is damaged: \(error)", cause: error)
        }
    }

    /// The kind that well-known binary names, without thousands and flags.
    private static func kind(of binary: UnsafeRawBufferPointer) -> UInt32? {
        guard binary.count >= 5, binary[0] <= 1 else { return nil }
        let word = binary.loadUnaligned(fromByteOffset: 1, as: UInt32.self)
        return ((binary[0] == 1 ? UInt32(littleEndian: word) : UInt32(bigEndian: word)) & 0x0FFF_FFFF) % 1_000
    }

    /// The box around a geometry, from the header where that has one; nil for an empty one and for bytes that are none.
    static func box(_ bytes: UnsafeRawBufferPointer) -> (xMin: Double, xMax: Double, yMin: Double, yMax: Double)? {
        guard let header = header(bytes), !header.isEmpty else { return nil }
        if let box = header.box { return box }
        let binary = UnsafeRawBufferPointer(rebasing: bytes[header.length...])
        // Points have no box in their header, and are asked for one with each row that is written.
        if kind(of: binary) == 1, binary.count >= 21 {
            func number(_ offset: Int) -> Double {
                let word = binary.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                return Double(bitPattern: binary[0] == 1 ? UInt64(littleEndian: word) : UInt64(bigEndian: word))
            }
            // An EWKB point with a number of its own is left to the reader.
            let hasFlags = binary[binary[0] == 1 ? 4 : 1] & 0xF0 != 0
            if !hasFlags {
                let (x, y) = (number(5), number(13))
                return x.isFinite && y.isFinite ? (x, x, y, y) : nil
            }
        }
        guard let extent = try? decode(bytes, spatialReference: nil).extent, !extent.isEmpty else { return nil }
        return (extent.xMin, extent.xMax, extent.yMin, extent.yMax)
    }
}
