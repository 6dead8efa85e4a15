// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteDynamicEntities
public import VedetteExpressions
import VedetteGeometry
public import VedetteLocation
package import VedetteModel

/// Watches a device: every location of a source is a fix.
///
/// Starting a monitor does not start the source, and stopping it does not stop the source. A location without a timestamp counts as measured when it
/// comes; one whose position is not a place on Earth is passed over and counted in ``unplacedLocationCount``.
public final class LocationGeotriggerFeed: GeotriggerFeed, @unchecked Sendable {
    public let locationDataSource: LocationDataSource

    /// Which locations are used, as a script that says true or false of `$locationupdate`; all where it is nil. A location for which it stumbles
    /// is used, and counted in ``GeotriggerFeed/filterErrorCount``. A script that cannot be read keeps a monitor from starting.
    ///
    /// Note that a value that is not known is null, and null is less than any number above 0: `$locationupdate.horizontalaccuracy <= 20` lets
    /// through a location whose accuracy is not known.
    public let filter: ArcadeExpression?

    /// How many locations had no place on Earth.
    public var unplacedLocationCount: Int { unplaced.value }

    /// The track id of the device in events.
    static let trackID = "location"

    private let nextOrdinal = Mutex<UInt64>(0)
    private let unplaced = Counter()
    private let timing: SourceTiming

    public convenience init(locationDataSource: LocationDataSource, filter: ArcadeExpression? = nil) {
        self.init(locationDataSource: locationDataSource, filter: filter, timing: .system)
    }

    package init(locationDataSource: LocationDataSource, filter: ArcadeExpression? = nil, timing: SourceTiming) {
        (self.locationDataSource, self.filter, self.timing) = (locationDataSource, filter, timing)
        super.init(filter: filter)
    }

    override func follow(_ body: @escaping @Sendable (FeedArrival) -> Void) -> Observation {
        locationDataSource.arrivals.add { [weak self] location in
            guard let self, let arrival = arrival(of: copy location) else { return }
            body(arrival)
        }
    }

    private func arrival(of location: Location) -> FeedArrival? {
        let position = location.position
        let placed = position.spatialReference == nil ? position : GeometryEngine.project(position, into: .wgs84)
        guard let placed, let grid = GridPosition(longitude: placed.x, latitude: placed.y) else {
            unplaced.add(1)
            return nil
        }
        guard accepts(ArcadeLocationRow(location)) else { return nil }
        let ordinal = nextOrdinal.withLock { next in
            defer { next += 1 }
            return next
        }
        var batch = ObservationBatch()
        batch.beginRow()
        let name = batch.appendBytes { $0.append(contentsOf: Self.trackID.utf8) }
        let time = location.timestamp.map { Instant($0).microsecondsSince1970 }
        batch.endRow(track: name, position: grid, time: time ?? ObservationBatch.noTime, ordinal: ordinal)
        var arrival = FeedArrival(batch: batch, receivedAt: timing.now())
        arrival.locations = [location]
        arrival.accuracies = [location.horizontalAccuracy]
        arrival.speeds = [location.speed]
        arrival.courses = [location.course]
        return arrival
    }

    override var problem: GeotriggerError? {
        let status = locationDataSource.status
        guard status != .started else { return nil }
        return GeotriggerError(
            .feedNotStarted, "the location data source of the feed is \(status); start it, and fixes are watched as they come",
            underlyingError: locationDataSource.error)
    }

    override func followProblem(_ body: @Sendable () -> Void) async {
        for await _ in locationDataSource.$status { body() }
    }
}
