// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

internal import CPrefetch

/// The columns of fixes, as addresses, and the state that they change: all that the loop touches, none of it an object.
struct FenceLoop: ~Copyable {
    let tree: FenceTree
    let lines: UnsafeMutablePointer<FenceTrackLine>
    let homes: UnsafeMutablePointer<UInt32>
    let tracks: UnsafePointer<UInt32>
    let longitudes: UnsafePointer<Int32>
    let latitudes: UnsafePointer<Int32>
    let times: UnsafePointer<Int64>
    /// Whether changes of one row must be put in order by id.
    let index: FenceIndex
    let isNumberedByID: Bool
    var late = 0

    init(
        _ index: FenceIndex, _ store: borrowing FenceTrackStore, tracks: UnsafePointer<UInt32>, longitudes: UnsafePointer<Int32>,
        latitudes: UnsafePointer<Int32>, times: UnsafePointer<Int64>
    ) {
        (tree, self.index, isNumberedByID) = (index.tree, index, index.isNumberedByID)
        (lines, homes) = (store.lines, store.homes)
        (self.tracks, self.longitudes, self.latitudes, self.times) = (tracks, longitudes, latitudes, times)
    }

    /// Judges rows `first` ..< `end`, 32 at a time: fixes in their track's safe box at once; the others go down the tree together, level by level, so
    /// that the memory they need is fetched for all of them at the same time.
    mutating func run(_ first: Int, _ end: Int, _ scratch: inout FenceLoopScratch, _ changes: inout [FenceChange]) {
        var start = first
        prefetchLines(start, min(start &+ FenceLoopScratch.batch, end))
        while start < end {
            let stop = min(start &+ FenceLoopScratch.batch, end)
            prefetchLines(stop, min(stop &+ FenceLoopScratch.batch, end))
            let count = pass(start, stop, scratch.walkers)
            if count > 0 {
                walk(scratch.walkers, count)
                for place in 0..<count { settle(scratch.walkers + place, &scratch, &changes) }
            }
            start = stop
        }
    }

    @inline(__always)
    func prefetchLines(_ first: Int, _ end: Int) {
        var row = first
        while row < end {
            vedette_prefetch_write(lines + Int(tracks[row]))
            row &+= 1
        }
    }

    /// Takes in the fixes that lie in their track's safe box and are not late; the others become walkers, and so does every later one of their
    /// tracks: their safe box is taken away.
    @inline(__always)
    private func pass(_ start: Int, _ stop: Int, _ walkers: UnsafeMutablePointer<FenceLoopScratch.Walker>) -> Int {
        var count = 0
        var row = start
        while row < stop {
            let line = lines + Int(tracks[row])
            let (x, y, time) = (longitudes[row], latitudes[row], times[row])
            let box = line.pointee.safeBox
            let decided = line.pointee.time
            // Without a time it is never late, and the time stays as it is.
            let now = time == FenceFixes.noTime ? decided : time
            if box.contains(x, y), now >= decided {
                line.pointee.time = now
                line.pointee.longitude = x
                line.pointee.latitude = y
            } else {
                line.pointee.safeBox = .empty
                walkers[count] = walker(row, tracks[row], x, y)
                count &+= 1
            }
            row &+= 1
        }
        return count
    }

    /// One that begins its way.
    @inline(__always)
    func walker(_ row: Int, _ track: UInt32, _ x: Int32, _ y: Int32) -> FenceLoopScratch.Walker {
        let (column, height) = (UInt32(bitPattern: Self.normal(x) &- FenceTree.originX), UInt32(bitPattern: y &- FenceTree.originY))
        let node = FenceTree.topNode(column: column, row: height)
        vedette_prefetch_read(tree.nodes + node)
        return FenceLoopScratch.Walker(
            row: row, node: node, level: FenceTree.topLevel, contentCount: 0, column: column, line: track, height: height)
    }

    /// 180° east is 180° west.
    @inline(__always)
    static func normal(_ x: Int32) -> Int32 { x == 1_800_000_000 ? -1_800_000_000 : x }

    /// Leads all walkers to their leaves.
    @inline(__always)
    func walk(_ walkers: UnsafeMutablePointer<FenceLoopScratch.Walker>, _ count: Int) {
        var isWalking = true
        while isWalking {
            isWalking = false
            var place = 0
            while place < count {
                let walker = walkers + place
                place &+= 1
                // A walker that has arrived has no node.
                guard walker.pointee.node >= 0 else { continue }
                let node = tree.nodes[walker.pointee.node]
                if node.content != 0 {
                    let contents =
                        (UnsafeMutableRawPointer(walker) + FenceLoopScratch.Walker.contentOffset).assumingMemoryBound(to: UInt32.self)
                    contents[Int(walker.pointee.contentCount)] = node.content
                    walker.pointee.contentCount &+= 1
                    let words = UnsafeRawPointer(tree.words + Int(node.content))
                    vedette_prefetch_read(words)
                    if node.child == 0 {
                        vedette_prefetch_read(words + 64)
                        vedette_prefetch_read(words + 128)
                        vedette_prefetch_read(words + 192)
                    }
                }
                if node.child == 0 {
                    walker.pointee.node = -1
                } else {
                    let level = walker.pointee.level &- 2
                    let next = Int(node.child) &+ FenceTree.child(walker.pointee.column, walker.pointee.height, level: level)
                    vedette_prefetch_read(tree.nodes + next)
                    walker.pointee.node = next
                    walker.pointee.level = level
                    isWalking = true
                }
            }
        }
    }

