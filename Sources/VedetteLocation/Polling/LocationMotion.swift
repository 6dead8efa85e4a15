// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// Puts fixes in order, and derives the speed and the course that they lack: a core, which is handed the time.
///
/// Speed is the length of the geodesic on WGS 84 from the fix before, over the time between the two; course is its azimuth at the new fix. Heights play no
/// part. The rules for fixes whose times do not grow are those of ``LocationPoller``.
struct LocationMotion: Sendable {
    enum Fix {
        /// A new fix.
        case new(Location)
        /// The same time and place as before.
        case repeated(Location)
        /// Older than the one before: not to be told.
        case outOfOrder
    }

    /// A fix that speed is derived from, with its time: its own, or where it has none, that of its coming.
    private struct Baseline {
        var location: Location
        var time: Date
    }

    private let derives: Bool
    /// Over a longer time than this, in seconds, the way between two fixes says nothing of how the device moves.
    private let longestGap: Double
    private var baseline: Baseline?
    /// What was told last.
    private var last: Location?
    /// How many fixes in a row were older than the last one that was told, and how old the last of them was.
    private var olderCount = 0
    private var olderTime = Date.distantPast

    /// So many older fixes in a row, each newer than the one before it, are no stragglers: the clock of the device was set back.
    private static let olderCountUntilBelieved = 3
    /// A device that has moved less than this, in metres, goes nowhere.
    private static let stillness = 1e-3

    init(derives: Bool, interval: Double) {
        self.derives = derives
        longestGap = max(300, 3 * interval)
    }

    /// Takes the next fix.
    ///
    /// - Parameters:
    ///   - fix: as it was answered.
    ///   - now: when it came.
    /// - Returns: the fix with what could be derived, or that it is not to be told.
    mutating func take(_ fix: Location, now: Date) -> Fix {
        let time = fix.timestamp ?? now
        guard let before = baseline else { return .new(begin(fix, time)) }
        if time < before.time {
            olderCount = time > olderTime ? olderCount + 1 : 1
            olderTime = time
            return olderCount >= Self.olderCountUntilBelieved ? .new(begin(fix, time)) : .outOfOrder
        }
        (olderCount, olderTime) = (0, .distantPast)
        if time == before.time {
            let isRepeated = fix.timestamp != nil && last?.position == fix.position
            // The baseline stays: clocks that tell whole seconds have many fixes a second, and the first is the nearest to its time.
            let location = derives ? fix.with(motionOf: last, isLastKnown: last?.isLastKnown ?? false) : fix
            last = location
            return isRepeated ? .repeated(location) : .new(location)
        }
        let location = derives ? moved(fix, from: before, at: time) : fix
        (baseline, last) = (Baseline(location: location, time: time), location)
        return .new(location)
    }

    /// A fix that has none before it.
    private mutating func begin(_ fix: Location, _ time: Date) -> Location {
        (olderCount, olderTime) = (0, .distantPast)
        let isUnknown = derives && !(fix.speed.isFinite && fix.course.isFinite)
        let location = isUnknown ? fix.with(motionOf: nil, isLastKnown: true) : fix
        (baseline, last) = (Baseline(location: location, time: time), location)
        return location
    }

    private func moved(_ fix: Location, from before: Baseline, at time: Date) -> Location {
        guard !(fix.speed.isFinite && fix.course.isFinite) else { return fix }
        let seconds = time.timeIntervalSince(before.time)
        guard seconds <= longestGap,
            let way = GeometryEngine.geodeticDistance(from: before.location.position, to: fix.position)
        else { return fix.with(motionOf: nil, isLastKnown: true) }
        let metres = way.distance.value
        let isStill = metres < Self.stillness
        return fix.with(
            speed: isStill ? 0 : metres / seconds, course: isStill ? before.location.course : way.azimuth2.value, isLastKnown: false)
    }
}

extension Location {
    /// The same with the speed and the course of another where they are not known.
    fileprivate func with(motionOf other: Location?, isLastKnown: Bool) -> Location {
        with(speed: other?.speed ?? .nan, course: other?.course ?? .nan, isLastKnown: isLastKnown)
    }

    /// The same with speed and course where they are not known.
    fileprivate func with(speed: Double, course: Double, isLastKnown: Bool) -> Location {
        let (speed, course) = (self.speed.isFinite ? self.speed : speed, self.course.isFinite ? self.course : course)
        return Location(
            position: position, horizontalAccuracy: horizontalAccuracy, verticalAccuracy: verticalAccuracy, speed: speed, course: course,
            isLastKnown: self.isLastKnown || isLastKnown, timestamp: timestamp, additionalSourceProperties: additionalSourceProperties)
    }

    /// The same, known from before; itself where it is that already.
    package var asLastKnown: Location { isLastKnown ? self : with(speed: .nan, course: .nan, isLastKnown: true) }
}
