// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads well-known binary: ISO (OGC 06-103r4, clause 8) and EWKB, as PostGIS writes it, in either byte order.
struct WKBReader {
    private let bytes: [UInt8]
    private var offset = 0
    private var isLittleEndian = true

    private struct Header {
        var type: UInt32
        var hasZ: Bool
        var hasM: Bool
        var reference: SpatialReference?

        /// Bytes of a position.
        var stride: Int { 16 + (hasZ ? 8 : 0) + (hasM ? 8 : 0) }
    }

    /// Kinds of geometry by their numbers.
    private enum Kind {
        static let point: UInt32 = 1
        static let line: UInt32 = 2
        static let polygon: UInt32 = 3
        static let multipoint: UInt32 = 4
        static let multiline: UInt32 = 5
        static let multipolygon: UInt32 = 6
    }

    static func read(_ bytes: some Sequence<UInt8>, spatialReference: SpatialReference?) throws(GeometryError) -> Geometry {
        var reader = WKBReader(bytes: Array(bytes))
        let geometry = try reader.readGeometry(spatialReference)
        guard reader.offset == reader.bytes.count else { throw reader.failure("there are more bytes behind the geometry") }
        return geometry
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func readGeometry(_ fallback: SpatialReference?) throws(GeometryError) -> Geometry {
        let header = try readHeader()
        let reference = header.reference ?? fallback
        switch header.type {
        case Kind.point:
            let run = try readRun(header, count: 1)
            return run.points(spatialReference: reference)[0]
        case Kind.line: return Polyline(lines: [try readRun(header)], spatialReference: reference)
        case Kind.polygon: return Polygon(polygons: [try readRings(header)], spatialReference: reference)
        case Kind.multipoint:
            var all = Coordinates()
            try readMembers(Kind.point) { reader, member throws(GeometryError) in
                let run = try reader.readRun(member, count: 1)
                if !run.x[0].isNaN { all.append(x: run.x[0], y: run.y[0], z: run.z?[0], m: run.m?[0]) }
            }
            return Multipoint(coordinates: all, spatialReference: reference)
        case Kind.multiline:
            var lines: [Coordinates] = []
            try readMembers(Kind.line) { reader, member throws(GeometryError) in lines.append(try reader.readRun(member)) }
            return Polyline(lines: lines, spatialReference: reference)
        case Kind.multipolygon:
            var polygons: [[Coordinates]] = []
            try readMembers(Kind.polygon) { reader, member throws(GeometryError) in polygons.append(try reader.readRings(member)) }
            return Polygon(polygons: polygons, spatialReference: reference)
        default:
            throw failure("kind \(header.type) is none of point, line, polygon and several of one of them (1 to 6)")
        }
    }

    private mutating func readHeader() throws(GeometryError) -> Header {
        guard let order = bytes.indices.contains(offset) ? bytes[offset] : nil, order <= 1 else {
            throw failure("here must stand the byte order, 0 or 1")
        }
        offset += 1
        isLittleEndian = order == 1
        let word = try readWord()
        // EWKB has flags in the highest bits, ISO adds thousands.
        let iso = (word & 0x0FFF_FFFF) / 1_000
        guard iso <= 3 else { throw failure("kind \(word) is none") }
        var header = Header(
            type: (word & 0x0FFF_FFFF) % 1_000, hasZ: word & 0x8000_0000 != 0 || iso == 1 || iso == 3,
            hasM: word & 0x4000_0000 != 0 || iso >= 2)
        if word & 0x2000_0000 != 0 {
            guard let wkid = WKID(Int(try readWord())) else { throw failure("the SRID is no whole number above 0") }
            header.reference = SpatialReference(wkid: wkid, latestWKID: nil)
        }
        return header
    }

    private mutating func readMembers(
        _ type: UInt32, _ read: (inout WKBReader, Header) throws(GeometryError) -> Void
    ) throws(GeometryError) {
        // Each member has five bytes at least.
        for _ in 0..<(try readCount(stride: 5)) {
            let member = try readHeader()
            guard member.type == type else { throw failure("a member is of kind \(member.type), not \(type)") }
            try read(&self, member)
        }
    }

    private mutating func readRings(_ header: Header) throws(GeometryError) -> [Coordinates] {
        var rings: [Coordinates] = []
        for _ in 0..<(try readCount(stride: 4)) { rings.append(try readRun(header)) }
        return rings
    }

    private mutating func readRun(_ header: Header, count: Int? = nil) throws(GeometryError) -> Coordinates {
        let count = if let count { count } else { try readCount(stride: header.stride) }
        guard bytes.count - offset >= count * header.stride else { throw failure("the bytes end inside a position") }
        var run = Coordinates()
        for _ in 0..<count {
            let (x, y) = (readNumber(), readNumber())
            let z = header.hasZ ? readNumber() : nil
            let m = header.hasM ? readNumber() : nil
            // An empty point is written as NaN; infinity is no place.
            let isEmptyPoint = header.type == Kind.point && x.isNaN && y.isNaN
            guard isEmptyPoint || (x.isFinite && y.isFinite) else { throw failure("a coordinate is not finite") }
            run.append(x: x, y: y, z: z, m: m)
        }
        return run
    }

    // MARK: Words

    /// A count, checked against the bytes that are left: a count alone must not make room.
    private mutating func readCount(stride: Int) throws(GeometryError) -> Int {
        let count = Int(try readWord())
        guard count <= (bytes.count - offset) / stride else { throw failure("it counts \(count) where there are fewer") }
        return count
    }

    private mutating func readWord() throws(GeometryError) -> UInt32 {
        guard bytes.count - offset >= 4 else { throw failure("the bytes end too early") }
        let word = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
        offset += 4
        return isLittleEndian ? word.byteSwapped : word
    }

    /// Eight bytes that are known to be there.
    private mutating func readNumber() -> Double {
        let word = bytes[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
        offset += 8
        return Double(bitPattern: isLittleEndian ? word.byteSwapped : word)
    }

    private func failure(_ message: String) -> GeometryError {
        GeometryError(.invalidWKB, "\(message) (at byte \(offset + 1))", offset: offset)
    }
}
