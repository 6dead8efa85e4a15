// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

/// The observations of many tracks in memory: a core without clock, lock or task.
///
/// Layout: a head a track, a ring of rows a track in the order of event time, one copy of each track's latest row beside each
/// other for scans, and one first-in-first-out queue of track numbers that finds the oldest observation of all. Texts are kept once.
/// A track that has lost its last observation is gone; its number is given out again, its entity id never.
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

    var heads: UnsafeMutablePointer<TrackHead>
    var latest: UnsafeMutablePointer<UInt64>
    var numberCapacity: Int
    /// Words a row, at least `TrackRow.headerWords` and the schema's columns.
    var stride: Int
    var freeNumbers: [UInt32] = []
    var directory = TrackDirectory()
    var queue = TrackQueue()
    var texts = TextTable()
    /// The size of `texts` at which the next sweep is due.
    var textSweepSize = 1 << 20
    var nextEntity: UInt64 = 1

    package init(schema: ObservationSchema, limits: TrackStoreLimits = TrackStoreLimits()) {
        self.schema = schema
        self.limits = limits
        stride = Self.stride(columns: schema.fields.count)
        numberCapacity = 64
        heads = .allocate(capacity: numberCapacity)
        latest = .allocate(capacity: numberCapacity * stride)
    }

    deinit {
        for number in 0..<numberCount { heads[number].ring?.deallocate() }
        heads.deallocate()
        latest.deallocate()
    }

    /// Room for four columns more than asked for at the most, so that a feed with ever new fields seldom moves everything.
    static func stride(columns: Int) -> Int {
        (TrackRow.headerWords + columns + 3) / 4 * 4
    }

    /// Takes in a batch that arrived at `now`.
    ///
    /// Within a track, rows are ordered by event time, ties and rows without a time by arrival: an observation older than the track's
    /// latest takes its place behind it and does not become the latest. Then limits are kept, oldest first.
    /// Every call gets a stamp of its own, later than all before it, which its rows carry as their time of receipt.
    ///
    /// - Returns: what happened, in order, of the kinds asked for.
    /// - Complexity: amortised O(1) an observation; a late one O(rows that are newer).
    package mutating func apply(
        _ batch: borrowing ObservationBatch, at now: Instant, reporting kinds: TrackChange.Kinds = []
    ) -> TrackChanges {
        sweepTextsIfDue()
        widen(to: batch.schema)
        let stamp = nextStamp(now)
        if !batch.isEmpty { lastReceipt = stamp }
        var result = TrackChanges()
        for index in 0..<batch.count {
            let track = findOrMakeTrack(batch, index, stamp)
            let row = insert(batch, index, into: Int(track.number), stamp: stamp)
            if track.isNew, kinds.contains(.entities) { result.append(.entityReceived, track.number, heads, row, stride) }
            if kinds.contains(.receivedObservations) { result.append(.observationReceived, track.number, heads, row, stride) }
            keepLimits(track: Int(track.number), kinds, &result)
        }
        return result
    }

    /// The stamp of a change made at `now`: `now`, or just after the last stamp where the clock stood still or went back.
    mutating func nextStamp(_ now: Instant) -> Int64 {
        lastStamp = lastStamp >= now.microsecondsSince1970 ? lastStamp + 1 : now.microsecondsSince1970
        return lastStamp
    }

    // MARK: Tracks

    private mutating func findOrMakeTrack(
        _ batch: borrowing ObservationBatch, _ index: Int, _ stamp: Int64
    ) -> (number: UInt32, isNew: Bool) {
        let hash = batch.trackHashes[index]
        let range = batch.trackRanges[index]
        let known = batch.withBytes(range) { name in number(named: name, hash: hash) }
        if let known { return (known, false) }
        let name = batch.withBytes(range) { texts.number(of: $0, hash: hash) }
        return (makeTrack(name: name, hash: hash, stamp: stamp), true)
    }

    /// The number of the track with that name, where there is one.
    package func number(named name: UnsafeRawBufferPointer, hash: UInt64) -> UInt32? {
        directory.find(hash: hash) { number in
            let head = heads + Int(number)
            return head.pointee.nameHash == hash && texts.isEqual(Int(head.pointee.name), name)
        }
    }

    private mutating func makeTrack(name: UInt32, hash: UInt64, stamp: Int64) -> UInt32 {
        let number: UInt32
        var stale: UInt32 = 0
        if let free = freeNumbers.popLast() {
            number = free
            stale = heads[Int(free)].stale
        } else {
            if numberCount == numberCapacity { growNumbers() }
            number = UInt32(numberCount)
            numberCount += 1
        }
        (heads + Int(number)).initialize(
            to: TrackHead(
                ring: nil, entity: nextEntity, changedAt: stamp, createdAt: stamp, nameHash: hash, capacity: 0, count: 0, first: 0,
                stale: stale, name: name, sequence: 0))
        nextEntity += 1
        let heads = heads
        directory.insert(number, hash: hash) { heads[Int($0)].nameHash }
        return number
    }

    private mutating func growNumbers() {
        let capacity = numberCapacity * 2
        let newHeads = UnsafeMutablePointer<TrackHead>.allocate(capacity: capacity)
        newHeads.moveInitialize(from: heads, count: numberCount)
        let newLatest = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * stride)
        newLatest.update(from: latest, count: numberCount * stride)
        heads.deallocate()
        latest.deallocate()
        (heads, latest, numberCapacity) = (newHeads, newLatest, capacity)
    }
}

extension TrackChanges {
    mutating func append(
        _ kind: TrackChange.Kind, _ track: UInt32, _ heads: UnsafeMutablePointer<TrackHead>, _ row: UnsafePointer<UInt64>, _ stride: Int
    ) {
        let view = TrackRowView(words: row)
        changes.append(
            TrackChange(kind: kind, track: track, entity: heads[Int(track)].entity, sequence: view.sequence, row: rows.count))
        rows.append(contentsOf: UnsafeBufferPointer(start: row, count: stride))
    }
}
