// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteGeometry
package import VedetteValues

/// The observations of one thing in the order of their times, and which of them is the current one: what the functions are about whose
/// names
/// begin with `Track`.
package final class ArcadeTrack: Sendable {
    /// How many observations at the most; of more, those before are left out.
    package static let maximumCount = 1_000

    package let rows: [any ArcadeRow]
    /// As many as rows; nil where it is not known.
    package let times: [Instant?]
    /// The place of the current observation.
    package let current: Int

    private let motion = Mutex<[Motion]?>(nil)

    /// - Parameters:
    ///   - observations: in the order of their times.
    ///   - current: the last, unless given.
    package init(_ observations: [(row: any ArcadeRow, time: Instant?)], current: Int? = nil) {
        let last = min(max(0, current ?? observations.count - 1), max(0, observations.count - 1))
        let first = max(0, min(last - Self.maximumCount / 2, observations.count - Self.maximumCount))
        let kept = observations[first...].prefix(Self.maximumCount)
        rows = kept.map(\.row)
        times = kept.map(\.time)
        self.current = last - first
    }

    /// How one observation was come to from that before it.
    struct Motion {
        /// Metres along the track since the first observation.
        var distance = 0.0
        /// Metres a second since the observation before; 0 of the first, nil where times do not tell.
        var speed: Double? = 0
        /// Metres a second squared; 0 of the first, nil where times do not tell.
        var acceleration: Double? = 0
    }

    /// One for each observation, worked out once. An observation without a place is where the one before it was.
    var motions: [Motion] {
        motion.withLock { known in
            if let known { return known }
            var motions: [Motion] = []
            var place: Point?
            for index in rows.indices {
                var motion = Motion()
                let next = Self.place(of: rows[index].geometry) ?? place
                if let before = motions.last {
                    let metres = place.flatMap { place in next.map { Self.metres(from: place, to: $0) } } ?? 0
                    motion.distance = before.distance + metres
                    let seconds = Self.seconds(from: times[index - 1], to: times[index])
                    motion.speed = seconds.map { metres / $0 }
                    motion.acceleration = seconds.flatMap { seconds in
                        motion.speed.flatMap { speed in before.speed.map { (speed - $0) / seconds } }
                    }
                }
                motions.append(motion)
                place = next
            }
            known = motions
            return motions
        }
    }

    private static func place(of geometry: Geometry?) -> Point? {
        guard let geometry, !geometry.isEmpty else { return nil }
        return geometry as? Point ?? geometry.extent.center
    }

    /// Along the geodesic; in the plane where the places have no spatial reference.
    private static func metres(from first: Point, to second: Point) -> Double {
        if first.spatialReference != nil, let result = GeometryEngine.geodeticDistance(from: first, to: second) {
            return result.distance.converted(to: .meters).value
        }
        let (x, y) = (second.x - first.x, second.y - first.y)
        return (x * x + y * y).squareRoot()
    }

    /// nil where that is not known, or no time passed.
    private static func seconds(from first: Instant?, to second: Instant?) -> Double? {
        guard let first, let second else { return nil }
        let seconds = (Double(second.microsecondsSince1970) - Double(first.microsecondsSince1970)) / 1e6
        return seconds > 0 ? seconds : nil
    }
}
