// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import VedetteGeometry
package import VedetteLocation
import VedetteModel

/// Decides how a location is drawn, and where the view goes that follows it: a value that is told what happens, and the time.
///
/// It is told of locations, headings, the status of their source, the view, and what the program or the user wants. It is asked, as often as the view
/// is drawn, for the ``mark(at:)`` and for a ``ViewpointCommand``: whatever came in between counts in its newest form only, so nothing queues up.
package struct LocationDisplayCore: Sendable {
    package private(set) var settings = LocationDisplaySettings()
    package private(set) var autoPanMode = LocationDisplay.AutoPanMode.off

    /// The newest location that has a place.
    package private(set) var location: Location?
    /// The newest heading: degrees clockwise from true north, 0 up to 360.
    package private(set) var heading: Double?
    package private(set) var status = LocationDataSource.Status.stopped
    /// What the view is as it was told last; nil where there is none.
    package private(set) var view: LocationDisplayView?

    /// Locations without a place that can be on the Earth: they change nothing.
    package private(set) var ignoredLocationCount = 0
    /// Headings that are no number: they change nothing.
    package private(set) var ignoredHeadingCount = 0
    /// Views with a middle, scale or size that is no number: of them only who moved it counts.
    package private(set) var ignoredViewCount = 0

    private(set) var place: EarthPosition?
    private(set) var receivedAt: Instant?
    private var pings = 0

    var motion = CourseKeeper()
    var following = Following()
    /// That of the view; of one that is not there yet, Web Mercator.
    private(set) var plane = MapPlane(.webMercator)

    package init() {}

    // MARK: What happens

    /// The program or the user chose a mode.
    package mutating func setAutoPanMode(_ mode: LocationDisplay.AutoPanMode) {
        guard mode != autoPanMode else { return }
        autoPanMode = mode
        following.begin()
    }

    package mutating func setSettings(_ settings: LocationDisplaySettings) {
        guard settings != self.settings else { return }
        self.settings = settings
        following.isDue = true
    }

    package mutating func setStatus(_ status: LocationDataSource.Status) { self.status = status }

    /// Another source: what the last one told is forgotten, and the first place of the new one is gone to at once.
    package mutating func changeDataSource() {
        (location, heading, place, receivedAt, motion, status) = (nil, nil, nil, nil, CourseKeeper(), .stopped)
        following.begin()
    }

    /// The source told a location. The newest to arrive counts, whatever its time says.
    package mutating func receive(_ location: Location, at now: Instant) {
        guard let place = EarthPosition(location.position) else {
            ignoredLocationCount += 1
            return
        }
        let isFix = !location.isLastKnown && status == .started
        let isNew = location.timestamp == nil || location.timestamp != self.location?.timestamp || self.location?.isLastKnown == true
        if isFix, isNew, settings.showsPingAnimation, settings.showsLocation { pings += 1 }
        (self.location, self.place, receivedAt) = (location, place, now)
        motion.update(location, at: place)
        following.isDue = true
    }

    /// The source told a heading, in degrees clockwise from true north; any turns of 360° are taken off.
    package mutating func receive(heading: Double) {
        guard let heading = Bearing.normalized(heading) else {
            ignoredHeadingCount += 1
            return
        }
        guard heading != self.heading else { return }
        self.heading = heading
        following.isDue = true
    }

    /// The view is another one now.
    ///
    /// - Parameters:
    ///   - view: how it is; nil where there is none any more. One without width or height is there, but nothing goes anywhere in it.
    ///   - change: why. What is not the view's own turns auto-pan off, also where it says nothing else that can be used.
    ///   - obeyed: the sequence of the newest command that the view has begun to obey; nil for none.
    ///   - now: the time.
    package mutating func updateView(
        _ view: LocationDisplayView?, because change: LocationDisplayView.Change, obeyed: Int? = nil, at now: Instant
    ) {
        if change != .own { setAutoPanMode(.off) }
        guard let view else {
            (self.view, plane) = (nil, MapPlane(.webMercator))
            following.begin()
            return
        }
        guard let view = view.usable else {
            ignoredViewCount += 1
            return
        }
        let old = self.view
        self.view = view
        if old?.spatialReference != view.spatialReference { plane = MapPlane(view.spatialReference) }
        if old == nil || old?.spatialReference != view.spatialReference {
            following.begin()
        } else if change != .own {
            following.forget()
        } else {
            following.viewMoved(from: old, to: view, obeyed: obeyed, at: now)
        }
    }

    // MARK: What follows

    /// How the location is drawn.
    ///
    /// What was known before, and what is stale, has the symbol for acquiring, upright. Else in compass navigation, where a heading is known, it is the
    /// symbol for headings; in the other modes, where the device moves and its course is known, that for courses, unless the settings say otherwise.
    /// Both turn with the map. In all other cases it is the default symbol, upright on the screen.
    package func mark(at now: Instant) -> LocationMark {
        let isStale = isStale(at: now)
        let isLastKnown = location?.isLastKnown ?? false
        var mark = LocationMark(
            symbol: .none, mapLocation: mapLocation, angle: nil, accuracyRadius: nil, opacity: settings.opacity, pings: pings,
            isLastKnown: isLastKnown, isStale: isStale)
        guard let location, let place, let plane, mark.mapLocation != nil, settings.showsLocation else { return mark }
        if isLastKnown || isStale || status != .started {
            mark.symbol = .acquiring
        } else if autoPanMode == .compassNavigation {
            mark.symbol = heading == nil ? .default : .heading
            mark.angle = heading.map { plane.direction(of: $0, at: place) }
        } else if settings.usesCourseSymbolOnMovement, let course = motion.course {
            mark.symbol = .course
            mark.angle = plane.direction(of: course, at: place)
        } else {
            mark.symbol = .default
        }
        let radius = location.horizontalAccuracy
        if settings.showsAccuracy, radius > 0, radius <= WebMercator.worldWidth / 2 { mark.accuracyRadius = radius }
        return mark
    }

    /// The location in the spatial reference of the map (Web Mercator where there is no view), its height as it was told; nil where no place is known or
    /// the map does not have it. Beyond the edge of Web Mercator it is the edge.
    package var mapLocation: Point? {
        guard let plane, let location, let position = place.flatMap(plane.position) else { return nil }
        return Point(x: position.x, y: position.y, z: location.position.z, spatialReference: plane.spatialReference)
    }

    /// When the mark becomes stale by itself; nil where it is so already, or never will be.
    package func staleAt(_ now: Instant) -> Instant? {
        guard let receivedAt, let patience = settings.staleAfter, !isStale(at: now) else { return nil }
        return receivedAt.advanced(bySeconds: patience)
    }

    private func isStale(at now: Instant) -> Bool {
        guard let receivedAt else { return false }
        if status == .stopped || status == .failedToStart { return true }
        return settings.staleAfter.map { now.seconds(since: receivedAt) >= $0 } ?? false
    }
}
