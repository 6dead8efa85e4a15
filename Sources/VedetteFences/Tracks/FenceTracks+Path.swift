// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// A track is in a fence that it was not in before, or the other way round: at a fix or on the way to it.
struct FencePathChange {
    /// The row of the fixes handed in.
    var row: Int
    var track: UInt32
    /// The fence's number in the index.
    var fence: UInt32
    /// Entered; else exited.
    var isEntry: Bool
    /// Of the crossing, or of the fix; ``FenceFixes/noTime`` where that has none.
    var time: Int64
    var position: GridPosition
}

/// Memory that following a way needs.
struct FencePathWork {
    var scratch = FencePathScratch()
    var crossings: [FencePathCrossing] = []
    var inside: [UInt32] = []
}

extension FenceTracks {
    /// Judges fixes and the ways to them: the tracks' state is then that after them. What ``judge(_:_:in:into:)`` says holds here, too.
    ///
    /// - Parameters:
    ///   - fixes: in the order in which they came.
    ///   - path: which two fixes have a way between them.
    ///   - index: the fences, always the same index for these tracks.
    ///   - changes: what happened is appended: by row, then along the way, then what the fix itself changes; of one place exits first, then by fence id.
    /// - Returns: how many fixes were late, being older than their track's last one, and changed nothing.
    /// - Complexity: O(1) for most fixes, else that of a lookup and of the cells on the way.
    func judge(
        _ fixes: borrowing FenceFixes, path: FencePathOptions, in index: FenceIndex, into changes: inout [FencePathChange]
    ) -> Int {
        var late = 0
        fixes.withColumns { columns in
            precondition(Self.highest(columns.tracks, 0..<columns.count) < store.count, "grow(to:) makes room for tracks")
            var loop = FenceLoop(
                index, store, tracks: columns.tracks, longitudes: columns.longitudes, latitudes: columns.latitudes, times: columns.times)
            loop.run(columns.count, path, &scratch, &pathWork, &changes)
            late = loop.late
        }
        return late
    }

    /// Whether a track's last decided fix had a time, where paths are judged.
    func isTimed(_ track: UInt32) -> Bool { line(track).pointee.isTimed }

    func setTimed(_ track: UInt32, _ isTimed: Bool) { line(track).pointee.isTimed = isTimed }
}

extension FenceLoop {
    /// Judges rows with the ways to them, 32 at a time, as ``run(_:_:_:_:)``. Of a way the leaf where it starts is fetched, too.
    mutating func run(
        _ end: Int, _ path: FencePathOptions, _ scratch: inout FenceLoopScratch, _ work: inout FencePathWork,
        _ changes: inout [FencePathChange]
    ) {
        var start = 0
        prefetchLines(start, min(FenceLoopScratch.batch, end))
        while start < end {
            let stop = min(start &+ FenceLoopScratch.batch, end)
            prefetchLines(stop, min(stop &+ FenceLoopScratch.batch, end))
            let count = passWays(start, stop, scratch.walkers)
            if count > 0 {
                walk(scratch.walkers, count)
                for place in 0..<count where scratch.walkers[place].row >= 0 {
                    settleWay(scratch.walkers + place, path, &scratch, &work, &changes)
                }
            }
            start = stop
        }
    }

    /// Takes in the fixes that lie, as the last ones did, in their track's safe box, and so does all of the way; the others become walkers.
    @inline(__always)
    private func passWays(_ start: Int, _ stop: Int, _ walkers: UnsafeMutablePointer<FenceLoopScratch.Walker>) -> Int {
        var count = 0
        var row = start
        while row < stop {
            let line = lines + Int(tracks[row])
            let (x, y, time) = (longitudes[row], latitudes[row], times[row])
            // What has no time comes before all times.
            if line.pointee.safeBox.contains(x, y), time >= line.pointee.time, line.pointee.isTimed {
                line.pointee.time = time
                line.pointee.longitude = x
                line.pointee.latitude = y
            } else {
                line.pointee.safeBox = .empty
                walkers[count] = walker(row, tracks[row], x, y)
                count &+= 1
                if line.pointee.longitude != FenceTrackLine.noPosition {
                    walkers[count] = walker(-1, tracks[row], line.pointee.longitude, line.pointee.latitude)
                    // In one of the smallest cells there is one leaf.
                    let (one, other) = (walkers[count - 1], walkers[count])
                    if ((one.column ^ other.column) | (one.height ^ other.height)) &>> FenceTree.bottomLevel != 0 { count &+= 1 }
                }
            }
            row &+= 1
        }
        return count
    }

