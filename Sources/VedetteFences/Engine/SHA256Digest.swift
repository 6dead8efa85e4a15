// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// SHA-256 (FIPS 180-4) of what is appended, without a memory allocation: one for every event would be the dearest part of writing it.
struct SHA256Digest {
    private var state: SIMD8<UInt32> = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// The words of the block that is being filled, and how many bytes of it are there.
    private var block = SIMD16<UInt32>()
    private var filled = 0
    private var length: UInt64 = 0

    mutating func append(_ byte: UInt8) {
        let shift = UInt32(24 &- (filled & 3) &* 8)
        block[filled >> 2] |= UInt32(byte) &<< shift
        filled &+= 1
        length &+= 1
        if filled == 64 { compress() }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes { append(byte) }
    }

    mutating func append(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }

    /// Appends a number, lowest byte first.
    mutating func append(_ value: some FixedWidthInteger & UnsignedInteger) {
        var rest = UInt64(value)
        for _ in 0..<value.bitWidth / 8 {
            append(UInt8(truncatingIfNeeded: rest))
            rest &>>= 8
        }
    }

    /// The digest as eight words, the first the highest. Nothing may be appended afterwards.
    mutating func finish() -> SIMD8<UInt32> {
        let bits = length &* 8
        append(0x80 as UInt8)
        while filled != 56 { append(0 as UInt8) }
        block[14] = UInt32(truncatingIfNeeded: bits &>> 32)
        block[15] = UInt32(truncatingIfNeeded: bits)
        compress()
        return state
    }

    @inline(__always)
    private static func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 { value &>> count | value &<< (32 &- count) }

    private mutating func compress() {
        let block = block
        state = Self.constants.withUnsafeBufferPointer { constants in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
                Self.expand(block, into: words)
                return Self.mixed(state, words, constants)
            }
        }
        self.block = SIMD16()
        filled = 0
    }

    /// The message schedule of FIPS 180-4 §6.2.2, step 1.
    private static func expand(_ block: SIMD16<UInt32>, into words: UnsafeMutableBufferPointer<UInt32>) {
        for place in 0..<16 { words[place] = block[place] }
        for place in 16..<64 {
            let (early, late) = (words[place &- 15], words[place &- 2])
            let first = rotated(early, 7) ^ rotated(early, 18) ^ (early &>> 3)
            let second = rotated(late, 17) ^ rotated(late, 19) ^ (late &>> 10)
            words[place] = words[place &- 16] &+ first &+ words[place &- 7] &+ second
        }
    }

    /// Steps 2 to 4.
    private static func mixed(
        _ state: SIMD8<UInt32>, _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
    ) -> SIMD8<UInt32> {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for round in 0..<64 {
            let mix = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ mix &+ choice &+ constants[round] &+ words[round]
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        return state &+ [a, b, c, d, e, f, g, h]
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
