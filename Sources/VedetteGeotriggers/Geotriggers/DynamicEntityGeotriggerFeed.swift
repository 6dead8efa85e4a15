// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteDynamicEntities
package import VedetteExpressions
package import VedetteModel

/// Watches every entity of a data source: each observation is a fix of its track.
///
/// Starting a monitor does not connect the source. Observations without a time count as made when they come.
public final class DynamicEntityGeotriggerFeed: GeotriggerFeed, @unchecked Sendable {
    public let dataSource: DynamicEntityDataSource

    public init(dataSource: DynamicEntityDataSource) {
        self.dataSource = dataSource
        super.init()
    }

    package override func observe(_ body: @escaping @Sendable (borrowing ObservationArrival) -> Void) -> Observation {
        dataSource.entityStore.arrivals.add(body)
    }

    package override func content(ofTrack trackID: String, at time: Instant) -> ArcadeContent? {
        dataSource.entityStore.arcadeContent(ofTrack: trackID, at: time)
    }
}
