// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
package import VedetteDynamicEntities
public import VedetteExpressions
import VedetteGeometry
public import VedetteLocation
package import VedetteModel

/// Watches a device: every location of a source is a fix.
///
/// Starting a monitor does not start the source. A location without a timestamp counts as measured when it comes; one whose position is not a
/// place on Earth is passed over.
public final class LocationGeotriggerFeed: GeotriggerFeed, @unchecked Sendable {
    public let locationDataSource: LocationDataSource

    /// Which locations are used, as a script that says true or false of `$locationupdate`; all where it is nil. A location for which it stumbles
    /// is used, and counted in ``filterErrorCount``. A script that cannot be read keeps a monitor from starting.
    ///
    /// Note that a value that is not known is null, and null is less than any number above 0: `$locationupdate.horizontalaccuracy <= 20` lets
    /// through a location whose accuracy is not known.
    public let filter: ArcadeExpression?

    /// For how many locations ``filter`` stumbled.
    public var filterErrorCount: Int { filterErrors.withLock { $0.count } }

    /// Over what ``filter`` stumbled last, and where; nil where it never did.
    public var latestFilterError: ArcadeError? { filterErrors.withLock { $0.latest } }

    /// The track id of the device in events.
    static let trackID = "location"

    private let nextOrdinal = Mutex<UInt64>(0)
    private let evaluator: ArcadeEvaluator?
    private let filterErrors = Mutex((count: 0, latest: ArcadeError?.none))
    private let latest = Mutex<Location?>(nil)

    public init(locationDataSource: LocationDataSource, filter: ArcadeExpression? = nil) {
        (self.locationDataSource, self.filter) = (locationDataSource, filter)
        evaluator = filter.map { ArcadeEvaluator(expression: $0, profile: .locationUpdateConstraint) }
        super.init()
    }

    /// Whether the filter lets a location through.
    private func accepts(_ location: Location) -> Bool {
        guard let evaluator else { return true }
        do throws(ArcadeError) {
            let variable = ArcadeContent.feature(ArcadeLocationRow(location))
            return try evaluator.evaluate(Array(repeating: variable, count: evaluator.variableCount())).asBoolean
        } catch {
            filterErrors.withLock { $0 = ($0.count + 1, error) }
            return true
        }
    }

    package override func check() throws(ArcadeError) {
        try evaluator?.check()
    }

    package override func content(ofTrack trackID: String, at time: Instant) -> ArcadeContent? {
        latest.withLock { $0 }.map { .feature(ArcadeLocationRow($0)) }
    }

    package override func observe(_ body: @escaping @Sendable (borrowing ObservationArrival) -> Void) -> Observation {
        locationDataSource.arrivals.add { [self] location in
            let position = location.position
            let placed = position.spatialReference == nil ? position : GeometryEngine.project(position, into: .wgs84)
            guard let placed, let grid = GridPosition(longitude: placed.x, latitude: placed.y), accepts(location) else { return }
            latest.withLock { $0 = location }
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
