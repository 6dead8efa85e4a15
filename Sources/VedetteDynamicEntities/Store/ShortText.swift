// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A text of at most fifteen bytes in two words, which compare as the texts do: most track ids, and most values of text attributes.
struct ShortText: Equatable {
    /// The first eight bytes, zeros behind the end.
    var low: UInt64
    /// The other bytes, and in the highest byte how many there are in all.
    var high: UInt64

    static let maximumCount = 15

    /// Nil for a text that is too long.
    @inline(__always)
    init?(_ bytes: UnsafeRawBufferPointer) {
        let count = bytes.count
        guard count <= Self.maximumCount else { return nil }
        let length = UInt64(truncatingIfNeeded: count) << 56
        if count >= 8 {
            low = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
            // The last eight bytes, some of which are in `low` already: those are shifted out.
            let last = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
            high = (count == 8 ? 0 : last >> UInt64(truncatingIfNeeded: (16 &- count) &* 8)) | length
            return
        }
        if count >= 4 {
            let first = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)))
            let last = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)))
            low = first | last << UInt64(truncatingIfNeeded: (count &- 4) &* 8)
        } else {
            low = 0
            var index = 0
            while index < count {
                low |= UInt64(bytes[index]) << UInt64(truncatingIfNeeded: index &* 8)
                index &+= 1
            }
        }
        high = length
    }

    /// Stands for a longer text: its hash. Two that are equal may be different texts.
    init(hashOfLong hash: UInt64) {
        (low, high) = (hash, UInt64.max)
    }

    /// Whether the words are the text itself, and not only a hint.
    var isWhole: Bool { high != UInt64.max }
}
