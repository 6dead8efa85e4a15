// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

internal import CPrefetch
import VedetteGeometry
import VedetteValues

extension FenceEngine {
    /// The most fixes of one track that wait for late ones; beyond, its oldest is decided early, and counted.
    package static let maximumWaitingOfTrack = 4_096
    /// The most fixes of all tracks that wait; beyond, the oldest of the track at hand is decided early, and counted.
    package static let maximumWaiting = 1_000_000

    // MARK: Plain cases

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

    func applyPaths(_ fixes: borrowing FenceFixes, _ path: FencePathOptions, into events: inout [FenceEvent]) {
        pathChanges.removeAll(keepingCapacity: true)
        let late = plainTracks.judge(fixes, path: path, in: index, into: &pathChanges)
        statistics.late += late
        statistics.fixes += fixes.count - late
        for change in pathChanges where index.contains(change.fence) {
            let kind: FenceEvent.Kind = change.isEntry ? .entered : .exited
            let observation = fixes.ordinals[change.row]
            var ordinal: UInt32 = 0
            if change.time != FenceFixes.noTime {
                ordinal = table.memories[Int(change.track)].recent.add(identities.identity(of: change.fence), kind, at: change.time)
            } else {
                ordinal = arrivals.add(change.fence, kind, of: change.track, observation)
            }
            events.append(
                FenceEvent(
                    kind: kind, track: change.track, fence: change.fence, time: Self.moment(change.time, ordinal: observation),
                    position: change.position, ordinal: ordinal, observation: observation, row: change.row))
        }
    }

    static func moment(_ time: Int64, ordinal: UInt64) -> FenceEvent.Time {
        time == FenceFixes.noTime ? .arrival(ordinal) : .event(Instant(microsecondsSince1970: time))
    }

    // MARK: All others

    /// How many fixes are looked at together.
    private static let batch = 32

