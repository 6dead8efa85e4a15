// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteLocation

/// The points of a track or a route as locations, with the moments at which they are due: a core.
///
/// A point is due as long after the first as its time is after that one's. One whose time is before that of a point before it is due together with
/// that point. Points without a time between two that have one are spread over the time between these as they lie along the way; any other point
/// without a time is due a second after, or before, its neighbour.
///
/// Speed and course are those of the file. Where it has none they are derived within a segment, from the point before, or, at the first, the point behind:
/// the length of the geodesic on WGS 84 over the time between the two, and its azimuth at the point. Without times there is no speed.
struct GPXPath: Sendable {
    private(set) var locations: [Location] = []
    /// When each is due, in seconds of the recording after the first; never falling.
    private(set) var offsets: [Double] = []

    /// A device that has moved less than this, in metres, goes nowhere.
    private static let stillness = 1e-3

    /// - Parameter segments: the points that were recorded without a break, in their order.
    init(_ segments: [[GPXPoint]]) {
        let points = segments.flatMap { $0 }
        offsets = Self.offsets(points)
        locations.reserveCapacity(points.count)
        for segment in segments {
            var course = Double.nan
            for index in segment.indices {
                let point = segment[index]
                let motion = Self.motion(segment, index)
                // Standing still, a device goes on looking where it looked.
                course = motion.course.isFinite ? motion.course : course
                locations.append(
                    Self.location(
                        point, speed: point.speed.isFinite ? point.speed : motion.speed,
                        course: point.course.isFinite ? point.course : course))
            }
        }
    }

    private static func location(_ point: GPXPoint, speed: Double, course: Double) -> Location {
        var properties: [Location.SourcePropertyKey: any Sendable] = [:]
        if let count = point.fields.number("sat").flatMap({ Int(exactly: $0) }), count >= 0 { properties[.satelliteCount] = count }
        if let fix = point.fields.text("fix"), ["2d", "3d", "dgps", "pps"].contains(fix) { properties[.positionSource] = "GNSS" }
        return Location(
            position: Point(
                x: point.longitude, y: point.latitude, z: point.elevation.isFinite ? point.elevation : nil, spatialReference: .wgs84),
            speed: speed, course: course, timestamp: point.time, additionalSourceProperties: properties)
    }

    /// How the device moves at a point, from the points beside it; NaN where that cannot be told.
    private static func motion(_ segment: [GPXPoint], _ index: Int) -> (speed: Double, course: Double) {
        guard segment.count > 1 else { return (.nan, .nan) }
        let (first, second) = index == 0 ? (segment[0], segment[1]) : (segment[index - 1], segment[index])
        let way = Geodesic.inverse(from: (first.latitude, first.longitude), to: (second.latitude, second.longitude))
        let isStill = way.metres < stillness
        var speed = Double.nan
        if let start = first.microseconds, let end = second.microseconds, end > start {
            speed = isStill ? 0 : way.metres / (Double(end - start) / 1e6)
        }
        let azimuth = index == 0 ? way.azimuth1 : way.azimuth2
        return (speed, isStill ? .nan : azimuth < 0 ? azimuth + 360 : azimuth)
    }

    // MARK: Moments

    private static func offsets(_ points: [GPXPoint]) -> [Double] {
        let timed = points.indices.filter { points[$0].microseconds != nil }
        guard let first = timed.first, let last = timed.last else { return points.indices.map(Double.init) }
        var offsets = [Double](repeating: 0, count: points.count)
        let start = points[first].microseconds ?? 0
        var latest = 0.0
        for index in timed {
            latest = max(latest, Double((points[index].microseconds ?? 0) - start) / 1e6)
            offsets[index] = latest
        }
        for (one, other) in zip(timed, timed.dropFirst()) where other - one > 1 { spread(one, other, points, &offsets) }
        for index in points.indices.dropFirst(last + 1) { offsets[index] = offsets[index - 1] + 1 }
        for index in 0..<first { offsets[index] = Double(index - first) }
        let earliest = offsets.first ?? 0
        return offsets.map { $0 - earliest }
    }

    /// Sets the moments of the points between two that have one, by the way that they lie along.
    private static func spread(_ first: Int, _ last: Int, _ points: [GPXPoint], _ offsets: inout [Double]) {
        var way: [Double] = [0]
        for index in first..<last {
            let (one, other) = (points[index], points[index + 1])
            let metres = Geodesic.inverse(from: (one.latitude, one.longitude), to: (other.latitude, other.longitude)).metres
            way.append((way.last ?? 0) + metres)
        }
        let (total, time) = (way.last ?? 0, offsets[last] - offsets[first])
        for index in first + 1..<last {
            let share = total > 0 ? way[index - first] / total : Double(index - first) / Double(last - first)
            offsets[index] = offsets[first] + time * share
        }
    }
}
