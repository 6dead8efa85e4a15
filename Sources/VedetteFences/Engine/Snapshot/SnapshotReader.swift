// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads what ``SnapshotWriter`` wrote. Whatever the bytes are, it ends in a value or in ``FenceSnapshotError``; a count that the rest of the bytes cannot hold is an
/// error, so memory stays in proportion to them.
struct SnapshotReader {
    private let bytes: ArraySlice<UInt8>
    private var place: Int

    static let digestLength = 32

    /// - Throws: where the digest at the end is not that of the rest.
    init(sealed bytes: [UInt8]) throws(FenceSnapshotError) {
        guard bytes.count >= Self.digestLength else { throw FenceSnapshotError.damaged }
        var writer = SHA256Digest()
        self.bytes = bytes.dropLast(Self.digestLength)
        bytes.withUnsafeBytes { writer.append(UnsafeRawBufferPointer(rebasing: $0.dropLast(Self.digestLength))) }
        let words = writer.finish()
        var expected: [UInt8] = []
        for place in 0..<8 { withUnsafeBytes(of: words[place].bigEndian) { expected.append(contentsOf: $0) } }
        guard bytes.suffix(Self.digestLength).elementsEqual(expected) else { throw FenceSnapshotError.damaged }
        place = 0
    }

    var isAtEnd: Bool { place == bytes.count }

    mutating func skip(_ count: Int) throws(FenceSnapshotError) { _ = try take(count) }

    private mutating func take(_ count: Int) throws(FenceSnapshotError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - place else { throw FenceSnapshotError.damaged }
        defer { place += count }
        return bytes[place..<place + count]
    }

    mutating func byte() throws(FenceSnapshotError) -> UInt8 {
        guard let byte = try take(1).first else { throw FenceSnapshotError.damaged }
        return byte
    }

    mutating func flag() throws(FenceSnapshotError) -> Bool {
        let byte = try byte()
        guard byte <= 1 else { throw FenceSnapshotError.damaged }
        return byte == 1
    }

    mutating func number() throws(FenceSnapshotError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            let byte = try byte()
            // The tenth byte has room for one bit, and no number has needless zeros at its end.
            guard shift < 63 || byte <= 1, shift == 0 || byte != 0 else { throw FenceSnapshotError.damaged }
            value |= UInt64(byte & 0x7f) << UInt64(shift)
            if byte < 0x80 { return value }
        }
        throw FenceSnapshotError.damaged
    }

    mutating func number32() throws(FenceSnapshotError) -> UInt32 {
        guard let value = UInt32(exactly: try number()) else { throw FenceSnapshotError.damaged }
        return value
    }

    /// How many things follow, each of at least `size` bytes.
    mutating func count(ofSize size: Int) throws(FenceSnapshotError) -> Int {
        guard let count = Int(exactly: try number()), count <= (bytes.count - place) / size else { throw FenceSnapshotError.damaged }
        return count
    }

    mutating func fixed64() throws(FenceSnapshotError) -> Int64 {
        var value: UInt64 = 0
        for byte in try take(8).reversed() { value = value << 8 | UInt64(byte) }
        return Int64(bitPattern: value)
    }

    mutating func fixed32() throws(FenceSnapshotError) -> Int32 {
        var value: UInt32 = 0
        for byte in try take(4).reversed() { value = value << 8 | UInt32(byte) }
        return Int32(bitPattern: value)
    }

    mutating func double() throws(FenceSnapshotError) -> Double { Double(bitPattern: UInt64(bitPattern: try fixed64())) }

    mutating func name() throws(FenceSnapshotError) -> ArraySlice<UInt8> { try take(try count(ofSize: 1)) }

    mutating func text() throws(FenceSnapshotError) -> String {
        guard let text = String(validating: try name(), as: UTF8.self) else { throw FenceSnapshotError.damaged }
        return text
    }
}
