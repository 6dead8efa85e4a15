// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CPrefetch

/// Track numbers by the cell of 0.05° that their latest position is in: open addressing over the cells that have any.
///
/// A cell of one or two numbers needs no memory beside its slot. Each track knows its place in its cell, so that it leaves without a search; the last
/// of the cell takes the place.
struct TrackGrid: ~Copyable {
    /// Steps of 1e-7° in a cell.
    static let cellSteps = 500_000
    static let columnCount = 7_200
    static let rowCount = 3_600
    /// No cell: what has no position.
    static let nowhere = UInt32.max

    private struct Slot {
        /// The cell plus one; 0 where the slot is free.
        var key: UInt32
        var count: UInt32
        /// Two numbers, or where `capacity` of them are.
        var content: UInt64
        var capacity: UInt32
        var unused: UInt32 = 0
    }

    private(set) var isBuilt = false
    private var slots: UnsafeMutablePointer<Slot>
    /// A power of two; at most half of it used.
    private var slotCount = 64
    /// Cells with anything in them.
    private(set) var cellCount = 0
    private var listBytes = 0
    /// Tracks with a position.
    private(set) var count = 0

    init() {
        slots = Self.allocate(slotCount)
    }

    deinit {
        for slot in 0..<slotCount where slots[slot].key != 0 && slots[slot].capacity > 2 { Self.list(slots + slot).deallocate() }
        slots.deallocate()
    }

    var byteCount: Int { isBuilt ? slotCount * MemoryLayout<Slot>.stride + listBytes : 0 }

    private static func allocate(_ count: Int) -> UnsafeMutablePointer<Slot> {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
        slots.initialize(repeating: Slot(key: 0, count: 0, content: 0, capacity: 2), count: count)
        return slots
    }

    // MARK: Cells

    /// The cell of a position as rows have it.
    @inline(__always)
    static func cell(of word: UInt64) -> UInt32 {
        let longitude = Int32(truncatingIfNeeded: word)
        guard longitude != ObservationBatch.noPosition else { return nowhere }
        return UInt32(truncatingIfNeeded: row(Int32(truncatingIfNeeded: word >> 32)) &* columnCount &+ column(longitude))
    }

    /// The column of cells of a longitude in steps; what is outside is in the nearest.
    @inline(__always)
    static func column(_ longitude: Int32) -> Int {
        max(0, min(columnCount &- 1, (Int(longitude) &+ 1_800_000_000) / cellSteps))
    }

    /// The row of cells of a latitude in steps; what is outside is in the nearest.
    @inline(__always)
    static func row(_ latitude: Int32) -> Int {
        max(0, min(rowCount &- 1, (Int(latitude) &+ 900_000_000) / cellSteps))
    }

    /// The finalizer of MurmurHash3 (Appleby), 32 bits, of the row; columns are neighbours.
    @inline(__always)
    private func home(_ key: UInt32) -> Int {
        var hash = key >> 3
        hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
        hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
        return Int((hash ^ hash >> 16) << 3 | key & 7) & (slotCount &- 1)
    }

    @inline(__always)
    private func find(_ cell: UInt32) -> Int? {
        var slot = home(cell &+ 1)
        while slots[slot].key != 0 {
            if slots[slot].key == cell &+ 1 { return slot }
            slot = (slot &+ 1) & (slotCount &- 1)
        }
        return nil
    }

    /// Has the slot of the cell of a position brought near.
    @inline(__always)
    func prefetch(_ word: UInt64) {
        prefetch(cell: Self.cell(of: word))
    }

    @inline(__always)
    func prefetch(cell: UInt32) {
        vedette_prefetch_read(slots + home(cell &+ 1))
    }

    @inline(__always)
    private static func list(_ slot: UnsafeMutablePointer<Slot>) -> UnsafeMutablePointer<UInt32> {
        if slot.pointee.capacity > 2, let list = UnsafeMutablePointer<UInt32>(bitPattern: UInt(slot.pointee.content)) { return list }
        return (UnsafeMutableRawPointer(slot) + 8).assumingMemoryBound(to: UInt32.self)
    }

