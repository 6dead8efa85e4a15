// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteGeometry
import VedetteModel

/// What a program asks of a ``MapView``: where things are, what is drawn somewhere, and to look somewhere else.
public struct MapViewProxy: Sendable {
    /// The view.
    public let mapView: MapView

    public init(_ mapView: MapView) { self.mapView = mapView }

    // MARK: Viewpoints

    // Each ends following, and the auto-pan mode of the location display. Each gives back whether the view got there: false where it was sent, or moved, elsewhere
    // meanwhile, and where the map does not have the place. Before the view has a size they are remembered.

    /// Goes to a viewpoint. What it does not say, such as a scale that is NaN, stays as it is.
    ///
    /// - Parameters:
    ///   - viewpoint: where to go.
    ///   - duration: seconds to take for it; at once where it is nil or no time.
    /// - Returns: whether the view got there.
    @discardableResult
    public func setViewpoint(_ viewpoint: Viewpoint, duration: TimeInterval? = nil) async -> Bool {
        await mapView.go(to: viewpoint, seconds: duration ?? 0)
    }

    /// Goes to a place, and keeps scale and turn.
    @discardableResult
    public func setViewpointCenter(_ center: Point) async -> Bool {
        await mapView.go(to: Viewpoint(center: center, scale: .nan))
    }

    /// Goes to a place at a scale, and keeps the turn.
    @discardableResult
    public func setViewpointCenter(_ center: Point, scale: Double) async -> Bool {
        await mapView.go(to: Viewpoint(center: center, scale: scale))
    }

    /// Goes to a scale; what is in the middle stays there.
    ///
    /// - Parameter scale: the number under the fraction line.
    /// - Returns: false for what is no scale.
    @discardableResult
    public func setViewpointScale(_ scale: Double) async -> Bool {
        guard scale > 0, scale.isFinite, let center = middle else { return false }
        return await mapView.go(to: Viewpoint(center: center, scale: scale))
    }

    /// Turns the map; what is in the middle stays there.
    ///
    /// - Parameter rotation: the direction that is up, in degrees clockwise from the top of the map.
    /// - Returns: false for what is no direction.
    @discardableResult
    public func setViewpointRotation(_ rotation: Double) async -> Bool {
        guard rotation.isFinite, let center = middle else { return false }
        return await mapView.go(to: Viewpoint(center: center, scale: .nan, rotation: rotation))
    }

    /// Goes where all of a geometry can be seen. The turn stays, and for a single point the scale too.
    ///
    /// - Parameters:
    ///   - geometry: without a spatial reference, in that of the map.
    ///   - padding: points that stay free on each side; a negative number and NaN count as 0.
    /// - Returns: whether the view got there; false for a geometry that is empty or not on the map.
    @discardableResult
    public func setViewpointGeometry(_ geometry: Geometry, padding: Double = 0) async -> Bool {
        await mapView.go(to: Viewpoint(boundingGeometry: geometry), padding: padding)
    }

    /// Goes to the viewpoint of a bookmark.
    ///
    /// - Throws: ``MapViewError/Code/noViewpoint`` for a bookmark without one.
    @discardableResult
    public func setBookmark(_ bookmark: Bookmark) async throws -> Bool {
        guard let viewpoint = bookmark.viewpoint else {
            throw MapViewError(.noViewpoint, "the bookmark “\(bookmark.name)” has no viewpoint; set one before going there")
        }
        return await mapView.go(to: viewpoint)
    }

    private var middle: Point? { mapView.view?.center }

    // MARK: Places

    /// The place at a point of the screen, in the spatial reference of the map, on the map itself also where it is drawn beside itself.
    ///
    /// - Parameter screenPoint: points from the upper left corner of the view, to the right and down.
    /// - Returns: nil where there is no map, above and below its edges, and as long as the view has no size.
    public func location(fromScreenPoint screenPoint: CGPoint) -> Point? {
        guard let projection = mapView.projection, let position = projection.position(at: screenPoint) else { return nil }
        if let highest = projection.plane.highest, abs(position.y) > highest { return nil }
        return projection.plane.point(projection.plane.normalized(position))
    }

    /// Where a place is on the screen; where the map is drawn beside itself, the copy that is nearest to the middle of the view.
    ///
    /// - Parameter location: the place, in any spatial reference; without one, in that of the map.
    /// - Returns: points from the upper left corner of the view, to the right and down, also where that is outside. nil for a place that is none or that the map
    ///   does not have, and as long as the view has no size. What is beyond the edge of Web Mercator is on the edge.
    public func screenPoint(fromLocation location: Point) -> CGPoint? {
        guard let projection = mapView.projection, let position = projection.position(of: location) else { return nil }
        return projection.screenPoint(of: position)
    }

    /// Where a callout stands on the screen now: at its place, and as far from that as its offset says, to the right and down.
    ///
    /// - Returns: nil where it stands nowhere, because its element was purged, has no place, or has one that the map does not have. A point outside of the view
    ///   is where the callout cannot be seen.
    public func screenPoint(of placement: CalloutPlacement) -> CGPoint? {
        guard let location = placement.location, let point = screenPoint(fromLocation: location) else { return nil }
        return CGPoint(x: point.x + placement.offset.x, y: point.y + placement.offset.y)
    }
}
