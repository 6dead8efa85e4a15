// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import VedetteDynamicEntities
public import VedetteGeometry
public import VedetteModel

/// A view of a scene without a screen: what is shown, from where, and who moves the camera; and through its ``proxy``, what is drawn at a
/// point, and where a place is.
///
///     let view = SceneView(scene: scene, cameraController: controller, graphicsOverlays: [overlay])
///     view.size = CGSize(width: 1_200, height: 800)
///     let result = try await view.proxy.identify(on: overlay, screenPoint: point, tolerance: 12)
///     view.cameraController = OrbitGeoElementCameraController(target: plane, distance: 1_000)
///
/// Whoever draws it tells its ``size`` and what a user does, and asks for the ``currentViewpointCamera`` with each picture. It may be used
/// from any thread. `docs/scene-view.md` has the rules.
// Sendable by hand: what changes is behind locks, and tasks and observations are let go of in deinit.
public final class SceneView: @unchecked Sendable {
    /// What is drawn over the layers, from the bottom up.
    @Synchronized public var graphicsOverlays: [GraphicsOverlay]
    /// What selected elements are marked with; cyan unless set.
    @Synchronized public var selectionColor = Color.cyan
    /// The camera as it was told last. `$camera` gives the current value first, then one each time that the camera was sent somewhere, has
    /// arrived, its controller or the target has changed, or ``time`` was set.
    @Streamed(capacity: 16) public internal(set) var camera = SceneViewpoints.beginning

    let timing: SourceTiming
    let state: Mutex<State>

    struct State {
        var scene: Scene
        var controller: CameraController
        var rig: CameraRig
        /// Where the camera was put last: told as it was given, not after a way through the Earth-centred frame.
        var given: Camera
        var size = CGSize.zero
        var time: Instant?
        /// When the clock of the rig began.
        var epoch: Instant
        /// Told of the ends of the ways with these numbers.
        var journeys: [Int: AsyncStream<Bool>.Continuation] = [:]
        var steering = Steering()
        var following = Following()
        var tapHandlers: [@Sendable (CGPoint, Point?) -> Void] = []
    }

    /// Where a program has sent the camera, for those who show the same.
    package struct Steering: Hashable, Sendable {
        /// Counts up with each time that a program sends the camera somewhere, gives it another controller, or shows another scene.
        package var generation = 0
        /// Where the camera goes to, and when it is there; nil where it goes nowhere.
        package var destination: Camera?
        package var arrival: Instant?
    }

    /// Makes a view of a scene.
    ///
    /// - Parameters:
    ///   - scene: what is shown.
    ///   - cameraController: who moves the camera; a ``GlobeCameraController`` unless given.
    ///   - viewpoint: where to look first; nil for the initial viewpoint of the scene, or for the whole Earth where it has none.
    ///   - graphicsOverlays: what is drawn over the layers, from the bottom up.
    public convenience init(
        scene: Scene, cameraController: CameraController? = nil, viewpoint: Viewpoint? = nil, graphicsOverlays: [GraphicsOverlay] = []
    ) {
        self.init(
            scene: scene, cameraController: cameraController, viewpoint: viewpoint, graphicsOverlays: graphicsOverlays, timing: .system)
    }

    /// Makes a view of a scene that is looked at from a camera.
    ///
    /// - Parameters:
    ///   - scene: what is shown.
    ///   - cameraController: who moves the camera; a ``GlobeCameraController`` unless given.
    ///   - camera: from where to look first; nil for the initial viewpoint of the scene.
    ///   - graphicsOverlays: what is drawn over the layers, from the bottom up.
    public convenience init(
        scene: Scene, cameraController: CameraController? = nil, camera: Camera?, graphicsOverlays: [GraphicsOverlay] = []
    ) {
        let viewpoint = camera.map { Viewpoint(center: $0.location, scale: .nan, camera: $0) }
        self.init(scene: scene, cameraController: cameraController, viewpoint: viewpoint, graphicsOverlays: graphicsOverlays)
    }

    package init(
        scene: Scene, cameraController: CameraController? = nil, viewpoint: Viewpoint? = nil, graphicsOverlays: [GraphicsOverlay] = [],
        timing: SourceTiming
    ) {
        _graphicsOverlays = .init(wrappedValue: graphicsOverlays)
        self.timing = timing
        let lens = State.lens(.zero)
        let first = Self.camera(of: viewpoint ?? scene.initialViewpoint, lens)
        state = Mutex(
            State(
                scene: scene, controller: GlobeCameraController(), rig: CameraRig(camera: first, lens: lens), given: first,
                epoch: timing.now()))
        camera = first
        if let cameraController { adopt(cameraController, over: 0) }
    }

    deinit {
        state.withLock { state in
            state.following.task?.cancel()
            for journey in state.journeys.values { journey.finish() }
        }
    }

    private static func camera(of viewpoint: Viewpoint?, _ lens: CameraLens) -> Camera {
        viewpoint.flatMap { SceneViewpoints.camera($0, from: SceneViewpoints.beginning.pose, lens) } ?? SceneViewpoints.beginning
    }

