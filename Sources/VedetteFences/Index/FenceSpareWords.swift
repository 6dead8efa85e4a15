// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Words that are free again, in lists by size; each run's first two words hold the next run's place and its own size.
struct FenceSpareWords: ~Copyable {
    /// Sizes are counted in units of two words: a list for each up to 128, then one for each power of two.
    private var lists: [UInt32] = []
    /// How many words lie in lists.
    private(set) var count = 0

    init() {}

    private static let exactUnits = 128
    private static let listCount = exactUnits + 26

    /// The list whose runs are of at most this size and of at least its own.
    private static func list(holding units: Int) -> Int {
        units <= exactUnits ? units : exactUnits + Int.bitWidth - 1 - units.leadingZeroBitCount - 6
    }

    /// How many words content of a size takes: whole units, so that they can be taken again.
    @inline(__always) static func rounded(_ size: Int) -> Int { (size + 1) & ~1 }

    /// Gives back a run of whole units.
    mutating func put(_ offset: Int, _ size: Int, in words: UnsafeMutablePointer<UInt32>) {
        guard size >= 2 else { return }
        if lists.isEmpty { lists = Array(repeating: 0, count: Self.listCount) }
        let list = Self.list(holding: size / 2)
        (words[offset], words[offset + 1]) = (lists[list], UInt32(size))
        lists[list] = UInt32(offset)
        count += size
    }

    /// A run of at least `size` words, what is more of it given back.
    mutating func take(_ size: Int, from words: UnsafeMutablePointer<UInt32>) -> Int? {
        guard count > 0 else { return nil }
        let units = (size + 1) / 2
        // Beyond the exact sizes, only the next list is sure to have runs that are large enough.
        var list = units <= Self.exactUnits ? units : Self.list(holding: units) + 1
        let last = min(list + 8, Self.listCount - 1)
        while list <= last, lists[list] == 0 { list += 1 }
        guard list <= last else { return nil }
        let offset = Int(lists[list])
        let runSize = Int(words[offset + 1])
        lists[list] = words[offset]
        count -= runSize
        let taken = Self.rounded(size)
        if runSize > taken { put(offset + taken, runSize - taken, in: words) }
        return offset
    }
}
