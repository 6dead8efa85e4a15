// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// Which cameras viewpoints of a scene are.
enum SceneViewpoints {
    /// The camera of a view that nobody has sent anywhere: the whole Earth from above 0° N 0° E.
    static let beginning = Camera(latitude: 0, longitude: 0, altitude: 20_000_000, heading: 0, pitch: 0, roll: 0)

    /// The camera for a viewpoint: its own; else one that looks straight down at its place.
    ///
    /// - Parameters:
    ///   - viewpoint: a turn that it does not say is north; a scale that it does not say, and a geometry without extent, leave the camera as far
    ///     from the ground as it is.
    ///   - current: the camera now.
    ///   - lens: as many points as the view has.
    /// - Returns: nil for a viewpoint that is none.
    static func camera(_ viewpoint: Viewpoint, from current: CameraPose, _ lens: CameraLens) -> Camera? {
        if let camera = viewpoint.camera { return camera }
        let heading = viewpoint.rotation.isFinite ? viewpoint.rotation : 0
        let usual = current.position.distance(to: current.groundFocus)
        switch viewpoint.kind {
        case .centerAndScale:
            guard let center = (viewpoint.targetGeometry as? Point).flatMap({ EarthPosition($0) }) else { return nil }
            let scale = viewpoint.targetScale
            return looking(at: center, height: 0, from: scale > 0 && scale.isFinite ? distance(scale: scale, lens) : usual, heading)
        case .boundingGeometry:
            let placed =
                viewpoint.targetGeometry.spatialReference == nil ? viewpoint.targetGeometry.placed(in: .wgs84) : viewpoint.targetGeometry
            guard let geometry = GeometryEngine.project(placed, into: .wgs84), let middle = EllipsoidPosition(middleOf: geometry) else {
                return nil
            }
            let center = middle.point
            let radius = corners(of: geometry.extent, height: middle.altitude).map { $0.distance(to: center) }.max() ?? 0
            let half = min(lens.horizontalFieldOfView, lens.verticalFieldOfView) * .pi / 360
            let place = EarthPosition(longitude: middle.longitude, latitude: middle.latitude)
            return looking(at: place, height: middle.altitude, from: radius > 0 ? radius / sin(half) : usual, heading)
        }
    }

    /// How far away the ground is seen at a scale in the middle of the view: metres.
    static func distance(scale: Double, _ lens: CameraLens) -> Double {
        MapScale.resolution(scale: scale) * lens.height / 2 / lens.verticalTangent
    }

    /// The scale at which ground is seen in the middle of the view that is so far away.
    static func scale(distance: Double, _ lens: CameraLens) -> Double {
        MapScale.scale(resolution: distance * lens.verticalTangent * 2 / lens.height)
    }

    private static func looking(at place: EarthPosition, height: Double, from distance: Double, _ heading: Double) -> Camera {
        Camera(
            lookingAt: Point(x: place.longitude, y: place.latitude, z: height, spatialReference: .wgs84), distance: distance,
            heading: heading,
            pitch: 0, roll: 0)
    }

    private static func corners(of box: Envelope, height: Double) -> [Vector3] {
        [box.xMin, box.xMax].flatMap { x in
            [box.yMin, box.yMax].map { y in EllipsoidPosition(clampedLongitude: x, latitude: y, altitude: height).point }
        }
    }
}
