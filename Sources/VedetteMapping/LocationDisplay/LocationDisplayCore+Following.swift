// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

extension LocationDisplayCore {
    /// The longest that a view takes to go somewhere, in seconds.
    package static let longestDuration = 0.5
    /// The share of the time between two commands that a view takes: it has arrived before it is sent on, so it never lags behind.
    static let shareOfInterval = 0.8
    /// What is moved by less, in points of the screen, need not be moved.
    static let smallestMove = 0.5
    /// What is farther away, in views, is gone to at once: nobody can see anything on the way.
    static let farthestEasing = 4.0

    /// Where the view should go by now, or nil where it is well where it is.
    ///
    /// - `recenter`: with the location in the middle; once there, only when it is outside the wander extent.
    /// - `navigation`: with the location at the navigation point, and its course up; while it stands, or has no course, turned as it is.
    /// - `compassNavigation`: with the location in the middle, and the heading up where it is known.
    ///
    /// The first time that a mode takes effect, also at the initial scale. What would move by less than half a point is no reason to go.
    package mutating func nextViewpoint(at now: Instant) -> ViewpointCommand? {
        guard following.isDue, autoPanMode != .off, let view, !view.isEmpty, let place, let plane, let position = plane.position(of: place)
        else {
            return nil
        }
        let (isBeginning, isResized) = (following.isBeginning, following.isResized)
        (following.isDue, following.isBeginning, following.isResized) = (false, false, false)

        // What the view is, or will be as soon as it has obeyed.
        let current = following.destination ?? view
        let target = plane.bounded(plane.nearest(position, to: current.middle))
        var wanted = current
        if isBeginning, !following.hasBegun, settings.initialZoomScale > 0 {
            wanted.scale = min(max(settings.initialZoomScale, view.scales.lowerBound), view.scales.upperBound)
        }
        if isBeginning { following.hasBegun = true }
        if let up = upDirection { wanted.rotation = plane.direction(of: up, at: place) }

        let height = autoPanMode == .navigation ? settings.navigationPointHeightFactor : 0.5
        if autoPanMode == .recenter, !isBeginning, isInside(target, of: current, in: plane) { return nil }
        wanted = wanted.showing(target, right: 0, up: (height - 0.5) * view.height, in: plane)

        let distance = current.displacement(to: wanted, in: plane)
        guard distance >= Self.smallestMove else { return nil }
        // A view that could not get there the last time, at the edge of the world, is not asked again and again.
        if let aim = following.aim, aim.displacement(to: wanted, in: plane) < Self.smallestMove { return nil }

        let duration = isResized ? 0 : easing(from: current, to: wanted, isBeginning: isBeginning, in: plane, at: now)
        following.sequence += 1
        (following.commandedAt, following.duration) = (now, duration)
        (following.destination, following.aim) = (wanted, wanted)
        return ViewpointCommand(
            sequence: following.sequence, center: plane.point(target),
            geographicCenter: plane.geographic(target) ?? place, anchor: .init(x: 0.5, y: 1 - height),
            // Of the view as it was told, not as it will be: this command takes the place of one that may not be through.
            scale: wanted.scale == view.scale ? nil : wanted.scale,
            rotation: wanted.rotation == view.rotation ? nil : wanted.rotation, duration: duration, destination: wanted)
    }

    /// The direction on the Earth that the mode wants up; nil where it does not say.
    private var upDirection: Double? {
        switch autoPanMode {
        case .off, .recenter: nil
        case .navigation: motion.course
        case .compassNavigation: heading
        }
    }

    private func isInside(_ target: MapPosition, of view: LocationDisplayView, in plane: MapPlane) -> Bool {
        let (right, up) = view.offset(of: target, in: plane)
        let factor = settings.wanderExtentFactor
        return abs(right) <= factor * view.width / 2 && abs(up) <= factor * view.height / 2
    }

    /// How long the view takes: less than it has until the next command is expected.
    private func easing(
        from current: LocationDisplayView, to wanted: LocationDisplayView, isBeginning: Bool, in plane: MapPlane, at now: Instant
    ) -> Double {
        // Measured where the world is smallest.
        var coarser = current
        coarser.scale = max(current.scale, wanted.scale)
        let (right, up) = coarser.offset(of: wanted.middle, in: plane)
        if max(abs(right), abs(up)) > Self.farthestEasing * max(current.width, current.height) { return 0 }
        guard !isBeginning, let last = following.commandedAt else { return Self.longestDuration }
        return min(Self.longestDuration, max(0, Self.shareOfInterval * now.seconds(since: last)))
    }
}
