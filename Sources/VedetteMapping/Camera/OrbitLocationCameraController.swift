// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import VedetteGeometry
package import VedetteModel

/// Holds the camera at a distance from a place, and lets it move around that.
///
/// The heading offset is that of the camera, clockwise from north. The pitch offset is never below 0, straight down, and never above 180.
public final class OrbitLocationCameraController: OrbitCameraController, @unchecked Sendable {
    /// What the camera looks at.
    public let targetLocation: Point

    /// Makes a controller whose camera looks north, and down by 45 degrees.
    ///
    /// - Parameters:
    ///   - target: in any spatial reference; without one in degrees on WGS 84. Its z is metres above the ellipsoid. A point that is none
    ///     counts as 0° N 0° E.
    ///   - distance: metres; below 0, or not finite, counts as 0.
    public convenience init(target: Point, distance: Double) { self.init(target: target, distance: distance, timing: .system) }

    /// Makes a controller whose camera is somewhere at first, and looks at the target from there. A place below the level of the target
    /// counts as level with it, unless limits are set otherwise afterwards.
    public convenience init(target: Point, cameraPosition: Point) {
        self.init(target: target, cameraPosition: cameraPosition, timing: .system)
    }

    package init(target: Point, distance: Double, timing: SourceTiming) {
        targetLocation = target
        super.init(kind: .location, distance: distance, timing: timing)
    }

    package convenience init(target: Point, cameraPosition: Point, timing: SourceTiming) {
        let center = Self.place(of: target)
        let offset = center.frame.inverse.rotate(Self.place(of: cameraPosition).point - center.point)
        self.init(target: target, distance: offset.length, timing: timing)
        // It looks the other way than it is.
        cameraHeadingOffset = hypot(offset.x, offset.y) > 1e-6 ? atan2(-offset.x, -offset.y) * 180 / .pi : 0
        cameraPitchOffset = atan2(hypot(offset.x, offset.y), offset.z) * 180 / .pi
    }

    private static func place(of point: Point) -> EllipsoidPosition {
        EllipsoidPosition(point) ?? EllipsoidPosition(longitude: 0, latitude: 0, altitude: 0)
    }

    /// What a rig follows.
    package var smoothedTarget: SmoothedTarget { SmoothedTarget(fixedAt: Self.place(of: targetLocation)) }
}
