// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import VedetteGeometry

/// What users do with a view, as whoever draws it tells.
extension SceneView {
    /// A user has moved the camera, or is moving it. Ends what the camera was on its way to.
    ///
    /// - Returns: false, and nothing happens, where a controller holds the camera.
    @discardableResult
    public func move(to camera: Camera) -> Bool {
        var isPossible = false
        change { state in
            guard state.rig.isFree else { return }
            isPossible = state.go(to: camera, over: 0).isPossible
            state.steering.destination = nil
        }
        return isPossible
    }

    /// What a user does with fingers, a mouse or keys.
    ///
    /// - Returns: whether there was anything to obey.
    @discardableResult
    package func apply(_ input: CameraInput) -> Bool {
        if let orbit = cameraController as? OrbitCameraController { return orbit.apply(input) }
        var isObeyed = false
        change { state in
            isObeyed = state.rig.apply(input)
            if isObeyed { state.steering.destination = nil }
        }
        return isObeyed
    }

    /// A user has tapped on the view: calls what was given to ``onSingleTapGesture(perform:)``, in that order.
    ///
    /// - Parameter screenPoint: points from the upper left corner, to the right and down.
    public func tap(at screenPoint: CGPoint) {
        let place = proxy.baseSurfaceLocation(fromScreenPoint: screenPoint)
        for handler in state.withLock({ $0.tapHandlers }) { handler(screenPoint, place) }
    }

    /// Calls a function with each tap: with the point of the screen, and the place of the ground there, nil in the sky.
    ///
    /// - Returns: the view.
    @discardableResult
    public func onSingleTapGesture(perform action: @escaping @Sendable (_ screenPoint: CGPoint, _ scenePoint: Point?) -> Void) -> SceneView
    {
        state.withLock { $0.tapHandlers.append(action) }
        return self
    }
}
