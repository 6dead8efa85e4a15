// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// Where a view looks, and is on its way to: a value that is told what happens, and the time.
struct MapViewCore: Sendable {
    /// What of a map the view has to keep to.
    struct Frame: Hashable, Sendable {
        var spatialReference = SpatialReference.webMercator
        var scales = 1...1e9
        var extent: Envelope?

        init() {}

        init(_ map: Map) {
            spatialReference = map.spatialReference ?? .webMercator
            func limit(_ scale: Double?) -> Double? { scale.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
            let lowest = limit(map.maxScale) ?? scales.lowerBound
            scales = lowest...max(lowest, limit(map.minScale) ?? scales.upperBound)
            extent = map.maxExtent.flatMap { GeometryEngine.project($0, into: spatialReference) }.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    private struct Journey: Sendable {
        var transition: ViewTransition
        var end: Instant
    }

    private(set) var frame = Frame()
    /// The size of the whole view, in points.
    private(set) var size = CGSize.zero
    private(set) var insets = MapView.EdgeInsets()
    /// Counts up with each time that the view is sent somewhere.
    private(set) var generation = 0
    /// How the view was when it was last told to be somewhere; while it is on its way, where that goes. nil before it has a size.
    private var settled: LocationDisplayView?
    private var journey: Journey?
    /// Where to go as soon as there is a size.
    private var pending: [Viewpoint] = []

    /// How the part of the view is that is not covered; nil as long as it has no size.
    func view(at now: Instant) -> LocationDisplayView? {
        guard let journey, now < journey.end else { return settled }
        return journey.transition.view(at: now)
    }

    /// When it will have arrived; nil where it has.
    func arrival(at now: Instant) -> Instant? { journey.flatMap { now < $0.end ? $0.end : nil } }

    // MARK: What happens

    /// The view shows another map.
    mutating func show(_ frame: Frame, _ viewpoint: Viewpoint?) {
        self.frame = frame
        (settled, journey, generation) = (nil, nil, generation + 1)
        pending = viewpoint.map { [$0] } ?? []
        settle()
    }

    /// What the map allows is another thing, or nothing has changed.
    mutating func keep(to frame: Frame, at now: Instant) {
        guard frame != self.frame else { return }
        guard frame.spatialReference == self.frame.spatialReference else {
            // The same place in the other spatial reference.
            let viewpoint = viewpoint(.centerAndScale, at: now)
            return show(frame, viewpoint)
        }
        self.frame = frame
        guard let view = view(at: now) else { return }
        journey = nil
        settled = constrained(view)
    }

    /// The view has another size, or another part of it is covered. What is in the middle, and the scale, stay.
    mutating func resize(to size: CGSize, insets: MapView.EdgeInsets, at now: Instant) {
        let isUsable = size.width.isFinite && size.height.isFinite
        (self.size, self.insets) = (isUsable ? CGSize(width: max(0, size.width), height: max(0, size.height)) : .zero, insets)
        guard var last = settled else { return settle() }
        let part = uncovered
        if var current = view(at: now), let journey, now < journey.end {
            (current.width, current.height) = (part.width, part.height)
            var destination = last
            (destination.width, destination.height) = (part.width, part.height)
            travel(from: current, to: destination, seconds: journey.end.seconds(since: now), at: now)
        } else {
            (last.width, last.height) = (part.width, part.height)
            settled = last
        }
    }

    private var uncovered: CGSize {
        CGSize(width: max(0, size.width - insets.leading - insets.trailing), height: max(0, size.height - insets.top - insets.bottom))
    }

    private mutating func settle() {
        let part = uncovered
        guard part.width > 0, part.height > 0 else { return }
        var view = world(part)
        for viewpoint in pending { view = destination(viewpoint, from: view) ?? view }
        (settled, pending) = (view, [])
    }

    /// Sends the view somewhere.
    ///
    /// - Parameters:
    ///   - viewpoint: what it does not say stays as it is.
    ///   - padding: points round a geometry.
    ///   - seconds: how long the view takes; what is no time is none.
    ///   - now: the time.
    /// - Returns: false where the viewpoint is none for this map; the view stays where it is, or goes on.
    mutating func go(to viewpoint: Viewpoint, padding: Double = 0, seconds: Double = 0, at now: Instant) -> Bool {
        guard let current = view(at: now) else {
            // Remembered, as far as can be said before there is a size: the newest place, and what came after it.
            generation += 1
            if pending.count > 8 { pending.removeFirst() }
            pending.append(viewpoint)
            return true
        }
        guard let destination = destination(viewpoint, padding: padding, from: current) else { return false }
        generation += 1
        travel(from: current, to: destination, seconds: seconds, at: now)
        return true
    }

    /// Sends the view where a command says.
    mutating func obey(_ command: ViewpointCommand, at now: Instant) {
        guard let current = view(at: now) else { return }
        generation += 1
        var destination = constrained(command.destination)
        (destination.width, destination.height) = (current.width, current.height)
        travel(from: current, to: destination, seconds: command.duration, at: now)
    }

    /// Ends a journey where it goes to.
    mutating func arrive() { journey = nil }

    private mutating func travel(from start: LocationDisplayView, to end: LocationDisplayView, seconds: Double, at now: Instant) {
        (settled, journey) = (end, nil)
        guard seconds > 0, seconds.isFinite, let plane = MapPlane(end.spatialReference),
            let place = plane.geographic(MapPosition(x: end.center.x, y: end.center.y))
        else { return }
        let command = ViewpointCommand(
            sequence: generation, center: end.center, geographicCenter: place, anchor: .init(x: 0.5, y: 0.5), scale: end.scale,
            rotation: end.rotation, duration: seconds, destination: end)
        journey = Journey(transition: ViewTransition(from: start, to: command, at: now), end: now.advanced(bySeconds: seconds))
    }

    // MARK: Where viewpoints are

    /// The viewpoint of the view; nil as long as it has no size.
    func viewpoint(_ kind: Viewpoint.Kind, at now: Instant) -> Viewpoint? {
        guard let view = view(at: now) else { return nil }
        switch kind {
        case .centerAndScale: return Viewpoint(center: view.center, scale: view.scale, rotation: view.rotation)
        case .boundingGeometry:
            guard let projection = MapProjection(view) else { return nil }
            return Viewpoint(boundingGeometry: projection.visibleArea, rotation: view.rotation)
        }
    }

    /// As much of the world as is as wide as the view.
    private func world(_ part: CGSize) -> LocationDisplayView {
        let plane = MapPlane(frame.spatialReference)
        let middle = frame.extent?.center ?? Point(x: 0, y: 0, spatialReference: frame.spatialReference)
        let width = frame.extent?.width ?? plane?.worldWidth ?? 2e7
        let scale = MapScale.scale(resolution: width * (plane?.metresPerUnit ?? 1) / part.width)
        return constrained(
            LocationDisplayView(
                width: part.width, height: part.height, center: middle, scale: scale > 0 ? scale : 1e8,
                spatialReference: frame.spatialReference))
    }

    private func destination(_ viewpoint: Viewpoint, padding: Double = 0, from current: LocationDisplayView) -> LocationDisplayView? {
        guard let projection = MapProjection(current) else { return nil }
        var view = current
        view.rotation = Bearing.normalized(viewpoint.rotation) ?? current.rotation
        switch viewpoint.kind {
        case .centerAndScale:
            guard let center = (viewpoint.targetGeometry as? Point).flatMap(projection.position) else { return nil }
            view.center = projection.plane.point(projection.plane.bounded(projection.plane.nearest(center, to: current.middle)))
            if viewpoint.targetScale > 0, viewpoint.targetScale.isFinite { view.scale = viewpoint.targetScale }
        case .boundingGeometry:
            guard let box = Self.box(viewpoint.targetGeometry, in: frame.spatialReference) else { return nil }
            let around = padding > 0 ? 2 * padding : 0
            let (width, height) = (max(1, view.width - around), max(1, view.height - around))
            let turn = view.rotation * .pi / 180
            let across = abs(box.width * cos(turn)) + abs(box.height * sin(turn))
            let along = abs(box.width * sin(turn)) + abs(box.height * cos(turn))
            let resolution = max(across / width, along / height) * projection.plane.metresPerUnit
            view.center = box.center
            // A point says nothing of the scale.
            if resolution > 0, resolution.isFinite { view.scale = MapScale.scale(resolution: resolution) }
        }
        return constrained(view).usable
    }

    private static func box(_ geometry: Geometry, in target: SpatialReference) -> Envelope? {
        let placed = geometry.spatialReference == nil ? geometry.placed(in: target) : geometry
        guard let box = GeometryEngine.project(placed, into: target)?.extent, !box.isEmpty,
            [box.xMin, box.xMax, box.yMin, box.yMax].allSatisfy(\.isFinite)
        else { return nil }
        return box
    }

    /// The view as near to that as the map allows.
    private func constrained(_ view: LocationDisplayView) -> LocationDisplayView {
        var view = view
        view.scales = frame.scales
        view.scale = min(max(view.scale, frame.scales.lowerBound), frame.scales.upperBound)
        var (x, y) = (view.center.x, view.center.y)
        if let highest = MapPlane(frame.spatialReference)?.highest { y = min(max(y, -highest), highest) }
        if let extent = frame.extent {
            (x, y) = (min(max(x, extent.xMin), extent.xMax), min(max(y, extent.yMin), extent.yMax))
        }
        view.center = Point(x: x, y: y, spatialReference: frame.spatialReference)
        return view
    }
}
