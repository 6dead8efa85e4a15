// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A fast hash of short texts for the tables of this module, keyed anew in each process.
///
/// The key keeps a sender from choosing track ids that collide. Nothing that is output depends on it: tables number things in the
/// order in which they come.
package enum ByteHash {
    private static let key = UInt64.random(in: .min ... .max) | 1

    package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let key = key
        if let short = ShortText(bytes) { return hash(short, key) }
        var hash = key ^ UInt64(truncatingIfNeeded: bytes.count)
        var index = 0
        while index + 8 <= bytes.count {
            hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self), key)
            index += 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        return mix(mix(hash ^ rest, key), key)
    }

    /// The hash of a text that is held in two words.
    static func hash(_ text: ShortText) -> UInt64 { hash(text, key) }

    @inline(__always)
    private static func hash(_ text: ShortText, _ key: UInt64) -> UInt64 {
        mix(mix(text.low ^ key, key) ^ text.high, key)
    }

    /// The finalizer of SplitMix64 (Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014), keyed.
    @inline(__always)
    private static func mix(_ value: UInt64, _ key: UInt64) -> UInt64 {
        var mixed = value &+ key
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
