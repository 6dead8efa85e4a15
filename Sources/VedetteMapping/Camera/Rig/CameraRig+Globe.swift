// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Free to go anywhere.
extension CameraRig {
    /// Goes to a camera.
    ///
    /// - Parameters:
    ///   - camera: where to.
    ///   - seconds: how long that takes; 0 for at once.
    /// - Returns: whether it goes there, and the number of the way there, whose end ``takeEndings()`` tells; nil where it is there at once.
    ///   A camera that is held by a target goes nowhere else: the viewpoint is ignored, and counted.
    package mutating func go(to camera: Camera, over seconds: Double = 0) -> (isPossible: Bool, way: Int?) {
        guard isFree else {
            ignoredViewpointCount += 1
            return (false, nil)
        }
        let way = change(over: seconds) { rig in
            rig.hold = .globe(camera.pose)
            if !(seconds > 1e-6) { rig.endHandOver() }
        }
        return (true, way)
    }

    /// Obeys a gesture. A camera on its way to a viewpoint stops for it; one that goes over to a target goes on.
    ///
    /// - Returns: whether there was anything to obey.
    @discardableResult
    package mutating func apply(_ input: CameraInput) -> Bool {
        switch hold {
        case .orbit(var orbit, let target, let waiting):
            guard orbit.apply(input, at: time) else { return false }
            hold = .orbit(orbit, target, waiting: waiting)
        case .globe:
            let here = pose
            let moved = here.moved(by: input, lens: lens)
            guard moved != here else { return false }
            endHandOver()
            hold = .globe(moved)
        }
        return true
    }
}

extension CameraPose {
    /// Where the line of sight meets the ellipsoid, or, where it does not, a point as far ahead as the camera is high.
    package var groundFocus: Vector3 {
        // On a sphere of radius 1, along the axes of the ellipsoid.
        func scaled(_ vector: Vector3) -> Vector3 {
            Vector3(
                vector.x / EllipsoidPosition.semimajorAxis, vector.y / EllipsoidPosition.semimajorAxis,
                vector.z / EllipsoidPosition.semiminorAxis)
        }
        let (start, way) = (scaled(position), scaled(direction))
        let (a, b, c) = (way.dot(way), start.dot(way), start.dot(start) - 1)
        let root = b * b - a * c
        // c / (−b + √…) is the nearer of the two, without the loss of digits of a difference.
        if c > 0, b < 0, root >= 0 { return position + c / (-b + root.squareRoot()) * direction }
        return position + max(abs(place.altitude), 1) * direction
    }

    /// The camera after a gesture about what it looks at on the ground.
    func moved(by input: CameraInput, lens: CameraLens) -> CameraPose {
        var pose = self
        var focus = groundFocus
        if input.panRight.isFinite, input.panUp.isFinite, input.panRight != 0 || input.panUp != 0 {
            // The ground goes along with the finger: the camera the other way, around the Earth.
            let metres = 2 * lens.verticalTangent / lens.height * pose.position.distance(to: focus)
            let way = pose.orientation.rotate(Vector3(-input.panRight * metres, -input.panUp * metres, 0))
            let up = focus.direction ?? Vector3(0, 0, 1)
            // Along the line of sight down to the ground, so that a point there goes as far as the finger also where the camera looks
            // ahead; near the horizon, where a point is miles, not quite.
            let slanted = way - up.dot(way) / min(up.dot(pose.direction), -0.1) * pose.direction
            let level = slanted - up.dot(slanted) * up
            let turn = Quaternion(rotationVector: up.cross(level) / max(focus.length, 1))
            pose = CameraPose(position: turn.rotate(pose.position), orientation: (turn * pose.orientation).normalized)
            focus = turn.rotate(focus)
        }
        let (heading, pitch) = (
            input.headingDelta.isFinite ? input.headingDelta : 0, input.pitchDelta.isFinite ? input.pitchDelta : 0
        )
        if heading != 0 || pitch != 0 {
            let frame = EllipsoidPosition(focus).frame
            let seen = CameraAttitude((frame.inverse * pose.orientation).normalized)
            let turned = CameraAttitude(heading: seen.heading + heading, pitch: seen.pitch + pitch, roll: seen.roll)
            let offset = pose.orientation.inverse.rotate(focus - pose.position)
            pose.orientation = frame * turned.rotation
            pose.position = focus - pose.orientation.rotate(offset)
        }
        if input.distanceFactor > 0, input.distanceFactor.isFinite, input.distanceFactor != 1 {
            let offset = (pose.position - focus) * input.distanceFactor
            if offset.length <= EllipsoidPosition.farthest { pose.position = focus + offset }
        }
        return pose
    }
}
