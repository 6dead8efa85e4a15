// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

extension TrackStore {
    /// Removes what has reached the limit of age at `now`: by receipt, in the order of arrival; by event time, the oldest first, of equally old ones
    /// those of older entities, and of one track in their order there.
    ///
    /// - Complexity: O(1) where nothing has; O(log tracks) an observation by event time, O(1) by receipt.
    package mutating func expire(at now: Instant, reporting kinds: TrackChange.Kinds = []) -> TrackChanges {
        var result = TrackChanges()
        guard let next = nextExpiry, next <= now else { return result }
        _ = nextStamp(now)
        removeOverAge(at: now, kinds, &result)
        tidyQueue()
        settleAges()
        return result
    }

    /// The earliest moment at which ``expire(at:reporting:)`` has something to remove; nil where there is nothing, or no limit of age.
    ///
    /// - Complexity: O(1), nearly always.
    package var nextExpiry: Instant? {
        guard limits.maximumAge > 0, observationCount > 0 else { return nil }
        guard limits.usesEventAge else {
            guard let (track, arrival) = queue.peek, let row = row(Int(track), arrived: arrival) else { return nil }
            return expiry(row.receivedAt.microsecondsSince1970)
        }
        return ages.first.map { expiry($0.begin) }
    }

    @inline(__always)
    func expiry(_ begin: Int64) -> Instant {
        let (sum, isBeyond) = begin.addingReportingOverflow(limits.maximumAge)
        return Instant(microsecondsSince1970: isBeyond ? .max : sum)
    }

    private func row(_ track: Int, arrived arrival: UInt32) -> TrackRowView? {
        for offset in 0..<Int(heads[track].count) {
            if let row = row(track, offset), TrackRowView(words: row).arrival == arrival { return TrackRowView(words: row) }
        }
        return nil
    }

    mutating func removeOverAge(at now: Instant, _ kinds: TrackChange.Kinds, _ result: inout TrackChanges) {
        guard limits.maximumAge > 0 else { return }
        guard limits.usesEventAge else {
            while let (track, arrival) = queue.first(), let row = row(Int(track), arrived: arrival),
                expiry(row.receivedAt.microsecondsSince1970) <= now
            {
                removeFirstArrived(kinds, &result)
            }
            return
        }
        settleAges()
        while let first = ages.first, expiry(first.begin) <= now {
            removeRow(of: Int(first.track), at: oldest(of: Int(first.track)).index, kinds, &result)
            settleAges()
        }
    }

    // MARK: Age by event time

    /// The oldest row of a track, and when it counts as made.
    private func oldest(of track: Int) -> (index: Int, begin: Int64) {
        var result = (index: 0, begin: Int64.max)
        for offset in 0..<(heads[track].isMixed ? Int(heads[track].count) : 1) {
            if let row = row(track, offset), TrackRowView(words: row).begin < result.begin {
                result = (offset, TrackRowView(words: row).begin)
            }
        }
        return result
    }

    /// Notes that a track has a row that may be older than what is known of it.
    mutating func noteAge(of track: Int, begin: Int64) {
        ages.insert(ExpiryHeap.Entry(begin: begin, entity: heads[track].entity, track: UInt32(truncatingIfNeeded: track)))
        if ages.count > 2 * trackCount + 1_024 { resetAges() }
    }

    mutating func resetAges() {
        guard limits.usesEventAge else {
            ages.reset([])
            return
        }
        ages.reset(
            numbers.filter { heads[Int($0)].count > 0 }.map { number in
                ExpiryHeap.Entry(begin: oldest(of: Int(number)).begin, entity: heads[Int(number)].entity, track: number)
            })
    }

    /// Makes the first entry of `ages` true.
    mutating func settleAges() {
        while let first = ages.first {
            guard heads[Int(first.track)].entity == first.entity else {
                ages.removeFirst()
                continue
            }
            let begin = oldest(of: Int(first.track)).begin
            guard begin != first.begin else { return }
            ages.delayFirst(to: begin)
        }
    }
}
