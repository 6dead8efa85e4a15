// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The payload of a binary message of a receiver. A field that lies beyond its end reads as 0: whoever decodes a message looks at `count` first.
package struct GNSSMessage: Sendable {
    /// The most bytes that any protocol has in a payload: a length beyond it is a chance pattern.
    package static let longest = 9216

    private let bytes: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    package var count: Int { bytes.count }

    private func byte(_ offset: Int) -> UInt8 {
        offset >= 0 && offset < bytes.count ? bytes[bytes.startIndex + offset] : 0
    }

    /// Most significant byte first.
    private func big(_ offset: Int, _ length: Int) -> UInt64 {
        (0..<length).reduce(0) { $0 << 8 | UInt64(byte(offset + $1)) }
    }

    /// Least significant byte first.
    private func little(_ offset: Int, _ length: Int) -> UInt64 {
        (0..<length).reduce(0) { $0 | UInt64(byte(offset + $1)) << UInt64(8 * $1) }
    }

    package func u8(_ offset: Int) -> Int { Int(byte(offset)) }
    package func s8(_ offset: Int) -> Int { Int(Int8(bitPattern: byte(offset))) }

    package func bigU16(_ offset: Int) -> Int { Int(big(offset, 2)) }
    package func bigS16(_ offset: Int) -> Int { Int(Int16(truncatingIfNeeded: big(offset, 2))) }
    package func bigU32(_ offset: Int) -> Int { Int(big(offset, 4)) }
    package func bigS32(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: big(offset, 4))) }
    package func bigF32(_ offset: Int) -> Double { Double(Float(bitPattern: UInt32(truncatingIfNeeded: big(offset, 4)))) }
    package func bigF64(_ offset: Int) -> Double { Double(bitPattern: big(offset, 8)) }

    package func littleU16(_ offset: Int) -> Int { Int(little(offset, 2)) }
    package func littleS16(_ offset: Int) -> Int { Int(Int16(truncatingIfNeeded: little(offset, 2))) }
    package func littleU32(_ offset: Int) -> Int { Int(little(offset, 4)) }
    package func littleS32(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: little(offset, 4))) }
    package func littleF32(_ offset: Int) -> Double { Double(Float(bitPattern: UInt32(truncatingIfNeeded: little(offset, 4)))) }
    package func littleF64(_ offset: Int) -> Double { Double(bitPattern: little(offset, 8)) }
}
