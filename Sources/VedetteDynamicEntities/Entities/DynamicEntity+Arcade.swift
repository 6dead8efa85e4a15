// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteExpressions
import VedetteGeometry
package import VedetteModel

extension DynamicEntity: ArcadeConvertible {
    /// The newest observation; without a geometry, and all fields null, once the entity was purged.
    package var arcadeContent: ArcadeContent {
        let latest = latestObservation
        return .feature(
            ArcadeElementRow(
                attributes: latest?.attributes ?? [:], geometry: latest?.geometry, fields: owner.arcadeFields, element: self))
    }

    /// The observations that are kept, the newest is the current one.
    package var arcadeTrack: ArcadeTrack? {
        ArcadeTrack(observations(limit: ArcadeTrack.maximumCount).reversed().map { ($0.arcadeRow, $0.observedAt ?? $0.receivedAt) })
    }
}

extension DynamicEntityObservation: ArcadeConvertible {
    package var arcadeContent: ArcadeContent { .feature(arcadeRow) }

    var arcadeRow: ArcadeElementRow {
        ArcadeElementRow(attributes: attributes, geometry: geometry, fields: owner.arcadeFields, element: self)
    }

    /// The observations that are kept of the entity, and this one among them; alone where it was purged.
    package var arcadeTrack: ArcadeTrack? {
        let all = Array(entityHandle.observations().reversed())
        guard let place = all.firstIndex(of: self) else { return ArcadeTrack([(arcadeRow, observedAt ?? receivedAt)]) }
        return ArcadeTrack(all.map { ($0.arcadeRow, $0.observedAt ?? $0.receivedAt) }, current: place)
    }
}

extension EntityStore {
    /// The fields that observations have, as far as they are known.
    var arcadeFields: [Field] {
        withStore { $0.schema.fields.filter { $0.name != ObservationSchema.altitudeName } }
    }
}

extension DynamicEntity: DescribedElement {
    package var describedFields: [Field] { owner.arcadeFields }
}

extension DynamicEntityObservation: DescribedElement {
    package var describedFields: [Field] { owner.arcadeFields }
}
