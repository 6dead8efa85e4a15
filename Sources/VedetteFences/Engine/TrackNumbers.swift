// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CPrefetch

/// An engine's numbers of tracks by name, found with one look at memory for a name of up to 16 bytes.
///
/// ``FenceEngine/track(named:hash:)`` says the same; this stands before it, so that a run of names can be asked for ahead.
package struct TrackNumbers {
    /// Half of a line of the processor's cache.
    private struct Slot {
        var hash: UInt64 = 0
        /// The bytes of a short name, then zeros.
        var low: UInt64 = 0
        var high: UInt64 = 0
        var length: UInt32 = 0
        /// Plus one; 0 where the slot is free.
        var number: UInt32 = 0
    }

    private var slots: [Slot]
    private var count = 0

    package init() {
        slots = Array(repeating: Slot(), count: 1 << 10)
    }

    private init(slots: [Slot]) {
        self.slots = slots
    }

    /// What stands for one that is in other hands; not to be asked.
    package static var empty: TrackNumbers { TrackNumbers(slots: []) }

    /// Says that a name with this hash is soon asked for.
    package func prefetch(_ hash: UInt64) {
        slots.withUnsafeBufferPointer { slots in
            guard let base = slots.baseAddress else { return }
            vedette_prefetch_read(base + Int(truncatingIfNeeded: hash & UInt64(slots.count - 1)))
        }
    }

    /// The engine's number of a track, which is new where the name is.
    package mutating func number(of name: UnsafeRawBufferPointer, hash: UInt64, in engine: FenceEngine) -> UInt32 {
        let (low, high) = Self.words(name)
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while true {
            let slot = slots[place]
            if slot.number == 0 { break }
            if slot.hash == hash, slot.length == UInt32(truncatingIfNeeded: name.count), slot.low == low, slot.high == high {
                let number = slot.number - 1
                if name.count <= 16 || engine.withName(ofTrack: number, { $0.elementsEqual(name) }) { return number }
            }
            place = (place + 1) & mask
        }
        let number = engine.track(named: name, hash: hash)
        slots[place] = Slot(
            hash: hash, low: low, high: high, length: UInt32(truncatingIfNeeded: name.count), number: number + 1)
        count += 1
        if count * 2 > slots.count { grow() }
        return number
    }

    /// The first 16 bytes of a name as two words.
    private static func words(_ name: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        var words: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: name.prefix(16))) }
        return words
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: old.count * 2)
        let mask = slots.count - 1
        for slot in old where slot.number != 0 {
            var place = Int(truncatingIfNeeded: slot.hash) & mask
            while slots[place].number != 0 { place = (place + 1) & mask }
            slots[place] = slot
        }
    }
}
