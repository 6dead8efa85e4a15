// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CPrefetch

/// An engine's numbers of tracks by name, found with one look at memory for a name of up to 16 bytes.
///
/// ``FenceEngine/track(named:hash:)`` says the same; this stands before it, so that a run of names can be asked for ahead.
///
/// An object with memory of its own: an array would be counted at every look.
package final class TrackNumbers {
    /// Half of a line of the processor's cache.
    private struct Slot {
        var hash: UInt64 = 0
        /// The words of a name: see ``words(_:)``.
        var low: UInt64 = 0
        var high: UInt64 = 0
        var length: UInt32 = 0
        /// Plus one; 0 where the slot is free.
        var number: UInt32 = 0
    }

    @exclusivity(unchecked) private var slots: UnsafeMutablePointer<Slot>
    /// One less than how many slots there are, a power of two.
    @exclusivity(unchecked) private var mask = 1 << 10 - 1
    private var count = 0

    package init() {
        slots = Self.allocate(mask + 1)
    }

    deinit {
        slots.deallocate()
    }

    /// Free slots, none of which lies in two lines of the cache.
    private static func allocate(_ count: Int) -> UnsafeMutablePointer<Slot> {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Slot>.stride, alignment: 64)
        let slots = memory.bindMemory(to: Slot.self, capacity: count)
        slots.initialize(repeating: Slot(), count: count)
        return slots
    }

    /// Says that a name with this hash is soon asked for.
    package func prefetch(_ hash: UInt64) {
        vedette_prefetch_read(slots + Int(truncatingIfNeeded: hash) & mask)
    }

    /// The engine's number of a track, which is new where the name is.
    package func number(of name: UnsafeRawBufferPointer, hash: UInt64, in engine: FenceEngine) -> UInt32 {
        let (low, high) = Self.words(name)
        let length = UInt32(truncatingIfNeeded: name.count)
        let (slots, mask) = (slots, mask)
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place].number != 0 {
            let slot = slots + place
            if slot.pointee.hash == hash, slot.pointee.length == length, slot.pointee.low == low, slot.pointee.high == high {
                let number = slot.pointee.number &- 1
                if length <= 16 || engine.withName(ofTrack: number, { $0.elementsEqual(name) }) { return number }
            }
            place = (place &+ 1) & mask
        }
        let number = engine.track(named: name, hash: hash)
        slots[place] = Slot(hash: hash, low: low, high: high, length: length, number: number + 1)
        count += 1
        if count * 2 > mask { grow() }
        return number
    }

    /// A name of up to 16 bytes as two words, which with its length are the name; of a longer one its first and last bytes.
    @inline(__always)
    private static func words(_ name: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        let count = name.count
        guard let base = name.baseAddress else { return (0, 0) }
        if count >= 8 {
            return (base.loadUnaligned(as: UInt64.self), base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
        }
        if count >= 4 {
            let (first, last) = (base.loadUnaligned(as: UInt32.self), base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            return (UInt64(first) | UInt64(last) &<< 32, 0)
        }
        var word: UInt64 = 0
        for place in 0..<count { word = word &<< 8 | UInt64(name[place]) }
        return (word, 0)
    }

    private func grow() {
        let (old, oldCount) = (slots, mask + 1)
        defer { old.deallocate() }
        mask = 2 * oldCount - 1
        slots = Self.allocate(mask + 1)
        for slot in UnsafeMutableBufferPointer(start: old, count: oldCount) where slot.number != 0 {
            var place = Int(truncatingIfNeeded: slot.hash) & mask
            while slots[place].number != 0 { place = (place + 1) & mask }
            slots[place] = slot
        }
    }
}
