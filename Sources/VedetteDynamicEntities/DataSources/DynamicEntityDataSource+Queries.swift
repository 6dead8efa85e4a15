// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

extension DynamicEntityDataSource {
    /// The entities whose newest observation matches `parameters` now.
    ///
    /// - Throws: `ExpressionError` where the where clause is wrong, `FeatureTableError` where the geometry cannot be projected.
    public func queryDynamicEntities(using parameters: DynamicEntityQueryParameters) async throws -> DynamicEntityQueryResult {
        try result(of: parameters.values)
    }

    /// The entities with these track ids. Ids that nothing has are passed over; no ids, no entities.
    public func queryDynamicEntities(withTrackIDs trackIDs: some Sequence<String>) async throws -> DynamicEntityQueryResult {
        var values = DynamicEntityQueryParameters.Values()
        values.trackIDs = Array(trackIDs)
        // No ids are no condition in the parameters, and no entity here.
        return values.trackIDs.isEmpty ? DynamicEntityQueryResult([]) : try result(of: values)
    }

    /// As ``queryDynamicEntities(withTrackIDs:)``.
    public func queryDynamicEntities(trackIDs: some Sequence<String>) async throws -> DynamicEntityQueryResult {
        try await queryDynamicEntities(withTrackIDs: trackIDs)
    }

    private func result(of values: DynamicEntityQueryParameters.Values) throws -> DynamicEntityQueryResult {
        let now = timing.now()
        let matches = try entityStore.withStore { store in
            let query = try TrackQuery(values, fields: store.schema.namedFields, now: now)
            return store.numbers(matching: query).compactMap { number in
                store.entity(number).map { DynamicEntity(id: $0, track: number, trackID: store.name(number), owner: entityStore) }
            }
        }
        return DynamicEntityQueryResult(matches)
    }
}
