// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteFences
import VedetteGeometry
import VedetteModel

/// Says in a sentence why an event was told.
enum EventExplanation {
    static func text(_ outcome: FenceOutcome, _ type: FenceNotificationType) -> String {
        let event = outcome.event
        let subject = "\(outcome.trackID) \(type.rawValue) fence \(outcome.fence.id)"
        let when = outcome.time.map { " at \($0)" } ?? ""
        var text = subject + when + ": " + reason(outcome, type)
        if let confirmed = event.confirmedAt { text += "; the state held until \(confirmed), as long as the rule asks" }
        if event.cause == .fenceChanged {
            text += "; the fence was added, moved or given another buffer then, and the last fix judged anew"
        }
        if event.cause == .clock { text += "; no fix was needed, the clock had come so far" }
        return text
    }

    private static func reason(_ outcome: FenceOutcome, _ type: FenceNotificationType) -> String {
        let rules = outcome.options.rules
        switch type {
        case .entered, .exited: return crossing(outcome, isEntry: type == .entered)
        case .dwelled: return "it has been inside for \(seconds(rules.dwell)), the limit of the rule"
        case .silent: return "it is inside and no fix has come for \(seconds(rules.silence)), the limit of the rule"
        case .speeding:
            return "it is inside, and its speed of \(speed(outcome)) is above the limit of \(metres(rules.speedAbove ?? .nan))/s"
        case .slow: return "it is inside, and its speed of \(speed(outcome)) is below the limit of \(metres(rules.speedBelow ?? .nan))/s"
        }
    }

    private static func crossing(_ outcome: FenceOutcome, isEntry: Bool) -> String {
        let place = "\(outcome.event.position.latitudeDegrees)°, \(outcome.event.position.longitudeDegrees)°"
        if case .path = outcome.options.detection, let way = way(outcome) {
            return
                "the way from the fix before to fix \(outcome.fix?.ordinal ?? 0) \(isEntry ? "comes into" : "leaves") it at \(place), \(way) of the way along"
        }
        let distance = distanceToBorder(outcome)
        let reach = distance.map { ", \(metres($0)) from its border" } ?? ""
        if outcome.options.usesAccuracy, let radius = outcome.fix?.accuracy, radius > 0, radius.isFinite {
            return disc(outcome, radius, isEntry: isEntry) + ": the fix at \(place)\(reach), is \(isInside(outcome) ? "inside" : "outside")"
        }
        return "the fix at \(place) is \(isEntry ? "inside or on its border" : "outside")\(reach)"
    }

    private static func disc(_ outcome: FenceOutcome, _ radius: Double, isEntry: Bool) -> String {
        let disc = "the disc of \(metres(radius)) around the fix "
        switch (outcome.options.relationship, isEntry) {
        case (.enterIntersectsExitDoesNotIntersect, true): return disc + "meets it"
        case (.enterContainsExitDoesNotContain, true), (.enterContainsExitDoesNotIntersect, true): return disc + "is wholly in it"
        case (.enterIntersectsExitDoesNotIntersect, false), (.enterContainsExitDoesNotIntersect, false): return disc + "does not meet it"
        case (.enterContainsExitDoesNotContain, false): return disc + "is not wholly in it"
        }
    }

    /// How far along the way between two fixes, in percent; nil where that is not known.
    private static func way(_ outcome: FenceOutcome) -> String? {
        guard let fix = outcome.fix, let previous = outcome.previous, let time = outcome.time, outcome.event.cause == .fix else {
            return nil
        }
        let (start, end) = (Instant(microsecondsSince1970: previous.time), Instant(microsecondsSince1970: fix.time))
        let share = time.seconds(since: start) / end.seconds(since: start)
        guard share.isFinite, share >= 0, share <= 1 else { return nil }
        return "\((share * 1_000).rounded() / 10) %"
    }

    private static func isInside(_ outcome: FenceOutcome) -> Bool {
        GeometryEngine.isGeometry(outcome.fence.geometry, intersecting: outcome.event.position.point)
    }

    /// Metres on the ellipsoid from the place to the fence's border: the least among the places that are about as near in the map's plane at that
    /// latitude.
    private static func distanceToBorder(_ outcome: FenceOutcome) -> Double? {
        let place = outcome.event.position.point
        // A degree of longitude in degrees of latitude, on the ellipsoid (series of the radii of curvature of WGS 84).
        let latitude = place.y * .pi / 180
        let width =
            (111_412.84 * cos(latitude) - 93.5 * cos(3 * latitude) + 0.118 * cos(5 * latitude))
            / (111_132.954 - 559.822 * cos(2 * latitude) + 1.175 * cos(4 * latitude))
        guard width > 1e-9 else { return nil }
        var nearest: [(distance: Double, x: Double, y: Double)] = []
        var best = Double.infinity
        for run in outlines(outcome.fence.geometry) where run.count > 0 {
            for index in 0..<run.count {
                let next = index + 1 == run.count ? 0 : index + 1
                let (ax, ay) = (turned(run.x[index] - place.x) * width, run.y[index] - place.y)
                let (dx, dy) = (turned(run.x[next] - run.x[index]) * width, run.y[next] - run.y[index])
                let length = dx * dx + dy * dy
                let share = length > 0 ? min(max(-(ax * dx + ay * dy) / length, 0), 1) : 0
                let (x, y) = (ax + share * dx, ay + share * dy)
                let distance = x * x + y * y
                guard distance <= best * 1.05 else { continue }
                best = min(best, distance)
                nearest.append((distance, x, y))
                if nearest.count > 64 { nearest.removeAll { $0.distance > best * 1.05 } }
                if nearest.count > 64 { nearest.removeFirst() }
            }
        }
        return nearest.filter { $0.distance <= best * 1.05 }.compactMap { near in
            let border = Point(x: place.x + near.x / width, y: place.y + near.y, spatialReference: .wgs84)
            return GeometryEngine.geodeticDistance(from: place, to: border)?.distance.value
        }.min()
    }

    private static func outlines(_ geometry: Geometry) -> [Coordinates] {
        guard let envelope = geometry as? Envelope else { return geometry.runs }
        return [
            Coordinates(
                x: [envelope.xMin, envelope.xMin, envelope.xMax, envelope.xMax],
                y: [envelope.yMin, envelope.yMax, envelope.yMax, envelope.yMin])
        ]
    }

    /// A difference of longitudes, the shorter way round.
    private static func turned(_ degrees: Double) -> Double { degrees - (degrees / 360).rounded() * 360 }

    private static func speed(_ outcome: FenceOutcome) -> String {
        guard let speed = outcome.fix?.speed, speed.isFinite else { return "the distance from the fix before over the time" }
        return "\(metres(speed))/s"
    }

    private static func seconds(_ microseconds: Int64?) -> String { "\(Double(microseconds ?? 0) / 1e6) s" }

    private static func metres(_ value: Double) -> String { "\((value * 1_000).rounded() / 1_000) m" }
}
