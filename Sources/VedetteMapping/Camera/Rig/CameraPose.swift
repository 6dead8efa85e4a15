// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where a camera is and how it looks, in the Earth-centred frame: what the rig computes with, without poles or meridians.
package struct CameraPose: Hashable, Sendable {
    /// Metres, Earth-centred.
    package var position: Vector3
    /// From the axes of the camera (right, up on the screen, back) to the Earth-centred ones.
    package var orientation: Quaternion

    package init(position: Vector3, orientation: Quaternion) { (self.position, self.orientation) = (position, orientation) }

    package init(_ place: EllipsoidPosition, _ attitude: CameraAttitude) {
        self.init(position: place.point, orientation: place.frame * attitude.rotation)
    }

    /// Where it looks.
    package var direction: Vector3 { orientation.rotate(Vector3(0, 0, -1)) }

    package var place: EllipsoidPosition { EllipsoidPosition(position) }

    /// The angles at the place where it is.
    package var attitude: CameraAttitude { attitude(at: place) }

    func attitude(at place: EllipsoidPosition) -> CameraAttitude { CameraAttitude((place.frame.inverse * orientation).normalized) }

    /// The angles as they would be called at another place.
    func attitude(seenFrom point: Vector3) -> CameraAttitude { attitude(at: EllipsoidPosition(point)) }
}
