// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteServer
import VedetteTesting

/// A crater that a camera goes around.
enum Crater {
    static let place = Point(x: -109.929589, y: 38.437304, z: 1_700, spatialReference: .wgs84)

    static func scene() -> Vedette.Scene {
        let scene = Vedette.Scene()
        let camera = Camera(lookingAt: place, distance: 12_000, heading: 150, pitch: 60, roll: 0)
        scene.initialViewpoint = Viewpoint(latitude: .nan, longitude: .nan, scale: .nan, camera: camera)
        return scene
    }
}

extension LiveView {
    /// The camera follows the plane from a thousand metres behind; it may go nearer, and as far as eight thousand.
    static func chase(_ plane: Plane) -> LiveView {
        let controller = OrbitGeoElementCameraController(target: plane.graphic, distance: 1_000)
        controller.minCameraDistance = 30
        controller.maxCameraDistance = 8_000
        controller.cameraPitchOffset = 75
        (controller.autoPitchIsEnabled, controller.autoRollIsEnabled) = (false, false)
        let view = SceneView(scene: Crater.scene(), cameraController: controller, graphicsOverlays: [plane.overlay])
        return LiveView(path: "plane", title: "Behind a plane", sceneView: view)
    }

    /// The camera is in the cockpit, four metres ahead of the middle of the plane and a metre above it: the horizon tilts.
    static func cockpit(_ plane: Plane) -> LiveView {
        let controller = OrbitGeoElementCameraController(target: plane.graphic, distance: 0)
        (controller.targetOffsetY, controller.targetOffsetZ) = (4, 1)
        controller.cameraPitchOffset = 90
        controller.targetVerticalScreenFactor = 0.6
        controller.cameraDistanceIsInteractive = false
        let view = SceneView(scene: Crater.scene(), cameraController: controller, graphicsOverlays: [plane.overlay])
        return LiveView(path: "cockpit", title: "In the cockpit", sceneView: view)
    }

    /// The camera goes around a place.
    static func crater(_ plane: Plane) -> (view: LiveView, controller: OrbitLocationCameraController) {
        let controller = OrbitLocationCameraController(target: Crater.place, distance: 6_000)
        controller.cameraHeadingOffset = 150
        controller.cameraPitchOffset = 70
        let view = SceneView(scene: Crater.scene(), cameraController: controller, graphicsOverlays: [plane.overlay])
        return (LiveView(path: "crater", title: "Around a crater", sceneView: view), controller)
    }

    /// The made-up air traffic of the demonstration, of which the camera follows one flight after another.
    static func flights() -> (view: LiveView, sceneView: SceneView, layer: DynamicEntityLayer) {
        let traffic = CustomDynamicEntityDataSource(info: AirTrafficFeed.info) {
            AirTrafficFeed(flightCount: 60, seed: 1, history: .seconds(60))
        }
        let layer = DynamicEntityLayer(dataSource: traffic)
        layer.name = "Flights"
        layer.sceneProperties.surfacePlacement = .absolute
        layer.renderer = SimpleRenderer(symbol: ModelSceneSymbol(.aircraft))
        layer.renderer?.sceneProperties.headingExpression = "[heading]"
        let scene = Vedette.Scene()
        scene.addOperationalLayer(layer)
        let sceneView = SceneView(
            scene: scene,
            camera: Camera(
                lookingAt: Point(latitude: 33.4352, longitude: -112.0101), distance: 40_000, heading: 0, pitch: 60, roll: 0))
        return (LiveView(path: "flights", title: "With a flight", sceneView: sceneView), sceneView, layer)
    }
}