    /// The numbers in a cell, valid until the grid changes.
    @inline(__always)
    func numbers(in cell: UInt32) -> UnsafeBufferPointer<UInt32> {
        guard let slot = find(cell) else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: Self.list(slots + slot), count: Int(slots[slot].count))
    }

    // MARK: Changes

    /// Takes in all tracks, from none.
    mutating func build(_ heads: UnsafeMutablePointer<TrackHead>, count: Int, position: (Int) -> UInt64) {
        isBuilt = true
        for number in 0..<count { insert(UInt32(truncatingIfNeeded: number), Self.cell(of: position(number)), heads) }
    }

    /// Moves a track from where one position is to where another is.
    @inline(__always)
    mutating func move(_ number: UInt32, from: UInt64, to: UInt64, _ heads: UnsafeMutablePointer<TrackHead>) {
        let (old, new) = (Self.cell(of: from), Self.cell(of: to))
        guard old != new else { return }
        remove(number, old, heads)
        insert(number, new, heads)
    }

    private mutating func insert(_ number: UInt32, _ cell: UInt32, _ heads: UnsafeMutablePointer<TrackHead>) {
        guard cell != Self.nowhere else { return }
        if (cellCount + 1) * 2 > slotCount { grow() }
        var index = home(cell &+ 1)
        while slots[index].key != 0, slots[index].key != cell &+ 1 { index = (index &+ 1) & (slotCount &- 1) }
        let slot = slots + index
        if slot.pointee.key == 0 {
            slot.pointee = Slot(key: cell &+ 1, count: 0, content: 0, capacity: 2)
            cellCount += 1
        }
        if slot.pointee.count == slot.pointee.capacity { resize(slot, to: slot.pointee.capacity * 2) }
        Self.list(slot)[Int(slot.pointee.count)] = number
        heads[Int(number)].cellSlot = slot.pointee.count
        slot.pointee.count &+= 1
        count &+= 1
    }

    private mutating func remove(_ number: UInt32, _ cell: UInt32, _ heads: UnsafeMutablePointer<TrackHead>) {
        guard cell != Self.nowhere, let index = find(cell) else { return }
        let slot = slots + index
        slot.pointee.count &-= 1
        count &-= 1
        let list = Self.list(slot)
        let last = list[Int(slot.pointee.count)]
        let place = heads[Int(number)].cellSlot
        list[Int(place)] = last
        heads[Int(last)].cellSlot = place
        if slot.pointee.count == 0 {
            if slot.pointee.capacity > 2 { release(slot) }
            close(index)
        } else if slot.pointee.capacity > 4, slot.pointee.count * 4 <= slot.pointee.capacity {
            resize(slot, to: slot.pointee.capacity / 2)
        }
    }

    private mutating func release(_ slot: UnsafeMutablePointer<Slot>) {
        Self.list(slot).deallocate()
        listBytes -= Int(slot.pointee.capacity) * 4 + 16
    }

    /// - Precondition: `capacity` is above 2.
    private mutating func resize(_ slot: UnsafeMutablePointer<Slot>, to capacity: UInt32) {
        let list = UnsafeMutablePointer<UInt32>.allocate(capacity: Int(capacity))
        list.update(from: Self.list(slot), count: Int(slot.pointee.count))
        if slot.pointee.capacity > 2 { release(slot) }
        slot.pointee.content = UInt64(UInt(bitPattern: list))
        slot.pointee.capacity = capacity
        listBytes += Int(capacity) * 4 + 16
    }

    /// Knuth 6.4 R: moves back whatever the free slot would cut off from its home.
    private mutating func close(_ index: Int) {
        var free = index
        slots[free].key = 0
        cellCount -= 1
        let mask = slotCount - 1
        var slot = (free + 1) & mask
        while slots[slot].key != 0 {
            if (slot - home(slots[slot].key)) & mask >= (slot - free) & mask {
                slots[free] = slots[slot]
                slots[slot].key = 0
                free = slot
            }
            slot = (slot + 1) & mask
        }
    }

    private mutating func grow() {
        let (old, oldCount) = (slots, slotCount)
        slotCount *= 2
        slots = Self.allocate(slotCount)
        for index in 0..<oldCount where old[index].key != 0 {
            var slot = home(old[index].key)
            while slots[slot].key != 0 { slot = (slot + 1) & (slotCount - 1) }
            slots[slot] = old[index]
        }
        old.deallocate()
    }
}

extension TrackStore {
    /// Notes in the grid that the latest position of a track becomes another; before the latest row is written.
    @inline(__always)
    func place(_ track: Int, at position: UInt64) {
        guard grid.pointee.isBuilt else { return }
        grid.pointee.move(UInt32(truncatingIfNeeded: track), from: latestRow(track)[TrackRow.position], to: position, heads)
    }

    /// Has the grid made where it is not yet.
    func buildGrid() {
        guard !grid.pointee.isBuilt else { return }
        grid.pointee.build(heads, count: numberCount) { latestRow($0)[TrackRow.position] }
    }
}
