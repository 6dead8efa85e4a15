// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a query looks for in a track store.
package struct TrackQuery: Sendable {
    /// The track ids to look for; nil for any.
    package var trackIDs: [String]?

    package init(trackIDs: [String]? = nil) {
        self.trackIDs = trackIDs
    }
}

extension TrackStore {
    /// The numbers of the tracks that match, each once, in ascending order of entity id.
    ///
    /// - Complexity: O(ids) with track ids, else O(tracks).
    package func numbers(matching query: TrackQuery) -> [UInt32] {
        guard let ids = query.trackIDs else { return sortedByEntity(numbers) }
        return sortedByEntity(Array(Set(ids.compactMap { number(named: $0) })))
    }

    private func sortedByEntity(_ numbers: [UInt32]) -> [UInt32] {
        let keyed = numbers.compactMap { number in entity(number).map { (entity: $0, number: number) } }
        return keyed.sorted { $0.entity < $1.entity }.map(\.number)
    }
}
