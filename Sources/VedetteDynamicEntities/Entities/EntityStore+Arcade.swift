// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteExpressions
package import VedetteValues

extension EntityStore {
    /// An observation of a track as scripts see it: that of a time where it is among the newest, else the newest; nil where the track is not known.
    ///
    /// - Complexity: O(fields) for the newest observation.
    package func arcadeContent(ofTrack trackID: String, at time: Instant) -> ArcadeContent? {
        let found: DynamicEntityObservation? = withStore { store in
            guard let number = store.number(named: trackID), let entity = store.entity(number) else { return nil }
            let count = min(store.observationCount(number), Self.searchedObservationCount)
            let age = (0..<count).first { store.observation(number, age: $0).observedAt == time } ?? 0
            guard count > 0 else { return nil }
            return DynamicEntityObservation(
                store.observation(number, age: age), entity: entity, track: number, trackID: trackID, in: store, owner: self)
        }
        return found?.arcadeContent
    }

    private static let searchedObservationCount = 64
}
