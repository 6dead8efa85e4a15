// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Which track each observation belongs to, in the order of arrival: what finds the observation that arrived first.
///
/// An observation knows its place here (``append(_:)``), so one that goes for another reason than its age in the queue is struck out at once. Blocks
/// of memory are freed as the front passes them: four bytes an observation.
struct TrackQueue: ~Copyable {
    private static var blockBits: UInt64 { 12 }
    private static var blockSize: Int { 1 << 12 }
    /// What stands for an observation that is gone. No track has this number.
    private static var gone: UInt32 { .max }

    private var blocks: [UnsafeMutablePointer<UInt32>] = []
    /// How many of `blocks`, at the beginning, are freed already.
    private var freedBlocks = 0
    /// The place at which the first of `blocks` begins, freed ones included.
    private var origin: UInt64 = 0
    private var head: UInt64 = 0
    private var tail: UInt64 = 0
    private var goneCount = 0
    private var spare: UnsafeMutablePointer<UInt32>?
    /// The last of `blocks`; the first entry makes one.
    private var last: UnsafeMutablePointer<UInt32>

    init() {
        last = .allocate(capacity: Self.blockSize)
        spare = last
    }

    deinit {
        for index in freedBlocks..<blocks.count { blocks[index].deallocate() }
        spare?.deallocate()
    }

    /// Entries, those included that are struck out.
    var count: Int { Int(tail - head) }
    /// Bytes of memory.
    var byteCount: Int { count * MemoryLayout<UInt32>.stride }
    /// Whether so much is struck out that ``moveUp()`` is worth its time.
    var isSparse: Bool { goneCount > (count - goneCount) + 4_096 }

    @inline(__always)
    private func entry(_ place: UInt64) -> UnsafeMutablePointer<UInt32> {
        let offset = place &- origin
        return blocks[Int(truncatingIfNeeded: offset >> Self.blockBits)] + Int(truncatingIfNeeded: offset) & (Self.blockSize &- 1)
    }

    /// Adds an observation and says where: the lower half of its place, as the queue never has more than 2³² entries.
    @inline(__always)
    mutating func append(_ track: UInt32) -> UInt32 {
        // Places begin at 0, and blocks at whole multiples of their size.
        let offset = Int(truncatingIfNeeded: tail) & (Self.blockSize &- 1)
        if offset == 0 { addBlock() }
        last[offset] = track
        defer { tail &+= 1 }
        return UInt32(truncatingIfNeeded: tail)
    }

    private mutating func addBlock() {
        last = spare ?? .allocate(capacity: Self.blockSize)
        spare = nil
        blocks.append(last)
    }

    /// Strikes out an observation that is gone.
    @inline(__always)
    mutating func strike(_ arrival: UInt32) {
        entry(head &+ UInt64(arrival &- UInt32(truncatingIfNeeded: head))).pointee = Self.gone
        goneCount += 1
    }

    /// The observation that arrived first: its track and its place.
    @inline(__always)
    mutating func first() -> (track: UInt32, arrival: UInt32)? {
        while head < tail {
            let track = entry(head).pointee
            if track != Self.gone { return (track, UInt32(truncatingIfNeeded: head)) }
            goneCount -= 1
            advance()
        }
        return nil
    }

    /// As ``first()``, and passes over what is struck out each time.
    var peek: (track: UInt32, arrival: UInt32)? {
        var place = head
        while place < tail {
            let track = entry(place).pointee
            if track != Self.gone { return (track, UInt32(truncatingIfNeeded: place)) }
            place += 1
        }
        return nil
    }

    /// The track of the entry that is `ahead` behind the front, where there is one.
    @inline(__always)
    func track(ahead: UInt64) -> UInt32? {
        guard head &+ ahead < tail else { return nil }
        let track = entry(head &+ ahead).pointee
        return track == Self.gone ? nil : track
    }

    /// Takes off what ``first()`` has given.
    @inline(__always)
    mutating func popFirst() {
        advance()
    }

    @inline(__always)
    private mutating func advance() {
        head &+= 1
        if (head &- origin) & UInt64(Self.blockSize - 1) == 0 { freeBlock() }
    }

    private mutating func freeBlock() {
        let block = blocks[freedBlocks]
        if spare == nil { spare = block } else { block.deallocate() }
        freedBlocks += 1
        if freedBlocks > 64, freedBlocks * 2 > blocks.count {
            blocks.removeSubrange(..<freedBlocks)
            origin += UInt64(freedBlocks) << Self.blockBits
            freedBlocks = 0
        }
    }

    /// Where observations are after ``moveUp()``.
    struct Places {
        fileprivate var head: UInt32
        fileprivate var places: [UInt32]

        @inline(__always)
        func new(of old: UInt32) -> UInt32 { places[Int(old &- head)] }
    }

    /// Moves everything up to where something is struck out.
    ///
    /// - Complexity: O(*n*).
    mutating func moveUp() -> Places {
        var moved = TrackQueue()
        var places = Places(head: UInt32(truncatingIfNeeded: head), places: [])
        places.places.reserveCapacity(count)
        for place in head..<tail {
            let track = entry(place).pointee
            places.places.append(track == Self.gone ? 0 : moved.append(track))
        }
        self = moved
        return places
    }
}
