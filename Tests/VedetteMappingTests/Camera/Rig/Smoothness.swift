// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteMapping

/// How a rig or a target moves at a moment: by differences, from what it says of moments nearby.
struct Movement {
    var position: Vector3
    /// Metres a second.
    var velocity: Vector3
    var orientation: Quaternion
    /// Radians a second, about the Earth-centred axes.
    var turning: Vector3

    init(at time: Double, _ pose: (Double) -> CameraPose) {
        let step = 1e-4
        let (before, now, after) = (pose(time - step), pose(time), pose(time + step))
        (position, orientation) = (now.position, now.orientation)
        velocity = (after.position - before.position) / (2 * step)
        turning = (after.orientation * before.orientation.inverse).rotationVector / (2 * step)
    }
}

extension CameraRig {
    var movement: Movement { Movement(at: time) { pose(at: $0) } }
}

extension SmoothedTarget {
    func movement(at time: Double) -> Movement {
        Movement(at: time) { moment in
            let state = state(at: moment)
            return CameraPose(position: state?.position ?? .zero, orientation: state?.body ?? .identity)
        }
    }
}

/// Expects that nothing jumps, neither in value nor in velocity.
func expectSmooth(_ before: Movement, _ after: Movement, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(before.position.distance(to: after.position) < 1e-5, sourceLocation: sourceLocation)
    // Of a flight around the Earth in seconds, as much as differences can tell.
    #expect(before.velocity.distance(to: after.velocity) < 0.01 + 1e-6 * before.velocity.length, sourceLocation: sourceLocation)
    #expect(before.orientation.angle(to: after.orientation) < 1e-9, sourceLocation: sourceLocation)
    #expect(before.turning.distance(to: after.turning) < 1e-4, sourceLocation: sourceLocation)
}

/// Expects that velocities do not jump for a fifth of a second: in no millisecond do they change much more than in the one before or after
/// it.
func expectNoKink(_ movement: (Double) -> Movement, sourceLocation: SourceLocation = #_sourceLocation) {
    let movements = (0...200).map { movement(Double($0) / 1_000) }
    let changes = zip(movements, movements.dropFirst()).map {
        ($0.velocity.distance(to: $1.velocity), $0.turning.distance(to: $1.turning))
    }
    for index in 1..<changes.count - 1 {
        let (last, this, next) = (changes[index - 1], changes[index], changes[index + 1])
        #expect(this.0 <= 3 * max(last.0, next.0) + 0.02, sourceLocation: sourceLocation)
        #expect(this.1 <= 3 * max(last.1, next.1) + 1e-4, sourceLocation: sourceLocation)
    }
}

/// A flight: north over the Alps or wherever it begins, in a circle, climbing, with the roll that belongs to it.
struct Flight {
    var start = EllipsoidPosition(longitude: 10, latitude: 47, altitude: 3_000)
    /// Metres a second.
    var speed = 200.0
    /// Degrees a second to the right.
    var turning = 2.0
    /// Metres a second.
    var climb = 3.0

    /// Where it is after so many seconds.
    func pose(at time: Double) -> TargetPose {
        let radius = speed / (turning * .pi / 180)
        let angle = turning * time * .pi / 180
        // In the level plane at the start, brought down to the curved Earth.
        let plane = start.frame.rotate(Vector3(radius * (1 - cos(angle)), radius * sin(angle), 0))
        var place = EllipsoidPosition(start.point + plane)
        place.altitude = start.altitude + climb * time
        // Its heading against north there, from the way it goes.
        let way = place.frame.inverse.rotate(start.frame.rotate(Vector3(sin(angle), cos(angle), 0)))
        return TargetPose(place, heading: atan2(way.x, way.y) * 180 / .pi, pitch: 4, roll: 20 + 5 * sin(time / 3))
    }
}
