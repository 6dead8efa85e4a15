// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension EntityStore {
    /// An observation of a track of `store`, which is the one of this, by its age: 0 is the latest; nil where the number is free.
    package func observation(_ number: UInt32, age: Int, in store: borrowing TrackStore) -> DynamicEntityObservation? {
        guard let entity = store.entity(number), age < store.observationCount(number) else { return nil }
        return DynamicEntityObservation(
            store.observation(number, age: age), entity: entity, track: number, trackID: store.name(number), in: store, owner: self)
    }

    /// The id of an observation, without making that; nil where there is none.
    package func observationID(_ number: UInt32, age: Int, in store: borrowing TrackStore) -> UInt64? {
        guard let entity = store.entity(number), age < store.observationCount(number) else { return nil }
        return DynamicEntityObservation.id(of: store.observation(number, age: age), entity: entity)
    }
}
