// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

extension TrackStore {
    /// Keeps to new limits from now on, and at once: what has reached the age goes first, then what tracks have too many of, those of older entities
    /// first, then what is too much in all.
    package mutating func setLimits(_ limits: TrackStoreLimits, at now: Instant, reporting kinds: TrackChange.Kinds = []) -> TrackChanges {
        let usedEventAge = self.limits.usesEventAge
        self.limits = limits
        if limits.usesEventAge != usedEventAge { resetAges() }
        textSweepSize = min(textSweepSize, nextSweepSize)
        _ = nextStamp(now)
        var result = TrackChanges()
        removeOverAge(at: now, kinds, &result)
        let perTrack = limits.maximumObservationsPerTrack
        if perTrack > 0 {
            let full = numbers.filter { Int(heads[Int($0)].count) > perTrack }
            for number in full.sorted(by: { heads[Int($0)].entity < heads[Int($1)].entity }) {
                while Int(heads[Int(number)].count) > perTrack { removeRow(of: Int(number), at: 0, kinds, &result) }
            }
        }
        if limits.maximumObservations > 0 {
            while observationCount > limits.maximumObservations { removeFirstArrived(kinds, &result) }
        }
        keepBytes(kinds, &result)
        tidyQueue()
        settleAges()
        return result
    }

    /// Removes the observation that arrived first.
    mutating func removeFirstArrived(_ kinds: TrackChange.Kinds, _ result: inout TrackChanges) {
        guard let (number, arrival) = queue.first() else { return }
        queue.popFirst()
        let track = Int(number)
        var index = 0
        // Nearly always it is the first: only late observations stand elsewhere than they came.
        while let row = row(track, index), index < Int(heads[track].count), TrackRowView(words: row).arrival != arrival { index += 1 }
        removeRow(of: track, at: index, isStruck: true, kinds, &result)
    }

    /// Removes a row of a track, and with its last one the entity.
    mutating func removeRow(
        of track: Int, at index: Int, isStruck: Bool = false, _ kinds: TrackChange.Kinds, _ result: inout TrackChanges
    ) {
        let head = heads + track
        let count = Int(head.pointee.count)
        guard index < count, let row = row(track, index) else { return }
        if !isStruck { queue.strike(TrackRowView(words: row).arrival) }
        if kinds.contains(.purgedObservations) { result.append(.observationPurged, track, head.pointee, row, stride) }
        if count == 1, kinds.contains(.entities) { result.append(.entityPurged, track, head.pointee, row, stride) }
        observationCount &-= 1
        if count == 1 {
            free(track)
            return
        }
        close(track, at: index, count: count)
        head.pointee.count &-= 1
        if index == count - 1, let newest = self.row(track, count - 2) {
            place(track, at: newest[TrackRow.position])
            latestRow(track).update(from: newest, count: stride)
            head.pointee.changedAt = lastStamp
        }
        if let capacity = sparseCapacity(head.pointee) { resizeRing(track, to: capacity) }
        // Rows that are older than this one have moved up.
        if index > 0 { retrace(track) }
    }

    /// Closes the gap that a row leaves, by moving the rows on the side with fewer of them.
    @inline(__always)
    private mutating func close(_ track: Int, at index: Int, count: Int) {
        let head = heads + track
        if index < count / 2 || index == 0 {
            for offset in Swift.stride(from: index, to: 0, by: -1) { move(track, offset - 1, offset) }
            head.pointee.first = head.pointee.first &+ 1 == head.pointee.capacity ? 0 : head.pointee.first &+ 1
        } else {
            for offset in index..<count - 1 { move(track, offset + 1, offset) }
        }
    }

    private mutating func move(_ track: Int, _ from: Int, _ to: Int) {
        if let from = row(track, from), let to = row(track, to) { to.update(from: from, count: stride) }
    }

    /// Removes what is too much in bytes, but for one observation.
    mutating func keepBytes(_ kinds: TrackChange.Kinds, _ result: inout TrackChanges) {
        guard limits.maximumBytes > 0 else { return }
        while byteCount > limits.maximumBytes, observationCount > 1 {
            // Texts that nobody refers to any more are not worth an observation.
            if texts.byteCount > textSweepSize { sweepTexts(&result) } else { removeFirstArrived(kinds, &result) }
        }
    }

    /// Moves the queue up where more of it is struck out than not.
    mutating func tidyQueue() {
        guard queue.isSparse else { return }
        _ = queue.first()
        guard queue.isSparse else { return }
        let places = queue.moveUp()
        for number in numbers {
            for offset in 0..<Int(heads[Int(number)].count) {
                guard let row = row(Int(number), offset) else { continue }
                let place = places.new(of: TrackRowView(words: row).arrival)
                row[TrackRow.sequence] = UInt64(place) << 32 | row[TrackRow.sequence] & 0xFFFF_FFFF
            }
            if let newest = row(Int(number), Int(heads[Int(number)].count) - 1) {
                latestRow(Int(number))[TrackRow.sequence] = newest[TrackRow.sequence]
            }
        }
    }

    /// Removes a track with all its observations; reports each of them, the oldest first, and the entity. Nothing where the number is free.
    package mutating func remove(track: UInt32, at now: Instant, reporting kinds: TrackChange.Kinds = []) -> TrackChanges {
        var result = TrackChanges()
        guard entity(track) != nil else { return result }
        _ = nextStamp(now)
        while !heads[Int(track)].isFree { removeRow(of: Int(track), at: 0, kinds, &result) }
        tidyQueue()
        settleAges()
        return result
    }

    /// Removes everything. Reports each entity's last observation as purged, if asked for purged observations, those of older entities first, and
    /// nothing else.
    package mutating func removeAll(at now: Instant, reporting kinds: TrackChange.Kinds = []) -> TrackChanges {
        _ = nextStamp(now)
        var result = TrackChanges()
        for number in numbers.sorted(by: { heads[Int($0)].entity < heads[Int($1)].entity }) {
            let track = Int(number)
            if kinds.contains(.purgedObservations) {
                result.append(.observationPurged, track, heads[track], latestRow(track), stride)
            }
            free(track)
        }
        queue = TrackQueue()
        ages.reset([])
        observationCount = 0
        return result
    }
}
