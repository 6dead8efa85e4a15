// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The way of a camera from one course to another, both of which may move: what is between the two fades.
///
/// It leads around the Earth, not through it, and where it is long, up and down again. What the camera sees keeps its place against the
/// ground below.
struct CameraHandOver: Hashable, Sendable {
    let identifier: Int
    private let fading: Fading
    /// Metres that the camera rises on the way.
    private let lift: Double

    /// Begins to go over from where the camera would have been at any time to where it is going to be.
    init(
        _ identifier: Int, at time: Double, over seconds: Double, from old: (_ time: Double) -> CameraPose,
        to new: (_ time: Double) -> CameraPose
    ) {
        self.identifier = identifier
        fading = Fading(from: time, over: seconds) { Self.difference(from: new($0), to: old($0)) }
        let (first, last) = (old(time), new(time))
        let arc = Quaternion(from: first.position, to: last.position).rotationVector.length * EllipsoidPosition.semimajorAxis
        let highest = max(first.place.altitude, last.place.altitude, 0)
        // A third of the way, less what the camera is high anyway: the ground does not race by.
        lift = max(0, arc / 3 - 2 * highest)
    }

    func hasEnded(at time: Double) -> Bool { fading.share(at: time) >= 1 }

    /// The camera on its way, where the new course has it there.
    func pose(_ course: CameraPose, at time: Double) -> CameraPose {
        guard let rest = fading.value(at: time) else { return course }
        let share = fading.share(at: time)
        let around = Quaternion(rotationVector: Vector3(rest[0], rest[1], rest[2]))
        let direction = course.position.direction ?? Vector3(0, 0, 1)
        let radius = course.position.length + rest[3] + lift * 16 * share * share * (1 - share) * (1 - share)
        return CameraPose(
            position: around.rotate(direction) * radius,
            orientation: (around * course.orientation * Quaternion(rotationVector: Vector3(rest[4], rest[5], rest[6]))).normalized)
    }

    private static func difference(from first: CameraPose, to second: CameraPose) -> [Double] {
        let around = Quaternion(from: first.position, to: second.position)
        let turn = ((around * first.orientation).inverse * second.orientation).rotationVector
        let axis = around.rotationVector
        return [axis.x, axis.y, axis.z, second.position.length - first.position.length, turn.x, turn.y, turn.z]
    }
}
