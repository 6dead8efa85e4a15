// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Three numbers along three axes at right angles; in the camera rig metres, or no unit for a direction.
package struct Vector3: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var z: Double

    package init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    package static let zero = Vector3(0, 0, 0)

    package static func + (lhs: Vector3, rhs: Vector3) -> Vector3 { Vector3(lhs.x + rhs.x, lhs.y + rhs.y, lhs.z + rhs.z) }
    package static func - (lhs: Vector3, rhs: Vector3) -> Vector3 { Vector3(lhs.x - rhs.x, lhs.y - rhs.y, lhs.z - rhs.z) }
    package static prefix func - (vector: Vector3) -> Vector3 { Vector3(-vector.x, -vector.y, -vector.z) }
    package static func * (lhs: Vector3, rhs: Double) -> Vector3 { Vector3(lhs.x * rhs, lhs.y * rhs, lhs.z * rhs) }
    package static func * (lhs: Double, rhs: Vector3) -> Vector3 { rhs * lhs }
    package static func / (lhs: Vector3, rhs: Double) -> Vector3 { Vector3(lhs.x / rhs, lhs.y / rhs, lhs.z / rhs) }

    package func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

    package func cross(_ other: Vector3) -> Vector3 {
        Vector3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    package var length: Double { dot(self).squareRoot() }
    package func distance(to other: Vector3) -> Double { (self - other).length }
    package var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// The direction of it; nil for one without length.
    package var direction: Vector3? {
        let length = length
        return length > 0 && length.isFinite ? self / length : nil
    }

    /// Some direction at right angles to this one, which has to have a length: always the same for the same vector.
    var someNormal: Vector3 {
        // Against the axis that it is farthest from.
        let axis = abs(x) <= abs(y) && abs(x) <= abs(z) ? Vector3(1, 0, 0) : abs(y) <= abs(z) ? Vector3(0, 1, 0) : Vector3(0, 0, 1)
        return cross(axis).direction ?? axis
    }
}
