// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CPrefetch
import VedetteModel

extension TrackStore {
    // How many observations ahead what is brought near: the slot of the directory, the head, the rows, the cells.
    private static var slotLead: Int { 28 }
    private static var headLead: Int { 18 }
    private static var rowLead: Int { 10 }
    private static var cellLead: Int { 5 }

    // What is called for each observation is mutating also where it changes nothing: a store that is borrowed is handed to a function as a copy of all
    // its properties, one that is changed by its address.

    /// Takes in the observations of a batch, one after the other.
    ///
    /// Each needs memory from five places that are seldom near. While one is taken, the places of those behind it are already on their way.
    mutating func take(
        _ rows: ObservationBatch.Rows, _ columns: [Int]?, _ stamp: Int64, at now: Instant, _ kinds: TrackChange.Kinds,
        _ result: inout TrackChanges
    ) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { found in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { versions in
                for step in 0..<rows.count &+ Self.slotLead {
                    if step < rows.count { directory.prefetch(hash: rows.trackHashes[step]) }
                    let place = step &- (Self.slotLead &- Self.headLead)
                    if place >= 0, place < rows.count {
                        let number = sought(rows.track(place), hash: rows.trackHashes[place])
                        found[place & 63] = number
                        versions[place & 63] = directoryVersion
                        if number != .max { vedette_prefetch_read(heads + Int(number)) }
                    }
                    let near = step &- (Self.slotLead &- Self.rowLead)
                    if near >= 0, near < rows.count { prefetchRows(found[near & 63]) }
                    if grid.pointee.isBuilt {
                        let moving = step &- (Self.slotLead &- Self.cellLead)
                        if moving >= 0, moving < rows.count { prefetchCells(found[moving & 63], rows.position(moving)) }
                    }
                    let index = step &- Self.slotLead
                    guard index >= 0 else { continue }
                    var known = found[index & 63]
                    // What was found may have gone since, and what was not found may have come.
                    if versions[index & 63] != directoryVersion {
                        known = sought(rows.track(index), hash: rows.trackHashes[index])
                    }
                    takeOne(rows, index, known == .max ? nil : known, columns, stamp, now, kinds, &result)
                }
            }
        }
    }

    /// The number of the track with that name; the greatest of all where there is none.
    @inline(__always)
    private mutating func sought(_ name: UnsafeRawBufferPointer, hash: UInt64) -> UInt32 {
        guard let short = ShortText(name) else { return soughtLong(name, hash: hash) }
        return directory.find(short, hash: hash) ?? .max
    }

    private mutating func soughtLong(_ name: UnsafeRawBufferPointer, hash: UInt64) -> UInt32 {
        number(named: name, hash: hash) ?? .max
    }

    @inline(__always)
    private mutating func prefetchRows(_ number: UInt32) {
        if limits.maximumObservations > 0, observationCount + Self.slotLead >= limits.maximumObservations {
            if let track = queue.track(ahead: UInt64(Self.headLead)) { vedette_prefetch_read(heads + Int(track)) }
            if let track = queue.track(ahead: UInt64(Self.rowLead)), let row = row(Int(track), 0) { vedette_prefetch_read(row) }
        }
        guard Int(number) < numberCount else { return }
        let head = heads + Int(number)
        if let ring = head.pointee.ring {
            var slot = Int(head.pointee.first) &+ Int(head.pointee.count)
            if slot >= Int(head.pointee.capacity) { slot &-= Int(head.pointee.capacity) }
            let row = UnsafeMutableRawPointer(ring + slot &* stride)
            vedette_prefetch_write(row)
            vedette_prefetch_write(row + 64)
        }
        let row = UnsafeMutableRawPointer(latestRow(Int(number)))
        vedette_prefetch_write(row)
        vedette_prefetch_write(row + 64)
    }

    @inline(__always)
    private mutating func prefetchCells(_ number: UInt32, _ position: UInt64) {
        grid.pointee.prefetch(position)
        if Int(number) < numberCount { grid.pointee.prefetch(latestRow(Int(number))[TrackRow.position]) }
    }

    /// Has the latest position of a track brought near.
    @inline(__always)
    func prefetchLatest(_ number: UInt32) {
        vedette_prefetch_read(latestRow(Int(number)))
    }

    @inline(never)
    private mutating func takeOne(
        _ rows: ObservationBatch.Rows, _ index: Int, _ known: UInt32?, _ columns: [Int]?, _ stamp: Int64, _ now: Instant,
        _ kinds: TrackChange.Kinds, _ result: inout TrackChanges
    ) {
        let number = known ?? makeTrack(name: rows.track(index), hash: rows.trackHashes[index], stamp: stamp)
        let track = Int(number)
        let head = heads + track
        let time = rows.times[index]
        let (perTrack, total) = (limits.maximumObservationsPerTrack, limits.maximumObservations)

        if limits.usesEventAge, expiry(time == ObservationBatch.noTime ? stamp : time) <= now {
            // Received, and gone: it takes nobody's place.
            let row = insert(rows, index, columns, into: track, at: place(of: time, in: head), stamp: stamp)
            report(track, isNew: known == nil, row, kinds, &result)
            removeRow(of: track, at: self.index(of: row, in: track), kinds, &result)
        } else if perTrack > 0, Int(head.pointee.count) >= perTrack {
            replaceOldest(rows, index, columns, in: track, stamp, kinds, &result)
        } else if total > 0, observationCount >= total {
            // The one that goes makes room first; only where the track would be empty in between has the new one to come before it.
            if head.pointee.count == 1, let oldest = queue.first(), oldest.track == number {
                let row = insert(rows, index, columns, into: track, at: place(of: time, in: head), stamp: stamp)
                report(track, isNew: false, row, kinds, &result)
                removeFirstArrived(kinds, &result)
            } else if kinds.isEmpty {
                removeFirstArrived(kinds, &result)
                _ = insert(rows, index, columns, into: track, at: place(of: time, in: head), stamp: stamp)
            } else {
                var displaced = TrackChanges()
                removeFirstArrived(kinds, &displaced)
                let row = insert(rows, index, columns, into: track, at: place(of: time, in: head), stamp: stamp)
                report(track, isNew: known == nil, row, kinds, &result)
                if !displaced.changes.isEmpty { result.append(displaced) }
            }
        } else {
            let row = insert(rows, index, columns, into: track, at: place(of: time, in: head), stamp: stamp)
            report(track, isNew: known == nil, row, kinds, &result)
        }
        if limits.maximumBytes > 0 { keepBytes(kinds, &result) }
    }

    /// Takes one in for a track that has as many as it may have.
    private mutating func replaceOldest(
        _ rows: ObservationBatch.Rows, _ index: Int, _ columns: [Int]?, in track: Int, _ stamp: Int64, _ kinds: TrackChange.Kinds,
        _ result: inout TrackChanges
    ) {
        let head = heads + track
        let place = place(of: rows.times[index], in: head)
        if place == 0 {
            head.pointee.sequence &+= 1
            guard !kinds.isDisjoint(with: [.receivedObservations, .purgedObservations]) else { return }
            write(rows, index, columns, stamp: stamp, sequence: UInt64(head.pointee.sequence), to: spareRow, and: spareRow)
            if kinds.contains(.receivedObservations) { result.append(.observationReceived, track, head.pointee, spareRow, stride) }
            if kinds.contains(.purgedObservations) { result.append(.observationPurged, track, head.pointee, spareRow, stride) }
            return
        }
        // The oldest gives up its slot first, so that a ring is never larger than the limit.
        if let oldest = row(track, 0) {
            queue.strike(TrackRowView(words: oldest).arrival)
            if kinds.contains(.purgedObservations) { (spareRow + stride).update(from: oldest, count: stride) }
        }
        head.pointee.first = head.pointee.first &+ 1 == head.pointee.capacity ? 0 : head.pointee.first &+ 1
        head.pointee.count &-= 1
        observationCount -= 1
        let row = insert(rows, index, columns, into: track, at: place - 1, stamp: stamp)
        report(track, isNew: false, row, kinds, &result)
        if kinds.contains(.purgedObservations) { result.append(.observationPurged, track, head.pointee, spareRow + stride, stride) }
    }

    @inline(__always)
    private mutating func report(
        _ track: Int, isNew: Bool, _ row: UnsafeMutablePointer<UInt64>, _ kinds: TrackChange.Kinds, _ result: inout TrackChanges
    ) {
        if isNew, kinds.contains(.entities) { result.append(.entityReceived, track, heads[track], row, stride) }
        guard kinds.contains(.receivedObservations) else { return }
        // The latest row is a copy of the one that it is.
        let isLatest = latestRow(track)[TrackRow.sequence] == row[TrackRow.sequence]
        result.append(.observationReceived, track, heads[track], row, stride, isLatest: isLatest)
    }
}
