// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What moves a camera: a value that is told of targets, controllers, gestures and time, and says where the camera is.
///
///     var rig = CameraRig(camera: camera, lens: lens)
///     rig.follow(CameraOrbit(kind: .geoElement, distance: 1_000), SmoothedTarget(smoothing: TargetSmoothing()), over: 1.5)
///     rig.receive(pose, from: fixTime)
///     rig.advance(by: 1 / 60)
///     let camera = Camera(rig.pose)
///
/// It computes in the Earth-centred frame with double precision. Everything is a function of what was told and when: how often time is
/// advanced makes no difference. Times are in seconds on the rig's own clock, which begins with 0.
package struct CameraRig: Hashable, Sendable {
    /// What holds the camera.
    enum Hold: Hashable, Sendable {
        /// Nothing: it is where it was put, and goes where the user wants.
        case globe(CameraPose)
        /// A target. As long as nothing is known of that, the camera waits where it was.
        case orbit(CameraOrbit, SmoothedTarget, waiting: CameraPose)
    }

    /// Seconds since the beginning.
    package private(set) var time = 0.0
    package var lens: CameraLens
    var hold: Hold
    var handOver: CameraHandOver?
    var lastIdentifier = 0
    var endings: [CameraOrbit.Ending] = []
    private var floor: CameraFloor?
    /// How long going over to a target takes of which nothing is known yet.
    var arrival = 0.0
    /// Viewpoints that were not gone to because the camera was held by a target.
    package internal(set) var ignoredViewpointCount = 0

    /// A camera that may go anywhere.
    package init(camera: Camera, lens: CameraLens) {
        self.lens = lens
        hold = .globe(camera.pose)
    }

    // MARK: What is

    /// Where the camera is now.
    package var pose: CameraPose { pose(at: time) }

    /// The target as it is shown now; nil where there is none, or nothing is known of it.
    package var target: TargetState? {
        if case .orbit(_, let target, _) = hold { target.state(at: time) } else { nil }
    }

    /// What was told last of a target whose way is made smooth; nil for any other, and as long as nothing is known of it.
    var newestFix: TargetPose? {
        if case .orbit(_, let target, _) = hold { target.newestFix } else { nil }
    }

    /// What the camera looks at now: the target, moved by the offsets; nil where there is none.
    package var focus: Vector3? {
        guard case .orbit(let orbit, let target, _) = hold, let state = target.state(at: time) else { return nil }
        return OrbitPlacement.focus(of: state, targetOffsets: orbit.targetOffsets(at: time))
    }

    /// Whether viewpoints can be set.
    package var isFree: Bool { if case .globe = hold { true } else { false } }

    /// Whether the camera is on its way from one course to another.
    package var isHandingOver: Bool { handOver != nil }

    /// Where the camera is going to be at a time that is not before now, if nothing happens until then.
    package func pose(at time: Double) -> CameraPose {
        let course = course(at: time)
        return handOver?.pose(course, at: time) ?? course
    }

    private func course(at time: Double) -> CameraPose {
        switch hold {
        case .globe(var pose):
            if let floor { pose.position = floor.raised(pose.position) }
            return pose
        case .orbit(let orbit, let target, let waiting):
            guard let state = target.state(at: time) else { return waiting }
            return OrbitPlacement.pose(
                of: state, view: orbit.view(at: time), targetOffsets: orbit.targetOffsets(at: time), settings: orbit.settings, lens: lens,
                floor: floor)
        }
    }

    // MARK: Time

    /// Lets time pass.
    ///
    /// - Parameter seconds: what is below 0, or not finite, is none.
    package mutating func advance(by seconds: Double) {
        if seconds > 0, seconds.isFinite { advance(to: time + seconds) }
    }

    /// Lets time pass up to a moment, if that is not over.
    package mutating func advance(to moment: Double) {
        guard moment > time else { return }
        time = moment
        if let handOver, handOver.hasEnded(at: time) {
            endings.append(CameraOrbit.Ending(identifier: handOver.identifier, isFinished: true))
            self.handOver = nil
        }
    }

    /// Which ways from one course to another have ended since the last call.
    package mutating func takeEndings() -> [CameraOrbit.Ending] {
        defer { endings = [] }
        return endings
    }

    // MARK: Changes

    /// Changes something so that the camera does not jump: it takes its time from where, and as fast as, it would have gone.
    ///
    /// - Parameters:
    ///   - seconds: what is not above a microsecond, or no number, is at once; more than ten minutes are ten minutes.
    ///   - body: makes the change.
    /// - Returns: the number of the way; nil where there is none.
    @discardableResult
    mutating func change(over seconds: Double, _ body: (inout CameraRig) -> Void) -> Int? {
        let old = self
        body(&self)
        guard seconds > 1e-6 else { return nil }
        endHandOver()
        lastIdentifier += 1
        handOver = CameraHandOver(
            lastIdentifier, at: time, over: min(seconds, 600), from: { old.pose(at: $0) }, to: { course(at: $0) })
        return lastIdentifier
    }

    mutating func endHandOver() {
        guard let handOver else { return }
        endings.append(CameraOrbit.Ending(identifier: handOver.identifier, isFinished: false))
        self.handOver = nil
    }

    /// Keeps the camera above ground.
    ///
    /// - Parameters:
    ///   - clearance: metres that it keeps; nil, or what is not above 0, for a camera that may go below ground too.
    ///   - ground: metres above the ellipsoid, where the camera is.
    ///   - seconds: in which what is new takes effect.
    package mutating func keepClear(_ clearance: Double?, ground: Double = 0, over seconds: Double = 0.5) {
        let floor = clearance.flatMap { clearance in
            clearance > 0 && clearance.isFinite && ground.isFinite ? CameraFloor(ground: ground, clearance: clearance) : nil
        }
        guard floor != self.floor else { return }
        change(over: seconds) { $0.floor = floor }
    }
}
