// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry
public import VedetteModel

/// What was known of an entity at one moment: a snapshot that never changes.
public final class DynamicEntityObservation: GeoElement, Identifiable {
    /// Unique inside the data source.
    public let id: UInt64

    /// The attributes, by field name; null values are absent.
    public let attributes: [String: any Sendable]

    /// The position in WGS 84, on the grid of 1e-7 degree; nil where the observation has none.
    public let geometry: Geometry?

    /// Event time, where the feed has one.
    public let observedAt: Instant?

    /// When the observation came in.
    public let receivedAt: Instant

    let entity: UInt64
    let track: UInt32
    let owner: EntityStore

    init(_ row: TrackRowView, entity: UInt64, track: UInt32, in store: borrowing TrackStore, owner: EntityStore) {
        // Entities and their observations are counted up; 40 and 24 bits last for a trillion of one and 16 million of the other.
        id = entity << 24 | UInt64(row.sequence & 0xFF_FFFF)
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
        (self.entity, self.track, self.owner) = (entity, track, owner)
    }

    /// The entity that was observed; nil once it was purged.
    public var dynamicEntity: DynamicEntity? {
        owner.withStore { $0.entity(track) == entity } ? entityHandle : nil
    }

    /// The entity, purged or not.
    var entityHandle: DynamicEntity { DynamicEntity(id: entity, track: track, owner: owner) }
}

extension DynamicEntityObservation: Hashable {
    public static func == (lhs: DynamicEntityObservation, rhs: DynamicEntityObservation) -> Bool {
        lhs.id == rhs.id && lhs.owner === rhs.owner
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
