// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where a target is and how it is turned, as it is told: what its geometry, its symbol and the expressions of its renderer say together.
package struct TargetPose: Hashable, Sendable {
    package var place: EllipsoidPosition
    /// Degrees clockwise from north.
    package var heading: Double
    /// Degrees up from level; beyond 90 it is on its back, and its heading still is where it came from.
    package var pitch: Double
    /// Degrees clockwise as seen from behind.
    package var roll: Double

    /// Angles that are not finite count as 0; the place is taken as ``Camera/init(latitude:longitude:altitude:heading:pitch:roll:)`` does.
    package init(_ place: EllipsoidPosition, heading: Double = 0, pitch: Double = 0, roll: Double = 0) {
        self.place = EllipsoidPosition(clampedLongitude: place.longitude, latitude: place.latitude, altitude: place.altitude)
        self.heading = heading.isFinite ? heading : 0
        self.pitch = pitch.isFinite ? pitch : 0
        self.roll = roll.isFinite ? roll : 0
    }
}

/// A target in the Earth-centred frame, in a form in which poles, meridians and full turns are nothing special.
///
/// Its axes are right, ahead and up. Heading is kept as a level frame, pitch and roll as angles, so that a camera can go along with each of
/// them alone, also while the target flies a loop.
package struct TargetState: Hashable, Sendable {
    /// Metres.
    package var position: Vector3
    /// From the axes of a target that is level to the Earth-centred ones.
    package var level: Quaternion
    /// Radians up.
    package var pitch: Double
    /// Radians clockwise as seen from behind.
    package var roll: Double

    package init(position: Vector3, level: Quaternion, pitch: Double, roll: Double) {
        (self.position, self.level, self.pitch, self.roll) = (position, level, pitch, roll)
    }

    package init(_ pose: TargetPose) {
        self.init(
            position: pose.place.point, level: pose.place.frame * .aboutZ(-pose.heading.remainder(dividingBy: 360) * .pi / 180),
            pitch: pose.pitch * .pi / 180, roll: pose.roll * .pi / 180)
    }

    /// Angles as they are told: heading and roll from 0 up to 360.
    package var pose: TargetPose {
        let place = EllipsoidPosition(position)
        let turn = (place.frame.inverse * level).normalized
        return TargetPose(
            place, heading: Bearing.normalized(-2 * atan2(turn.z, turn.w) * 180 / .pi) ?? 0, pitch: pitch * 180 / .pi,
            roll: Bearing.normalized(roll * 180 / .pi) ?? 0)
    }

    /// From the axes of the target to the Earth-centred ones.
    package var body: Quaternion { level * .aboutX(pitch) * .aboutY(roll) }

    /// The same with its level frame brought to the vertical of where it is.
    var levelled: TargetState {
        let place = EllipsoidPosition(position)
        let up = EllipsoidPosition.up(longitude: place.longitude, latitude: place.latitude)
        var state = self
        state.level = (Quaternion(from: level.rotate(Vector3(0, 0, 1)), to: up) * level).normalized
        return state
    }
}
