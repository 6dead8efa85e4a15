// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

internal import CPrefetch
import VedetteGeometry

/// What every fix of a track needs, in one line of the cache.
struct TrackLine: Sendable {
    /// A box around the last fix in which the fences that the track is in do not change, and where none has a border; empty where that is not known.
    var safeBox = FenceSafeBox.empty
    /// The last decided fix; meaningless without ``hasFix``.
    var longitude: Int32 = 0
    var latitude: Int32 = 0
    /// When the last decided fix that had a time was.
    var decidedTime = FenceFixes.noTime
    /// When the newest fix taken in was.
    var newestTime = FenceFixes.noTime
    /// No rule has anything to tell before this.
    var nextDue = Int64.max
    /// Metres; not above 0 where the last decided fix was a point.
    var accuracy = 0.0
    var hasFix = false
    /// Whether the last decided fix had a time.
    var isTimed = false
    /// Whether the next fix needs a careful look, wherever it is. So it does where none was decided, or the last one had no time.
    var needsLook = true

    /// Whether no fence's border comes near a place, or a disc about it, or the way to it from the last decided fix.
    @inline(__always)
    func isSafe(_ x: Int32, _ y: Int32, radius: Double) -> Bool {
        radius > 0 ? DiscReach(radius: radius, latitude: y)?.isWithin(safeBox, around: x, y) ?? false : safeBox.contains(x, y)
    }

    var position: GridPosition { GridPosition(uncheckedLongitude: longitude, latitude: latitude) }
}

/// What only some fixes of a track need.
struct TrackMemory: Sendable {
    /// The fences that the track is in, ascending.
    var inside: [UInt32] = []
    /// What the rules know, ascending by fence.
    var stays: [FenceStay] = []
    var recent = RecentEvents()
    var waiting = WaitingFixes()
    /// How many crossings edits of the fences have made.
    var editCount: UInt32 = 0
    /// How many fences were gone when what was known of them was last forgotten.
    var removalCount: UInt32 = 0

    /// The place in ``stays`` of a fence, or where it belongs.
    func place(ofStay fence: UInt32) -> (place: Int, isThere: Bool) {
        var low = 0
        var high = stays.count
        while low < high {
            let middle = (low + high) / 2
            if stays[middle].fence < fence { low = middle + 1 } else { high = middle }
        }
        return (low, low < stays.count && stays[low].fence == fence)
    }
}

extension UnsafeMutablePointer<TrackMemory> {
    /// Fetches the beginnings of ``TrackMemory/inside`` and ``TrackMemory/stays``.
    @inline(__always)
    func prefetchLists() {
        pointee.inside.withUnsafeBufferPointer { vedette_prefetch_read($0.baseAddress) }
        pointee.stays.withUnsafeBufferPointer { vedette_prefetch_read($0.baseAddress) }
    }

    /// Fetches the first fix that waits, and where the next one goes.
    @inline(__always)
    func prefetchWaiting() { pointee.waiting.prefetch() }
}
