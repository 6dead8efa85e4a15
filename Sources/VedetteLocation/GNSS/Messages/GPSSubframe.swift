// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A subframe of the navigation message of GPS, after IS-GPS-200, for what it says of the calendar: the number of the week and the leap seconds.
struct GPSSubframe: Sendable {
    /// Ten words of 24 bits each, parity taken away and inversion undone.
    private let words: [UInt32]

    /// From words of 24 bits.
    init?(words: [UInt32]) {
        guard words.count == 10 else { return nil }
        var words = words.map { $0 & 0xFF_FFFF }
        if words[0] >> 16 == 0x74 { words[0] ^= 0xFF_FFFF }
        guard words[0] >> 16 == 0x8B else { return nil }
        self.words = words
    }

    /// From words of 30 bits with parity, as received, below the last two bits of the word before; those of the first word are not looked at.
    init?(transmitted: [UInt32]) {
        guard transmitted.count == 10 else { return nil }
        var words: [UInt32] = []
        for (index, word) in transmitted.enumerated() {
            let data = (word & 0x4000_0000 != 0 && index > 0 ? ~word : word) >> 6 & 0xFF_FFFF
            guard index == 0 || Self.parity(of: data, after: word >> 30) == word & 0x3F else { return nil }
            words.append(data)
        }
        self.init(words: words)
    }

    /// The bits of a word that each bit of parity sums, the first bit of the word as bit 23; table 20-XIV of IS-GPS-200.
    private static let parityMasks: [UInt32] = [
        [1, 2, 3, 5, 6, 10, 11, 12, 13, 14, 17, 18, 20, 23],
        [2, 3, 4, 6, 7, 11, 12, 13, 14, 15, 18, 19, 21, 24],
        [1, 3, 4, 5, 7, 8, 12, 13, 14, 15, 16, 19, 20, 22],
        [2, 4, 5, 6, 8, 9, 13, 14, 15, 16, 17, 20, 21, 23],
        [1, 3, 5, 6, 7, 9, 10, 14, 15, 16, 17, 18, 21, 22, 24],
        [3, 5, 6, 8, 9, 10, 11, 13, 15, 19, 22, 23, 24],
    ].map { bits in bits.reduce(0) { $0 | 1 << (24 - $1) } }

    /// The six bits of parity of a word of 24 bits, which depend on the last two bits of the word before, too.
    static func parity(of data: UInt32, after tail: UInt32) -> UInt32 {
        let (last, lastButOne) = (tail & 1, tail >> 1 & 1)
        let carried = [lastButOne, last, lastButOne, last, last, lastButOne]
        return zip(parityMasks, carried).reduce(0) { parity, entry in
            parity << 1 | (UInt32((data & entry.0).nonzeroBitCount) ^ entry.1) & 1
        }
    }

    /// Corrects the calendar.
    func teach(_ context: inout GNSSContext) {
        switch words[1] >> 2 & 7 {
        case 1: context.week = Int(words[2] >> 14 & 0x3FF)
        // Page 18 of subframe 4 is known by the number 56.
        case 4 where words[2] >> 16 & 0x3F == 56: context.adopt(leapSeconds: Int(Int8(truncatingIfNeeded: words[8] >> 16)))
        default: break
        }
    }
}
