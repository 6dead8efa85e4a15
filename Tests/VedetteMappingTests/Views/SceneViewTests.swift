// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteMapping

/// A view whose clock a test moves.
struct SceneStage {
    static let start = IdentifyWorld.start

    let scene = Scene()
    let overlay = GraphicsOverlay()
    let plane = Graphic(
        geometry: Point(x: 6.6, y: 45.4, z: 3_000, spatialReference: .wgs84), attributes: ["HEADING": 90.0, "PITCH": 0.0, "ROLL": 0.0],
        symbol: SimpleMarkerSymbol())
    let view: SceneView

    init(_ controller: CameraController? = nil, viewpoint: Viewpoint? = nil) {
        let renderer = SimpleRenderer()
        renderer.sceneProperties.headingExpression = "[HEADING]"
        renderer.sceneProperties.pitchExpression = "[PITCH]"
        renderer.sceneProperties.rollExpression = "[ROLL]"
        overlay.renderer = renderer
        overlay.sceneProperties.surfacePlacement = .absolute
        overlay.addGraphic(plane)
        view = SceneView(
            scene: scene, cameraController: controller, viewpoint: viewpoint, graphicsOverlays: [overlay],
            timing: VirtualTiming(start: Self.start).timing)
        view.size = CGSize(width: 800, height: 600)
        view.time = Self.start
    }

    func go(to seconds: Double) { view.time = Self.start.advanced(bySeconds: seconds) }

    var orbit: OrbitGeoElementCameraController { OrbitGeoElementCameraController(target: plane, distance: 1_000) }

    /// How far the target is from the middle of the screen, in points, and from the camera, in metres.
    func slot(_ point: Point) -> (points: Double, metres: Double)? {
        guard let place = EllipsoidPosition(point), let found = view.proxy.screenPoint(fromLocation: point) else { return nil }
        return (
            hypot(found.screenPoint.x - 400, found.screenPoint.y - 300),
            view.currentViewpointCamera.pose.position.distance(to: place.point)
        )
    }
}

@Suite("A view of a scene", .timeLimit(.minutes(2)))
struct SceneViewTests {
    private let camera = Camera(latitude: 45, longitude: 7, altitude: 5_000, heading: 300, pitch: 70, roll: 0)

    @Test("a view begins at its own viewpoint, else at that of the scene, else above the whole Earth")
    func beginning() {
        let scene = Scene()
        #expect(SceneView(scene: scene).currentViewpointCamera == SceneViewpoints.beginning)
        scene.initialViewpoint = Viewpoint(latitude: .nan, longitude: .nan, scale: .nan, camera: camera)
        #expect(SceneView(scene: scene).currentViewpointCamera == camera)
        let higher = camera.elevated(by: 10)
        #expect(SceneView(scene: scene, camera: higher).currentViewpointCamera == higher)
        #expect(SceneView(scene: scene, camera: nil).currentViewpointCamera == camera)
        let view = SceneView(scene: scene, viewpoint: Viewpoint(boundingGeometry: camera.location, camera: higher))
        #expect(view.currentViewpointCamera == higher)
        #expect(view.cameraController is GlobeCameraController && view.graphicsOverlays.isEmpty)
        let other = Scene()
        other.initialViewpoint = Viewpoint(latitude: 1, longitude: 2, scale: 1_000, camera: camera)
        view.scene = other
        #expect(view.currentViewpointCamera == camera)
    }

