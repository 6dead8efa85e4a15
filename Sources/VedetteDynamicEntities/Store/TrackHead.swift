// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What the store knows of one track beside its observations: one cache line.
struct TrackHead {
    /// Rows, `capacity` of them, used as a ring.
    var ring: UnsafeMutablePointer<UInt64>?
    /// The entity that the track is now, and below it `flags`. 0: the number is free.
    private var identity: UInt64
    /// The stamp of the last change of the latest observation.
    var changedAt: Int64
    /// The stamp of the observation that made the entity.
    var createdAt: Int64
    var capacity: UInt32
    var count: UInt32
    /// The slot of the oldest row.
    var first: UInt32
    var name: UInt32
    /// Observations that the entity has had, in all.
    var sequence: UInt32
    /// The lower half of the hash of the name.
    var nameHash: UInt32
    /// Where the track is among those of its cell of the grid.
    var cellSlot: UInt32
    private var unused: UInt32 = 0

    init(entity: UInt64, stamp: Int64, name: UInt32, nameHash: UInt32) {
        ring = nil
        identity = entity << 8
        (changedAt, createdAt) = (stamp, stamp)
        (capacity, count, first, sequence, cellSlot) = (0, 0, 0, 0, 0)
        (self.name, self.nameHash) = (name, nameHash)
    }

    var entity: UInt64 { identity >> 8 }
    var isFree: Bool { identity == 0 }

    mutating func setFree() { identity = 0 }

    /// Notes whether an observation has a time of its own.
    @inline(__always)
    mutating func note(hasTime: Bool) { identity |= hasTime ? 1 : 2 }

    /// Whether the entity has had observations with event time and others without. Where not, its rows ascend by the time at which they count as
    /// made: that of the event, or of receipt.
    var isMixed: Bool { identity & 3 == 3 }
}
