// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The name of a member as three words, so that names are compared without a loop: the bytes of a name of up to 24, then zeros.
struct ScannedName: Equatable, Sendable {
    let low: UInt64
    let middle: UInt64
    let high: UInt64
    let length: Int

    /// Takes the words as they stand in memory, and what of them belongs to a name of `length` bytes.
    @inline(__always)
    init(low: UInt64, middle: UInt64, high: UInt64, length: Int) {
        func kept(_ word: UInt64, _ first: Int) -> UInt64 {
            let count = length &- first
            return count >= 8 ? word : count <= 0 ? 0 : word & (1 &<< UInt64(truncatingIfNeeded: count &* 8) &- 1)
        }
        (self.low, self.middle, self.high, self.length) = (kept(low, 0), kept(middle, 8), kept(high, 16), length)
    }

    /// nil for a name that is too long, or has to be escaped.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 24, !bytes.isEmpty, bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) else {
            return nil
        }
        self.init(bytes)
    }

    init(known text: StaticString) {
        self.init(Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)))
    }

    private init(_ bytes: [UInt8]) {
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
        self.init(low: words.0, middle: words.1, high: words.2, length: bytes.count)
    }

    /// A number below 64 that is the same for the same name, and mostly another for another.
    @inline(__always)
    var mark: UInt64 { ((low ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15) &>> 58 }

    @inline(__always)
    func matches(_ other: ScannedName) -> Bool {
        low == other.low && middle == other.middle && high == other.high && length == other.length
    }

    @inline(__always)
    func rank(among names: [ScannedName]) -> Int? {
        for rank in 0..<names.count where matches(names[rank]) { return rank }
        return nil
    }
}