    @Test("a viewpoint without a camera is looked at from straight above, at its scale or until all of it is seen")
    func viewpoints() async throws {
        let stage = SceneStage()
        #expect(await stage.view.proxy.setViewpoint(Viewpoint(latitude: 33, longitude: -112, scale: 100_000, rotation: 30)))
        let above = stage.view.currentViewpointCamera
        #expect(abs(above.pitch) < 1e-9 && turn(above.heading, 30) < 1e-9)
        let found = stage.view.currentViewpoint(kind: .centerAndScale)
        #expect(abs(found.targetScale - 100_000) < 0.01 && found.camera == above)
        // What is a point apart in the middle is as many metres apart as the scale says.
        let proxy = stage.view.proxy
        let (left, right) = (
            try #require(proxy.baseSurfaceLocation(fromScreenPoint: CGPoint(x: 399.5, y: 300))),
            try #require(proxy.baseSurfaceLocation(fromScreenPoint: CGPoint(x: 400.5, y: 300)))
        )
        let metres = Geodesic.inverse(from: (left.y, left.x), to: (right.y, right.x)).metres
        #expect(abs(metres - 100_000 * 0.0254 / 96) < 0.01)

        let box = Envelope(xRange: -112.5 ... -111.5, yRange: 33...33.5, spatialReference: .wgs84)
        #expect(await proxy.setViewpoint(Viewpoint(boundingGeometry: box)))
        for x in [box.xMin, box.xMax] {
            for y in [box.yMin, box.yMax] {
                let result = try #require(proxy.screenPoint(fromLocation: Point(latitude: y, longitude: x)))
                #expect(result.visibility == .visible)
            }
        }
        // A place says nothing of the distance, and no number nothing at all.
        let height = stage.view.currentViewpointCamera.location.z ?? 0
        #expect(await proxy.setViewpoint(Viewpoint(boundingGeometry: Point(latitude: 10, longitude: 20))))
        #expect(abs((stage.view.currentViewpointCamera.location.z ?? 0) - height) < 1)
        #expect(await !proxy.setViewpoint(Viewpoint(latitude: .nan, longitude: 0, scale: 1_000)))
        #expect(await proxy.setViewpoint(Viewpoint(latitude: .nan, longitude: .nan, scale: .nan, camera: camera)))
        #expect(stage.view.currentViewpointCamera == camera)
    }

    @Test("a viewpoint takes its time, and says whether the camera got there")
    func journeys() async {
        let stage = SceneStage(viewpoint: Viewpoint(latitude: .nan, longitude: .nan, scale: .nan, camera: camera))
        let (view, other) = (stage.view, camera.elevated(by: 2_000))
        async let arrived = view.proxy.setViewpointCamera(other, duration: 2)
        while view.steering.destination == nil { await Task.yield() }
        stage.go(to: 1)
        let middle = view.currentViewpointCamera.location.z ?? 0
        #expect(middle > 5_100 && middle < 6_900)
        stage.go(to: 2)
        #expect(await arrived && view.currentViewpointCamera == other)

        async let interrupted = view.proxy.setViewpointCamera(camera, duration: 2)
        while view.steering.destination != camera { await Task.yield() }
        stage.go(to: 2.5)
        #expect(view.move(to: other))
        #expect(await !interrupted && view.currentViewpointCamera == other)

        async let released = view.proxy.setViewpointCamera(camera, duration: 2)
        while view.steering.destination != camera { await Task.yield() }
        view.cameraController = stage.orbit
        #expect(await !released)
    }

    @Test("by the clock, too, a viewpoint gets there")
    func clock() async {
        let timing = VirtualTiming()
        let view = SceneView(scene: Scene(), timing: timing.timing)
        async let arrived = view.proxy.setViewpointCamera(camera, duration: 3)
        await timing.sleepers(atLeast: 1)
        timing.advance(bySeconds: 3)
        #expect(await arrived && view.currentViewpointCamera == camera)
    }

