// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where a camera is that looks at a target in a given way.
enum OrbitPlacement {
    /// The camera for a target.
    ///
    /// The point that is looked at is the target, moved by the offsets along its own axes. The camera is so far from it, in the direction
    /// that the offsets of heading and pitch give in the target's frame: that frame has the target's heading, pitch and roll as far as they
    /// are followed, else 0. At last the camera is turned about its own x so that the point is at the wanted height of the screen: neither
    /// distance nor direction from the target change.
    static func pose(
        of target: TargetState, view: OrbitView, targetOffsets: Vector3, settings: OrbitSettings, lens: CameraLens, floor: CameraFloor?
    ) -> CameraPose {
        let focus = focus(of: target, targetOffsets: targetOffsets)
        let level = settings.autoHeadingIsEnabled ? target.level : EllipsoidPosition(target.position).frame
        let frame =
            level * .aboutX(settings.autoPitchIsEnabled ? target.pitch : 0) * .aboutY(settings.autoRollIsEnabled ? target.roll : 0)
        var pose = CameraPose(
            position: focus,
            orientation: (frame * .aboutZ(-view.headingOffset * .pi / 180) * .aboutX(view.pitchOffset * .pi / 180)).normalized)
        pose.position = focus - min(view.distance, EllipsoidPosition.farthest) * pose.direction
        if let floor {
            let raised = floor.raised(pose.position)
            if raised != pose.position, raised.distance(to: focus) > 1e-6 {
                pose.orientation = (Quaternion(from: pose.direction, to: focus - raised) * pose.orientation).normalized
            }
            pose.position = raised
        }
        let lowering = lens.lowering(verticalScreenFactor: settings.verticalScreenFactor)
        if lowering != 0 { pose.orientation = pose.orientation * .aboutX(-lowering) }
        return pose
    }

    /// The point that is looked at.
    static func focus(of target: TargetState, targetOffsets: Vector3) -> Vector3 {
        target.position + target.body.rotate(targetOffsets)
    }
}

/// What a camera does not go below.
struct CameraFloor: Hashable, Sendable {
    /// Metres above the ellipsoid.
    var ground: Double
    /// Metres above ground that the camera keeps; above 0.
    var clearance: Double

    /// A point that is at least the clearance above ground: from twice the clearance down it sinks ever slower, so that a camera does not
    /// bump.
    func raised(_ point: Vector3) -> Vector3 {
        var place = EllipsoidPosition(point)
        let height = place.altitude - ground - clearance
        guard height < clearance else { return point }
        let share = max(height + clearance, 0)
        place.altitude = ground + clearance + share * share / (4 * clearance)
        return place.point
    }
}
