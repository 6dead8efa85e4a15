// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteDynamicEntities
public import VedetteModel

/// Who moves the camera.
extension SceneView {
    /// What is followed, and how the view learns of it.
    struct Following {
        /// Counts up with each controller and each target.
        var generation = 0
        /// Of the controller, how often it had been given another target.
        var assignment = 0
        var smoothing: TargetSmoothing?
        /// What is looked at; nil for a place, or for nothing.
        var target: (any GeoElement)?
        var observations: [Observation] = []
        var task: Task<Void, Never>?
    }

    /// Seconds in which the camera goes over to a controller of the globe, or of a place.
    private static let handOver = 1.5

    /// Who moves the camera; a ``GlobeCameraController`` unless set. It may be set at any time: the camera goes over along a smooth path, to a
    /// target within 1.5 s, and to rest within 1 s.
    public var cameraController: CameraController {
        get { state.withLock { $0.controller } }
        set {
            if newValue !== cameraController { adopt(newValue, over: Self.handOver) }
        }
    }

    /// Gives the camera to a controller.
    func adopt(_ controller: CameraController, over seconds: Double) {
        let orbit = controller as? OrbitCameraController
        let time = time
        if let orbit, orbit.time != time { orbit.time = time }
        let observation = orbit?.changes.add { [weak self, weak orbit] in
            if let orbit { self?.controllerHasChanged(orbit) }
        }
        change { state in
            state.controller = controller
            state.steer(to: nil, arrival: nil)
            state.following.observations = observation.map { [$0] } ?? []
            state.following.target = nil
            state.following.generation += 1
            switch controller {
            case let place as OrbitLocationCameraController:
                state.rig.follow(place.orbit(since: state.epoch), place.smoothedTarget, over: seconds)
            case is OrbitGeoElementCameraController: break
            default: state.rig.release(over: min(seconds, 1))
            }
        }
        if let orbit = controller as? OrbitGeoElementCameraController { follow(orbit, over: seconds) } else { endTask() }
    }

    /// Follows the target of a controller from now on.
    private func follow(_ controller: OrbitGeoElementCameraController, over seconds: Double) {
        let assignment = controller.assignment
        let target = assignment.target
        // Listened to from before the target is looked at, so that nothing is missed.
        let observation: Observation? =
            switch target {
            case let graphic as Graphic: graphic.observe { [weak self] in self?.targetHasChanged() }
            case let feature as Feature: feature.observe { [weak self] in self?.targetHasChanged() }
            default: nil
            }
        let changes = (target as? DynamicEntity)?.changes(bufferSize: 64)
        let known = (target as? DynamicEntity)?.observations(limit: 8) ?? []
        let content = content
        var generation = 0
        var old: Task<Void, Never>?
        change { state in
            guard state.controller === controller, controller.assignment.generation == assignment.generation else { return }
            state.following.generation += 1
            generation = state.following.generation
            // In one step with the generation: the task of whoever comes next is his own.
            (old, state.following.task) = (state.following.task, nil)
            state.following.assignment = assignment.generation
            state.following.smoothing = controller.targetSmoothing
            state.following.target = target
            state.following.observations = state.following.observations.prefix(1) + (observation.map { [$0] } ?? [])
            var smoothed = controller.smoothedTarget
            for observation in known.reversed() {
                guard let pose = content.pose(of: target, as: observation) else { continue }
                smoothed.receive(pose, from: state.fixTime(of: observation), at: state.rig.time)
            }
            if known.isEmpty, let pose = content.pose(of: target) { smoothed.receive(pose, from: state.rig.time, at: state.rig.time) }
            // What was known before has been shown by nobody: there is nothing to make smooth.
            smoothed.settle()
            state.rig.follow(controller.orbit(since: state.epoch), smoothed, over: seconds)
        }
        old?.cancel()
        guard let changes, generation > 0 else { return }
        let task = Task { [weak self] in
            for await change in changes {
                guard let observation = change.receivedObservation, let self else { continue }
                // Its layer may have come to the scene meanwhile.
                let content = self.content
                self.change { state in
                    guard state.following.generation == generation, let target = state.following.target else { return }
                    state.receive(observation, of: target, content)
                }
            }
        }
        state.withLock { state in
            if state.following.generation == generation { state.following.task = task } else { task.cancel() }
        }
    }

    private func endTask() {
        let task = state.withLock { state in
            defer { state.following.task = nil }
            return state.following.task
        }
        task?.cancel()
    }

    /// The controller has another state, or another target.
    private func controllerHasChanged(_ controller: OrbitCameraController) {
        change { _ in }
        guard let controller = controller as? OrbitGeoElementCameraController else { return }
        let assignment = controller.assignment
        let isNew = state.withLock { $0.controller === controller && $0.following.assignment != assignment.generation }
        if isNew { follow(controller, over: assignment.duration) }
    }

    /// Follows the same target in another way, where the program has set another smoothing.
    func refreshSmoothing() {
        guard let controller = cameraController as? OrbitGeoElementCameraController else { return }
        let smoothing = controller.targetSmoothing
        let isOther = state.withLock { state in
            state.controller === controller && state.following.target != nil && state.following.smoothing != smoothing
        }
        if isOther { follow(controller, over: smoothing?.correction ?? 0.5) }
    }

    private func targetHasChanged() {
        let content = content
        change { state in
            if let target = state.following.target { state.receive(target, content) }
        }
    }
}

extension SceneView.State {
    /// Takes what the controller says now, and where a target is that is shown just where it is told to be.
    mutating func refresh(_ content: SceneContent) {
        guard let orbit = controller as? OrbitCameraController, !rig.isFree else { return }
        rig.update(orbit.orbit(since: epoch))
        if following.smoothing == nil, let target = following.target, !(target is DynamicEntity) { receive(target, content) }
    }

    /// A target that is not observed: it is where it is now.
    mutating func receive(_ target: any GeoElement, _ content: SceneContent) {
        guard let pose = content.pose(of: target) else { return }
        rig.receive(pose, from: rig.time)
    }

    mutating func receive(_ observation: DynamicEntityObservation, of target: any GeoElement, _ content: SceneContent) {
        guard let pose = content.pose(of: target, as: observation) else { return }
        rig.receive(pose, from: fixTime(of: observation))
    }

    /// When an observation was made, on the clock of the rig.
    func fixTime(of observation: DynamicEntityObservation) -> Double {
        (observation.observedAt ?? observation.receivedAt).seconds(since: epoch)
    }
}
