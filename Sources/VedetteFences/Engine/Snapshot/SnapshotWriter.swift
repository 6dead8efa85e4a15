// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Appends values to the bytes of a snapshot: numbers as LEB128 (DWARF 5 §7.6) or lowest byte first, texts with their length before them.
struct SnapshotWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func append(raw text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func append(count: some BinaryInteger) {
        var rest = UInt64(truncatingIfNeeded: count)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func append(fixed value: Int64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(fixed value: Int32) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ value: Double) { append(fixed: Int64(bitPattern: value.bitPattern)) }

    mutating func append(_ text: UnsafeRawBufferPointer) {
        append(count: text.count)
        bytes.append(contentsOf: text)
    }

    mutating func append(_ text: String) {
        append(count: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    /// The first 32 bytes of everything's digest go last.
    mutating func seal() {
        var digest = SHA256Digest()
        bytes.withUnsafeBytes { digest.append($0) }
        let words = digest.finish()
        for place in 0..<8 { withUnsafeBytes(of: words[place].bigEndian) { bytes.append(contentsOf: $0) } }
    }
}
