// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
package import VedetteDynamicEntities
import VedetteGeometry
public import VedetteLocation
package import VedetteModel

/// Watches a device: every location of a source is a fix.
///
/// Starting a monitor does not start the source. A location without a timestamp counts as measured when it comes; one whose position is not a
/// place on Earth is passed over.
public final class LocationGeotriggerFeed: GeotriggerFeed, @unchecked Sendable {
    public let locationDataSource: LocationDataSource

    /// The track id of the device in events.
    static let trackID = "location"

    private let nextOrdinal = Mutex<UInt64>(0)

    public init(locationDataSource: LocationDataSource) {
        self.locationDataSource = locationDataSource
        super.init()
    }

    package override func observe(_ body: @escaping @Sendable (borrowing ObservationArrival) -> Void) -> Observation {
        locationDataSource.arrivals.add { [self] location in
            let position = location.position
            let placed = position.spatialReference == nil ? position : GeometryEngine.project(position, into: .wgs84)
            guard let placed, let grid = GridPosition(longitude: placed.x, latitude: placed.y) else { return }
            let ordinal = nextOrdinal.withLock { next in
                defer { next += 1 }
                return next
            }
            var batch = ObservationBatch()
            batch.beginRow()
            let name = batch.appendBytes { $0.append(contentsOf: Self.trackID.utf8) }
            let time = location.timestamp.map { Instant($0).microsecondsSince1970 }
            batch.endRow(track: name, position: grid, time: time ?? ObservationBatch.noTime, ordinal: ordinal)
            body(ObservationArrival(batch: batch, receivedAt: Instant(Date())))
        }
    }
}
