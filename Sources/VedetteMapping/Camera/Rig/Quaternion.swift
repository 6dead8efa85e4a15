// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A rotation as a quaternion of length 1: it turns the axes of one frame to those of another.
///
/// `first * second` turns by `second`, then by `first`: a product of frames from the outermost to the innermost.
/// Conventions as in Diebel, *Representing Attitude* (Stanford, 2006), with the active, right-handed sense.
package struct Quaternion: Hashable, Sendable {
    package var w: Double
    package var x: Double
    package var y: Double
    package var z: Double

    package init(w: Double, x: Double, y: Double, z: Double) { (self.w, self.x, self.y, self.z) = (w, x, y, z) }

    package static let identity = Quaternion(w: 1, x: 0, y: 0, z: 0)

    /// A turn by so many radians about the first axis, counter-clockwise for whoever it points at. So are the next two.
    static func aboutX(_ angle: Double) -> Quaternion { Quaternion(w: cos(angle / 2), x: sin(angle / 2), y: 0, z: 0) }
    static func aboutY(_ angle: Double) -> Quaternion { Quaternion(w: cos(angle / 2), x: 0, y: sin(angle / 2), z: 0) }
    static func aboutZ(_ angle: Double) -> Quaternion { Quaternion(w: cos(angle / 2), x: 0, y: 0, z: sin(angle / 2)) }

    /// A turn about an axis by as many radians as the axis is long.
    init(rotationVector vector: Vector3) {
        let angle = vector.length
        // sin(a/2)/a, by its series where a is tiny.
        let factor = angle < 1e-4 ? 0.5 - angle * angle / 48 : sin(angle / 2) / angle
        self.init(w: cos(angle / 2), x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
    }

    /// The shortest turn that takes one direction to another; for opposite ones, about an axis that is always the same. Both have to have a
    /// length.
    init(from first: Vector3, to second: Vector3) {
        guard let first = first.direction, let second = second.direction else {
            self = .identity
            return
        }
        let axis = first.cross(second)
        let angle = atan2(axis.length, first.dot(second))
        self.init(rotationVector: (axis.direction ?? (angle > 1 ? first.someNormal : .zero)) * angle)
    }

    /// The frame of three directions at right angles: the turn that takes the axes there (Shepperd's method, 1978).
    init(axes x: Vector3, _ y: Vector3, _ z: Vector3) {
        let trace = x.x + y.y + z.z
        let largest = max(trace, x.x, y.y, z.z)
        let made =
            if largest == trace {
                Quaternion(w: 1 + trace, x: y.z - z.y, y: z.x - x.z, z: x.y - y.x)
            } else if largest == x.x {
                Quaternion(w: y.z - z.y, x: 1 + x.x - y.y - z.z, y: x.y + y.x, z: z.x + x.z)
            } else if largest == y.y {
                Quaternion(w: z.x - x.z, x: x.y + y.x, y: 1 - x.x + y.y - z.z, z: y.z + z.y)
            } else {
                Quaternion(w: x.y - y.x, x: z.x + x.z, y: y.z + z.y, z: 1 - x.x - y.y + z.z)
            }
        self = made.normalized
    }

    package static func * (lhs: Quaternion, rhs: Quaternion) -> Quaternion {
        Quaternion(
            w: lhs.w * rhs.w - lhs.x * rhs.x - lhs.y * rhs.y - lhs.z * rhs.z,
            x: lhs.w * rhs.x + lhs.x * rhs.w + lhs.y * rhs.z - lhs.z * rhs.y,
            y: lhs.w * rhs.y - lhs.x * rhs.z + lhs.y * rhs.w + lhs.z * rhs.x,
            z: lhs.w * rhs.z + lhs.x * rhs.y - lhs.y * rhs.x + lhs.z * rhs.w)
    }

    /// The turn back.
    package var inverse: Quaternion { Quaternion(w: w, x: -x, y: -y, z: -z) }

    package var length: Double { (w * w + x * x + y * y + z * z).squareRoot() }

    /// The same turn with length 1; no turn at all where the length is none.
    package var normalized: Quaternion {
        let length = length
        guard length > 0, length.isFinite else { return .identity }
        return Quaternion(w: w / length, x: x / length, y: y / length, z: z / length)
    }

    /// Where the turn takes a vector.
    package func rotate(_ vector: Vector3) -> Vector3 {
        let axis = Vector3(x, y, z)
        let twice = 2 * axis.cross(vector)
        return vector + w * twice + axis.cross(twice)
    }

    /// The axis, as long as the angle in radians, the shorter way round: at most π.
    var rotationVector: Vector3 {
        let sign = w < 0 ? -1.0 : 1.0
        let axis = sign * Vector3(x, y, z)
        let sine = axis.length
        let factor = sine < 1e-8 ? 2 / max(abs(w), 0.5) : 2 * atan2(sine, abs(w)) / sine
        return axis * factor
    }

    /// How far apart two turns are, in radians from 0 to π.
    package func angle(to other: Quaternion) -> Double { (inverse * other).rotationVector.length }
}
