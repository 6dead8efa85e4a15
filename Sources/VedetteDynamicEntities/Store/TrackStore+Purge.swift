// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

extension TrackStore {
    /// Keeps to new limits from now on, and at once.
    package mutating func setLimits(_ limits: TrackStoreLimits, at now: Instant, reporting kinds: TrackChange.Kinds = []) -> TrackChanges {
        self.limits = limits
        _ = nextStamp(now)
        var result = TrackChanges()
        for track in 0..<numberCount where heads[track].entity != 0 { keepLimits(track: track, kinds, &result) }
        return result
    }

    /// Removes what is over the limits: first of one track, then of all.
    mutating func keepLimits(track: Int, _ kinds: TrackChange.Kinds, _ result: inout TrackChanges) {
        if limits.maximumObservationsPerTrack > 0 {
            while Int(heads[track].count) > limits.maximumObservationsPerTrack {
                heads[track].stale += 1
                removeOldest(of: track, kinds, &result)
            }
        }
        if limits.maximumObservations > 0 {
            while observationCount > limits.maximumObservations, let oldest = popOldest() {
                removeOldest(of: oldest, kinds, &result)
            }
        }
        if queue.count > 2 * observationCount + 4_096 { dropStaleEntries() }
    }

    /// The track that has the oldest observation of all, taken off the queue.
    private mutating func popOldest() -> Int? {
        while let track = queue.popFirst() {
            let head = heads + Int(track)
            guard head.pointee.stale > 0 else { return Int(track) }
            head.pointee.stale -= 1
        }
        return nil
    }

    private mutating func dropStaleEntries() {
        let heads = heads
        queue.filter { track in
            guard heads[Int(track)].stale > 0 else { return true }
            heads[Int(track)].stale -= 1
            return false
        }
    }

    private mutating func removeOldest(of track: Int, _ kinds: TrackChange.Kinds, _ result: inout TrackChanges) {
        let head = heads + track
        guard head.pointee.count > 0, let oldest = row(track, 0) else { return }
        let number = UInt32(truncatingIfNeeded: track)
        if kinds.contains(.purgedObservations) { result.append(.observationPurged, number, heads, oldest, stride) }
        if head.pointee.count == 1, kinds.contains(.entities) { result.append(.entityPurged, number, heads, oldest, stride) }
        head.pointee.first = (head.pointee.first + 1) % head.pointee.capacity
        head.pointee.count -= 1
        observationCount -= 1
        if head.pointee.count == 0 { free(track) }
    }

    /// Gives the number of a track without observations back.
    private mutating func free(_ track: Int) {
        let head = heads + track
        let number = UInt32(truncatingIfNeeded: track)
        let heads = heads
        directory.remove(number, hash: head.pointee.nameHash) { heads[Int($0)].nameHash }
        removals.append(stamp: lastStamp, number: number)
        head.pointee.ring?.deallocate()
        head.pointee.ring = nil
        head.pointee.capacity = 0
        head.pointee.entity = 0
        head.pointee.changedAt = lastStamp
        freeNumbers.append(number)
    }

    /// Removes what is older than the limits allow at `now`, oldest first.
    package mutating func expire(at now: Instant, reporting kinds: TrackChange.Kinds = []) -> TrackChanges {
        _ = nextStamp(now)
        var result = TrackChanges()
        for track in 0..<numberCount {
            while heads[track].entity != 0, let row = row(track, 0), let expiry = expiry(of: TrackRowView(words: row)), expiry <= now {
                heads[track].stale += 1
                removeOldest(of: track, kinds, &result)
            }
        }
        return result
    }

    /// The earliest moment at which ``expire(at:reporting:)`` has something to remove; nil where there is nothing, or no limit of age.
    package var nextExpiry: Instant? {
        (0..<numberCount).compactMap { track in
            heads[track].entity == 0 ? nil : row(track, 0).flatMap { expiry(of: TrackRowView(words: $0)) }
        }.min()
    }

    private func expiry(of row: TrackRowView) -> Instant? {
        guard limits.maximumAge > 0 else { return nil }
        let begin = limits.agesByEventTime ? row.observedAt ?? row.receivedAt : row.receivedAt
        return Instant(microsecondsSince1970: begin.microsecondsSince1970 + limits.maximumAge)
    }

    /// Removes a track with all its observations; reports its last observation and the entity.
    package mutating func remove(track: UInt32, at now: Instant, reporting kinds: TrackChange.Kinds = []) -> TrackChanges {
        _ = nextStamp(now)
        var result = TrackChanges()
        heads[Int(track)].stale += heads[Int(track)].count
        while heads[Int(track)].entity != 0 { removeOldest(of: Int(track), kinds, &result) }
        return result
    }

    /// Removes everything. Reports each entity's last observation as purged, if asked for purged observations, and nothing else.
    package mutating func removeAll(at now: Instant, reporting kinds: TrackChange.Kinds = []) -> TrackChanges {
        _ = nextStamp(now)
        var result = TrackChanges()
        for track in 0..<numberCount where heads[track].entity != 0 {
            if kinds.contains(.purgedObservations) {
                result.append(.observationPurged, UInt32(track), heads, latestRow(track), stride)
            }
            heads[track].count = 0
            free(track)
            heads[track].stale = 0
        }
        // Numbers freed earlier may have stale entries too; with the queue empty none are left.
        for track in 0..<numberCount { heads[track].stale = 0 }
        queue.removeAll()
        observationCount = 0
        return result
    }
}
