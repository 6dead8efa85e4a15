// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How wide a camera sees, and onto how large a screen.
package struct CameraLens: Hashable, Sendable {
    /// The angle between the left and the right edge of the screen, in degrees.
    package private(set) var horizontalFieldOfView: Double
    /// Points of the screen.
    package private(set) var width: Double
    package private(set) var height: Double

    /// - Parameters:
    ///   - horizontalFieldOfView: degrees, at least 1 and at most 120; 45 unless given.
    ///   - width: points; what is not above zero counts as 1, as does that of `height`.
    ///   - height: points.
    package init(horizontalFieldOfView: Double = 45, width: Double, height: Double) {
        self.horizontalFieldOfView = horizontalFieldOfView.isNaN ? 45 : min(max(horizontalFieldOfView, 1), 120)
        self.width = width > 0 && width.isFinite ? width : 1
        self.height = height > 0 && height.isFinite ? height : 1
    }

    /// The tangent of half the angle between the top and the bottom edge.
    var verticalTangent: Double { tan(horizontalFieldOfView * .pi / 360) * height / width }

    /// The angle between the top and the bottom edge, in degrees.
    package var verticalFieldOfView: Double { 2 * atan(verticalTangent) * 180 / .pi }

    /// Where a point of the Earth-centred frame is on the screen, in points from the upper left corner, seen from a camera; nil for what is
    /// beside or behind it. The Earth hides nothing.
    package func project(_ point: Vector3, from camera: CameraPose) -> (x: Double, y: Double)? {
        let seen = camera.orientation.inverse.rotate(point - camera.position)
        guard seen.z < 0 else { return nil }
        let scale = height / 2 / verticalTangent / -seen.z
        return (width / 2 + seen.x * scale, height / 2 - seen.y * scale)
    }

    /// The angle, in radians, by which a camera has to look lower for what is ahead to be at a height of the screen from 0, its bottom, to
    /// 1, its top.
    func lowering(verticalScreenFactor factor: Double) -> Double { atan((2 * factor - 1) * verticalTangent) }
}