    /// What a program asks the view through.
    public var proxy: SceneViewProxy { SceneViewProxy(self) }

    // MARK: What is shown

    /// What is shown. Another scene is looked at from its initial viewpoint, unless a controller holds the camera.
    public var scene: Scene {
        get { state.withLock { $0.scene } }
        set {
            change { state in
                state.scene = newValue
                guard state.rig.isFree else { return }
                let camera = Self.camera(of: newValue.initialViewpoint, state.rig.lens)
                _ = state.go(to: camera, over: 0)
                state.steer(to: camera, arrival: nil)
            }
        }
    }

    /// Width and height in points; none unless set.
    public var size: CGSize {
        get { state.withLock { $0.size } }
        set {
            change { state in
                let isUsable = newValue.width.isFinite && newValue.height.isFinite
                state.size = isUsable ? CGSize(width: max(0, newValue.width), height: max(0, newValue.height)) : .zero
                state.rig.lens = State.lens(state.size)
            }
        }
    }

    /// What time it is in the view: animations and the ways of the camera and of targets go by it. nil, for that of the system's clock, unless
    /// set; a program that shows the past, or draws picture by picture, sets it again and again. Time that is set back goes on from there.
    public var time: Instant? {
        get { state.withLock { $0.time } }
        set {
            let orbit = state.withLock { state in
                state.time = newValue
                return state.controller as? OrbitCameraController
            }
            orbit?.time = newValue
            change { _ in }
        }
    }

    /// ``time``, or what the clock says.
    var now: Instant { time ?? timing.now() }

    // MARK: How it looks

    /// The camera now, also while it is on its way.
    public var currentViewpointCamera: Camera { lookup { $0.camera } }

    /// The viewpoint now, with its camera: the place of the ground in the middle of the view, and the scale there; as a bounding geometry, the
    /// place alone.
    public func currentViewpoint(kind: Viewpoint.Kind) -> Viewpoint {
        lookup { state in
            let pose = state.rig.pose
            let (focus, camera) = (pose.groundFocus, state.camera)
            let place = EllipsoidPosition(focus)
            let center = Point(x: place.longitude, y: place.latitude, z: place.altitude, spatialReference: .wgs84)
            switch kind {
            case .centerAndScale:
                let scale = SceneViewpoints.scale(distance: pose.position.distance(to: focus), state.rig.lens)
                return Viewpoint(center: center, scale: scale, rotation: camera.heading, camera: camera)
            case .boundingGeometry: return Viewpoint(boundingGeometry: center, rotation: camera.heading, camera: camera)
            }
        }
    }

    /// How often a program has set a viewpoint that was ignored because the camera is held by a controller.
    public var ignoredViewpointCount: Int { state.withLock { $0.rig.ignoredViewpointCount } }

    /// What is looked at, as it is to be drawn now: its place in the Earth-centred frame and its turn; nil where nothing is orbited, or
    /// nothing is known of it.
    package var target: TargetState? { lookup { $0.rig.target } }

    /// What was told last of a target whose way is made smooth; nil for any other.
    var newestFix: TargetPose? { lookup { $0.rig.newestFix } }

    /// Where a program has sent the camera.
    package var steering: Steering { lookup { $0.steering } }

    /// What is where on the screen; nil as long as the view has no size.
    var projection: SceneProjection? {
        lookup { state in
            state.size.width > 0 && state.size.height > 0 ? SceneProjection(state.rig.pose, state.rig.lens) : nil
        }
    }

    /// What is where on the screen, and what is followed and where that is drawn; nil as long as the view has no size.
    var picture: (SceneProjection, followed: (element: any GeoElement, state: TargetState)?)? {
        lookup { state in
            guard state.size.width > 0, state.size.height > 0 else { return nil }
            let target = state.following.target.flatMap { element in state.rig.target.map { (element: element, state: $0) } }
            return (SceneProjection(state.rig.pose, state.rig.lens), target)
        }
    }

    var content: SceneContent { SceneContent(layers: scene.operationalLayers, overlays: graphicsOverlays) }
}

extension SceneView.State {
    /// A view without a size has a lens as of 1,200 by 800 points.
    static func lens(_ size: CGSize) -> CameraLens {
        let isThere = size.width > 0 && size.height > 0
        return CameraLens(width: isThere ? size.width : 1_200, height: isThere ? size.height : 800)
    }

    var camera: Camera { rig.pose == given.pose ? given : Camera(rig.pose) }

    mutating func go(to camera: Camera, over seconds: Double) -> (isPossible: Bool, way: Int?) {
        let outcome = rig.go(to: camera, over: seconds)
        if outcome.isPossible { given = camera }
        return outcome
    }

    mutating func steer(to camera: Camera?, arrival: Instant?) {
        steering = SceneView.Steering(generation: steering.generation + 1, destination: camera, arrival: arrival)
    }

    /// Seconds on the clock of the rig. Where time was set back, that clock goes on from where it was.
    mutating func seconds(at now: Instant) -> Double {
        let seconds = now.seconds(since: epoch)
        guard seconds < rig.time - 1 else { return seconds }
        epoch = now.advanced(bySeconds: -rig.time)
        return rig.time
    }
}
