// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette
import VedetteMapping
import VedetteModel

@testable import VedetteServer

@Suite("The camera of a program's scene, as viewers see and move it")
struct SceneBoardTests {
    private static let start = Instant(microsecondsSince1970: 1_800_000_000_000_000)
    private let plane = Graphic(geometry: Point(x: 1, y: 2, z: 300, spatialReference: .wgs84), symbol: SimpleMarkerSymbol())
    private let camera = Camera(latitude: 2, longitude: 1, altitude: 3_000, heading: 10, pitch: 20, roll: 0)
    private let view: SceneView
    private let board: SceneBoard

    init() {
        let overlay = GraphicsOverlay(graphics: [plane])
        overlay.sceneProperties.surfacePlacement = .absolute
        let view = SceneView(scene: Scene(), camera: camera, graphicsOverlays: [GraphicsOverlay(), overlay])
        view.time = Self.start
        self.view = view
        let graphics = GraphicsBoard(files: SymbolFiles(), interval: 0.2, clock: { Self.start }, reference: { nil }) {
            view.graphicsOverlays
        }
        board = SceneBoard(view, graphics: graphics, sources: [], epoch: Self.start)
    }

    private final class Viewer {
        var cursor = SceneBoard.Cursor()
    }

    private func news(_ viewer: Viewer) throws -> [String: Any]? {
        try board.news(for: &viewer.cursor, at: Self.start).map { message in
            try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any] ?? [:]
        }
    }

    private func take(_ text: String, from viewer: Viewer, isReadOnly: Bool = false) throws {
        let wish = try #require(CameraWish(Data(text.utf8)))
        board.take(wish, from: &viewer.cursor, isReadOnly: isReadOnly, at: Self.start)
    }

    @Test("what is told of each kind of controller")
    func kinds() async throws {
        let viewer = Viewer()
        let globe = try #require(try news(viewer))
        #expect(globe["kind"] as? String == "globe" && globe["sequence"] as? Int == 1 && globe["target"] == nil && globe["view"] == nil)
        let told = try #require(globe["camera"] as? [String: Any])
        #expect(
            (told["location"] as? [Double]).map { abs($0[2] - 3_000) < 1e-6 } == true && abs((told["heading"] as? Double ?? 0) - 10) < 1e-9)
        #expect(told["duration"] as? Double == 0 && view.size.width == 1_200)
        #expect(try news(viewer) == nil)

        let orbit = OrbitGeoElementCameraController(target: plane, distance: 1_000)
        orbit.maxCameraDistance = 8_000
        orbit.autoRollIsEnabled = false
        orbit.targetVerticalScreenFactor = 0.25
        view.cameraController = orbit
        let following = try #require(try news(viewer))
        #expect(following["kind"] as? String == "orbitGeoElement" && following["camera"] == nil && following["duration"] as? Double == 1.5)
        #expect(following["target"] as? [String: Int] == ["overlay": 1, "graphic": 1])
        #expect(following["view"] as? [String: Double] == ["distance": 1_000, "headingOffset": 0, "pitchOffset": 45])
        #expect(following["targetOffsets"] as? [Double] == [0, 0, 0] && following["smoothing"] is NSNull)
        let settings = try #require(following["settings"] as? [String: Any])
        #expect(settings["maxCameraDistance"] as? Double == 8_000 && settings["autoRoll"] as? Bool == false)
        #expect(settings["autoHeading"] as? Bool == true && settings["verticalScreenFactor"] as? Double == 0.25)
        #expect(settings["minCameraPitchOffset"] as? Double == -90 && settings["maxCameraHeadingOffset"] as? Double == 180)
        #expect(try news(viewer) == nil)

        orbit.targetSmoothing = TargetSmoothing(delay: 2)
        let smoothed = try #require(try news(viewer)?["smoothing"] as? [String: Any])
        #expect(smoothed["delay"] as? Double == 2 && smoothed["absorbsLag"] as? Bool == false)

        let crater = Point(x: 10, y: 20, z: 1_700, spatialReference: .wgs84)
        view.cameraController = OrbitLocationCameraController(target: crater, distance: 5_000)
        let place = try #require(try news(viewer))
        #expect(place["kind"] as? String == "orbitLocation" && place["smoothing"] == nil)
        #expect((place["target"] as? [String: [Double]])?["location"] == [10, 20, 1_700])
        #expect((place["settings"] as? [String: Any])?["maxCameraDistance"] is NSNull)
    }

    @Test("an animation is told with where it goes and how long it takes, once when it begins and once when it ends")
    func animation() async throws {
        let viewer = Viewer()
        let orbit = OrbitGeoElementCameraController(target: plane, distance: 1_000)
        view.cameraController = orbit
        _ = try news(viewer)
        async let moved = orbit.moveCamera(distanceDelta: 500, headingDelta: 0, pitchDelta: 30, duration: 2)
        var begun: [String: Any]?
        while begun == nil {
            begun = try news(viewer)
            await Task.yield()
        }
        let animation = try #require(begun?["animation"] as? [String: Any])
        #expect(animation["duration"] as? Double == 2 && animation["targetOffsets"] == nil)
        #expect(animation["view"] as? [String: Double] == ["distance": 1_500, "headingOffset": 0, "pitchOffset": 75])
        view.time = Self.start.advanced(bySeconds: 1)
        #expect(try news(viewer) == nil)
        view.time = Self.start.advanced(bySeconds: 2)
        #expect(await moved)
        let ended = try #require(try news(viewer))
        #expect(ended["animation"] == nil && (ended["view"] as? [String: Double])?["distance"] == 1_500)

        async let cockpit = orbit.enterCockpit(x: 1, y: 2, z: 3, duration: 4)
        var entered: [String: Any]?
        while entered == nil {
            entered = try news(viewer)
            await Task.yield()
        }
        let way = try #require(entered?["animation"] as? [String: Any])
        #expect(way["targetOffsets"] as? [Double] == [1, 2, 3] && way["duration"] as? Double == 4)
        #expect((entered?["easing"] as? [String: Double]) == ["count": 1, "duration": 4])
        orbit.cameraDistance = 3
        orbit.targetOffsetX = 0
        #expect(await !cockpit)
    }

    @Test("a program's viewpoint is told with its time; a user moves the camera, and is not told of his own move")
    func moves() async throws {
        let (mine, other) = (Viewer(), Viewer())
        _ = (try news(mine), try news(other))
        let goal = camera.elevated(by: 500)
        async let arrived = view.proxy.setViewpointCamera(goal, duration: 3)
        var told: [String: Any]?
        while told == nil {
            told = try news(mine)
            await Task.yield()
        }
        let way = try #require(told?["camera"] as? [String: Any])
        #expect(way["duration"] as? Double == 3 && (way["location"] as? [Double]).map { abs($0[2] - 3_500) < 1e-6 } == true)

        // From before that: it is not meant.
        try take(#"{"type":"camera","sequence":1,"camera":[5,6,700,0,0,0],"interacted":true}"#, from: mine)
        #expect(view.steering.destination == goal)
        let sequence = mine.cursor.told
        try take(#"{"type":"camera","sequence":\#(sequence),"camera":[5,6,700,30,40,0],"size":[640,480]}"#, from: mine)
        #expect(view.size.width == 640 && view.steering.destination == goal)
        for turn in [30.0, 31] {
            try take(#"{"type":"camera","sequence":\#(sequence),"camera":[5,6,700,\#(turn),40,0],"interacted":true}"#, from: mine)
            #expect(view.currentViewpointCamera == Camera(latitude: 6, longitude: 5, altitude: 700, heading: turn, pitch: 40, roll: 0))
        }
        #expect(await !arrived)
        #expect(try news(mine) == nil)
        let followed = try #require(try news(other)?["camera"] as? [String: Any])
        #expect(followed["heading"] as? Double == 31 && followed["duration"] as? Double == 0)
        try take(
            #"{"type":"camera","sequence":\#(other.cursor.told),"camera":[7,6,700,30,40,0],"interacted":true}"#, from: other,
            isReadOnly: true)
        #expect(abs(view.currentViewpointCamera.location.x - 5) < 1e-9)
    }

    @Test("a user orbits within limits and switches; what he does ends animations")
    func orbiting() async throws {
        let viewer = Viewer()
        let orbit = OrbitGeoElementCameraController(target: plane, distance: 1_000)
        orbit.maxCameraDistance = 2_000
        orbit.cameraPitchOffsetIsInteractive = false
        view.cameraController = orbit
        _ = try news(viewer)
        try take(
            #"{"type":"camera","sequence":\#(viewer.cursor.told),"camera":[0,0,0,0,0,0],"view":[9000,-30,80],"interacted":true}"#,
            from: viewer)
        #expect((orbit.cameraDistance, orbit.cameraHeadingOffset, orbit.cameraPitchOffset) == (2_000, -30, 45))
        #expect(try news(viewer) == nil)
        orbit.cameraDistance = 500
        #expect((try news(viewer)?["view"] as? [String: Double])?["distance"] == 500)
    }

    @Test(
        "what is no camera is refused",
        arguments: [
            #"{"type":"camera"}"#, #"{"type":"camera","sequence":1,"camera":[1,2,3,4,5]}"#,
            #"{"type":"camera","sequence":-1,"camera":[1,2,3,4,5,6]}"#,
            #"{"type":"camera","sequence":1,"camera":[1,91,3,4,5,6]}"#, #"{"type":"camera","sequence":1,"camera":[1,2,1e10,4,5,6]}"#,
            #"{"type":"camera","sequence":1,"camera":[1,2,3,4,5,1e7]}"#,
            #"{"type":"camera","sequence":1,"camera":[1,2,3,4,5,6],"view":[-1,0,0]}"#,
            #"{"type":"camera","sequence":1,"camera":[1,2,3,4,5,6],"view":[1,0]}"#,
            #"{"type":"camera","sequence":1,"camera":[1,2,3,4,5,6],"size":[0,5]}"#,
            #"{"type":"camera","sequence":1,"camera":"here"}"#, #"{"type":"scene"}"#, #"{"type":"scene","open":3}"#,
        ])
    func refused(_ text: String) {
        #expect(ViewerMessage(text, sourceCount: 1) == nil)
    }
}
