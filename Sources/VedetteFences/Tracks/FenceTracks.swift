// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// What is known of each track, and the loop that judges fixes: which fences a track is in, where it was last and when, and a box around
/// it in which none of that changes.
///
/// For the plain case (`fixes` detection, no lateness, no rules, no accuracy) ``judge(_:_:in:into:)`` is all there is to do: it keeps the state and
/// says what changed. Other cases decide themselves and use ``isSafe(_:longitude:latitude:)``, ``settle(_:longitude:latitude:in:)`` and
/// ``note(_:longitude:latitude:time:)``.
///
/// Not safe for concurrent use. Several can share one index, each with its share of the tracks, as long as no fence is edited.
package final class FenceTracks {
    var store = FenceTrackStore()
    var scratch = FenceLoopScratch()
    var pathWork = FencePathWork()
    private var found: [UInt32] = []

    package init() {}

    // MARK: Tracks

    /// How many tracks there is room for: numbers 0 ..< `count`.
    package var count: Int { store.count }

    /// Makes room for tracks up to `count`, new ones without a fix. Amortised O(1) a track.
    package func grow(to count: Int) { store.grow(to: count) }

    func line(_ track: UInt32) -> UnsafeMutablePointer<FenceTrackLine> {
        precondition(track < store.count, "grow(to:) makes room for tracks")
        return store.lines + Int(track)
    }

    /// The fences that a track is in, ascending by number.
    package func inside(_ track: UInt32) -> [UInt32] {
        let line = line(track)
        return Array(UnsafeBufferPointer(start: FenceTrackLine.ids(line), count: Int(line.pointee.count)))
    }

    /// Whether a track is in a fence.
    package func isInside(_ track: UInt32, _ fence: UInt32) -> Bool {
        let line = line(track)
        let ids = FenceTrackLine.ids(line)
        var (low, high) = (0, Int(line.pointee.count))
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < fence { low = middle + 1 } else { high = middle }
        }
        return low < Int(line.pointee.count) && ids[low] == fence
    }

    /// Where a track's last decided fix was; nil before the first.
    package func lastPosition(_ track: UInt32) -> GridPosition? {
        let line = line(track)
        guard line.pointee.longitude != FenceTrackLine.noPosition else { return nil }
        return GridPosition(uncheckedLongitude: line.pointee.longitude, latitude: line.pointee.latitude)
    }

    /// When a track's last decided fix that had a time was, in microseconds since 1970; ``FenceFixes/noTime`` where there was none.
    package func lastTime(_ track: UInt32) -> Int64 { line(track).pointee.time }

    // MARK: The plain case

    /// Judges fixes: the tracks' state is then that after them.
    ///
    /// - Parameters:
    ///   - fixes: in the order in which they came.
    ///   - rows: those of `fixes` to judge. Their tracks must have been made room for.
    ///   - index: the fences, always the same index for these tracks.
    ///   - changes: what happened is appended: by row, exits first, then by fence id (UTF-8 bytes).
    /// - Returns: how many fixes were late, being older than their track's last one, and changed nothing.
    /// - Complexity: O(1) for most fixes, else that of a lookup. Allocates nothing once buffers have grown.
    package func judge(
        _ fixes: borrowing FenceFixes, _ rows: Range<Int>, in index: FenceIndex, into changes: inout [FenceChange]
    ) -> Int {
        guard !rows.isEmpty else { return 0 }
        precondition(rows.lowerBound >= 0 && rows.upperBound <= fixes.count, "rows are those of the fixes")
        return fixes.tracks.withUnsafeBufferPointer { tracks in
            fixes.longitudes.withUnsafeBufferPointer { longitudes in
                fixes.latitudes.withUnsafeBufferPointer { latitudes in
                    fixes.times.withUnsafeBufferPointer { times in
                        guard let tracks = tracks.baseAddress, let longitudes = longitudes.baseAddress,
                            let latitudes = latitudes.baseAddress, let times = times.baseAddress
                        else { return 0 }
                        precondition(Self.highest(tracks, rows) < store.count, "grow(to:) makes room for tracks")
                        var loop = FenceLoop(
                            index, store, tracks: tracks, longitudes: longitudes, latitudes: latitudes, times: times)
                        loop.run(rows.lowerBound, rows.upperBound, &scratch, &changes)
                        return loop.late
                    }
                }
            }
        }
    }

    static func highest(_ tracks: UnsafePointer<UInt32>, _ rows: Range<Int>) -> Int {
        var highest: UInt32 = 0
        for row in rows { highest = max(highest, tracks[row]) }
        return Int(highest)
    }

    // MARK: Other cases

    /// Whether a position lies in the box around the track's last looked-up position in which the fences it is in do not change. The straight way
    /// from the last position to there then crosses nothing either.
    package func isSafe(_ track: UInt32, longitude: Int32, latitude: Int32) -> Bool {
        // 180° east is 180° west, and safe boxes end before it.
        line(track).pointee.safeBox.contains(longitude == Int32(FenceRing.worldRight) ? -longitude : longitude, latitude)
    }

    /// Looks the position up, keeps what it is in and a box around it, and says what changed, each by fence id.
    package func settle(
        _ track: UInt32, longitude: Int32, latitude: Int32, in index: FenceIndex
    ) -> (exited: [UInt32], entered: [UInt32]) {
        let line = line(track)
        line.pointee.safeBox = index.query(longitude: longitude, latitude: latitude, into: &found)
            .inHome(longitude == Int32(FenceRing.worldRight) ? -longitude : longitude, latitude)
        setHome(track, longitude, latitude)
        let ids = UnsafeBufferPointer(start: FenceTrackLine.ids(line), count: Int(line.pointee.count))
        guard !ids.elementsEqual(found) else { return ([], []) }
        let exited = Self.difference(ids, found)
        let entered = found.withUnsafeBufferPointer { Self.difference($0, Array(ids)) }
        FenceTrackLine.setIDs(line, found)
        return (index.sortedByID(exited), index.sortedByID(entered))
    }

    private static func difference(_ some: UnsafeBufferPointer<UInt32>, _ others: [UInt32]) -> [UInt32] {
        var place = 0
        return some.filter { fence in
            while place < others.count, others[place] < fence { place += 1 }
            return place == others.count || others[place] != fence
        }
    }

    private func setHome(_ track: UInt32, _ longitude: Int32, _ latitude: Int32) {
        store.homes[Int(track)] = FenceTrackStore.home(longitude == Int32(FenceRing.worldRight) ? -longitude : longitude, latitude)
    }

    /// Notes a track's last decided fix; a time of ``FenceFixes/noTime`` leaves the last time as it is.
    package func note(_ track: UInt32, longitude: Int32, latitude: Int32, time: Int64) {
        let line = line(track)
        (line.pointee.longitude, line.pointee.latitude) = (longitude, latitude)
        if time != FenceFixes.noTime { line.pointee.time = time }
        setHome(track, longitude, latitude)
    }

    /// Sets which fences a track is in, ascending by number, and forgets its safe box: for states that do not come of a lookup
    /// (a snapshot, discs of accuracy).
    package func setInside(_ track: UInt32, _ fences: [UInt32]) {
        let line = line(track)
        FenceTrackLine.setIDs(line, fences)
        line.pointee.safeBox = .empty
    }

    /// Forgets a track's safe box: its next fix is looked up.
    package func invalidate(_ track: UInt32) { line(track).pointee.safeBox = .empty }

    /// Forgets a fence that is gone: no event.
    package func forget(_ fence: UInt32, track: UInt32) {
        guard isInside(track, fence) else { return }
        FenceTrackLine.setIDs(line(track), inside(track).filter { $0 != fence })
    }

    // MARK: Edits

    /// After an edit: finds the tracks that it can concern, in ascending order of number.
    ///
    /// A track whose safe box meets one of the boxes loses it; `body` is called with each track whose last fix lies in one of them (it has a fix), which is
    /// where ``settle(_:longitude:latitude:in:)`` may find a change: pass the boxes of the old and of the new area.
    ///
    /// - Complexity: O(tracks), a quarter of a nanosecond for one that is far away.
    package func visitTracks(near boxes: [FenceBox], _ body: (_ track: UInt32) -> Void) {
        FenceHomeRange.visit(store.homes, store.count, near: boxes) { visit($0, boxes, body) }
    }

    private func visit(_ track: UInt32, _ boxes: [FenceBox], _ body: (_ track: UInt32) -> Void) {
        let line = line(track)
        guard line.pointee.longitude != FenceTrackLine.noPosition else { return }
        let safe = line.pointee.safeBox
        if boxes.contains(where: {
            Int64(safe.left) <= $0.right && Int64(safe.right) >= $0.left && Int64(safe.bottom) <= $0.top && Int64(safe.top) >= $0.bottom
        }) {
            line.pointee.safeBox = .empty
        }
        let longitude = Int64(line.pointee.longitude)
        let x = longitude == FenceRing.worldRight ? -longitude : longitude
        let y = Int64(line.pointee.latitude)
        if boxes.contains(where: { x >= $0.left && x <= $0.right && y >= $0.bottom && y <= $0.top }) { body(track) }
    }
}