    @Test("while a controller holds the camera, viewpoints are ignored and counted; gestures and controllers are not")
    func ignored() async {
        let stage = SceneStage()
        let orbit = stage.orbit
        stage.view.cameraController = orbit
        stage.go(to: 2)
        let held = stage.view.currentViewpointCamera
        #expect(await !stage.view.proxy.setViewpointCamera(camera))
        #expect(await !stage.view.proxy.setViewpoint(Viewpoint(latitude: 0, longitude: 0, scale: 5), duration: 1))
        #expect(!stage.view.move(to: camera))
        #expect(stage.view.ignoredViewpointCount == 2 && stage.view.currentViewpointCamera == held)
        #expect(stage.view.apply(CameraInput(distanceFactor: 2)) && orbit.cameraDistance == 2_000)
        stage.view.cameraController = GlobeCameraController()
        stage.go(to: 4)
        #expect(await stage.view.proxy.setViewpointCamera(camera))
        #expect(stage.view.currentViewpointCamera == camera && stage.view.ignoredViewpointCount == 2)
        #expect(stage.view.apply(CameraInput(headingDelta: 10)) && stage.view.currentViewpointCamera != camera)
    }

    @Test("a graphic that a program moves stays in its slot at every moment; the camera turns with it")
    func graphic() throws {
        let stage = SceneStage()
        let orbit = stage.orbit
        stage.view.cameraController = orbit
        stage.go(to: 1.5)
        for step in 0..<50 {
            let point = Point(x: 6.6 + Double(step) * 0.001, y: 45.4, z: 3_000 + Double(step * 10), spatialReference: .wgs84)
            stage.plane.geometry = point
            stage.plane.attributes["HEADING"] = 90 + Double(step)
            stage.go(to: 1.5 + Double(step) / 60)
            let slot = try #require(stage.slot(point))
            #expect(slot.points < 1e-6 && abs(slot.metres - 1_000) < 1e-6)
            #expect(turn(stage.view.currentViewpointCamera.heading, 90 + Double(step)) < 0.02)
        }
        // Without telling the time anew.
        let there = Point(x: 7, y: 46, z: 100, spatialReference: .wgs84)
        stage.plane.geometry = there
        #expect((stage.slot(there)?.points ?? .infinity) < 1e-6)
        stage.overlay.sceneProperties.altitudeOffset = 50
        let offset = Point(x: 7, y: 46, z: 150, spatialReference: .wgs84)
        #expect((stage.slot(offset)?.points ?? .infinity) < 1e-6)
        #expect(abs((stage.view.target?.pose.place.altitude ?? 0) - 150) < 1e-6)
    }

    @Test("a graphic that no overlay of the view has is not known: the camera waits until it is")
    func waiting() throws {
        let stage = SceneStage(viewpoint: Viewpoint(latitude: .nan, longitude: .nan, scale: .nan, camera: camera))
        let other = Graphic(geometry: Point(x: 1, y: 2, z: 3, spatialReference: .wgs84))
        stage.view.cameraController = OrbitGeoElementCameraController(target: other, distance: 500)
        stage.go(to: 3)
        #expect(stage.view.target == nil && stage.view.currentViewpointCamera == camera)
        stage.overlay.addGraphic(other)
        stage.go(to: 4)
        stage.go(to: 6)
        #expect((stage.slot(Point(x: 1, y: 2, z: 3, spatialReference: .wgs84))?.metres ?? .infinity) - 500 < 1e-6)
    }

