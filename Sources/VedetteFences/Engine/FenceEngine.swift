// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteValues

/// Judges which fences tracks enter and leave: a core without clock, lock or task. The meaning is that of `docs/promises.md`.
///
/// Not safe for concurrent use: its owner sees to it that one call is under way at a time. Several engines can share one index, each with its
/// share of the tracks, as long as no fence is edited: tracks are independent.
package final class FenceEngine {
    package let options: FenceEngineOptions
    package private(set) var index: FenceIndex

    /// What was counted so far.
    package private(set) var counts = Counts()

    package struct Counts: Equatable, Sendable {
        /// Fixes taken in, those that wait for late ones included.
        package var fixes = 0
        /// Fixes too late to change anything.
        package var late = 0
    }

    private struct Track: Sendable {
        var safeBox = FenceSafeBox.empty
        /// The fences that the track is in, ascending.
        var inside: [UInt32] = []
        var longitude: Int32 = 0
        var latitude: Int32 = 0
        /// The time of the last fix decided; `FenceFixes.noTime` before the first that has one.
        var decidedTime = FenceFixes.noTime
        var hasFix = false
        var recent = RecentEvents()
    }

    private var names = NameTable()
    private var tracks: [Track] = []
    /// Reused by every lookup.
    private var found: [UInt32] = []

    package init(index: FenceIndex, options: FenceEngineOptions) {
        self.index = index
        self.options = options
    }

    // MARK: Tracks

    /// The number of a track, which is new where the name is.
    package func track(named name: UnsafeRawBufferPointer, hash: UInt64) -> UInt32 {
        let number = names.number(of: name, hash: hash)
        if Int(number) == tracks.count { tracks.append(Track()) }
        return number
    }

    /// The id of a track by its number.
    package func name(ofTrack track: UInt32) -> String { names.text(of: track) }

    package func withName<Result>(ofTrack track: UInt32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        names.withBytes(of: track, body)
    }

    /// The numbers of the fences that the track is in now.
    package func fences(ofTrack track: UInt32) -> [UInt32] { tracks[Int(track)].inside }

    /// The id of an event.
    package func id(of event: FenceEvent) -> FenceEventID {
        withName(ofTrack: event.track) { name in
            FenceEventID(
                trigger: options.triggerID, fence: index.id(of: event.fence), track: name, kind: event.kind, time: event.time,
                ordinal: event.ordinal)
        }
    }

    // MARK: Fixes

    /// Judges fixes and appends what happened, in order: by fix, then time, exits before entries, then fence id.
    ///
    /// - Complexity: O(1) for most fixes, else that of a lookup.
    package func apply(_ fixes: borrowing FenceFixes, into events: inout [FenceEvent]) {
        for row in 0..<fixes.count {
            let number = Int(fixes.tracks[row])
            let time = fixes.times[row]
            guard time == FenceFixes.noTime || time >= tracks[number].decidedTime else {
                counts.late += 1
                continue
            }
            counts.fixes += 1
            if time != FenceFixes.noTime { tracks[number].decidedTime = time }
            let (longitude, latitude) = (fixes.longitudes[row], fixes.latitudes[row])
            (tracks[number].longitude, tracks[number].latitude) = (longitude, latitude)
            tracks[number].hasFix = true
            // 180° east is 180° west.
            let east = longitude == Int32(FenceRing.worldRight) ? -longitude : longitude
            guard !tracks[number].safeBox.contains(east, latitude) else { continue }
            let moment: FenceEvent.Time =
                time == FenceFixes.noTime ? .arrival(fixes.ordinals[row]) : .event(Instant(microsecondsSince1970: time))
            tracks[number].safeBox = index.query(longitude: east, latitude: latitude, into: &found)
            settle(number, moment, .fix, observation: fixes.ordinals[row], row: row, into: &events)
        }
    }

    /// Time has passed: fires the rules that were waiting for it.
    package func advance(to now: Instant, into events: inout [FenceEvent]) {}

    /// No more fixes come: decides those that wait for late ones.
    package func finish(into events: inout [FenceEvent]) {}

    // MARK: Edits

    /// Changes fences at the time `now`: each track's last fix is judged anew. The state of a fence that is gone is forgotten without an event.
    ///
    /// Appends what follows: by track in the order in which tracks came, exits first, then by fence id.
    package func edit(_ edits: [FenceEdit], at now: Instant, into events: inout [FenceEvent]) {
        var definitions: [String: FenceDefinition] = [:]
        for number in index.numbers {
            let id = index.id(of: number)
            definitions[id] = FenceDefinition(id: id, shape: index.shape(of: number))
        }
        for edit in edits {
            switch edit {
            case .put(let definition): definitions[definition.id] = definition
            case .remove(let id): definitions[id] = nil
            }
        }
        let old = index
        index = FenceIndex(Array(definitions.values))
        let newNumbers = Dictionary(uniqueKeysWithValues: index.numbers.map { (index.id(of: $0), $0) })
        for number in tracks.indices {
            tracks[number].inside = tracks[number].inside.compactMap { newNumbers[old.id(of: $0)] }.sorted()
            tracks[number].recent.renumber { newNumbers[old.id(of: $0)] }
            guard tracks[number].hasFix else { continue }
            let longitude = tracks[number].longitude
            tracks[number].safeBox = index.query(
                longitude: longitude == Int32(FenceRing.worldRight) ? -longitude : longitude, latitude: tracks[number].latitude,
                into: &found)
            settle(number, .event(now), .fenceChanged, observation: nil, row: -1, into: &events)
        }
    }

    /// Reports the difference between the fences a track was in and those just found, and keeps the latter.
    private func settle(
        _ number: Int, _ time: FenceEvent.Time, _ cause: FenceEvent.Cause, observation: UInt64?, row: Int, into events: inout [FenceEvent]
    ) {
        let before = tracks[number].inside
        guard before != found else { return }
        tracks[number].inside = found
        tracks[number].recent.begin(time, isEdit: cause == .fenceChanged)
        func report(_ kind: FenceEvent.Kind, _ fence: UInt32) {
            let ordinal = tracks[number].recent.add(fence, kind)
            let position = GridPosition(uncheckedLongitude: tracks[number].longitude, latitude: tracks[number].latitude)
            events.append(
                FenceEvent(
                    kind: kind, cause: cause, track: UInt32(number), fence: fence, time: time, position: position, ordinal: ordinal,
                    observation: observation, row: row))
        }
        for fence in before where !Self.contains(found, fence) { report(.exited, fence) }
        for fence in found where !Self.contains(before, fence) { report(.entered, fence) }
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
}
