// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// Where places are on the screen of a view at one moment, and which places are where on the screen: both ways, turned maps included.
///
/// Screen points are measured from the upper left corner of the view, to the right and down. Where a map goes round the world it is drawn again and again
/// beside itself.
struct MapProjection: Sendable {
    let plane: MapPlane
    let view: LocationDisplayView
    /// Units of the map between two points of the screen.
    let resolution: Double

    /// The size of the whole view, in points, and where on it the middle of the part is that is not covered.
    let size: CGSize
    private let middle: CGPoint
    private let cosine: Double
    private let sine: Double

    /// nil for a view without a size, one whose numbers are none, or one of a map in a spatial reference that PROJ does not know.
    ///
    /// - Parameters:
    ///   - view: the part of the view that is not covered.
    ///   - insets: what is covered round it.
    init?(_ view: LocationDisplayView, insets: MapView.EdgeInsets = MapView.EdgeInsets()) {
        guard let view = view.usable, !view.isEmpty, let plane = MapPlane(view.spatialReference) else { return nil }
        let resolution = plane.resolution(scale: view.scale)
        guard resolution.isFinite, resolution > 0 else { return nil }
        (self.plane, self.view, self.resolution) = (plane, view, resolution)
        size = CGSize(width: view.width + insets.leading + insets.trailing, height: view.height + insets.top + insets.bottom)
        middle = CGPoint(x: insets.leading + view.width / 2, y: insets.top + view.height / 2)
        (cosine, sine) = (cos(view.rotation * .pi / 180), sin(view.rotation * .pi / 180))
    }

    /// Points to the right and up from one place of the map to another; not the shorter way round, but as they are.
    func onScreen(_ way: MapPosition) -> ScreenVector {
        ScreenVector(right: (way.x * cosine - way.y * sine) / resolution, up: (way.x * sine + way.y * cosine) / resolution)
    }

    /// Where a place of the map is on the screen: the copy of it that is nearest to the middle of the view, also where that lies outside.
    func screenPoint(of position: MapPosition) -> CGPoint {
        let way = onScreen(plane.nearest(position, to: view.middle) - view.middle)
        return CGPoint(x: middle.x + way.right, y: middle.y - way.up)
    }

    /// The place of the map at a point of the screen, going on beyond the edges of the map; nil for a point that is none.
    func position(at point: CGPoint) -> MapPosition? {
        guard point.x.isFinite, point.y.isFinite else { return nil }
        let (right, up) = ((point.x - middle.x) * resolution, (middle.y - point.y) * resolution)
        return view.middle + MapPosition(x: right * cosine + up * sine, y: up * cosine - right * sine)
    }

    /// Whether a point is on the view, its edges included.
    func contains(_ point: CGPoint) -> Bool {
        point.x >= 0 && point.y >= 0 && point.x <= size.width && point.y <= size.height
    }

    /// Where a point of any spatial reference is on the map, one without in that of the map; nil where the map does not have it.
    func position(of point: Point) -> MapPosition? {
        guard point.x.isFinite, point.y.isFinite else { return nil }
        if point.spatialReference == nil || point.spatialReference == plane.spatialReference { return MapPosition(x: point.x, y: point.y) }
        return EarthPosition(point).flatMap(plane.position)
    }

    /// What the view shows: its four corners, going on beyond the edges of the map.
    var visibleArea: Polygon {
        let corners = [(0, 0), (size.width, 0), (size.width, size.height), (0, size.height)].compactMap { x, y in
            position(at: CGPoint(x: x, y: y)).map(plane.point)
        }
        return Polygon(points: corners, spatialReference: plane.spatialReference)
    }
}

/// A way on the screen, in points.
struct ScreenVector: Hashable, Sendable {
    var right: Double
    var up: Double

    var length: Double { (right * right + up * up).squareRoot() }

    static func - (lhs: ScreenVector, rhs: ScreenVector) -> ScreenVector {
        ScreenVector(right: lhs.right - rhs.right, up: lhs.up - rhs.up)
    }
}
