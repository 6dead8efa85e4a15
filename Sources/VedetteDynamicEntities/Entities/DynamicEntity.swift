// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry
public import VedetteModel

/// A real thing that is being observed: a live pointer to its newest observation.
///
/// Attributes and geometry are those of the newest observation at the moment when they are read. When its last observation
/// is purged the entity is gone for good: attributes are empty then, and a later observation with the same track id makes a new entity.
public final class DynamicEntity: GeoElement, Identifiable {
    /// Unique inside the data source, and never used again. Not the track id.
    public let id: UInt64

    let track: UInt32
    let owner: EntityStore

    init(id: UInt64, track: UInt32, owner: EntityStore) {
        (self.id, self.track, self.owner) = (id, track, owner)
    }

    /// The attributes of the newest observation, by field name; null values are absent.
    public var attributes: [String: any Sendable] { latestObservation?.attributes ?? [:] }

    /// The position of the newest observation, in WGS 84.
    public var geometry: Geometry? { latestObservation?.geometry }

    /// The newest observation; nil once the entity was purged.
    public var latestObservation: DynamicEntityObservation? { observations(limit: 1).first }

    /// The observations that are still kept, newest first by event time.
    ///
    /// - Parameter limit: how many at the most, the newest included; nil for all.
    /// - Returns: an empty array once the entity was purged.
    /// - Complexity: O(observations × fields).
    public func observations(limit: Int? = nil) -> [DynamicEntityObservation] {
        owner.withStore { store in
            guard store.entity(track) == id else { return [] }
            let count = min(store.observationCount(track), max(0, limit ?? .max))
            return (0..<count).map { age in
                DynamicEntityObservation(store.observation(track, age: age), entity: id, track: track, in: store, owner: owner)
            }
        }
    }

    /// What happens to this entity from now on; ends after the entity was purged.
    public var changes: EventStream<DynamicEntityChangedInfo> { owner.changes(of: id, track: track) }
}

extension DynamicEntity: Hashable {
    public static func == (lhs: DynamicEntity, rhs: DynamicEntity) -> Bool {
        lhs.id == rhs.id && lhs.owner === rhs.owner
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
