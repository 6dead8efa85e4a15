// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

/// The fragments of the guide "Follow a graphic in a scene view", in today's names: a program that imports the library alone.
@Suite("Programs that follow a graphic", .timeLimit(.minutes(1)))
struct FollowGraphicTests {
    private struct Frame {
        var position: Point
        var heading: Double
        var pitch: Double
        var roll: Double
    }

    @Test("a plane is prepared, moved, followed, looked at from elsewhere, and left")
    func plane() async throws {
        let sceneView = SceneView(scene: Scene(basemapStyle: .arcGISImagery))
        let sceneGraphicsOverlay = GraphicsOverlay()
        let planeModelSymbol = ModelSceneSymbol(url: URL(fileURLWithPath: "Bristol.dae"), scale: 1)

        // create the renderer for scene graphics overlay
        let renderer = SimpleRenderer()
        // set expressions
        renderer.sceneProperties.headingExpression = "[HEADING]"
        renderer.sceneProperties.pitchExpression = "[PITCH]"
        renderer.sceneProperties.rollExpression = "[ROLL]"
        // set renderer on the overlay
        sceneGraphicsOverlay.renderer = renderer
        // set the placement of the graphic to be at absolute height
        sceneGraphicsOverlay.sceneProperties.surfacePlacement = .absolute
        // arbitrary point geometry for time being, the geometry will update with animation
        let point = Point(x: 0, y: 0, z: 0, spatialReference: .wgs84)
        // create graphic for the model
        let planeModelGraphic = Graphic()
        planeModelGraphic.geometry = point
        planeModelGraphic.symbol = planeModelSymbol
        // add graphic to the graphics overlay
        sceneGraphicsOverlay.addGraphic(planeModelGraphic)
        // add the graphics overlay to the scene view
        sceneView.graphicsOverlays.append(sceneGraphicsOverlay)

        // update the properties on the model
        let frame = Frame(position: Point(x: 6.6, y: 45.4, z: 3_000, spatialReference: .wgs84), heading: 90, pitch: 5, roll: 10)
        planeModelGraphic.geometry = frame.position
        planeModelGraphic.setAttributeValue(frame.heading, forKey: "HEADING")
        planeModelGraphic.setAttributeValue(frame.pitch, forKey: "PITCH")
        planeModelGraphic.setAttributeValue(frame.roll, forKey: "ROLL")

        // initialize object specifying the target geo element and distance to keep from it
        let orbitGeoElementCameraController = OrbitGeoElementCameraController(target: planeModelGraphic, distance: 1_000)
        // set the camera controller on scene view
        sceneView.cameraController = orbitGeoElementCameraController

        // set the x, y, and z camera target offsets (animate change over 2 seconds)
        #expect(try await orbitGeoElementCameraController.setTargetOffsets(x: 43, y: 0, z: -55, duration: 0.02))
        #expect(orbitGeoElementCameraController.targetOffsetX == 43 && orbitGeoElementCameraController.targetOffsetZ == -55)
        orbitGeoElementCameraController.targetVerticalScreenFactor = 0.5
        orbitGeoElementCameraController.autoHeadingIsEnabled = true
        orbitGeoElementCameraController.autoPitchIsEnabled = false
        orbitGeoElementCameraController.autoRollIsEnabled = false
        // update camera position: delta values for distance, heading, and pitch
        #expect(
            await orbitGeoElementCameraController.moveCamera(distanceDelta: 300, headingDelta: 0, pitchDelta: 45, duration: 0.02))
        #expect(orbitGeoElementCameraController.cameraDistance == 1_300 && orbitGeoElementCameraController.cameraPitchOffset == 90)
        // min and max distance values between the model and the camera
        orbitGeoElementCameraController.minCameraDistance = 500
        orbitGeoElementCameraController.maxCameraDistance = 8_000
        // limit the camera pitch to between 25° and 75°
        orbitGeoElementCameraController.minCameraPitchOffset = 25
        orbitGeoElementCameraController.maxCameraPitchOffset = 75
        #expect(orbitGeoElementCameraController.cameraPitchOffset == 75)
        // restrict the ability to interactively change the camera distance
        orbitGeoElementCameraController.cameraDistanceIsInteractive = false

