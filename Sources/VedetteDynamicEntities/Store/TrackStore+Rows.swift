// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

extension TrackStore {
    /// The row that is `offset` rows after the oldest.
    @inline(__always)
    func row(_ track: Int, _ offset: Int) -> UnsafeMutablePointer<UInt64>? {
        let head = heads + track
        guard let ring = head.pointee.ring else { return nil }
        var slot = Int(head.pointee.first) &+ offset
        if slot >= Int(head.pointee.capacity) { slot &-= Int(head.pointee.capacity) }
        return ring + slot &* stride
    }

    @inline(__always)
    func latestRow(_ track: Int) -> UnsafeMutablePointer<UInt64> {
        latest + track &* stride
    }

    /// Which row of a track a slot of its ring is.
    func index(of row: UnsafeMutablePointer<UInt64>, in track: Int) -> Int {
        let head = heads + track
        guard let ring = head.pointee.ring else { return 0 }
        let slot = (row - ring) / stride
        return slot >= Int(head.pointee.first) ? slot - Int(head.pointee.first) : slot + Int(head.pointee.capacity - head.pointee.first)
    }

    /// Where an observation belongs in a track: behind all that are not later than it. Nothing passes a row without event time.
    ///
    /// - Complexity: O(1) for one that is the latest, else O(log *n*), or O(rows that are newer) where some rows have no event time.
    @inline(__always)
    mutating func place(of time: Int64, in head: UnsafeMutablePointer<TrackHead>) -> Int {
        let count = Int(head.pointee.count)
        guard count > 0, time != ObservationBatch.noTime else { return count }
        let last = Int64(bitPattern: latestRow(head - heads)[TrackRow.observedAt])
        // `noTime` is before every time.
        guard last > time else { return count }
        return placeOfLate(time, in: head - heads)
    }

    @inline(__always)
    private func observedAt(_ track: Int, _ offset: Int) -> Int64 {
        row(track, offset).map { Int64(bitPattern: $0[TrackRow.observedAt]) } ?? ObservationBatch.noTime
    }

