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
    private struct Line {
        var safeBox = FenceSafeBox.empty
        var longitude: Int32 = 0
        var latitude: Int32 = 0
        var decidedTime = FenceFixes.noTime
        var hasFix = false
        var inside: [UInt32] = []
    }

    private var lines: [Line] = []
    private var found: [UInt32] = []

    package init() {}

    // MARK: Tracks

    /// How many tracks there is room for: numbers 0 ..< `count`.
    package var count: Int { lines.count }

    /// Makes room for tracks up to `count`, new ones without a fix. Amortised O(1) a track.
    package func grow(to count: Int) {
        while lines.count < count { lines.append(Line()) }
    }

    /// The fences that a track is in, ascending by number.
    package func inside(_ track: UInt32) -> [UInt32] { lines[Int(track)].inside }

    /// Where a track's last decided fix was; nil before the first.
    package func lastPosition(_ track: UInt32) -> GridPosition? {
        let line = lines[Int(track)]
        return line.hasFix ? GridPosition(uncheckedLongitude: line.longitude, latitude: line.latitude) : nil
    }

    /// When a track's last decided fix that had a time was, in microseconds since 1970; ``FenceFixes/noTime`` where there was none.
    package func lastTime(_ track: UInt32) -> Int64 { lines[Int(track)].decidedTime }

    // MARK: The plain case

    /// Judges fixes: the tracks' state is then that after them.
    ///
    /// - Parameters:
    ///   - rows: those of `fixes` to judge. Their tracks must have been made room for.
    ///   - changes: what happened is appended: by row, exits first, then by fence id (UTF-8 bytes).
    /// - Returns: how many fixes were late, being older than their track's last one, and changed nothing.
    /// - Complexity: O(1) for most fixes, else that of a lookup. Allocates nothing once buffers have grown.
    package func judge(
        _ fixes: borrowing FenceFixes, _ rows: Range<Int>, in index: FenceIndex, into changes: inout [FenceChange]
    ) -> Int {
        var late = 0
        for row in rows {
            let track = fixes.tracks[row]
            let time = fixes.times[row]
            guard time == FenceFixes.noTime || time >= lines[Int(track)].decidedTime else {
                late += 1
                continue
            }
            let (longitude, latitude) = (fixes.longitudes[row], fixes.latitudes[row])
            if !isSafe(track, longitude: longitude, latitude: latitude) {
                let outcome = settle(track, longitude: longitude, latitude: latitude, in: index)
                for fence in outcome.exited {
                    changes.append(FenceChange(row: UInt32(row), track: track, fence: fence, isEntry: false))
                }
                for fence in outcome.entered {
                    changes.append(FenceChange(row: UInt32(row), track: track, fence: fence, isEntry: true))
                }
            }
            note(track, longitude: longitude, latitude: latitude, time: time)
        }
        return late
    }

    // MARK: Other cases

    /// Whether a position lies in the box around the track's last looked-up position in which the fences it is in do not change. The straight way
    /// from the last position to there then crosses nothing either.
    package func isSafe(_ track: UInt32, longitude: Int32, latitude: Int32) -> Bool {
        // 180° east is 180° west, and safe boxes end before it.
        lines[Int(track)].safeBox.contains(longitude == Int32(FenceRing.worldRight) ? -longitude : longitude, latitude)
    }

    /// Looks the position up, keeps what it is in and a box around it, and says what changed, each by fence id.
    package func settle(
        _ track: UInt32, longitude: Int32, latitude: Int32, in index: FenceIndex
    ) -> (exited: [UInt32], entered: [UInt32]) {
        let box = index.query(longitude: longitude, latitude: latitude, into: &found)
        let before = lines[Int(track)].inside
        lines[Int(track)].safeBox = box
        guard before != found else { return ([], []) }
        lines[Int(track)].inside = found
        let (old, new) = (Set(before), Set(found))
        return (index.sortedByID(before.filter { !new.contains($0) }), index.sortedByID(found.filter { !old.contains($0) }))
    }

    /// Notes a track's last decided fix; a time of ``FenceFixes/noTime`` leaves the last time as it is.
    package func note(_ track: UInt32, longitude: Int32, latitude: Int32, time: Int64) {
        lines[Int(track)].longitude = longitude
        lines[Int(track)].latitude = latitude
        lines[Int(track)].hasFix = true
        if time != FenceFixes.noTime { lines[Int(track)].decidedTime = time }
    }

    /// Sets which fences a track is in, ascending by number, and forgets its safe box: for states that do not come of a lookup
    /// (a snapshot, discs of accuracy).
    package func setInside(_ track: UInt32, _ fences: [UInt32]) {
        lines[Int(track)].inside = fences
        lines[Int(track)].safeBox = .empty
    }

    /// Forgets a track's safe box: its next fix is looked up.
    package func invalidate(_ track: UInt32) { lines[Int(track)].safeBox = .empty }

    /// Forgets a fence that is gone: no event.
    package func forget(_ fence: UInt32, track: UInt32) {
        lines[Int(track)].inside.removeAll { $0 == fence }
    }

    // MARK: Edits

    /// After an edit: finds the tracks that it can concern, in ascending order of number.
    ///
    /// A track whose safe box meets one of the boxes loses it; `body` is called with each track whose last fix lies in one of them (it has a fix), which is
    /// where ``settle(_:longitude:latitude:in:)`` may find a change: pass the boxes of the old and of the new area.
    ///
    /// - Complexity: O(tracks), a quarter of a nanosecond for one that is far away.
    package func visitTracks(near boxes: [FenceBox], _ body: (_ track: UInt32) -> Void) {
        for track in lines.indices where lines[track].hasFix {
            let line = lines[track]
            let safe = line.safeBox
            if boxes.contains(where: {
                Int64(safe.left) <= $0.right && Int64(safe.right) >= $0.left && Int64(safe.bottom) <= $0.top && Int64(safe.top) >= $0.bottom
            }) {
                lines[track].safeBox = .empty
            }
            let x = line.longitude == Int32(FenceRing.worldRight) ? -FenceRing.worldRight : Int64(line.longitude)
            let y = Int64(line.latitude)
            if boxes.contains(where: { x >= $0.left && x <= $0.right && y >= $0.bottom && y <= $0.top }) { body(UInt32(track)) }
        }
    }
}
