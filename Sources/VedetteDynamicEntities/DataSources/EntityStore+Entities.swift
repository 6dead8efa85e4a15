// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension EntityStore {
    /// The entities that there are, in the order of their numbers.
    package var entities: [DynamicEntity] {
        withStore { store in
            store.numbers.compactMap { number in
                store.entity(number).map { DynamicEntity(id: $0, track: number, trackID: store.name(number), owner: self) }
            }
        }
    }

    /// The entity with a track id; nil where there is none.
    package func entity(ofTrack trackID: String) -> DynamicEntity? {
        withStore { store in
            guard let number = store.number(named: trackID), let entity = store.entity(number) else { return nil }
            return DynamicEntity(id: entity, track: number, trackID: trackID, owner: self)
        }
    }

    /// Those track ids of `entities`, which has the id of the entity for each, whose entity is not there any more.
    package func gone(among entities: [String: UInt64]) -> [String] {
        withStore { store in
            entities.compactMap { trackID, entity in
                store.number(named: trackID).flatMap { store.entity($0) } == entity ? nil : trackID
            }
        }
    }
}
