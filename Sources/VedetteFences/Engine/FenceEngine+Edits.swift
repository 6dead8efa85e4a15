// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
package import VedetteValues

extension FenceEngine {
    /// Changes fences at the time `now`: each track's last decided fix is judged anew. The state of a fence that is gone is forgotten without an event, and
    /// so is what rules waited for there; one that is put again keeps it.
    ///
    /// `now` is a clock too: first comes what ``advance(to:into:)`` would tell. All changes are made before any track is judged. Appends what follows by track id
    /// (UTF-8 bytes), exits first, then by fence id. With a minimum time in or out, what an edit changes is pending from `now`.
    ///
    /// The index itself is edited: no other engine may share it then.
    ///
    /// A fence for which the index has no room keeps the area that it had, or is not there; the other edits are made.
    ///
    /// - Returns: the fences for which there was no room, in the order of their edits, and why.
    /// - Complexity: that of the index's edits, and O(tracks) with a very small constant; of more than a few dozen changed fences, O(tracks · lookup).
    @discardableResult
    package func edit(_ edits: [FenceEdit], at now: Instant, into events: inout [FenceEvent]) -> [FenceRefusal] {
        let first = events.count
        fireTimers(upTo: now.microsecondsSince1970, into: &events)
        var boxes: [FenceBox] = []
        var refusals: [FenceRefusal] = []
        for edit in edits {
            do throws(FenceIndexError) {
                try change(edit, &boxes)
            } catch {
                refusals.append(FenceRefusal(id: edit.id, error: error))
            }
        }
        let near = tracks(near: boxes)
        if isPlain {
            judgePlainAnew(near, at: now, into: &events)
        } else {
            for track in names.sorted(near.filter(mayHaveChanged)) { judgeAnew(track, at: now.microsecondsSince1970, into: &events) }
        }
        statistics.count(events[first...])
        return refusals
    }

    /// Edits the index; adds the boxes of the areas that are not what they were.
    private func change(_ edit: FenceEdit, _ boxes: inout [FenceBox]) throws(FenceIndexError) {
        switch edit {
        case .put(let definition):
            guard let number = index.number(of: definition.id) else {
                let number = try index.add(definition)
                identities.add(number, id: definition.id)
                return boxes += index.boxes(of: number)
            }
            guard index.shape(of: number) != definition.shape else { return }
            let old = index.boxes(of: number)
            try index.replace(number, with: definition.shape)
            boxes += old + index.boxes(of: number)
        case .remove(let id):
            guard let number = index.number(of: id) else { return }
            boxes += index.boxes(of: number)
            index.remove(number)
            identities.remove(number, id: id)
            removalCount &+= 1
        }
    }

    /// Judges the last fixes of tracks as fixes without a time, all together; tells what changed by the names of the tracks.
    private func judgePlainAnew(_ tracks: [UInt32], at now: Instant, into events: inout [FenceEvent]) {
        var fixes = FenceFixes()
        for track in tracks {
            guard let position = plainTracks.lastPosition(track) else { continue }
            fixes.append(
                track: track, longitude: position.longitude, latitude: position.latitude, time: FenceFixes.noTime, ordinal: 0)
        }
        changes.removeAll(keepingCapacity: true)
        _ = plainTracks.judge(fixes, 0..<fixes.count, in: index, into: &changes)
        var firsts: [UInt32: Int] = [:]
        for place in changes.indices where firsts[changes[place].track] == nil { firsts[changes[place].track] = place }
        for track in names.sorted(Array(firsts.keys)) {
            let memory = table.memories + Int(track)
            var place = firsts[track] ?? changes.endIndex
            while place < changes.endIndex, changes[place].track == track {
                let change = changes[place]
                place += 1
                // The state of a fence that is gone is forgotten here.
                guard index.contains(change.fence) else { continue }
                let row = Int(change.row)
                events.append(
                    FenceEvent(
                        kind: change.isEntry ? .entered : .exited, cause: .fenceChanged, track: track, fence: change.fence,
                        time: .event(now),
                        position: GridPosition(uncheckedLongitude: fixes.longitudes[row], latitude: fixes.latitudes[row]),
                        ordinal: FenceEvent.firstOrdinalOfEdits | memory.pointee.editCount))
                memory.pointee.editCount &+= 1
            }
        }
    }

    /// Forgets what a track knew of fences that are gone. Where there were none since the last time, O(1).
    @inline(__always)
    func forgetGone(_ track: UInt32) {
        guard table.memories[Int(track)].removalCount != removalCount else { return }
        let memory = table.memories + Int(track)
        memory.pointee.removalCount = removalCount
        memory.pointee.inside.removeAll { !index.contains($0) }
        memory.pointee.stays.removeAll { !index.contains($0.fence) }
    }

    // MARK: Tracks near an edit

    /// Above so many boxes, every track is judged anew.
    private static let maximumBoxes = 48

    /// The tracks whose last fix may lie otherwise to the fences in some boxes than it did. Those that are safe in one of them are not any more.
    private func tracks(near boxes: [FenceBox]) -> [UInt32] {
        guard !boxes.isEmpty else { return [] }
        guard boxes.count <= Self.maximumBoxes else {
            for track in 0..<UInt32(table.count) {
                if isPlain { plainTracks.invalidate(track) } else { (table.lines + Int(track)).pointee.safeBox = .empty }
            }
            return Array(0..<UInt32(table.count))
        }
        var tracks: [UInt32] = []
        if isPlain {
            plainTracks.visitTracks(near: boxes) { tracks.append($0) }
            return tracks
        }
        func visit(_ track: UInt32) {
            let line = table.lines + Int(track)
            guard line.pointee.hasFix else { return }
            for box in boxes where Self.meets(line.pointee.safeBox, box) { line.pointee.safeBox = .empty }
            let reach = line.pointee.accuracy > 0 ? Self.reach(of: line.pointee) : (0, 0)
            let (x, y) = (Int64(Self.westward(line.pointee.longitude)), Int64(line.pointee.latitude))
            let isNear = boxes.contains {
                x + reach.0 >= $0.left && x - reach.0 <= $0.right && y + reach.1 >= $0.bottom && y - reach.1 <= $0.top
            }
            if isNear { tracks.append(track) }
        }
        if usesAccuracy {
            // A disc reaches out of its home.
            for track in 0..<UInt32(table.count) { visit(track) }
        } else {
            FenceHomeRange.visit(table.homes, table.count, near: boxes, visit)
        }
        return tracks
    }

    private static func meets(_ safe: FenceSafeBox, _ box: FenceBox) -> Bool {
        Int64(safe.left) <= box.right && Int64(safe.right) >= box.left && Int64(safe.bottom) <= box.top && Int64(safe.top) >= box.bottom
    }

    /// How many steps of longitude and latitude a disc reaches, and more; all the world where it comes near a pole or the antimeridian.
    private static func reach(of line: TrackLine) -> (Int64, Int64) {
        let world = 2 * FenceRing.worldWidth
        let height = line.accuracy / 110_000
        let latitude = abs(line.position.latitudeDegrees) + height
        guard latitude < 89 else { return (world, world) }
        let width = line.accuracy / (110_000 * cos(latitude * .pi / 180))
        guard abs(line.position.longitudeDegrees) + width < 179.9 else { return (world, world) }
        return (Int64(width * 1e7) + 2, Int64(height * 1e7) + 2)
    }
}
