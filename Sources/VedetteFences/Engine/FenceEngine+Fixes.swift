// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

extension FenceEngine {
    /// The most fixes of one track that wait for late ones; beyond, its oldest is decided early, and counted.
    package static let maximumWaitingOfTrack = 4_096
    /// The most fixes of all tracks that wait; beyond, the oldest of the track at hand is decided early, and counted.
    package static let maximumWaiting = 1_000_000

    // MARK: The plain case

    func applyPlain(_ fixes: borrowing FenceFixes, into events: inout [FenceEvent]) {
        changes.removeAll(keepingCapacity: true)
        let late = plainTracks.judge(fixes, 0..<fixes.count, in: index, into: &changes)
        statistics.late += late
        statistics.fixes += fixes.count - late
        let memories = table.memories
        // A fence that is gone is forgotten without an event, should a track still know it.
        for change in changes where index.contains(change.fence) {
            let row = Int(change.row)
            let time = fixes.times[row]
            let kind: FenceEvent.Kind = change.isEntry ? .entered : .exited
            var ordinal: UInt32 = 0
            if time != FenceFixes.noTime {
                ordinal = memories[Int(change.track)].recent.add(identities.identity(of: change.fence), kind, at: time)
            }
            events.append(
                FenceEvent(
                    kind: kind, track: change.track, fence: change.fence, time: Self.moment(time, ordinal: fixes.ordinals[row]),
                    position: GridPosition(uncheckedLongitude: fixes.longitudes[row], latitude: fixes.latitudes[row]), ordinal: ordinal,
                    observation: fixes.ordinals[row], row: row))
        }
    }

    static func moment(_ time: Int64, ordinal: UInt64) -> FenceEvent.Time {
        time == FenceFixes.noTime ? .arrival(ordinal) : .event(Instant(microsecondsSince1970: time))
    }

    // MARK: All others

    func applyEach(_ fixes: borrowing FenceFixes, into events: inout [FenceEvent]) {
        let lines = table.lines
        let mayPassQuickly = lateness == 0 && rules.speed.isEmpty
        var (taken, late) = (0, 0)
        for row in 0..<fixes.count {
            let line = lines + Int(fixes.tracks[row])
            let time = fixes.times[row]
            let (longitude, latitude) = (fixes.longitudes[row], fixes.latitudes[row])
            // Most fixes end here: in order, nothing due, and in the box in which nothing changes. The way there crosses nothing either.
            if mayPassQuickly, time >= line.pointee.decidedTime, time < line.pointee.nextDue, !line.pointee.needsLook,
                line.pointee.isTimed, line.pointee.safeBox.contains(Self.westward(longitude), latitude),
                !usesAccuracy || !(fixes.accuracy(row) > 0)
            {
                line.pointee.decidedTime = time
                line.pointee.longitude = longitude
                line.pointee.latitude = latitude
                taken += 1
                continue
            }
            let accuracy = usesAccuracy ? fixes.accuracy(row) : 0
            let fix = FenceFix(
                time: time, longitude: longitude, latitude: latitude, ordinal: fixes.ordinals[row],
                accuracy: accuracy > 0 && accuracy.isFinite ? accuracy : 0, speed: fixes.speed(row))
            if take(fix, of: fixes.tracks[row], row: row, into: &events) { taken += 1 } else { late += 1 }
        }
        statistics.fixes += taken
        statistics.late += late
    }

    /// 180° east is 180° west.
    static func westward(_ longitude: Int32) -> Int32 { longitude == Int32(FenceRing.worldRight) ? -longitude : longitude }

    /// Decides a fix, or keeps it until its time has come; says whether it was not too late.
    private func take(_ fix: FenceFix, of track: UInt32, row: Int, into events: inout [FenceEvent]) -> Bool {
        let line = table.lines + Int(track)
        guard fix.time != FenceFixes.noTime else {
            decide(fix, of: track, row: row, into: &events)
            return true
        }
        // Before what is decided only where fixes were decided early.
        let newest = line.pointee.newestTime
        guard fix.time >= line.pointee.decidedTime, newest == FenceFixes.noTime || fix.time >= newest.earlier(by: lateness) else {
            return false
        }
        line.pointee.newestTime = max(newest, fix.time)
        guard lateness > 0 else {
            decide(fix, of: track, row: row, into: &events)
            return true
        }
        let memory = table.memories + Int(track)
        memory.pointee.waiting.insert(fix)
        waitingCount += 1
        let limit = line.pointee.newestTime.earlier(by: lateness)
        while let first = memory.pointee.waiting.first, first.time <= limit { decideFirst(of: track, row: row, into: &events) }
        if memory.pointee.waiting.count > Self.maximumWaitingOfTrack || waitingCount > Self.maximumWaiting {
            statistics.decidedEarly += 1
            decideFirst(of: track, row: row, into: &events)
        }
        return true
    }

    private func decideFirst(of track: UInt32, row: Int, into events: inout [FenceEvent]) {
        waitingCount -= 1
        decide((table.memories + Int(track)).pointee.waiting.removeFirst(), of: track, row: row, into: &events)
    }

    func decideWaiting(into events: inout [FenceEvent]) {
        guard waitingCount > 0 else { return }
        let tracks = (0..<UInt32(table.count)).filter { !table.memories[Int($0)].waiting.isEmpty }
        for track in names.sorted(tracks) {
            while !table.memories[Int(track)].waiting.isEmpty { decideFirst(of: track, row: -1, into: &events) }
        }
    }
}