    /// Judges fixes, 32 at a time: those that change nothing at once; then the memory that the others need is fetched for all of them at the same time.
    func applyEach(_ fixes: borrowing FenceFixes, into events: inout [FenceEvent]) {
        let first = fixes.count
        var late = 0
        withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.batch) { rows in
            guard let rows = rows.baseAddress else { return }
            fixes.withColumns { columns in
                var start = 0
                prefetchLines(columns, 0..<min(Self.batch, columns.count))
                while start < columns.count {
                    let stop = min(start + Self.batch, columns.count)
                    prefetchLines(columns, stop..<min(stop + Self.batch, columns.count))
                    let count = lateness == 0 ? pass(columns, start..<stop, into: rows) : queue(columns, start..<stop, into: rows)
                    for place in 0..<count {
                        let row = rows[place]
                        let fix = columns.fix(row, usesAccuracy: usesAccuracy)
                        if !take(fix, of: columns.tracks[row], row: row, into: &events) { late += 1 }
                    }
                    start = stop
                }
            }
        }
        statistics.fixes += first - late
        statistics.late += late
    }

    @inline(__always)
    private func prefetchLines(_ columns: FenceColumns, _ range: Range<Int>) {
        let (lines, memories) = (table.lines, table.memories)
        var row = range.lowerBound
        while row < range.upperBound {
            let track = Int(columns.tracks[row])
            vedette_prefetch_write(lines + track)
            if lateness > 0 { vedette_prefetch_write(memories + track) }
            row &+= 1
        }
    }

    /// Takes in the fixes that change nothing: in order, nothing due, and in the box in which nothing changes; the way there crosses nothing either. The rows of the others
    /// are left in `rows`, among them every later one of their tracks.
    @inline(__always)
    private func pass(_ columns: FenceColumns, _ range: Range<Int>, into rows: UnsafeMutablePointer<Int>) -> Int {
        let lines = table.lines
        var count = 0
        var row = range.lowerBound
        while row < range.upperBound {
            let track = Int(columns.tracks[row])
            let line = lines + track
            let (x, y, time) = (columns.longitudes[row], columns.latitudes[row], columns.times[row])
            let radius = usesAccuracy ? columns.radius(row) : 0
            if changesNothing(line, x, y, time, radius) {
                line.pointee.decidedTime = time
                line.pointee.longitude = x
                line.pointee.latitude = y
                if usesAccuracy { line.pointee.accuracy = radius }
            } else {
                line.pointee.needsLook = true
                vedette_prefetch_write(table.memories + track)
                forerun(line, x, y)
                rows[count] = row
                count &+= 1
            }
            row &+= 1
        }
        guard count > 0 else { return 0 }
        forerunner.run(index.tree)
        for place in 0..<count { (table.memories + Int(columns.tracks[rows[place]])).prefetchLists() }
        return count
    }

    /// Whether all that a fix changes is where and when its track was last: O(1).
    @inline(__always)
    private func changesNothing(_ line: UnsafeMutablePointer<TrackLine>, _ x: Int32, _ y: Int32, _ time: Int64, _ radius: Double) -> Bool {
        guard time >= line.pointee.decidedTime, time < line.pointee.nextDue, !line.pointee.needsLook else { return false }
        return line.pointee.isSafe(Self.westward(x), y, radius: radius)
    }

    /// Sends ahead for what a lookup at a place will read, and the way there.
    @inline(__always)
    private func forerun(_ line: UnsafeMutablePointer<TrackLine>, _ longitude: Int32, _ latitude: Int32) {
        let x = Self.westward(longitude)
        forerunner.add(x, latitude, index.tree)
        guard path != nil, line.pointee.hasFix else { return }
        let (startX, startY) = (Self.westward(line.pointee.longitude), line.pointee.latitude)
        // In one of the smallest cells there is one leaf.
        let columns = UInt32(bitPattern: x &- FenceTree.originX) ^ UInt32(bitPattern: startX &- FenceTree.originX)
        let rows = UInt32(bitPattern: latitude &- FenceTree.originY) ^ UInt32(bitPattern: startY &- FenceTree.originY)
        if (columns | rows) &>> FenceTree.bottomLevel != 0 { forerunner.add(startX, startY, index.tree) }
    }

    /// Fetches what fixes need that wait for late ones: all rows are left in `rows`.
    @inline(__always)
    private func queue(_ columns: FenceColumns, _ range: Range<Int>, into rows: UnsafeMutablePointer<Int>) -> Int {
        for row in range { (table.memories + Int(columns.tracks[row])).prefetchWaiting() }
        for row in range {
            let track = Int(columns.tracks[row])
            let line = table.lines + track
            rows[row - range.lowerBound] = row
            // The fix that this one lets be decided.
            guard let next = (table.memories + track).pointee.waiting.first,
                next.time <= columns.times[row].earlier(by: lateness),
                !changesNothing(line, next.longitude, next.latitude, next.time, next.accuracy)
            else { continue }
            forerun(line, next.longitude, next.latitude)
        }
        forerunner.run(index.tree)
        return range.count
    }

    /// 180° east is 180° west.
    @inline(__always)
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
        let fix = (table.memories + Int(track)).pointee.waiting.removeFirst()
        let line = table.lines + Int(track)
        guard changesNothing(line, fix.longitude, fix.latitude, fix.time, fix.accuracy) else {
            return decide(fix, of: track, row: row, into: &events)
        }
        line.pointee.decidedTime = fix.time
        line.pointee.longitude = fix.longitude
        line.pointee.latitude = fix.latitude
        line.pointee.accuracy = fix.accuracy
        schedule(track)
    }

    func decideWaiting(into events: inout [FenceEvent]) {
        guard waitingCount > 0 else { return }
        let tracks = (0..<UInt32(table.count)).filter { !table.memories[Int($0)].waiting.isEmpty }
        for track in names.sorted(tracks) {
            while !table.memories[Int(track)].waiting.isEmpty { decideFirst(of: track, row: -1, into: &events) }
        }
    }
}
