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

    /// The value of the entity id field, as text, by which the feed knows this entity; known also once the entity was purged.
    ///
    /// An entity that was purged and one that came later can have the same.
    public let trackID: String

    let track: UInt32
    let owner: EntityStore

    init(id: UInt64, track: UInt32, trackID: String, owner: EntityStore) {
        (self.id, self.track, self.trackID, self.owner) = (id, track, trackID, owner)
    }

    /// The attributes of the newest observation, by field name; null values are absent.
    ///
    /// For a name in any case, ask ``attributeValue(forKey:)``.
    public var attributes: [String: any Sendable] { latestObservation?.attributes ?? [:] }

    /// The position of the newest observation, in WGS 84.
    public var geometry: Geometry? { latestObservation?.geometry }

    /// The newest observation; nil once the entity was purged.
    public var latestObservation: DynamicEntityObservation? { observations(limit: 1).first }

    /// The observations that are still kept, newest first: by event time, those of one time and those without by arrival.
    ///
    /// - Parameter limit: how many at the most, the newest included; nil, or a negative number, for all.
    /// - Returns: an empty array once the entity was purged.
    /// - Complexity: O(observations × fields).
    public func observations(limit: Int? = nil) -> [DynamicEntityObservation] {
        owner.withStore { store in
            guard store.entity(track) == id else { return [] }
            let all = store.observationCount(track)
            let count = limit.map { $0 < 0 ? all : min($0, all) } ?? all
            return (0..<count).map { age in
                DynamicEntityObservation(
                    store.observation(track, age: age), entity: id, track: track, trackID: trackID, in: store, owner: owner)
            }
        }
    }

    /// As ``observations(limit:)``.
    ///
    /// - Parameter maximumObservations: how many at the most, the newest included; -1, or any negative number, for all.
    /// - Returns: an empty array once the entity was purged.
    public func observations(maximumObservations: Int) -> [DynamicEntityObservation] {
        observations(limit: maximumObservations)
    }

    /// What happens to this entity from now on; ends after the entity was purged.
    public var changes: EventStream<DynamicEntityChangedInfo> { owner.changes(of: id, track: track, EventBuffering()) }

    /// As ``changes``, with a buffer of another size or policy.
    public func changes(bufferSize: Int, policy: EventBuffering.Policy = .keepNewest) -> EventStream<DynamicEntityChangedInfo> {
        owner.changes(of: id, track: track, EventBuffering(size: bufferSize, policy: policy))
    }

    /// The value of an attribute of the newest observation, whatever the case of `key`; nil where it is null or there is none.
    public func attributeValue(forKey key: String) -> (any Sendable)? { latestObservation?.attributeValue(forKey: key) }
}

extension DynamicEntity: Hashable {
    public static func == (lhs: DynamicEntity, rhs: DynamicEntity) -> Bool {
        lhs.id == rhs.id && lhs.owner === rhs.owner
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
