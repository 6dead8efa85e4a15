// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Vedette
import VedetteGeometry
import VedetteLocation
import VedetteModel

/// What the server knows of one location, for all viewers: where it is, where it was, and how its source is.
final class SharedLocation: Sendable {
    /// A location on the map of the world.
    struct Placed: Sendable {
        var location: Location
        /// Degrees on WGS 84; the longitude within −180…180.
        var longitude: Double
        var latitude: Double
        var receivedAt: Instant
        /// Counted up with each location.
        var version: Int
    }

    /// How a source is.
    struct Standing: Hashable, Sendable {
        var status: LocationDataSource.Status
        var error: String?
    }

    private struct State {
        var latest: Placed?
        var path: LocationPath
    }

    let description: LiveLocation
    /// Locations that came.
    let updates = Counter()
    /// Locations that are no place on Earth.
    let rejected = Counter()
    /// How often the source could not be started, or failed while it ran.
    let failures = Counter()

    private let state: Mutex<State>
    private let observation = Mutex<Observation?>(nil)

    /// The most characters of an error that is told.
    private static let errorLength = 500

    init(_ description: LiveLocation, clock: @escaping @Sendable () -> Instant) {
        self.description = description
        state = Mutex(State(path: LocationPath(duration: description.pathDuration)))
        for past in description.pastLocations {
            guard let time = past.timestamp, let place = Self.place(past.position) else { continue }
            state.withLock {
                $0.path.append(LocationPath.Point(longitude: place.longitude, latitude: place.latitude, time: Instant(time)))
            }
        }
        if let known = description.dataSource.location { take(known, at: clock()) }
        let watch = description.dataSource.arrivals.add { [weak self] location in self?.take(copy location, at: clock()) }
        observation.withLock { $0 = watch }
    }

    /// Takes a location that came.
    func take(_ location: Location, at now: Instant) {
        updates.add(1)
        guard let place = Self.place(location.position) else {
            rejected.add(1)
            return
        }
        let time = location.timestamp.map { Instant($0) } ?? now
        state.withLock { state in
            state.latest = Placed(
                location: location, longitude: place.longitude, latitude: place.latitude, receivedAt: now,
                version: (state.latest?.version ?? 0) + 1)
            state.path.append(LocationPath.Point(longitude: place.longitude, latitude: place.latitude, time: time))
        }
    }

    /// The latest location; nil where none has come.
    var latest: Placed? { state.withLock { $0.latest } }

    /// The path so far.
    var path: LocationPath { state.withLock { $0.path } }

    /// How the source is.
    var standing: Standing {
        let source = description.dataSource
        return Standing(status: source.status, error: source.error.map { LiveMessages.cut("\($0)", Self.errorLength) })
    }

    /// What of the path a viewer has not had.
    func pathPoints(
        after cursor: inout LocationPath.Cursor, maximum: Int
    ) -> (isReset: Bool, points: [LocationPath.Point], hasMore: Bool) {
        let before = cursor
        let (isReset, points, hasMore, after) = state.withLock { state in
            var cursor = before
            let (isReset, points, hasMore) = state.path.points(after: &cursor, maximum: maximum)
            return (isReset, Array(points), hasMore, cursor)
        }
        cursor = after
        return (isReset, points, hasMore)
    }

    /// Longitude and latitude of a place on WGS 84; nil for what is no place on Earth. A place without a spatial reference is one on WGS 84.
    private static func place(_ point: Point) -> (longitude: Double, latitude: Double)? {
        let placed = point.spatialReference == nil ? point : GeometryEngine.project(point, into: .wgs84)
        guard let placed, placed.x.isFinite, abs(placed.x) <= 540, abs(placed.y) <= 90 else { return nil }
        let turns = ((placed.x + 180) / 360).rounded(.down)
        return (abs(placed.x) <= 180 ? placed.x : placed.x - 360 * turns, placed.y)
    }
}