    private mutating func placeOfLate(_ time: Int64, in track: Int) -> Int {
        var high = Int(heads[track].count)
        if heads[track].isMixed {
            while high > 0, observedAt(track, high - 1) > time { high -= 1 }
            return high
        }
        var low = 0
        while low < high {
            let middle = (low + high) / 2
            if observedAt(track, middle) > time { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Puts an observation in its place in the track, and into the latest row where it is the latest.
    @inline(never)
    mutating func insert(
        _ rows: ObservationBatch.Rows, _ index: Int, _ columns: [Int]?, into track: Int, at place: Int, stamp: Int64
    ) -> UnsafeMutablePointer<UInt64> {
        let head = heads + track
        let count = Int(head.pointee.count)
        if count == Int(head.pointee.capacity) { resizeRing(track, to: grownCapacity(count)) }
        head.pointee.sequence &+= 1
        head.pointee.count &+= 1
        observationCount &+= 1
        head.pointee.note(hasTime: rows.times[index] != ObservationBatch.noTime)
        if place < count { makeRoom(track, at: place, count: count) }
        if trails.pointee.isBuilt { trails.pointee.take(track, rows.position(index), isLatest: place == count) }
        let arrival = queue.append(UInt32(truncatingIfNeeded: track))
        // There is a ring: it has just been made where there was none.
        let slot = row(track, place) ?? spareRow
        let sequence = UInt64(head.pointee.sequence) | UInt64(arrival) << 32
        if place == count {
            self.place(track, at: rows.position(index))
            head.pointee.changedAt = stamp
            write(rows, index, columns, stamp: stamp, sequence: sequence, to: slot, and: latestRow(track))
        } else {
            write(rows, index, columns, stamp: stamp, sequence: sequence, to: slot, and: spareRow)
        }
        if limits.usesEventAge, place == 0 || head.pointee.isMixed { noteAge(of: track, begin: TrackRowView(words: slot).begin) }
        return slot
    }

    /// Moves the rows on the side with fewer of them by one.
    private mutating func makeRoom(_ track: Int, at place: Int, count: Int) {
        if place < count - place {
            heads[track].first = (heads[track].first == 0 ? heads[track].capacity : heads[track].first) - 1
            for offset in 0..<place { move(track, from: offset + 1, to: offset) }
        } else {
            for offset in Swift.stride(from: count, to: place, by: -1) { move(track, from: offset - 1, to: offset) }
        }
    }

    @inline(__always)
    private mutating func move(_ track: Int, from: Int, to: Int) {
        if let from = row(track, from), let to = row(track, to) { to.update(from: from, count: stride) }
    }

    /// Writes an observation into two rows.
    @inline(__always)
    mutating func write(
        _ rows: ObservationBatch.Rows, _ index: Int, _ columns: [Int]?, stamp: Int64, sequence: UInt64,
        to slot: UnsafeMutablePointer<UInt64>, and other: UnsafeMutablePointer<UInt64>
    ) {
        func both(_ word: Int, _ value: UInt64) {
            slot[word] = value
            other[word] = value
        }
        both(TrackRow.position, rows.position(index))
        both(TrackRow.observedAt, UInt64(bitPattern: rows.times[index]))
        both(TrackRow.receivedAt, UInt64(bitPattern: stamp))
        both(TrackRow.sequence, sequence)
        let start = rows.rowStarts[index]
        let values = rows.values + start
        let width = rows.rowEnd(index) &- start
        if let columns {
            writeByName(rows, values, min(width, columns.count), columns, to: slot)
            (other + TrackRow.headerWords).update(from: slot + TrackRow.headerWords, count: stride - TrackRow.headerWords)
            return
        }
        let end = stride
        let count = min(width &+ TrackRow.headerWords, end)
        var word = TrackRow.headerWords
        while word < count {
            var bits = values[word &- TrackRow.headerWords]
            if bits >= TrackRow.firstReference { bits = stored(bits, rows) }
            both(word, bits)
            word &+= 1
        }
        while word < end {
            both(word, TrackRow.null)
            word &+= 1
        }
    }

    private mutating func writeByName(
        _ rows: ObservationBatch.Rows, _ values: UnsafePointer<UInt64>, _ count: Int, _ columns: [Int],
        to slot: UnsafeMutablePointer<UInt64>
    ) {
        let cells = slot + TrackRow.headerWords
        cells.update(repeating: TrackRow.null, count: stride - TrackRow.headerWords)
        for column in 0..<count where values[column] != TrackRow.null {
            if columns[column] >= 0 { cells[columns[column]] = stored(values[column], rows) } else { omittedValueCount += 1 }
        }
    }

    /// A batch's value as the store keeps it: texts by their number in `texts`.
    @inline(__always)
    private mutating func stored(_ bits: UInt64, _ rows: ObservationBatch.Rows) -> UInt64 {
        guard bits >= TrackRow.firstReference else { return bits }
        let place = bits & ~TrackRow.kindMask
        let start = Int(truncatingIfNeeded: place >> ObservationBatch.lengthBits)
        let text = UnsafeRawBufferPointer(
            start: rows.bytes + start, count: Int(truncatingIfNeeded: place & (1 << ObservationBatch.lengthBits &- 1)))
        return bits & TrackRow.kindMask | UInt64(texts.number(of: text))
    }

    // MARK: Rings

    /// The capacity of a ring that is full with `count` rows: 1, 3, 10, then half as much again; a tenth more where bytes count. Never more than a
    /// track may have.
    private mutating func grownCapacity(_ count: Int) -> Int {
        let capacity =
            limits.maximumBytes > 0 ? count + 1 + count / 10 : count == 0 ? 1 : count < 3 ? 3 : count < 10 ? 10 : count + count / 2
        let limit = limits.maximumObservationsPerTrack
        return limit > count ? min(capacity, limit) : capacity
    }

    /// Gives memory back where a ring has much more than it needs; where bytes count, sooner.
    @inline(__always)
    mutating func sparseCapacity(_ head: TrackHead) -> Int? {
        let (capacity, count) = (Int(head.capacity), Int(head.count))
        if limits.maximumBytes > 0 { return capacity - count > count / 8 ? count : nil }
        return capacity > 10 && count * 4 < capacity ? max(10, count * 2) : nil
    }

    /// The bytes of a ring, with what the allocator needs.
    @inline(__always)
    func ringSize(_ capacity: Int) -> Int { capacity * stride * 8 + 16 }

    /// Gives a track a ring with `capacity` slots, at least one for each of its rows, and lays them out from the first.
    mutating func resizeRing(_ track: Int, to capacity: Int) {
        let head = heads + track
        let ring = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * stride)
        if let old = head.pointee.ring {
            let (first, count) = (Int(head.pointee.first), Int(head.pointee.count))
            let untilEnd = min(count, Int(head.pointee.capacity) - first)
            ring.update(from: old + first * stride, count: untilEnd * stride)
            (ring + untilEnd * stride).update(from: old, count: (count - untilEnd) * stride)
            old.deallocate()
            ringBytes -= ringSize(Int(head.pointee.capacity))
        }
        ringBytes += ringSize(capacity)
        head.pointee.ring = ring
        head.pointee.capacity = UInt32(capacity)
        head.pointee.first = 0
    }
}
