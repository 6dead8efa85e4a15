// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What the store knows of one track beside its observations.
struct TrackHead {
    /// Rows, `capacity` of them, used as a ring.
    var ring: UnsafeMutablePointer<UInt64>?
    /// The entity that the track is now. 0: the number is free.
    var entity: UInt64
    /// The stamp of the last change of the latest observation.
    var changedAt: Int64
    /// The stamp of the observation that made the entity.
    var createdAt: Int64
    var nameHash: UInt64
    var capacity: UInt32
    var count: UInt32
    /// The slot of the oldest row.
    var first: UInt32
    /// Entries of this number in the oldest-first queue whose observations are gone already. Outlives the entity.
    var stale: UInt32
    var name: UInt32
    /// Observations that the entity has had, in all.
    var sequence: UInt32
}
