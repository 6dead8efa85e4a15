// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

extension FenceEngine {
    /// What crosses a fence's border, and why it is known.
    struct Occasion {
        var cause: FenceEvent.Cause
        /// `FenceFixes.noTime` where there is none.
        var time: Int64
        var position: GridPosition
        /// The record of the feed; 0 where an edit is the cause.
        var observation: UInt64
        /// Which row of the fixes handed in brought it out, or −1.
        var row: Int
    }

    /// Judges the next fix of a track in the order of time.
    func decide(_ fix: FenceFix, of track: UInt32, row: Int, into events: inout [FenceEvent]) {
        forgetGone(track)
        let line = table.lines + Int(track)
        let east = Self.westward(fix.longitude)
        let isTimed = fix.time != FenceFixes.noTime
        var occasion = Occasion(
            cause: .fix, time: fix.time, position: GridPosition(uncheckedLongitude: fix.longitude, latitude: fix.latitude),
            observation: fix.ordinal, row: row)
        let isSafe = line.pointee.isSafe(east, fix.latitude, radius: fix.accuracy)
        if !isSafe, let path, hasWay(line.pointee, to: fix, path) { walk(to: fix, of: track, &occasion, into: &events) }
        if isTimed { elapse(track, upTo: fix.time, row: row, into: &events) }
        if !isSafe {
            lookUp(track, longitude: east, latitude: fix.latitude, accuracy: fix.accuracy)
            settle(track, occasion, into: &events)
        }
        if !rules.speed.isEmpty { judgeSpeed(fix, of: track, occasion, into: &events) }
        note(fix, of: track)
        if rules.dwell.duration == 0, isTimed { elapse(track, upTo: fix.time, row: row, into: &events) }
        schedule(track)
    }

    private func note(_ fix: FenceFix, of track: UInt32) {
        let line = table.lines + Int(track)
        line.pointee.longitude = fix.longitude
        line.pointee.latitude = fix.latitude
        line.pointee.accuracy = fix.accuracy
        line.pointee.hasFix = true
        line.pointee.isTimed = fix.time != FenceFixes.noTime
        if line.pointee.isTimed { line.pointee.decidedTime = fix.time }
        line.pointee.needsLook = !line.pointee.isTimed
        guard !rules.isEmpty else { return }
        let memory = table.memories + Int(track)
        if !rules.speed.isEmpty, !memory.pointee.stays.isEmpty { line.pointee.needsLook = true }
        guard rules.silence.duration != nil else { return }
        for place in memory.pointee.stays.indices { memory.pointee.stays[place].isSilenceTold = false }
        if !memory.pointee.stays.isEmpty { line.pointee.nextDue = min(line.pointee.nextDue, silenceDue(of: track)) }
    }

    /// Fills ``found`` with the fences that a fix is in, and keeps the box in which that does not change.
    private func lookUp(_ track: UInt32, longitude: Int32, latitude: Int32, accuracy: Double) {
        let line = table.lines + Int(track)
        line.pointee.safeBox = index.query(longitude: longitude, latitude: latitude, into: &found).inHome(longitude, latitude)
        table.homes[Int(track)] = FenceTrackStore.home(longitude, latitude)
        // No border comes near a disc that lies in the box.
        guard accuracy > 0, !line.pointee.isSafe(longitude, latitude, radius: accuracy) else { return }
        line.pointee.safeBox = .empty
        index.proximities(longitude: longitude, latitude: latitude, radius: accuracy, into: &proximities)
        found.removeAll(keepingCapacity: true)
        let memory = table.memories + Int(track)
        for proximity in proximities {
            let isIn =
                switch options.relationship {
                case .enterIntersectsExitDoesNotIntersect: true
                case .enterContainsExitDoesNotContain: proximity.isContained
                case .enterContainsExitDoesNotIntersect:
                    proximity.isContained || SortedNumbers.contains(memory.pointee.inside, proximity.fence)
                }
            if isIn { found.append(proximity.fence) }
        }
    }

