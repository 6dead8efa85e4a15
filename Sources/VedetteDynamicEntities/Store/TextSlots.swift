// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CPrefetch

/// Numbers by text: open addressing with linear probing, from which numbers can also be taken out.
///
/// Texts of up to fifteen bytes lie in the slots themselves, so that finding one costs one cache miss. Of longer ones there is a hash; whoever owns
/// the texts says whether a number's text is the one that is sought.
struct TextSlots: ~Copyable {
    private struct Slot {
        var text: ShortText
        /// The number plus one; 0 where the slot is free.
        var entry: UInt32
        var hash: UInt32
    }

    private var slots: UnsafeMutablePointer<Slot>
    /// A power of two; at most two thirds are used.
    private var slotCount: Int
    private(set) var count = 0

    init(capacity: Int = 0) {
        slotCount = 64
        while slotCount * 2 < capacity * 3 { slotCount *= 2 }
        slots = Self.allocate(slotCount)
    }

    deinit { slots.deallocate() }

    var byteCount: Int { slotCount * MemoryLayout<Slot>.stride }

    private static func allocate(_ count: Int) -> UnsafeMutablePointer<Slot> {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
        slots.initialize(repeating: Slot(text: ShortText(hashOfLong: 0), entry: 0, hash: 0), count: count)
        return slots
    }

    /// Has the slot where a text would be looked for brought near.
    @inline(__always)
    func prefetch(hash: UInt64) {
        vedette_prefetch_read(slots + home(UInt32(truncatingIfNeeded: hash)))
    }

    /// The number of a text that lies in its slot.
    @inline(__always)
    func find(_ text: ShortText, hash: UInt64) -> UInt32? {
        var slot = home(UInt32(truncatingIfNeeded: hash))
        while slots[slot].entry != 0 {
            if (slots[slot].text.low ^ text.low) | (slots[slot].text.high ^ text.high) == 0 { return slots[slot].entry &- 1 }
            slot = next(slot)
        }
        return nil
    }

    /// The number of a text. `isWanted` is asked only of texts that are too long for a slot.
    @inline(__always)
    func find(_ text: ShortText, hash: UInt64, where isWanted: (UInt32) -> Bool) -> UInt32? {
        var slot = home(UInt32(truncatingIfNeeded: hash))
        while slots[slot].entry != 0 {
            if slots[slot].text == text {
                let number = slots[slot].entry &- 1
                if text.isWhole || isWanted(number) { return number }
            }
            slot = next(slot)
        }
        return nil
    }

    /// Adds a number whose text is not there yet.
    ///
    /// - Complexity: O(1), amortised.
    mutating func insert(_ number: UInt32, _ text: ShortText, hash: UInt64) {
        if (count + 1) * 3 > slotCount * 2 { resize(to: slotCount * 2) }
        place(Slot(text: text, entry: number + 1, hash: UInt32(truncatingIfNeeded: hash)))
        count += 1
    }

    /// Takes a number out.
    mutating func remove(_ number: UInt32, hash: UInt64) {
        var slot = home(UInt32(truncatingIfNeeded: hash))
        while slots[slot].entry != number + 1 {
            guard slots[slot].entry != 0 else { return }
            slot = next(slot)
        }
        // Knuth 6.4 R: move back whatever the free slot would cut off from its home.
        var free = slot
        slots[free].entry = 0
        count -= 1
        slot = next(free)
        while slots[slot].entry != 0 {
            let home = home(slots[slot].hash)
            let mask = slotCount - 1
            if (slot - home) & mask >= (slot - free) & mask {
                slots[free] = slots[slot]
                slots[slot].entry = 0
                free = slot
            }
            slot = next(slot)
        }
        if slotCount > 1_024, count * 8 < slotCount { resize(to: slotCount / 4) }
    }

    @inline(__always)
    private func home(_ hash: UInt32) -> Int { Int(truncatingIfNeeded: hash) & (slotCount &- 1) }
    @inline(__always)
    private func next(_ slot: Int) -> Int { (slot &+ 1) & (slotCount &- 1) }

    private mutating func place(_ entry: Slot) {
        var slot = home(entry.hash)
        while slots[slot].entry != 0 { slot = next(slot) }
        slots[slot] = entry
    }

    private mutating func resize(to newCount: Int) {
        let (old, oldCount) = (slots, slotCount)
        slotCount = newCount
        slots = Self.allocate(newCount)
        for slot in 0..<oldCount where old[slot].entry != 0 { place(old[slot]) }
        old.deallocate()
    }
}
