// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// For each track a rectangle that holds its newest rows, loosely: finds the tracks whose previous observations, or the lines between them, may be
/// in some place, without looking at the rows of all others.
///
/// Two rectangles a track take turns. Rows go into the recent one; once as many of them as the window is wide have become the latest of their track,
/// it becomes the earlier one, and what that held is forgotten. So both together hold the newest rows, as many as the window is wide, always, and at most twice
/// as many and the late ones besides. Where a row goes that is not the oldest, older rows move up into the window, and the track is read anew.
struct TrackTrails: ~Copyable {
    /// Steps of 1e-7°; nothing where west is greater than east.
    struct Rectangle {
        var west = Int32.max
        var south = Int32.max
        var east = Int32.min
        var north = Int32.min

        @inline(__always)
        mutating func take(_ position: UInt64) {
            let longitude = Int32(truncatingIfNeeded: position)
            guard longitude != ObservationBatch.noPosition else { return }
            let latitude = Int32(truncatingIfNeeded: position >> 32)
            (west, east) = (min(west, longitude), max(east, longitude))
            (south, north) = (min(south, latitude), max(north, latitude))
        }

        @inline(__always)
        func united(with other: Rectangle) -> Rectangle {
            Rectangle(
                west: min(west, other.west), south: min(south, other.south), east: max(east, other.east), north: max(north, other.north))
        }
    }

    private struct Trail {
        var recent = Rectangle()
        var earlier = Rectangle()
    }

    /// How many of the newest rows of each track the rectangles hold at least; 0 before anybody has asked.
    private(set) var window = 0
    private var trails: UnsafeMutablePointer<Trail>
    /// Rows of the recent rectangle that were the latest when they came.
    private var counts: UnsafeMutablePointer<UInt32>
    private var capacity = 64

    init() {
        (trails, counts) = (.allocate(capacity: capacity), .allocate(capacity: capacity))
        trails.initialize(repeating: Trail(), count: capacity)
        counts.initialize(repeating: 0, count: capacity)
    }

    deinit {
        trails.deallocate()
        counts.deallocate()
    }

    var isBuilt: Bool { window > 0 }

    var byteCount: Int { isBuilt ? capacity * (MemoryLayout<Trail>.stride + 4) : 0 }

    /// Forgets everything, and keeps so many rows from now on.
    mutating func begin(window: Int) {
        self.window = min(max(1, window), Int(UInt32.max))
        trails.update(repeating: Trail(), count: capacity)
        counts.update(repeating: 0, count: capacity)
    }

    /// A row has come into a track.
    @inline(__always)
    mutating func take(_ track: Int, _ position: UInt64, isLatest: Bool) {
        if track >= capacity { grow(to: track + 1) }
        if isLatest {
            if Int(counts[track]) >= window {
                trails[track] = Trail(recent: Rectangle(), earlier: trails[track].recent)
                counts[track] = 0
            }
            counts[track] &+= 1
        }
        trails[track].recent.take(position)
    }

    /// A track is gone, or about to be read anew.
    mutating func clear(_ track: Int) {
        guard track < capacity else { return }
        (trails[track], counts[track]) = (Trail(), 0)
    }

    /// What holds the newest rows of a track.
    @inline(__always)
    func rectangle(_ track: Int) -> Rectangle {
        track < capacity ? trails[track].recent.united(with: trails[track].earlier) : Rectangle()
    }

    private mutating func grow(to count: Int) {
        let larger = max(count, capacity * 2)
        let (newTrails, newCounts) = (
            UnsafeMutablePointer<Trail>.allocate(capacity: larger), UnsafeMutablePointer<UInt32>.allocate(capacity: larger)
        )
        newTrails.moveInitialize(from: trails, count: capacity)
        newCounts.moveInitialize(from: counts, count: capacity)
        (newTrails + capacity).initialize(repeating: Trail(), count: larger - capacity)
        (newCounts + capacity).initialize(repeating: 0, count: larger - capacity)
        trails.deallocate()
        counts.deallocate()
        (trails, counts, capacity) = (newTrails, newCounts, larger)
    }
}

extension TrackStore {
    /// Has the rectangles of tracks made where they are not there, or hold fewer rows than are asked for.
    ///
    /// - Complexity: O(1) where they are; else O(rows asked for, of all tracks).
    func buildTrails(window: Int) {
        guard trails.pointee.window < window else { return }
        trails.pointee.begin(window: window)
        for track in 0..<numberCount where !heads[track].isFree { retrace(track) }
    }

    /// Reads a track anew.
    func retrace(_ track: Int) {
        guard trails.pointee.isBuilt else { return }
        trails.pointee.clear(track)
        let count = Int(heads[track].count)
        for offset in max(0, count - trails.pointee.window)..<count {
            if let row = row(track, offset) { trails.pointee.take(track, row[TrackRow.position], isLatest: true) }
        }
    }
}
