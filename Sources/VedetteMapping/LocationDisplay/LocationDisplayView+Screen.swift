// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// Where things are on the screen of a view.
extension LocationDisplayView {
    /// Whether it has no width or no height.
    var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The view with a rotation from 0 up to 360, and a middle with a spatial reference; nil where a number of it is none, or its middle cannot be had in
    /// the spatial reference of the map.
    var usable: LocationDisplayView? {
        guard width.isFinite, height.isFinite, width >= 0, height >= 0, scale.isFinite, scale > 0 else { return nil }
        var view = self
        view.rotation = Bearing.normalized(rotation) ?? 0
        view.center = center.spatialReference == nil ? Point(x: center.x, y: center.y, spatialReference: spatialReference) : center
        guard let center = GeometryEngine.project(view.center, into: spatialReference), center.x.isFinite, center.y.isFinite else {
            return nil
        }
        view.center = center
        return view
    }

    var middle: MapPosition { MapPosition(x: center.x, y: center.y) }

    /// How far a place is from the middle, in points to the right and up, the shorter way round the world.
    func offset(of position: MapPosition, in plane: MapPlane) -> (right: Double, up: Double) {
        let way = plane.nearest(position, to: middle) - middle
        let (resolution, angle) = (plane.resolution(scale: scale), rotation * .pi / 180)
        return ((way.x * cos(angle) - way.y * sin(angle)) / resolution, (way.x * sin(angle) + way.y * cos(angle)) / resolution)
    }

    /// The same view moved so that a place is so far from its middle, in points to the right and up.
    func showing(_ position: MapPosition, right: Double, up: Double, in plane: MapPlane) -> LocationDisplayView {
        let (resolution, angle) = (plane.resolution(scale: scale), rotation * .pi / 180)
        let way = MapPosition(
            x: (right * cos(angle) + up * sin(angle)) * resolution, y: (up * cos(angle) - right * sin(angle)) * resolution)
        var view = self
        view.center = plane.point(position - way)
        return view
    }

    /// How far, in points, anything in the view is from where it is in another one of the same size; about.
    func displacement(to other: LocationDisplayView, in plane: MapPlane) -> Double {
        let (right, up) = offset(of: other.middle, in: plane)
        let corner = (width * width + height * height).squareRoot() / 2
        let turned = abs(Bearing.turn(from: rotation, to: other.rotation)) * .pi / 180 * corner
        let scaled = abs(1 - scale / other.scale) * corner
        return max((right * right + up * up).squareRoot(), turned, scaled)
    }
}
