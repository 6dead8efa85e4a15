// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteGeometry
import VedetteLocation
import VedetteModel

@testable import VedetteGeotriggers

/// Locations that a test hands over: what follows from one has happened when `tell` returns.
final class HandLocations: LocationDataSource, @unchecked Sendable {
    func tell(_ longitude: Double, _ seconds: Double, latitude: Double = 0.5, accuracy: Double = .nan, speed: Double = .nan) {
        didUpdate(
            Location(
                position: Point(latitude: latitude, longitude: longitude), horizontalAccuracy: accuracy, speed: speed, course: 90,
                timestamp: Date(timeIntervalSince1970: 1_750_000_000 + seconds)))
    }
}

/// Observations that a test hands over: what follows from them has happened when `tell` returns.
struct HandEntities {
    struct Feed: CustomDynamicEntityFeed {
        let events: AsyncStream<CustomDynamicEntityFeedEvent>
    }

    let source: CustomDynamicEntityDataSource

    init() {
        let fields = [Field(type: .text, name: "id", alias: ""), Field(type: .float64, name: "Velocity", alias: "")]
        source = CustomDynamicEntityDataSource(info: DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: fields)) {
            Feed(events: AsyncStream { _ in })
        }
    }

    func tell(_ observations: [(id: String, longitude: Double, seconds: Double, velocity: Double)]) {
        var batch = ObservationBatch()
        let column = batch.column(for: Field(type: .float64, name: "Velocity", alias: ""))
        for (index, observation) in observations.enumerated() {
            batch.beginRow()
            if let column { batch.setValue(PackedValue(observation.velocity), column: column) }
            let name = batch.appendBytes { $0 += Array(observation.id.utf8) }
            batch.endRow(
                track: name, position: GridPosition(longitude: observation.longitude, latitude: 0.5),
                time: Int64(1_750_000_000_000_000) + Int64(observation.seconds * 1e6), ordinal: UInt64(index))
        }
        source.entityStore.ingest(batch, at: Instant(Date()))
    }

    func tell(_ id: String, _ longitude: Double, _ seconds: Double, velocity: Double = .nan) {
        tell([(id, longitude, seconds, velocity)])
    }
}

/// A square of one degree with its lower left corner at a longitude on the equator.
func square(_ longitude: Double, id: String) -> Graphic {
    Graphic(
        geometry: Envelope(xMin: longitude, yMin: 0, xMax: longitude + 1, yMax: 1, spatialReference: .wgs84), attributes: ["id": id])
}

/// What came in so far, without waiting for more than is there: ends with an event that a test brings about at the end.
struct Told {
    var iterator: EventStream<GeotriggerNotificationInfo>.Iterator

    init(_ monitor: GeotriggerMonitor) { iterator = monitor.notifications.makeAsyncIterator() }

    mutating func next() async -> FenceGeotriggerNotificationInfo? { await iterator.next() as? FenceGeotriggerNotificationInfo }

    /// The next notifications in short: type, track and fence.
    mutating func next(_ count: Int) async -> [String] {
        var result: [String] = []
        for _ in 0..<count {
            guard let info = await next() else { break }
            result.append("\(info.fenceNotificationType) \(info.feedElementID) \(info.fenceID)")
        }
        return result
    }
}