        // While another controller than that of the globe is active, viewpoints are ignored.
        let camera = Camera(latitude: 45, longitude: 6, altitude: 4_000, heading: 0, pitch: 60, roll: 0)
        #expect(await !sceneView.proxy.setViewpointCamera(camera))
        #expect(sceneView.ignoredViewpointCount == 1)
        // apply the (default) globe camera controller
        sceneView.cameraController = GlobeCameraController()
        #expect(await sceneView.proxy.setViewpointCamera(camera))
        #expect(sceneView.currentViewpointCamera == camera)
    }

    @Test("samples of today: views of scenes, symbols by distance, controllers that are changed, what is at a point")
    func samples() async throws {
        let scene = Scene(basemapStyle: .arcGISImageryStandard)
        scene.initialViewpoint = Viewpoint(
            latitude: .nan, longitude: .nan, scale: .nan,
            camera: Camera(
                lookingAt: Point(x: -109.937516, y: 38.456714, spatialReference: .wgs84), distance: 5_500, heading: 150, pitch: 20, roll: 0)
        )
        let surface = Surface()
        scene.baseSurface = surface

        let coneSymbol = SimpleMarkerSceneSymbol.cone(color: .red, diameter: 200, height: 600, anchorPosition: .center)
        coneSymbol.pitch = -90.0
        let compositeSymbol = DistanceCompositeSceneSymbol()
        compositeSymbol.addRange(
            DistanceSymbolRange(symbol: ModelSceneSymbol(url: URL(fileURLWithPath: "a.glb"), scale: 100), maxDistance: 10_000))
        compositeSymbol.addRange(DistanceSymbolRange(symbol: coneSymbol, minDistance: 10_001, maxDistance: 30_000))
        compositeSymbol.addRange(
            DistanceSymbolRange(symbol: SimpleMarkerSymbol(style: .circle, color: .red, size: 10), minDistance: 30_001))
        #expect(compositeSymbol.ranges.count == 3 && compositeSymbol.symbol(atDistance: 20_000) == coneSymbol)
        #expect(compositeSymbol.symbol(atDistance: 10_000.5) == nil && compositeSymbol.symbol(atDistance: 1e7) is SimpleMarkerSymbol)
        (compositeSymbol.ranges[0].symbol as? ModelSceneSymbol)?.heading = Float(12.5)

        let graphicsOverlay = GraphicsOverlay(graphics: [
            Graphic(geometry: Point(x: -109.937516, y: 38.456714, z: 5_000, spatialReference: .wgs84), symbol: compositeSymbol)
        ])
        graphicsOverlay.sceneProperties.surfacePlacement = .relative
        var cameraController: CameraController = GlobeCameraController()
        let sceneView = SceneView(scene: scene, cameraController: cameraController, graphicsOverlays: [graphicsOverlay])
        sceneView.size = CGSize(width: 600, height: 400)
        sceneView.time = Date().asInstant
        let crater = Point(x: -109.929589, y: 38.437304, z: 1_700, spatialReference: .wgs84)
        cameraController = OrbitLocationCameraController(target: crater, distance: 5_000)
        (cameraController as? OrbitLocationCameraController)?.cameraPitchOffset = 3
        sceneView.cameraController = cameraController
        sceneView.time = sceneView.time?.advanced(bySeconds: 5)
        let found = try #require(sceneView.proxy.screenPoint(fromLocation: crater))
        #expect(abs(found.screenPoint.x - 300) < 1e-3 && abs(found.screenPoint.y - 200) < 1e-3 && found.visibility == .visible)

        let planeController = OrbitGeoElementCameraController(target: graphicsOverlay.graphics[0], distance: 4_000)
        planeController.cameraPitchOffset = 80
        planeController.cameraHeadingOffset = -30
        sceneView.cameraController = planeController
        sceneView.time = sceneView.time?.advanced(bySeconds: 5)
        let result = try await sceneView.proxy.identify(
            on: graphicsOverlay, screenPoint: CGPoint(x: 300, y: 200), tolerance: 12, returnPopupsOnly: false, maximumResults: 1)
        #expect(result.graphics == graphicsOverlay.graphics)
        let definition = PopupDefinition()
        definition.title = "A plane"
        graphicsOverlay.popupDefinition = definition
        let popups = try await sceneView.proxy.identify(
            on: graphicsOverlay, screenPoint: CGPoint(x: 300, y: 200), tolerance: 12, returnPopupsOnly: true)
        #expect(popups.popups.map(\.title) == ["A plane"] && popups.graphics.isEmpty)
        let overlays = try await sceneView.proxy.identifyGraphicsOverlays(screenPoint: CGPoint(x: 300, y: 200), tolerance: 12)
        #expect(overlays.count == 1)
        #expect(try await sceneView.proxy.identifyLayers(screenPoint: CGPoint(x: 300, y: 200), tolerance: 12).isEmpty)
        guard let location = try? await sceneView.proxy.location(fromScreenPoint: CGPoint(x: 300, y: 390)) else {
            Issue.record("there is ground at the lower edge")
            return
        }
        #expect(location.z == 0)
        var cameras = sceneView.$camera.makeAsyncIterator()
        #expect(await cameras.next() == sceneView.camera)
    }
}

extension Date {
    fileprivate var asInstant: Instant { Instant(self) }
}