    /// Judges one fix that has found its leaf.
    @inline(__always)
    private mutating func settle(
        _ walker: UnsafeMutablePointer<FenceLoopScratch.Walker>, _ scratch: inout FenceLoopScratch, _ changes: inout [FenceChange]
    ) {
        let row = walker.pointee.row
        let track = Int(walker.pointee.line)
        let line = lines + track
        let time = times[row]
        if time != FenceFixes.noTime {
            guard time >= line.pointee.time else {
                late &+= 1
                return
            }
            line.pointee.time = time
        }
        (line.pointee.longitude, line.pointee.latitude) = (longitudes[row], latitudes[row])
        let count = find(walker, &scratch)
        let found = scratch.found
        let before = FenceTrackLine.ids(line)
        let beforeCount = Int(line.pointee.count)
        if count == beforeCount {
            var place = 0
            while place < count, before[place] == found[place] { place &+= 1 }
            if place == count { return }
        }
        report(row, UInt32(track), before, beforeCount, found, count, &changes)
        FenceTrackLine.setIDs(line, found, count)
    }

    /// Writes the fences that a walker's fix is in to the scratch memory, ascending, and sets its track's home and the box in which that does not change; returns how
    /// many there are.
    @inline(__always)
    func find(_ walker: UnsafeMutablePointer<FenceLoopScratch.Walker>, _ scratch: inout FenceLoopScratch) -> Int {
        let row = walker.pointee.row
        let track = Int(walker.pointee.line)
        let (x, y) = (Self.normal(longitudes[row]), latitudes[row])
        // The leaf's cell, and in it what reaches to no edge.
        let mask = (UInt32(1) &<< walker.pointee.level) &- 1
        var reach = FenceReach(
            offsetX: walker.pointee.column & mask, walker.pointee.height & mask, level: walker.pointee.level)
        var end = scratch.found
        let contents = (UnsafeMutableRawPointer(walker) + FenceLoopScratch.Walker.contentOffset).assumingMemoryBound(to: UInt32.self)
        var place = 0
        while place < Int(walker.pointee.contentCount) {
            let view = FenceCellContent(tree.words + Int(contents[place]))
            place &+= 1
            let used = end - scratch.found
            let needed = used &+ view.coveringCount &+ view.partCount
            if needed > scratch.foundCapacity {
                scratch.grow(to: needed, used: used)
                end = scratch.found + used
            }
            var covering = 0
            while covering < view.coveringCount {
                end[covering] = view.coverings[covering]
                covering &+= 1
            }
            end += view.coveringCount
            if view.partCount > 0 { end = FenceTree.judge(view.parts, count: view.partCount, x: x, y, reach: &reach, into: end) }
        }
        let home = FenceTrackStore.home(x, y)
        if homes[track] != home { homes[track] = home }
        (lines + track).pointee.safeBox = FenceSafeBox(reach, around: x, y, level: walker.pointee.level)
        return FenceTree.sort(scratch.found, end - scratch.found)
    }

    /// Appends the differences of two ascending lists: exits first, each in order of ids.
    @inline(never)
    private func report(
        _ row: Int, _ track: UInt32, _ before: UnsafePointer<UInt32>, _ beforeCount: Int, _ after: UnsafePointer<UInt32>, _ afterCount: Int,
        _ changes: inout [FenceChange]
    ) {
        let row = UInt32(truncatingIfNeeded: row)
        for isEntry in [false, true] {
            let (some, someCount, others, otherCount) =
                isEntry ? (after, afterCount, before, beforeCount) : (before, beforeCount, after, afterCount)
            let first = changes.count
            var other = 0
            for place in 0..<someCount {
                let fence = some[place]
                while other < otherCount, others[other] < fence { other &+= 1 }
                if other < otherCount, others[other] == fence { continue }
                changes.append(FenceChange(row: row, track: track, fence: fence, isEntry: isEntry))
            }
            if !isNumberedByID, changes.count > first + 1 {
                changes[first...].sort { index.precedes($0.fence, $1.fence) }
            }
        }
    }
}

extension FenceSafeBox {
    /// What reaches around (x, y), not out of its 2^20 cell.
    @inline(__always)
    init(_ reach: FenceReach, around x: Int32, _ y: Int32, level: UInt32) {
        self.init(reach, around: x, y)
        if level > FenceTrackStore.homeShift { self = inHome(x, y) }
    }
}

extension FenceSafeBox {
    /// What of the box lies in the 2^20 cell of a position in it.
    func inHome(_ x: Int32, _ y: Int32) -> FenceSafeBox {
        var box = self
        let mask = (Int32(1) << Int32(FenceTrackStore.homeShift)) - 1
        let (offsetX, offsetY) = ((x &- FenceTree.originX) & mask, (y &- FenceTree.originY) & mask)
        (box.left, box.bottom) = (max(left, x &- offsetX), max(bottom, y &- offsetY))
        (box.right, box.top) = (min(right, x &- offsetX &+ mask), min(top, y &- offsetY &+ mask))
        return box
    }
}