    /// Judges one fix that has found its leaf, and the way to it.
    @inline(__always)
    private mutating func settleWay(
        _ walker: UnsafeMutablePointer<FenceLoopScratch.Walker>, _ path: FencePathOptions, _ scratch: inout FenceLoopScratch,
        _ work: inout FencePathWork, _ changes: inout [FencePathChange]
    ) {
        let row = walker.pointee.row
        let line = lines + Int(walker.pointee.line)
        let time = times[row]
        let isTimed = time != FenceFixes.noTime
        guard !isTimed || time >= line.pointee.time else {
            late &+= 1
            return
        }
        let position = GridPosition(uncheckedLongitude: longitudes[row], latitude: latitudes[row])
        let (start, startTime) = (
            GridPosition(uncheckedLongitude: line.pointee.longitude, latitude: line.pointee.latitude), line.pointee.time
        )
        let hasWay =
            start.longitude != FenceTrackLine.noPosition && line.pointee.isTimed == isTimed
            && (!isTimed || path.hasWay(from: start, at: startTime, to: position, at: time))
        (line.pointee.longitude, line.pointee.latitude, line.pointee.isTimed) = (position.longitude, position.latitude, isTimed)
        if isTimed { line.pointee.time = time }
        let count = find(walker, &scratch)
        // From a place in the same box the way meets no edge.
        if hasWay, !line.pointee.safeBox.contains(Self.normal(start.longitude), start.latitude) {
            index.crossings(from: start, to: position, using: &work.scratch, into: &work.crossings)
            if !work.crossings.isEmpty { follow(row, walker.pointee.line, isTimed ? startTime : time, &work, &changes) }
        }
        let before = FenceTrackLine.ids(line)
        if count == Int(line.pointee.count) {
            var place = 0
            while place < count, before[place] == scratch.found[place] { place &+= 1 }
            if place == count { return }
        }
        report(row, walker.pointee.line, UnsafeBufferPointer(start: scratch.found, count: count), position, &work, &changes)
    }

    /// Appends the crossings of a way that change what its track is in, and changes that.
    @inline(never)
    private func follow(_ row: Int, _ track: UInt32, _ startTime: Int64, _ work: inout FencePathWork, _ changes: inout [FencePathChange]) {
        let line = lines + Int(track)
        let time = times[row]
        work.inside.removeAll(keepingCapacity: true)
        work.inside.append(contentsOf: UnsafeBufferPointer(start: FenceTrackLine.ids(line), count: Int(line.pointee.count)))
        for crossing in work.crossings {
            let isEntry = crossing.kind == .entered
            // The state is the truth: what does not change it is no crossing.
            guard SortedNumbers.set(&work.inside, crossing.fence, isEntry) else { continue }
            let moment = time == FenceFixes.noTime ? time : min(max(crossing.time(from: startTime, to: time), startTime), time)
            changes.append(
                FencePathChange(row: row, track: track, fence: crossing.fence, isEntry: isEntry, time: moment, position: crossing.position))
        }
        FenceTrackLine.setIDs(line, work.inside)
    }

    /// Appends what a fix itself changes, exits first, each in order of ids, and changes it.
    @inline(never)
    private func report(
        _ row: Int, _ track: UInt32, _ found: UnsafeBufferPointer<UInt32>, _ position: GridPosition, _ work: inout FencePathWork,
        _ changes: inout [FencePathChange]
    ) {
        let line = lines + Int(track)
        let before = Array(UnsafeBufferPointer(start: FenceTrackLine.ids(line), count: Int(line.pointee.count)))
        let after = Array(found)
        for (isEntry, some, others) in [(false, before, after), (true, after, before)] {
            for fence in index.sortedByID(SortedNumbers.difference(some, others)) {
                changes.append(
                    FencePathChange(row: row, track: track, fence: fence, isEntry: isEntry, time: times[row], position: position))
            }
        }
        FenceTrackLine.setIDs(line, after)
    }
}

extension FencePathOptions {
    /// Whether there is a way from one fix to the next, both of which have times, the second no earlier.
    @inline(__always)
    func hasWay(from start: GridPosition, at startTime: Int64, to end: GridPosition, at endTime: Int64) -> Bool {
        let (gap, isBeyond) = endTime.subtractingReportingOverflow(startTime)
        guard !isBeyond, gap <= maximumGap else { return false }
        guard let maximumSpeed else { return true }
        return !FenceDistance.exceeds(maximumSpeed * (Double(gap) / 1e6), from: start, to: end)
    }
}
