// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// What is known of a feed that tells its fields as it goes along.
final class FeedDescription: Sendable {
    private struct State {
        var fields: [Field] = []
        var track: String?
        var time: String?
    }

    private let state = Mutex(State())

    /// Takes note of the columns of a batch and of what its decoder found.
    func update(_ schema: ObservationSchema, _ names: (track: String?, time: String?)) {
        state.withLock { state in
            // Columns are only ever added.
            if schema.fields.count > state.fields.count { state.fields = schema.fields }
            (state.track, state.time) = (names.track ?? state.track, names.time ?? state.time)
        }
    }

    /// What the feed is about; where its user has said what a field is for, that counts.
    func info(_ options: FeedOptions) -> DynamicEntityDataSourceInfo {
        let state = state.withLock { $0 }
        let info = DynamicEntityDataSourceInfo(
            entityIDFieldName: options.trackField ?? state.track ?? "id",
            fields: state.fields.filter { $0.name != ObservationSchema.altitudeName })
        info.spatialReference = .wgs84
        info.timeFieldName = options.timeField ?? state.time
        return info
    }
}
