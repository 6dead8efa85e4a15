// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds a track's number by its name: open addressing with linear probing, where numbers can also be taken out.
///
/// It stores numbers only; whoever owns the names says whether a number's name is the one that is sought.
struct TrackDirectory {
    /// A track's number plus one; 0 where free. The count is a power of two, at most half of it used.
    private var slots: [UInt32] = Array(repeating: 0, count: 64)
    private(set) var count = 0

    func find(hash: UInt64, where isWanted: (UInt32) -> Bool) -> UInt32? {
        var slot = home(hash)
        while slots[slot] != 0 {
            if isWanted(slots[slot] - 1) { return slots[slot] - 1 }
            slot = next(slot)
        }
        return nil
    }

    /// Adds a number that is not there yet. `hashOf` gives the hash of any number that is.
    mutating func insert(_ number: UInt32, hash: UInt64, hashOf: (UInt32) -> UInt64) {
        if (count + 1) * 2 > slots.count { grow(hashOf) }
        place(number, hash)
        count += 1
    }

    mutating func remove(_ number: UInt32, hash: UInt64, hashOf: (UInt32) -> UInt64) {
        var slot = home(hash)
        while slots[slot] != number + 1 {
            guard slots[slot] != 0 else { return }
            slot = next(slot)
        }
        // Knuth 6.4 R: move back whatever the free slot would cut off from its home.
        var free = slot
        slots[free] = 0
        count -= 1
        slot = next(free)
        while slots[slot] != 0 {
            let home = home(hashOf(slots[slot] - 1))
            let mask = slots.count - 1
            if (slot - home) & mask >= (slot - free) & mask {
                slots[free] = slots[slot]
                slots[slot] = 0
                free = slot
            }
            slot = next(slot)
        }
    }

    private func home(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slots.count - 1) }
    private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }

    private mutating func place(_ number: UInt32, _ hash: UInt64) {
        var slot = home(hash)
        while slots[slot] != 0 { slot = next(slot) }
        slots[slot] = number + 1
    }

    private mutating func grow(_ hashOf: (UInt32) -> UInt64) {
        let old = slots
        slots = Array(repeating: 0, count: old.count * 2)
        for entry in old where entry != 0 { place(entry - 1, hashOf(entry - 1)) }
    }
}
