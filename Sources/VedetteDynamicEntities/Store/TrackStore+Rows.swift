// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

extension TrackStore {
    /// The slot of the row that is `offset` rows after the oldest.
    @inline(__always)
    func row(_ track: Int, _ offset: Int) -> UnsafeMutablePointer<UInt64>? {
        let head = heads + track
        guard let ring = head.pointee.ring else { return nil }
        var slot = Int(head.pointee.first) + offset
        if slot >= Int(head.pointee.capacity) { slot -= Int(head.pointee.capacity) }
        return ring + slot * stride
    }

    func latestRow(_ track: Int) -> UnsafeMutablePointer<UInt64> {
        latest + track * stride
    }

    /// Puts an observation in its place in the track, and into the latest row where it is the latest.
    mutating func insert(
        _ batch: borrowing ObservationBatch, _ index: Int, into track: Int, stamp: Int64
    ) -> UnsafePointer<UInt64> {
        let head = heads + track
        if head.pointee.count == head.pointee.capacity { growRing(track) }
        head.pointee.sequence &+= 1
        let count = Int(head.pointee.count)
        let time = batch.times[index]
        var place = count
        if time != ObservationBatch.noTime {
            while place > 0, let before = row(track, place - 1) {
                let other = Int64(bitPattern: before[TrackRow.observedAt])
                // A row without a time stands where it arrived: nothing passes it.
                guard other != ObservationBatch.noTime, other > time else { break }
                place -= 1
            }
        }
        head.pointee.count += 1
        observationCount += 1
        queue.append(UInt32(truncatingIfNeeded: track))
        var offset = count
        while offset > place, let to = row(track, offset), let from = row(track, offset - 1) {
            to.update(from: from, count: stride)
            offset -= 1
        }
        // `growRing` has made room, so there is a ring.
        guard let slot = row(track, place) else { return UnsafePointer(latestRow(track)) }
        write(batch, index, stamp: stamp, sequence: head.pointee.sequence, to: slot)
        if place == count {
            latestRow(track).update(from: slot, count: stride)
            head.pointee.changedAt = stamp
        }
        return UnsafePointer(slot)
    }

    private mutating func write(
        _ batch: borrowing ObservationBatch, _ index: Int, stamp: Int64, sequence: UInt32, to slot: UnsafeMutablePointer<UInt64>
    ) {
        slot[TrackRow.position] = TrackRowView.word(of: batch.position(at: index))
        slot[TrackRow.observedAt] = UInt64(bitPattern: batch.times[index])
        slot[TrackRow.receivedAt] = UInt64(bitPattern: stamp)
        slot[TrackRow.sequence] = UInt64(sequence)
        for column in 0..<schema.fields.count {
            slot[TrackRow.headerWords + column] = store(batch.value(at: index, column: column), of: batch).bits
        }
        for word in TrackRow.headerWords + schema.fields.count..<stride { slot[word] = PackedValue.null.bits }
    }

    /// A batch's value as the store keeps it: texts by their number in `texts`.
    private mutating func store(_ value: PackedValue, of batch: borrowing ObservationBatch) -> PackedValue {
        guard value.isReference else { return value }
        let number = batch.withBytes(ObservationBatch.range(of: value)) { texts.number(of: $0) }
        return PackedValue(value.kind, reference: UInt64(number))
    }

    /// Doubles the ring of a track and lays its rows out from slot 0.
    private mutating func growRing(_ track: Int) {
        let head = heads + track
        let capacity = max(1, Int(head.pointee.capacity) * 2)
        let ring = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * stride)
        for offset in 0..<Int(head.pointee.count) {
            if let from = row(track, offset) { (ring + offset * stride).update(from: from, count: stride) }
        }
        head.pointee.ring?.deallocate()
        head.pointee.ring = ring
        head.pointee.capacity = UInt32(capacity)
        head.pointee.first = 0
    }

    /// Makes room for the columns of `schema`, which has at least those that the store has, in the same order.
    mutating func widen(to schema: ObservationSchema) {
        guard schema.fields.count > self.schema.fields.count else { return }
        self.schema = schema
        let newStride = Self.stride(columns: schema.fields.count)
        guard newStride > stride else { return }
        let newLatest = UnsafeMutablePointer<UInt64>.allocate(capacity: numberCapacity * newStride)
        for number in 0..<numberCount {
            copy(latestRow(number), to: newLatest + number * newStride, width: newStride)
            let head = heads + number
            guard head.pointee.entity != 0, head.pointee.ring != nil else { continue }
            let ring = UnsafeMutablePointer<UInt64>.allocate(capacity: Int(head.pointee.capacity) * newStride)
            for offset in 0..<Int(head.pointee.count) {
                if let from = row(number, offset) { copy(from, to: ring + offset * newStride, width: newStride) }
            }
            head.pointee.ring?.deallocate()
            head.pointee.ring = ring
            head.pointee.first = 0
        }
        latest.deallocate()
        latest = newLatest
        stride = newStride
    }

    private func copy(_ from: UnsafeMutablePointer<UInt64>, to: UnsafeMutablePointer<UInt64>, width: Int) {
        to.update(from: from, count: stride)
        (to + stride).update(repeating: PackedValue.null.bits, count: width - stride)
    }
}
