// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteLocation

@Suite("A subframe of GPS")
struct GPSSubframeTests {
    /// Ten words of 24 bits: preamble, the number of the subframe, and what a test puts in.
    private func words(subframe: UInt32, _ changes: [Int: UInt32] = [:]) -> [UInt32] {
        var words: [UInt32] = [0x8B0000, subframe << 2] + Array(repeating: 0, count: 8)
        for (index, word) in changes { words[index] = word }
        return words
    }

    /// As satellites send them: inverted after a word that ends in 1, with parity, below the last two bits of the word before.
    private func transmitted(_ words: [UInt32]) -> [UInt32] {
        var tail: UInt32 = 0
        return words.map { word in
            let data = tail & 1 == 1 ? ~word & 0xFF_FFFF : word
            let parity = GPSSubframe.parity(of: word, after: tail)
            defer { tail = parity & 3 }
            return tail << 30 | data << 6 | parity
        }
    }

    @Test("says the leap seconds on page 18 of subframe 4")
    func leapSeconds() {
        var context = GNSSContext()
        GPSSubframe(words: words(subframe: 4, [2: 0x400000 | 56 << 16, 8: 13 << 16]))?.teach(&context)
        #expect(context.leapSeconds == 13)
        #expect(context.leapSecondsAreKnown)
    }

    @Test("says nothing of them on other pages")
    func otherPages() {
        var context = GNSSContext()
        GPSSubframe(words: words(subframe: 4, [2: 0x400000 | 25 << 16, 8: 13 << 16]))?.teach(&context)
        #expect(context.leapSeconds == 18)
    }

    @Test("says the week in subframe 1")
    func week() {
        var context = GNSSContext()
        GPSSubframe(words: words(subframe: 1, [2: 302 << 14]))?.teach(&context)
        #expect(context.week == 302)
    }

    @Test("is read as satellites send it, and not with a wrong bit")
    func parity() throws {
        let sent = transmitted(words(subframe: 4, [2: 0x400000 | 56 << 16, 5: 0xABCDEF, 8: 15 << 16]))
        var context = GNSSContext()
        try #require(GPSSubframe(transmitted: sent)).teach(&context)
        #expect(context.leapSeconds == 15)
        for bit in 0..<30 {
            var damaged = sent
            damaged[5] ^= 1 << bit
            #expect(GPSSubframe(transmitted: damaged) == nil, "bit \(bit)")
        }
    }

    @Test("has the parity of IS-GPS-200")
    func knownParity() {
        // Of no bits after 0 0: none; each bit of data alone sets the bits of parity whose equations name it.
        #expect(GPSSubframe.parity(of: 0, after: 0) == 0)
        #expect(GPSSubframe.parity(of: 0, after: 0b10) == 0b101001)
        #expect(GPSSubframe.parity(of: 0, after: 0b01) == 0b010110)
        #expect(GPSSubframe.parity(of: 1 << 23, after: 0) == 0b101010)
        #expect(GPSSubframe.parity(of: 1, after: 0) == 0b010011)
    }

    @Test("without the preamble is none")
    func preamble() {
        #expect(GPSSubframe(words: Array(repeating: 0, count: 10)) == nil)
        #expect(GPSSubframe(words: [0x8B0000]) == nil)
        #expect(GPSSubframe(transmitted: []) == nil)
    }
}
