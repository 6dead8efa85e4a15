// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a camera looks from a place: degrees against east, north and up there.
///
/// The axes of a camera are right, up on the screen, and back, towards whoever looks; with all angles 0 they are east, north and up: it
/// looks straight down. It is then turned about its line of sight, its own x, and the vertical (proper Euler angles Z, X, Z).
package struct CameraAttitude: Hashable, Sendable {
    /// Clockwise from north, 0 up to 360.
    package var heading: Double
    /// 0 straight down, 90 level, 180 straight up.
    package var pitch: Double
    /// Clockwise as seen from behind, 0 up to 360.
    package var roll: Double

    /// Takes what is no number as 0, brings heading and roll to 0 up to 360, and pitch to the nearest from 0 to 180.
    package init(heading: Double, pitch: Double, roll: Double) {
        self.heading = Bearing.normalized(heading) ?? 0
        self.pitch = pitch.isNaN ? 0 : min(max(pitch, 0), 180)
        self.roll = Bearing.normalized(roll) ?? 0
    }

    /// The angles of a turn from the axes of a camera to east, north and up. Straight up or down heading and roll are one: it is the
    /// heading then.
    package init(_ rotation: Quaternion) {
        let (level, upright) = (hypot(rotation.x, rotation.y), hypot(rotation.w, rotation.z))
        // Half the sum and half the difference of the turns about z.
        let sum = upright < 1e-12 ? nil : atan2(rotation.z, rotation.w)
        let difference = level < 1e-12 ? nil : atan2(rotation.y, rotation.x)
        let heading = if let sum, let difference { sum + difference } else { 2 * (sum ?? difference ?? 0) }
        let roll = if let sum, let difference { sum - difference } else { 0.0 }
        self.init(
            heading: -heading * 180 / .pi, pitch: 2 * atan2(level, upright) * 180 / .pi, roll: -roll * 180 / .pi)
    }

    /// The turn from the axes of the camera to east, north and up.
    package var rotation: Quaternion {
        .aboutZ(-heading * .pi / 180) * .aboutX(pitch * .pi / 180) * .aboutZ(-roll * .pi / 180)
    }
}
