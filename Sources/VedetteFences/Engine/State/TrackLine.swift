// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// What every fix of a track needs, in one line of the cache.
struct TrackLine: Sendable {
    /// A box around the last fix in which the fences that the track is in do not change; empty where that is not known.
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
    /// Whether the next fix needs a careful look, wherever it is.
    var needsLook = false

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