    @Test("going over to a target, to another, and back is smooth: no step between pictures is larger than the way takes")
    func smooth() {
        let stage = SceneStage(viewpoint: Viewpoint(latitude: .nan, longitude: .nan, scale: .nan, camera: camera))
        let second = Graphic(geometry: Point(x: 6.7, y: 45.5, z: 4_000, spatialReference: .wgs84), symbol: SimpleMarkerSymbol())
        stage.overlay.addGraphic(second)
        let orbit = stage.orbit
        var previous = stage.view.currentViewpointCamera.pose
        var steps: [Double] = []
        for frame in 1...(8 * 60) {
            switch frame {
            case 30: stage.view.cameraController = orbit
            case 75: orbit.follow(second)
            case 200: orbit.follow(stage.plane, duration: 1)
            case 320: stage.view.cameraController = GlobeCameraController()
            default: break
            }
            stage.go(to: Double(frame) / 60)
            let pose = stage.view.currentViewpointCamera.pose
            steps.append(pose.position.distance(to: previous.position))
            previous = pose
        }
        // The ways are at most sixty kilometres long, and take a second or more.
        #expect((steps.max() ?? 0) < 2_500)
        for (first, next) in zip(steps, steps.dropFirst()) { #expect(abs(next - first) < 150) }
        #expect(stage.view.cameraController is GlobeCameraController && steps.suffix(60).allSatisfy { $0 < 1e-6 })
    }

    @Test("the controller goes by the time of the view, and its animations end in it")
    func animations() async {
        let stage = SceneStage()
        let orbit = stage.orbit
        stage.view.cameraController = orbit
        stage.go(to: 2)
        async let moved = orbit.moveCamera(distanceDelta: 500, headingDelta: 20, pitchDelta: 10, duration: 2)
        while orbit.orbit(since: SceneStage.start).viewOnItsWay(at: 2) == nil { await Task.yield() }
        stage.go(to: 3)
        #expect(orbit.cameraDistance > 1_100 && orbit.cameraDistance < 1_400)
        stage.go(to: 4)
        #expect(await moved && orbit.cameraDistance == 1_500)
        // Time that is set back goes on from there.
        stage.go(to: -1_000)
        async let back = orbit.moveCamera(distanceDelta: -500, headingDelta: 0, pitchDelta: 0, duration: 1)
        while orbit.orbit(since: SceneStage.start).viewOnItsWay(at: -1_000) == nil { await Task.yield() }
        stage.go(to: -999)
        #expect(await back && orbit.cameraDistance == 1_000)
    }

    @Test("a feature is followed as its layer shows it")
    func feature() throws {
        let stage = SceneStage()
        let table = FeatureCollectionTable(
            fields: [Field(type: .float64, name: "course", alias: "")], geometryType: Point.self, spatialReference: .wgs84)
        let feature = table.makeFeature(
            attributes: ["course": 45.0], geometry: Point(x: 5, y: 6, z: 700, spatialReference: .wgs84))
        let layer = FeatureLayer(featureTable: table)
        layer.renderer = SimpleRenderer(symbol: SimpleMarkerSceneSymbol())
        layer.renderer?.sceneProperties.headingExpression = "[course]"
        layer.sceneProperties.surfacePlacement = .absolute
        stage.scene.addOperationalLayer(layer)
        stage.view.cameraController = OrbitGeoElementCameraController(target: feature, distance: 300)
        stage.go(to: 2)
        #expect(turn(stage.view.currentViewpointCamera.heading, 45) < 0.01)
        feature.geometry = Point(x: 5.1, y: 6, z: 700, spatialReference: .wgs84)
        let slot = try #require(stage.slot(Point(x: 5.1, y: 6, z: 700, spatialReference: .wgs84)))
        #expect(slot.points < 1e-6 && abs(slot.metres - 300) < 1e-6)
    }

    @Test("a tap tells where the ground is, and nothing in the sky")
    func taps() async throws {
        let camera = camera.rotated(toHeading: 300, pitch: 80, roll: 0)
        let stage = SceneStage(viewpoint: Viewpoint(latitude: .nan, longitude: .nan, scale: .nan, camera: camera))
        let (taps, continuation) = AsyncStream.makeStream(of: Point?.self)
        stage.view.onSingleTapGesture { _, place in continuation.yield(place) }
        stage.view.tap(at: CGPoint(x: 400, y: 300))
        stage.view.tap(at: CGPoint(x: 400, y: 0))
        var iterator = taps.makeAsyncIterator()
        let (first, second) = (await iterator.next(), await iterator.next())
        let ground = try #require(first ?? nil)
        #expect(abs(EllipsoidPosition(ground)?.point.distance(to: camera.pose.groundFocus) ?? 1) < 1e-6)
        #expect(second == .some(nil))
        await #expect(throws: SceneViewError.self) { try await stage.view.proxy.location(fromScreenPoint: CGPoint(x: 0, y: 0)) }
    }
}
