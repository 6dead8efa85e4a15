// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

/// The observations of many tracks in memory: a core without clock, lock or task.
///
/// Layout: a head a track, a ring of rows a track in the order of event time, one copy of each track's latest row beside each
/// other for scans, and one first-in-first-out queue of track numbers that finds the observation that arrived first. Texts are kept once.
/// A track that has lost its last observation is gone; its number is given out again, its entity id never.
///
/// **Order.** Within a track, rows are ordered by event time, ties by arrival: a late observation takes its place behind newer ones and does not become
/// the latest. A row without event time stands where it arrived: it becomes the latest, and nothing that comes later is put before it.
///
/// **Limits.** What is over a limit goes at once, oldest first. Over all tracks, and by bytes, the oldest is what arrived first. Of one track it is the
/// first row, the oldest by event time: a late observation that is older than all that a full track keeps goes as it comes. By age goes whatever has
/// reached it, wherever it stands in its track. Where the latest row goes, the one before it is the latest. Limits are looked at in this order: age,
/// per track, total, bytes; each observation is in its place before what it displaces goes.
package struct TrackStore: ~Copyable {
    package internal(set) var schema: ObservationSchema
    package internal(set) var limits: TrackStoreLimits

    /// Observations held, over all tracks.
    package internal(set) var observationCount = 0
    /// Tracks held.
    package var trackCount: Int { directory.count }
    /// Track numbers ever given out: numbers are below this.
    package internal(set) var numberCount = 0
    /// The stamp of the last change.
    package internal(set) var lastStamp = Int64.min
    /// The stamp of the last batch; nil before the first.
    package internal(set) var lastReceipt: Int64?
    /// The stamp and the number of each entity that went, oldest first; bounded, so a reader far behind must start again.
    package internal(set) var removals = RemovalLog()
    /// Values that were left out since the schema was full.
    package internal(set) var omittedValueCount = 0

    var heads: UnsafeMutablePointer<TrackHead>
    var latest: UnsafeMutablePointer<UInt64>
    var numberCapacity: Int
    /// Words a row, at least `TrackRow.headerWords` and the schema's columns.
    var stride: Int
    /// Room for a row that nobody reads, and behind it for one that is on its way out.
    var spareRow: UnsafeMutablePointer<UInt64>
    var freeNumbers: [UInt32] = []
    /// Numbers by track id.
    var directory = TextSlots()
    /// Changes with every track that comes or goes: what was found in `directory` before is then to be sought again.
    var directoryVersion: UInt32 = 0
    var queue = TrackQueue()
    var texts = TextTable()
    /// The size of `texts` at which the next sweep is due.
    var textSweepSize = 1 << 20
    var nextEntity: UInt64 = 1
    /// Bytes of all rings.
    var ringBytes = 0
    /// In use where age counts by event time.
    var ages = ExpiryHeap()
    /// Latest positions by cell. It is made when the first query wants it, which only borrows the store, hence the pointer: whoever borrows the store
    /// is alone with it, as it cannot be sent or shared without a lock.
    let grid: UnsafeMutablePointer<TrackGrid>
    /// Where the newest rows of each track are. Made when they are first asked for, as the grid is.
    let trails: UnsafeMutablePointer<TrackTrails>

    package init(schema: ObservationSchema, limits: TrackStoreLimits = TrackStoreLimits()) {
        self.schema = schema
        self.limits = limits
        stride = Self.stride(columns: schema.fields.count)
        numberCapacity = 64
        heads = Self.allocateHeads(numberCapacity)
        latest = .allocate(capacity: numberCapacity * stride)
        spareRow = .allocate(capacity: 2 * stride)
        grid = .allocate(capacity: 1)
        grid.initialize(to: TrackGrid())
        trails = .allocate(capacity: 1)
        trails.initialize(to: TrackTrails())
    }

    deinit {
        for number in 0..<numberCount { heads[number].ring?.deallocate() }
        heads.deallocate()
        latest.deallocate()
        spareRow.deallocate()
        grid.deinitialize(count: 1)
        grid.deallocate()
        trails.deinitialize(count: 1)
        trails.deallocate()
    }

    /// Room for three columns more than asked for at the most, so that a feed with ever new fields seldom moves everything.
    static func stride(columns: Int) -> Int {
        (TrackRow.headerWords + columns + 3) / 4 * 4
    }

    /// One head is one cache line.
    private static func allocateHeads(_ count: Int) -> UnsafeMutablePointer<TrackHead> {
        UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<TrackHead>.stride, alignment: 64)
            .bindMemory(to: TrackHead.self, capacity: count)
    }

    /// The memory in use, in bytes: rings, latest rows and heads, directory, queue, texts, grid, trails. Not counted are room that grows in steps and is not
    /// touched yet, and ``removals``, which has at most 2 MiB.
    ///
    /// - Complexity: O(1).
    package var byteCount: Int {
        let tracks = numberCount * (stride * 8 + MemoryLayout<TrackHead>.stride) + freeNumbers.count * 4
        return ringBytes + tracks + directory.byteCount + queue.byteCount + texts.byteCount + ages.byteCount + grid.pointee.byteCount
            + trails.pointee.byteCount
    }

    /// Takes in a batch that arrived at `now`: what has reached the limit of age goes first, then each observation takes its place.
    ///
    /// Columns are found by name where the batch has them in another order than the store.
    /// Every call gets a stamp of its own, later than all before it, which its rows carry as their time of receipt.
    ///
    /// - Returns: what happened, in order, of the kinds asked for.
    /// - Complexity: amortised O(1) an observation; a late one O(rows that are newer, or older where they are fewer).
    package mutating func apply(
        _ batch: borrowing ObservationBatch, at now: Instant, reporting kinds: TrackChange.Kinds = []
    ) -> TrackChanges {
        var result = TrackChanges()
        if texts.byteCount > textSweepSize { sweepTexts(&result) }
        let columns = adopt(batch.schema)
        let stamp = nextStamp(now)
        removeOverAge(at: now, kinds, &result)
        if !batch.isEmpty { lastReceipt = stamp }
        batch.withRows { rows in take(rows, columns, stamp, at: now, kinds, &result) }
        tidyQueue()
        settleAges()
        return result
    }

    /// The stamp of a change made at `now`: `now`, or just after the last stamp where the clock stood still or went back.
    mutating func nextStamp(_ now: Instant) -> Int64 {
        lastStamp = lastStamp >= now.microsecondsSince1970 ? lastStamp + 1 : now.microsecondsSince1970
        return lastStamp
    }

    // MARK: Tracks

    /// The number of the track with that name, where there is one.
    @inline(__always)
    package func number(named name: UnsafeRawBufferPointer, hash: UInt64) -> UInt32? {
        directory.find(ShortText(name) ?? ShortText(hashOfLong: hash), hash: hash) { number in
            texts.isEqual(Int(heads[Int(number)].name), name)
        }
    }

    mutating func makeTrack(name: UnsafeRawBufferPointer, hash: UInt64, stamp: Int64) -> UInt32 {
        let number: UInt32
        if let free = freeNumbers.popLast() {
            number = free
        } else {
            if numberCount == numberCapacity { growNumbers() }
            number = UInt32(numberCount)
            numberCount += 1
            clearLatest(Int(number))
        }
        (heads + Int(number)).initialize(
            to: TrackHead(entity: nextEntity, stamp: stamp, name: texts.append(name), nameHash: UInt32(truncatingIfNeeded: hash)))
        nextEntity += 1
        directory.insert(number, ShortText(name) ?? ShortText(hashOfLong: hash), hash: hash)
        directoryVersion &+= 1
        return number
    }

    /// Gives the number of a track without observations back.
    mutating func free(_ track: Int) {
        let head = heads + track
        let number = UInt32(truncatingIfNeeded: track)
        directory.remove(number, hash: UInt64(head.pointee.nameHash))
        directoryVersion &+= 1
        removals.append(stamp: lastStamp, number: number)
        if let ring = head.pointee.ring {
            ring.deallocate()
            ringBytes -= ringSize(Int(head.pointee.capacity))
        }
        head.pointee.ring = nil
        head.pointee.capacity = 0
        head.pointee.count = 0
        head.pointee.changedAt = lastStamp
        place(track, at: TrackRowView.word(of: nil))
        trails.pointee.clear(track)
        clearLatest(track)
        head.pointee.setFree()
        freeNumbers.append(number)
    }

    /// Makes the latest row of a number one that holds nothing.
    private func clearLatest(_ track: Int) {
        latestRow(track).update(repeating: PackedValue.null.bits, count: stride)
        latestRow(track)[TrackRow.position] = TrackRowView.word(of: nil)
    }

    private mutating func growNumbers() {
        let capacity = numberCapacity * 2
        let newHeads = Self.allocateHeads(capacity)
        newHeads.moveInitialize(from: heads, count: numberCount)
        let newLatest = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * stride)
        newLatest.update(from: latest, count: numberCount * stride)
        heads.deallocate()
        latest.deallocate()
        (heads, latest, numberCapacity) = (newHeads, newLatest, capacity)
    }
}
