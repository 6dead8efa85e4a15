// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Vedette
import VedetteMapping
import VedetteModel

/// The camera of a view of a scene in the program, which the browsers of a live view show and move.
final class SceneBoard: Sendable {
    /// How far a viewer is.
    struct Cursor: Sendable {
        /// The newest message that it was sent; 0 for none.
        var told = 0
        /// The newest state that it has, for it was told of it or has made it.
        var current = 0
    }

    /// What viewers have to be told of where it is another.
    private struct Standing: Equatable {
        var controller: ObjectIdentifier
        var kind: CameraSituation.Kind
        var orbit: CameraOrbit?
        var smoothing: TargetSmoothing?
        var assignment: Int
        var target: CameraSituation.Target?
        var steering: SceneView.Steering
        var moves: Int
    }

    private struct State {
        var standing: Standing?
        var sequence = 0
        /// How often browsers have moved the camera.
        var moves = 0
    }

    let sceneView: SceneView
    /// Whether the program leaves the size of its view to the browsers.
    private let givesSize: Bool
    private let graphics: GraphicsBoard?
    private let features: FeatureOverlays?
    private let sources: [LiveSource]
    /// For animations: any moment, as long as it is always the same.
    private let epoch: Instant
    /// Whoever has it does what a viewer wishes.
    private let turn = Mutex(())
    private let state = Mutex(State())

    /// The size of a view of which the program says none.
    private static let size = CGSize(width: 1_200, height: 800)

    init(_ sceneView: SceneView, graphics: GraphicsBoard?, features: FeatureOverlays? = nil, sources: [LiveSource], epoch: Instant) {
        (self.sceneView, self.graphics, self.features, self.sources, self.epoch) = (sceneView, graphics, features, sources, epoch)
        givesSize = sceneView.size == .zero
        if givesSize { sceneView.size = Self.size }
    }

    /// What a viewer has to be told; nil where it knows all.
    func news(for cursor: inout Cursor, at now: Instant) -> [UInt8]? {
        let (sequence, situation) = refreshed(at: now)
        guard sequence != cursor.current else { return nil }
        cursor = Cursor(told: sequence, current: sequence)
        return LiveMessages.cameraController(situation, sequence: sequence)
    }

    /// Does what a viewer has done in its browser.
    ///
    /// - Parameters:
    ///   - wish: what it says.
    ///   - cursor: how far it is.
    ///   - isReadOnly: whether it changes nothing for others.
    ///   - now: the time of the server.
    func take(_ wish: CameraWish, from cursor: inout Cursor, isReadOnly: Bool, at now: Instant) {
        guard !isReadOnly else { return }
        // One after the other: of two who move it at once, the second means what he does not know any more.
        turn.withLock { _ in carryOut(wish, from: &cursor, at: now) }
    }

    private func carryOut(_ wish: CameraWish, from cursor: inout Cursor, at now: Instant) {
        if givesSize, let size = wish.size, sceneView.size != size { sceneView.size = size }
        // Who has not seen the newest does not mean it; it is told that, and its camera goes there.
        let before = refreshed(at: now).sequence
        guard wish.isInteraction, wish.sequence == cursor.told, cursor.current == before else { return }
        let isObeyed =
            switch (sceneView.cameraController, wish.view) {
            case (let orbit as OrbitCameraController, let view?): orbit.apply(view)
            case (is OrbitCameraController, nil): false
            default: sceneView.move(to: wish.camera)
            }
        guard isObeyed else { return }
        state.withLock { $0.moves += 1 }
        // Its own move is not told to who has made it.
        let after = refreshed(at: now).sequence
        if after == before + 1 { cursor.current = after }
    }

    private func refreshed(at now: Instant) -> (sequence: Int, situation: CameraSituation) {
        let controller = sceneView.cameraController
        let steering = sceneView.steering
        let orbiting = controller as? OrbitCameraController
        let following = controller as? OrbitGeoElementCameraController
        let assignment = following?.assignment
        let moment = sceneView.time ?? now
        var situation = CameraSituation(kind: .globe, camera: sceneView.currentViewpointCamera)
        situation.orbit = orbiting?.orbit(since: epoch)
        situation.seconds = moment.seconds(since: epoch)
        situation.smoothing = following?.targetSmoothing
        situation.duration = assignment?.duration ?? (orbiting == nil ? 1 : 1.5)
        if let destination = steering.destination {
            situation.camera = destination
            situation.cameraSeconds = steering.arrival.map { max(0, $0.seconds(since: moment)) } ?? 0
        }
        if let assignment {
            (situation.kind, situation.target) = (.orbitGeoElement, target(of: assignment.target, at: now))
        } else if let place = controller as? OrbitLocationCameraController {
            (situation.kind, situation.target) = (
                .orbitLocation, Camera(location: place.targetLocation, heading: 0, pitch: 0, roll: 0).target
            )
        }
        return state.withLock { state in
            let standing = Standing(
                controller: ObjectIdentifier(controller), kind: situation.kind, orbit: situation.orbit, smoothing: situation.smoothing,
                assignment: assignment?.generation ?? 0, target: situation.target, steering: steering, moves: state.moves)
            if standing != state.standing { (state.standing, state.sequence) = (standing, state.sequence + 1) }
            return (state.sequence, situation)
        }
    }

    /// Where viewers have what is followed; nil for what they do not have.
    private func place(of graphic: Graphic, at now: Instant) -> CameraSituation.Target? {
        graphics?.place(of: graphic, at: now).map { .graphic(overlay: $0.overlay, number: $0.number) }
    }

    private func target(of element: any GeoElement, at now: Instant) -> CameraSituation.Target? {
        switch element {
        case let entity as DynamicEntity:
            return sources.firstIndex { $0.dataSource.owns(entity) }.map { .entity(source: $0, track: entity.trackID) }
        case let graphic as Graphic: return place(of: graphic, at: now)
        // Browsers have the features of layers as graphics.
        case let feature as Feature: return features?.graphic(of: feature).flatMap { place(of: $0, at: now) }
        default: return nil
        }
    }
}

/// The camera of a scene and what moves it, as viewers are told.
struct CameraSituation {
    enum Kind: String {
        case globe
        case orbitGeoElement
        case orbitLocation
    }

    enum Target: Equatable {
        case entity(source: Int, track: String)
        case graphic(overlay: Int, number: Int)
        case place(longitude: Double, latitude: Double, altitude: Double)
    }

    var kind: Kind
    /// nil for what viewers do not have.
    var target: Target?
    var orbit: CameraOrbit?
    /// The time on the clock of ``orbit``.
    var seconds = 0.0
    /// In how many seconds the camera goes over.
    var duration = 0.0
    var smoothing: TargetSmoothing?
    /// Where the camera is, or is on its way to, and in how many seconds it is there.
    var camera: Camera
    var cameraSeconds = 0.0

    init(kind: Kind, camera: Camera) { (self.kind, self.camera) = (kind, camera) }
}

extension Camera {
    /// Where it is, as what is orbited.
    fileprivate var target: CameraSituation.Target {
        .place(longitude: location.x, latitude: location.y, altitude: location.z ?? 0)
    }
}
