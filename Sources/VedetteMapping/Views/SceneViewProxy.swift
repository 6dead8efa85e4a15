// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteGeometry

/// What a program asks of a ``SceneView``: where things are, what is drawn somewhere, and to look from somewhere else.
public struct SceneViewProxy: Sendable {
    /// The view.
    public let sceneView: SceneView

    public init(_ sceneView: SceneView) { self.sceneView = sceneView }

    // MARK: Viewpoints

    // Each gives back whether the camera got there: false where it was sent, or moved, elsewhere meanwhile, where the viewpoint is none, and where
    // a controller other than that of the globe holds the camera: then it is ignored, which is counted, and said in the log at the level debug.

    /// Goes to a viewpoint: to its camera; without one to where its place is seen from straight above.
    ///
    /// - Parameters:
    ///   - viewpoint: where to go. A scale that is NaN leaves the camera as far from the ground as it is.
    ///   - duration: seconds to take for it; at once where it is nil or no time.
    /// - Returns: whether the camera got there.
    @discardableResult
    public func setViewpoint(_ viewpoint: Viewpoint, duration: TimeInterval? = nil) async -> Bool {
        await sceneView.go(to: viewpoint, seconds: duration ?? 0)
    }

    /// Goes to a camera, around the Earth.
    ///
    /// - Parameters:
    ///   - camera: where to look from, and how.
    ///   - duration: seconds to take for it; at once where it is nil or no time.
    /// - Returns: whether the camera got there.
    @discardableResult
    public func setViewpointCamera(_ camera: Camera, duration: TimeInterval? = nil) async -> Bool {
        await sceneView.go(to: Viewpoint(center: camera.location, scale: .nan, camera: camera), seconds: duration ?? 0)
    }

    /// Goes to the viewpoint of a bookmark.
    ///
    /// - Throws: ``SceneViewError/Code/noViewpoint`` for a bookmark without one.
    @discardableResult
    public func setBookmark(_ bookmark: Bookmark) async throws -> Bool {
        guard let viewpoint = bookmark.viewpoint else {
            throw SceneViewError(.noViewpoint, "the bookmark “\(bookmark.name)” has no viewpoint; set one before going there")
        }
        return await sceneView.go(to: viewpoint, seconds: 0)
    }

    // MARK: Places

    /// The place of the ground at a point of the screen, in degrees on WGS 84 with a height of 0.
    ///
    /// - Parameter screenPoint: points from the upper left corner of the view, to the right and down.
    /// - Returns: nil in the sky, and as long as the view has no size.
    public func baseSurfaceLocation(fromScreenPoint screenPoint: CGPoint) -> Point? {
        sceneView.projection?.ground(at: screenPoint).map {
            Point(x: $0.longitude, y: $0.latitude, z: $0.altitude, spatialReference: .wgs84)
        }
    }

    /// The place at a point of the screen: that of the ground, for what stands on it has no surface here.
    ///
    /// - Throws: ``SceneViewError/Code/noLocation`` in the sky, and as long as the view has no size.
    public func location(fromScreenPoint screenPoint: CGPoint) async throws -> Point {
        guard let location = baseSurfaceLocation(fromScreenPoint: screenPoint) else {
            throw SceneViewError(
                .noLocation, "there is no ground at (\(screenPoint.x), \(screenPoint.y)) of the view; ask for a point below the horizon")
        }
        return location
    }

    /// Where a place is on the screen, and whether it is seen there.
    ///
    /// - Parameter location: in any spatial reference, without one in degrees on WGS 84; its z is metres above the ellipsoid, 0 where it has none.
    /// - Returns: nil for a place that is none, or that is beside or behind the camera, and as long as the view has no size.
    public func screenPoint(fromLocation location: Point) -> LocationToScreenResult? {
        guard let projection = sceneView.projection, let place = EllipsoidPosition(location),
            let screenPoint = projection.screenPoint(of: place.point)
        else { return nil }
        let visibility: SceneLocationVisibility =
            if !projection.contains(screenPoint) {
                .notOnScreen
            } else if !projection.isHidden(place.point) {
                .visible
            } else {
                place.altitude < 0 ? .hiddenByBaseSurface : .hiddenByEarth
            }
        return LocationToScreenResult(screenPoint: screenPoint, visibility: visibility)
    }

    /// Where a callout stands on the screen now: at its place, and as far from that as its offset says, to the right and down.
    ///
    /// - Returns: nil where it stands nowhere, because its element was purged or has no place, or where that is beside or behind the camera.
    public func screenPoint(of placement: CalloutPlacement) -> CGPoint? {
        guard let location = placement.location, let result = screenPoint(fromLocation: location) else { return nil }
        return CGPoint(x: result.screenPoint.x + placement.offset.x, y: result.screenPoint.y + placement.offset.y)
    }
}

/// Where a place is on the screen of a scene.
public struct LocationToScreenResult: Hashable, Sendable {
    /// Points from the upper left corner of the view, to the right and down, also where that is outside.
    public let screenPoint: CGPoint
    public let visibility: SceneLocationVisibility

    public static func == (lhs: LocationToScreenResult, rhs: LocationToScreenResult) -> Bool {
        lhs.screenPoint.x == rhs.screenPoint.x && lhs.screenPoint.y == rhs.screenPoint.y && lhs.visibility == rhs.visibility
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(screenPoint.x)
        hasher.combine(screenPoint.y)
        hasher.combine(visibility)
    }
}

/// Whether a place is seen in a scene.
public enum SceneLocationVisibility: Hashable, Sendable {
    case visible
    /// It is below ground.
    case hiddenByBaseSurface
    /// It is on the other side of the Earth.
    case hiddenByEarth
    /// It is beside the view, above it or below.
    case notOnScreen
}
