// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Held by a target.
extension CameraRig {
    /// Lets a controller hold the camera, or another target, also while it is on its way: it goes over along a smooth path.
    ///
    /// - Parameters:
    ///   - orbit: the state of the controller, on the clock of the rig.
    ///   - target: what is looked at. As long as nothing is known of it, the camera waits.
    ///   - seconds: how long going over takes; 0 for at once.
    package mutating func follow(_ orbit: CameraOrbit, _ target: SmoothedTarget, over seconds: Double) {
        let waiting = pose
        change(over: seconds) { rig in
            rig.hold = .orbit(orbit, target, waiting: waiting)
            if seconds <= 1e-6 { rig.endHandOver() }
        }
        arrival = target.state(at: time) == nil ? seconds : 0
    }

    /// Takes a fix of the target; nothing where the camera is not held by one.
    ///
    /// - Parameters:
    ///   - pose: where the target was, and how it was turned.
    ///   - fixTime: when, on the clock of the rig; see ``SmoothedTarget/receive(_:from:at:)``.
    package mutating func receive(_ pose: TargetPose, from fixTime: Double) {
        guard case .orbit(let orbit, var target, let waiting) = hold else { return }
        let isFirst = target.state(at: time) == nil
        target.receive(pose, from: fixTime, at: time)
        // The camera has waited for this: it sets out now.
        change(over: isFirst ? arrival : 0) { $0.hold = .orbit(orbit, target, waiting: waiting) }
    }

    /// Takes what program and user have changed about the controller. What it marks as eased takes effect smoothly, all else at once.
    ///
    /// - Parameter state: on the clock of the rig.
    package mutating func update(_ state: CameraOrbit) {
        guard case .orbit(let old, let target, let waiting) = hold, old != state else { return }
        change(over: old.easedChanges == state.easedChanges ? 0 : state.easingSeconds) { rig in
            rig.hold = .orbit(state, target, waiting: waiting)
        }
    }

    /// The state of the controller that holds the camera; nil where none does.
    package var orbit: CameraOrbit? {
        if case .orbit(let orbit, _, _) = hold { orbit } else { nil }
    }

    /// Lets the camera go: it comes to rest, and may go anywhere.
    ///
    /// - Parameter seconds: how long that takes.
    package mutating func release(over seconds: Double = 1) {
        guard !isFree else { return }
        let here = pose
        change(over: seconds) { rig in
            rig.hold = .globe(here)
            if seconds <= 1e-6 { rig.endHandOver() }
        }
    }
}
