// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteDynamicEntities
import VedetteGeometry
package import VedetteModel

/// Judges which fences tracks enter and leave: a core without clock, lock or task. The meaning is that of `docs/promises.md`.
///
/// For each track it keeps the fences that it is in, and a box around its last fix in which nothing can change: most updates end
/// after four comparisons. Several engines can share one index, each with its share of the tracks: tracks are independent.
package struct FenceEngine: Sendable {
    /// Part of every event's id.
    package let triggerID: String
    package private(set) var index: FenceIndex

    /// What was counted so far.
    package private(set) var counts = Counts()

    package struct Counts: Equatable, Sendable {
        /// Observations judged.
        package var fixes = 0
        /// Observations older than what their track had already decided: they change nothing.
        package var late = 0
        /// Observations without a position.
        package var withoutPosition = 0
    }

    private struct Track: Sendable {
        var safeBox = FenceSafeBox.empty
        /// The fences that the track is in, ascending.
        var inside: [UInt32] = []
        var longitude: Int32 = 0
        var latitude: Int32 = 0
        /// The time of the last fix decided; `ObservationBatch.noTime` before the first that has one.
        var decidedTime = ObservationBatch.noTime
        var hasFix = false
        var recent = RecentEvents()
    }

    private var names = NameTable()
    private var tracks: [Track] = []
    /// Reused by every lookup.
    private var found: [UInt32] = []

    package init(index: FenceIndex, triggerID: String) {
        self.index = index
        self.triggerID = triggerID
    }

    /// The id of a track by the engine's number.
    package func name(ofTrack track: UInt32) -> String { names.text(of: track) }

    /// The numbers of the fences that the track is in now.
    package func fences(ofTrack track: UInt32) -> [UInt32] { tracks[Int(track)].inside }

    /// Judges a batch.
    ///
    /// - Parameters:
    ///   - batch: the observations, in the order in which they came.
    ///   - now: the time of observations without one. nil where there is no clock either, as in a replay: then they are known by their
    ///     place in the feed.
    ///   - isMine: which track hashes belong to this engine; others are passed over.
    /// - Returns: the transitions in the order of the batch; those of one observation exits first, then by fence id.
    /// - Complexity: O(1) for most observations, else that of a lookup.
    package mutating func apply(
        _ batch: borrowing ObservationBatch, at now: Instant?, where isMine: (UInt64) -> Bool = { _ in true }
    ) -> [FenceTransition] {
        var transitions: [FenceTransition] = []
        for observation in 0..<batch.count where isMine(batch.trackHashes[observation]) {
            let longitude = batch.longitudes[observation]
            guard longitude != ObservationBatch.noPosition else {
                counts.withoutPosition += 1
                continue
            }
            let hash = batch.trackHashes[observation]
            let number = batch.withBytes(batch.trackRanges[observation]) { names.number(of: $0, hash: hash) }
            if Int(number) == tracks.count { tracks.append(Track()) }
            let given = batch.times[observation]
            let time = given != ObservationBatch.noTime ? given : now?.microsecondsSince1970 ?? ObservationBatch.noTime
            guard time == ObservationBatch.noTime || time >= tracks[Int(number)].decidedTime else {
                counts.late += 1
                continue
            }
            counts.fixes += 1
            if time != ObservationBatch.noTime { tracks[Int(number)].decidedTime = time }
            let latitude = batch.latitudes[observation]
            tracks[Int(number)].longitude = longitude
            tracks[Int(number)].latitude = latitude
            tracks[Int(number)].hasFix = true
            // 180° east is 180° west.
            let east = longitude == Int32(FenceRing.worldRight) ? -longitude : longitude
            guard !tracks[Int(number)].safeBox.contains(east, latitude) else { continue }
            let moment: FenceTransition.Time =
                time == ObservationBatch.noTime
                ? .arrival(batch.ordinals[observation]) : .event(Instant(microsecondsSince1970: time))
            tracks[Int(number)].safeBox = index.query(longitude: east, latitude: latitude, into: &found)
            settle(number, observation: observation, moment, into: &transitions)
        }
        return transitions
    }

    /// Puts other fences in place of those there are, at the time `now`: each track's last fix is judged anew.
    ///
    /// A fence is the same as before if its id is. The state of fences that are gone is forgotten without an event.
    ///
    /// - Returns: the transitions that follow, by track in the order in which tracks came, exits first, then by fence id.
    /// - Complexity: O(tracks × lookup).
    package mutating func replaceFences(by newIndex: FenceIndex, at now: Instant) -> [FenceTransition] {
        let oldIDs = index.ids
        let newNumbers = Dictionary(uniqueKeysWithValues: newIndex.ids.enumerated().map { ($1, UInt32($0)) })
        index = newIndex
        var transitions: [FenceTransition] = []
        for number in tracks.indices {
            tracks[number].inside = tracks[number].inside.compactMap { newNumbers[oldIDs[Int($0)]] }.sorted()
            tracks[number].recent.renumber { newNumbers[oldIDs[Int($0)]] }
            guard tracks[number].hasFix else { continue }
            let longitude = tracks[number].longitude
            tracks[number].safeBox = index.query(
                longitude: longitude == Int32(FenceRing.worldRight) ? -longitude : longitude, latitude: tracks[number].latitude,
                into: &found)
            settle(UInt32(number), observation: -1, .event(now), into: &transitions)
        }
        return transitions
    }

    /// Reports the difference between the fences a track was in and those just found, and keeps the latter.
    private mutating func settle(
        _ number: UInt32, observation: Int, _ time: FenceTransition.Time, into transitions: inout [FenceTransition]
    ) {
        let before = tracks[Int(number)].inside
        guard before != found else { return }
        tracks[Int(number)].inside = found
        tracks[Int(number)].recent.begin(time, isEdit: observation < 0)
        for fence in before where !Self.contains(found, fence) {
            report(.exited, number, fence, observation, time, into: &transitions)
        }
        for fence in found where !Self.contains(before, fence) {
            report(.entered, number, fence, observation, time, into: &transitions)
        }
    }

    private static func contains(_ sorted: [UInt32], _ value: UInt32) -> Bool {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low] == value
    }

    private mutating func report(
        _ kind: FenceTransition.Kind, _ number: UInt32, _ fence: UInt32, _ observation: Int, _ time: FenceTransition.Time,
        into transitions: inout [FenceTransition]
    ) {
        let ordinal = tracks[Int(number)].recent.add(fence, kind)
        let id = names.withBytes(of: number) { name in
            FenceEventID(
                trigger: triggerID, fence: index.ids[Int(fence)], track: name, kind: kind, time: time, ordinal: ordinal)
        }
        let track = tracks[Int(number)]
        transitions.append(
            FenceTransition(
                id: id, kind: kind, observation: observation, track: number, fence: fence,
                position: GridPosition(uncheckedLongitude: track.longitude, latitude: track.latitude), time: time))
    }
}
