// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
import VedetteDynamicEntities
public import VedetteModel

/// Holds the camera at a distance from a graphic, a feature or a dynamic entity, and lets it move around that while that moves.
///
///     let controller = OrbitGeoElementCameraController(target: plane, distance: 1_000)
///     controller.cameraPitchOffset = 75
///     await controller.moveCamera(distanceDelta: 300, headingDelta: 0, pitchDelta: -30, duration: 2)
///
/// How the target is turned is said by its symbol and by the scene properties of its renderer. Of a line or an area the middle counts.
public final class OrbitGeoElementCameraController: OrbitCameraController, @unchecked Sendable {
    /// What is looked at, and how it came to that.
    package struct Assignment: Sendable {
        package var target: any GeoElement
        /// Counts up with each other target.
        package var generation = 0
        /// Seconds in which the camera goes over to it.
        package var duration: Double
    }

    private let following: Mutex<Assignment>

    /// How the way of the target is made smooth; nil for showing it just where it is told to be. Unless set, nil for what the program
    /// itself moves, and for a dynamic entity a second behind the newest that its feed tells.
    @Synchronized public var targetSmoothing: TargetSmoothing?

    /// Makes a controller whose camera is behind the target and looks down by 45 degrees.
    ///
    /// - Parameters:
    ///   - target: what is looked at.
    ///   - distance: metres; below 0, or not finite, counts as 0.
    public convenience init(target: any GeoElement, distance: Double) {
        self.init(target: target, distance: distance, timing: .system)
    }

    package init(target: any GeoElement, distance: Double, timing: SourceTiming) {
        following = Mutex(Assignment(target: target, duration: 1.5))
        _targetSmoothing = .init(wrappedValue: target is DynamicEntity ? TargetSmoothing(absorbsLag: true) : nil)
        super.init(kind: .geoElement, distance: distance, timing: timing)
    }

    // MARK: The target

    /// What is looked at.
    public var target: any GeoElement { following.withLock { $0.target } }

    package var assignment: Assignment { following.withLock { copy $0 } }

    /// Looks at something else from now on: in a view the camera goes there along a smooth path, also from another such way.
    ///
    /// - Parameters:
    ///   - target: what is looked at.
    ///   - duration: seconds; 0 or less for at once.
    public func follow(_ target: any GeoElement, duration: TimeInterval = 1.5) {
        following.withLock { $0 = Assignment(target: target, generation: $0.generation + 1, duration: duration) }
        advance()
    }

    // MARK: Turning with it

    /// Whether the camera turns with the heading of the target; true unless set. If not, the heading offset is clockwise from north.
    public var autoHeadingIsEnabled: Bool {
        get { settings(\.autoHeadingIsEnabled) }
        set { set { $0.autoHeadingIsEnabled = newValue } }
    }

    /// Whether the camera turns with the pitch of the target; true unless set. If not, the pitch offset is against the vertical.
    public var autoPitchIsEnabled: Bool {
        get { settings(\.autoPitchIsEnabled) }
        set { set { $0.autoPitchIsEnabled = newValue } }
    }

    /// Whether the camera turns with the roll of the target; true unless set.
    public var autoRollIsEnabled: Bool {
        get { settings(\.autoRollIsEnabled) }
        set { set { $0.autoRollIsEnabled = newValue } }
    }

    // MARK: Beside it

    /// How far to the right of the target the point is that the camera looks at, in metres along the axes of the target, as the next two; 0
    /// unless set.
    public var targetOffsetX: Double {
        get { lookup { $0.targetOffsets(at: $1).x } }
        set { change { orbit, now in orbit.setTargetOffsets(at: now) { $0.x = newValue } } }
    }

    /// How far ahead of the target that point is; 0 unless set.
    public var targetOffsetY: Double {
        get { lookup { $0.targetOffsets(at: $1).y } }
        set { change { orbit, now in orbit.setTargetOffsets(at: now) { $0.y = newValue } } }
    }

    /// How far above the target that point is; 0 unless set.
    public var targetOffsetZ: Double {
        get { lookup { $0.targetOffsets(at: $1).z } }
        set { change { orbit, now in orbit.setTargetOffsets(at: now) { $0.z = newValue } } }
    }

    /// Moves the point that the camera looks at.
    ///
    /// - Parameters:
    ///   - x: metres to the right of the target.
    ///   - y: metres ahead of it.
    ///   - z: metres above it.
    ///   - duration: seconds; 0 or less for at once.
    /// - Returns: whether it got there: false where another animation of it, a setting of an offset, or the user came between, and where
    ///   the task was cancelled.
    /// - Throws: ``CameraControllerError`` where a number is not finite.
    @discardableResult
    public func setTargetOffsets(x: Double, y: Double, z: Double, duration: TimeInterval) async throws -> Bool {
        guard [x, y, z, duration].allSatisfy(\.isFinite) else {
            throw CameraControllerError(
                .notFinite, "a target offset of (\(x), \(y), \(z)) metres within \(duration) seconds is not possible; give finite numbers")
        }
        return await animate(over: duration) { orbit, now in
            orbit.moveTargetOffsets(to: Vector3(x, y, z), over: duration, at: now).map { [$0] } ?? []
        }
    }

    // MARK: Usual places

    /// Goes behind the target and a little above it, with the horizon level: auto pitch and auto roll are switched off, auto heading on.
    ///
    /// - Parameters:
    ///   - distance: metres.
    ///   - duration: seconds; 0 or less for at once.
    /// - Returns: whether the camera got there; see ``moveCamera(distanceDelta:headingDelta:pitchDelta:duration:)``.
    @discardableResult
    public func chase(distance: Double, duration: TimeInterval = 1) async -> Bool {
        await go(to: .chase(distance: distance), over: duration)
    }

    /// Goes into the target, to look ahead from there: auto heading, pitch and roll are switched on.
    ///
    /// - Parameters:
    ///   - x: metres to the right of the target.
    ///   - y: metres ahead of it.
    ///   - z: metres above it.
    ///   - duration: seconds; 0 or less for at once.
    /// - Returns: whether the camera got there; see ``moveCamera(distanceDelta:headingDelta:pitchDelta:duration:)``.
    @discardableResult
    public func enterCockpit(x: Double = 0, y: Double = 0, z: Double = 0, duration: TimeInterval = 1) async -> Bool {
        await go(to: .cockpit(at: Vector3(x, y, z)), over: duration)
    }

    private func go(to preset: OrbitPreset, over seconds: Double) async -> Bool {
        guard preset.view.distance.isFinite, preset.targetOffsets.isFinite, seconds.isFinite else { return false }
        return await animate(over: seconds) { $0.go(to: preset, over: seconds, at: $1) }
    }

    /// What a rig follows, of which nothing is known yet.
    package var smoothedTarget: SmoothedTarget { SmoothedTarget(smoothing: targetSmoothing) }
}