    /// Whether judging the last decided fix of a track anew, because fences changed, may have anything to tell.
    ///
    /// Where it has not, all that is to be done about the track is done.
    func mayHaveChanged(_ track: UInt32) -> Bool {
        let line = table.lines + Int(track)
        guard line.pointee.hasFix, rules.dwell.duration != 0 else { return line.pointee.hasFix }
        forgetGone(track)
        lookUp(
            track, longitude: Self.westward(line.pointee.longitude), latitude: line.pointee.latitude, accuracy: line.pointee.accuracy)
        guard table.memories[Int(track)].inside == found else { return true }
        schedule(track)
        return false
    }

    /// Judges the last decided fix of a track anew, because fences changed.
    func judgeAnew(_ track: UInt32, at time: Int64, into events: inout [FenceEvent]) {
        let line = table.lines + Int(track)
        guard line.pointee.hasFix else { return }
        forgetGone(track)
        lookUp(
            track, longitude: Self.westward(line.pointee.longitude), latitude: line.pointee.latitude, accuracy: line.pointee.accuracy)
        let occasion = Occasion(cause: .fenceChanged, time: time, position: line.pointee.position, observation: 0, row: -1)
        settle(track, occasion, into: &events)
        if rules.dwell.duration == 0 { elapse(track, upTo: time, row: -1, into: &events) }
        schedule(track)
    }

    /// Makes ``found`` the fences that a track is in, and tells the difference.
    private func settle(_ track: UInt32, _ occasion: Occasion, into events: inout [FenceEvent]) {
        let memory = table.memories + Int(track)
        guard memory.pointee.inside != found else { return }
        let exited = index.sortedByID(SortedNumbers.difference(memory.pointee.inside, found))
        let entered = index.sortedByID(SortedNumbers.difference(found, memory.pointee.inside))
        swap(&memory.pointee.inside, &found)
        // Who is back before the minimum time out has stayed all the time, and may have dwelled meanwhile.
        for fence in entered where isAbsent(fence, track) { cross(fence, of: track, isEntry: true, occasion, into: &events) }
        if occasion.time != FenceFixes.noTime { elapse(track, upTo: occasion.time, row: occasion.row, into: &events) }
        for fence in exited { cross(fence, of: track, isEntry: false, occasion, into: &events) }
        for fence in entered { cross(fence, of: track, isEntry: true, occasion, into: &events) }
    }

    // MARK: The way between two fixes

    /// Whether there is a way from the last fix to this one.
    private func hasWay(_ line: TrackLine, to fix: FenceFix, _ path: FencePathOptions) -> Bool {
        guard line.hasFix, line.isTimed == (fix.time != FenceFixes.noTime) else { return false }
        let end = GridPosition(uncheckedLongitude: fix.longitude, latitude: fix.latitude)
        return !line.isTimed || path.hasWay(from: line.position, at: line.decidedTime, to: end, at: fix.time)
    }

    private func walk(to fix: FenceFix, of track: UInt32, _ occasion: inout Occasion, into events: inout [FenceEvent]) {
        let line = table.lines + Int(track)
        let memory = table.memories + Int(track)
        let end = occasion
        index.crossings(from: line.pointee.position, to: occasion.position, using: &pathScratch, into: &crossings)
        for crossing in crossings {
            let isEntry = crossing.kind == .entered
            // The state is the truth: what does not change it is no crossing.
            guard SortedNumbers.set(&memory.pointee.inside, crossing.fence, isEntry) else { continue }
            occasion.position = crossing.position
            if fix.time != FenceFixes.noTime {
                occasion.time = min(max(crossing.time(from: line.pointee.decidedTime, to: fix.time), line.pointee.decidedTime), fix.time)
                elapse(track, upTo: occasion.time, row: occasion.row, into: &events)
            }
            let isReturn = isEntry && isAbsent(crossing.fence, track)
            cross(crossing.fence, of: track, isEntry: isEntry, occasion, into: &events)
            if isReturn || rules.dwell.duration == 0, fix.time != FenceFixes.noTime {
                elapse(track, upTo: occasion.time, row: occasion.row, into: &events)
            }
        }
        occasion = end
    }
}
