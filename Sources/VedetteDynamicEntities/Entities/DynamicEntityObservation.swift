// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry
public import VedetteModel

/// What was known of an entity at one moment: a snapshot that never changes.
public final class DynamicEntityObservation: GeoElement, Identifiable {
    /// Unique inside the data source.
    public let id: UInt64

    /// The attributes, by field name; null values are absent.
    ///
    /// For a name in any case, ask ``attributeValue(forKey:)``.
    public let attributes: [String: any Sendable]

    /// The position in WGS 84, on the grid of 1e-7 degree; nil where the observation has none.
    public let geometry: Geometry?

    /// Event time, where the feed has one, see ``DynamicEntityDataSourceInfo/timeFieldName``.
    public let observedAt: Instant?

    /// When the observation came in; of two that came one after the other, the second has the later time.
    public let receivedAt: Instant

    let entity: UInt64
    let track: UInt32
    let trackID: String
    let owner: EntityStore

    init(
        _ row: TrackRowView, entity: UInt64, track: UInt32, trackID: String, in store: borrowing TrackStore, owner: EntityStore
    ) {
        id = Self.id(of: row, entity: entity)
        var attributes: [String: any Sendable] = [:]
        var altitude: Double?
        for (column, field) in store.schema.fields.enumerated() {
            guard let value = AttributeCoding.unpack(row.value(column: column), as: field.type, in: store) else { continue }
            if field.name == ObservationSchema.altitudeName { altitude = value as? Double } else { attributes[field.name] = value }
        }
        self.attributes = attributes
        geometry = row.position.map { position in
            Point(x: position.longitudeDegrees, y: position.latitudeDegrees, z: altitude, spatialReference: .wgs84)
        }
        observedAt = row.observedAt
        receivedAt = row.receivedAt
        (self.entity, self.track, self.trackID, self.owner) = (entity, track, trackID, owner)
    }

    /// The id of the observation of a row.
    static func id(of row: TrackRowView, entity: UInt64) -> UInt64 {
        // Entities and their observations are counted up; 40 and 24 bits last for a trillion of one and 16 million of the other.
        entity << 24 | UInt64(row.sequence & 0xFF_FFFF)
    }

    /// The entity that was observed; nil once it was purged.
    public var dynamicEntity: DynamicEntity? {
        owner.withStore { $0.entity(track) == entity } ? entityHandle : nil
    }

    /// The entity, purged or not.
    var entityHandle: DynamicEntity { DynamicEntity(id: entity, track: track, trackID: trackID, owner: owner) }

    /// The value of an attribute, whatever the case of `key`: that of the very name where there is one, else that of the first name in code-point order
    /// that differs in case only; nil where it is null or there is none.
    public func attributeValue(forKey key: String) -> (any Sendable)? {
        if let value = attributes[key] { return value }
        let folded = key.lowercased()
        return attributes.filter { $0.key.lowercased() == folded }.min { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }?.value
    }
}

extension DynamicEntityObservation: Hashable {
    public static func == (lhs: DynamicEntityObservation, rhs: DynamicEntityObservation) -> Bool {
        lhs.id == rhs.id && lhs.owner === rhs.owner
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
