// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A turn and a move: a quaternion of length 1, and metres.
///
/// For a ``Camera`` it leads from the axes of the camera, right, up on the screen and back as in OpenGL and ARKit, to the Earth-centred,
/// Earth-fixed frame of WGS 84: x to 0° N 0° E, y to 0° N 90° E, z to the north pole, so the translation is where the camera is.
public struct TransformationMatrix: Hashable, Sendable {
    public let quaternionX: Double
    public let quaternionY: Double
    public let quaternionZ: Double
    public let quaternionW: Double
    /// Metres.
    public let translationX: Double
    /// Metres.
    public let translationY: Double
    /// Metres.
    public let translationZ: Double

    /// No turn and no move.
    public static let identity = TransformationMatrix(CameraPose(position: .zero, orientation: .identity))

    /// Makes a turn and a move from a quaternion of any length, which is brought to 1. A quaternion without length, or with what is not
    /// finite, is no turn; metres that are not finite are none.
    public static func normalized(
        quaternionX: Double, quaternionY: Double, quaternionZ: Double, quaternionW: Double, translationX: Double, translationY: Double,
        translationZ: Double
    ) -> TransformationMatrix {
        let largest = [quaternionX, quaternionY, quaternionZ, quaternionW].reduce(0) { max($0, abs($1)) }
        // So that no square is too large or too small for a number.
        let scale = largest > 0 && largest.isFinite ? largest : 1
        let orientation = Quaternion(w: quaternionW / scale, x: quaternionX / scale, y: quaternionY / scale, z: quaternionZ / scale)
        func metres(_ number: Double) -> Double {
            number.isFinite ? min(max(number, -EllipsoidPosition.farthest), EllipsoidPosition.farthest) : 0
        }
        return TransformationMatrix(
            CameraPose(
                position: Vector3(metres(translationX), metres(translationY), metres(translationZ)), orientation: orientation.normalized))
    }

    init(_ pose: CameraPose) {
        let (turn, move) = (pose.orientation, pose.position)
        (quaternionX, quaternionY, quaternionZ, quaternionW) = (turn.x, turn.y, turn.z, turn.w)
        (translationX, translationY, translationZ) = (move.x, move.y, move.z)
    }

    var pose: CameraPose {
        CameraPose(
            position: Vector3(translationX, translationY, translationZ),
            orientation: Quaternion(w: quaternionW, x: quaternionX, y: quaternionY, z: quaternionZ))
    }

    /// This one after the other one: first the other's turn and move, then this one's, as matrices multiply.
    public func adding(_ other: TransformationMatrix) -> TransformationMatrix {
        let (first, second) = (pose, other.pose)
        return TransformationMatrix(
            CameraPose(
                position: first.position + first.orientation.rotate(second.position),
                orientation: (first.orientation * second.orientation).normalized))
    }

    /// What has to be added to the other one to give this one.
    public func subtracting(_ other: TransformationMatrix) -> TransformationMatrix {
        let (whole, part) = (pose, other.pose)
        let back = part.orientation.inverse
        return TransformationMatrix(
            CameraPose(
                position: back.rotate(whole.position - part.position), orientation: (back * whole.orientation).normalized))
    }
}
