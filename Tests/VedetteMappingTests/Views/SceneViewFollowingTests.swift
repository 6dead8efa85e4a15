// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteMapping

@Suite("A scene that follows an entity", .timeLimit(.minutes(2)))
struct SceneViewFollowingTests {
    private let source = IdentifyWorld.source()
    private let timing = VirtualTiming(start: IdentifyWorld.start)

    private func view(_ layer: DynamicEntityLayer) -> SceneView {
        let scene = Scene()
        scene.addOperationalLayer(layer)
        let view = SceneView(scene: scene, timing: timing.timing)
        view.size = CGSize(width: 800, height: 600)
        return view
    }

    private func layer() -> DynamicEntityLayer {
        let layer = DynamicEntityLayer(dataSource: source)
        layer.sceneProperties.surfacePlacement = .absolute
        layer.renderer = SimpleRenderer(symbol: SimpleMarkerSymbol())
        layer.renderer?.sceneProperties.headingExpression = "[heading]"
        return layer
    }

    private func move(_ longitude: Double, heading: Double = 90) {
        IdentifyWorld.ingest([.init(id: "a", longitude: longitude, latitude: 0, heading: heading)], into: source, at: timing.now)
    }

    private func entity() async throws -> DynamicEntity {
        try #require(try await source.queryDynamicEntities(withTrackIDs: ["a"]).entities().first)
    }

    /// Waits until the view has taken in so many fixes that its newest target is some longitude a second ago.
    private func hasTaken(_ view: SceneView, _ longitude: Double) async {
        while abs((view.newestFix?.place.longitude ?? .nan) - longitude) > 1e-7 { await Task.yield() }
    }

    @Test("unless told otherwise an entity is shown a second behind its newest fix, on a smooth way between its fixes")
    func smoothing() async throws {
        let view = view(layer())
        // 0.0001 degree of the equator is 11 m; one fix a second.
        move(0)
        let target = try await entity()
        let controller = OrbitGeoElementCameraController(target: target, distance: 200)
        #expect(controller.targetSmoothing == TargetSmoothing(absorbsLag: true))
        view.cameraController = controller
        for second in 1...6 {
            timing.advance(bySeconds: 1)
            move(Double(second) * 1e-4)
            await hasTaken(view, Double(second) * 1e-4)
        }
        // Six seconds on: where it was a second ago.
        let now = try #require(view.target?.pose.place.longitude)
        #expect(abs(now - 5e-4) < 1e-6)
        timing.advance(bySeconds: 0.5)
        let half = try #require(view.target?.pose.place.longitude)
        #expect(abs(half - 5.5e-4) < 2e-6)
        // And dead reckoning behind the last fix.
        timing.advance(bySeconds: 1.5)
        let later = try #require(view.target?.pose.place.longitude)
        #expect(abs(later - 7e-4) < 2e-6)
        let screenPoint = try #require(
            view.proxy.screenPoint(fromLocation: Point(x: later, y: 0, z: 0, spatialReference: .wgs84)))
        #expect(hypot(screenPoint.screenPoint.x - 400, screenPoint.screenPoint.y - 300) < 1)
    }

    @Test("between fixes the target never jumps: fifty pictures a second are steps of 22 cm, also when a fix is late")
    func steps() async throws {
        let view = view(layer())
        move(0)
        view.cameraController = OrbitGeoElementCameraController(target: try await entity(), distance: 200)
        var places: [Vector3] = []
        for second in 1...12 {
            for _ in 0..<50 {
                timing.advance(bySeconds: 0.02)
                if let place = view.target?.position { places.append(place) }
            }
            // The seventh does not come; the eighth does.
            guard second != 7 else { continue }
            move(Double(second) * 1e-4)
            await hasTaken(view, Double(second) * 1e-4)
        }
        let steps = zip(places, places.dropFirst()).map { $0.distance(to: $1) }
        #expect(places.count == 600)
        #expect((steps.max() ?? 1) < 0.5)
        let settled = steps.dropFirst(150)
        #expect(settled.allSatisfy { $0 > 0.05 })
    }

    @Test("without smoothing an entity is just where its newest fix says; smoothing may be changed while it is followed")
    func without() async throws {
        let view = view(layer())
        move(0.5)
        let controller = OrbitGeoElementCameraController(target: try await entity(), distance: 200)
        controller.targetSmoothing = nil
        view.cameraController = controller
        #expect(abs((view.target?.pose.place.longitude ?? 0) - 0.5) < 1e-9)
        timing.advance(bySeconds: 1)
        move(0.6)
        while abs((view.target?.pose.place.longitude ?? 0) - 0.6) > 1e-7 { await Task.yield() }
        controller.targetSmoothing = TargetSmoothing(delay: 1, horizon: 0)
        timing.advance(bySeconds: 1)
        #expect(abs((view.target?.pose.place.longitude ?? 0) - 0.6) < 1e-7)
        timing.advance(bySeconds: 1)
        move(0.7)
        await hasTaken(view, 0.7)
        // What a fix changes is caught up with within the correction.
        #expect(abs((view.target?.pose.place.longitude ?? 0) - 0.6) < 0.05)
        timing.advance(bySeconds: 1)
        #expect(abs((view.target?.pose.place.longitude ?? 0) - 0.7) < 1e-6)
    }

    @Test("who is followed is found where it is drawn, not where its feed says it is")
    func identify() async throws {
        let layer = layer()
        let view = view(layer)
        move(0)
        let target = try await entity()
        view.cameraController = OrbitGeoElementCameraController(target: target, distance: 200)
        for second in 1...4 {
            timing.advance(bySeconds: 1)
            move(Double(second) * 1e-4)
            await hasTaken(view, Double(second) * 1e-4)
        }
        timing.advance(bySeconds: 2)
        let found = try await view.proxy.identify(on: layer, screenPoint: CGPoint(x: 400, y: 300), tolerance: 2)
        #expect((found.geoElements.first as? DynamicEntityObservation)?.dynamicEntity == target)
        #expect(found.geoElements.count == 1)
    }

    @Test("an entity that is purged leaves the camera where it was")
    func purged() async throws {
        let view = view(layer())
        move(0.25)
        view.cameraController = OrbitGeoElementCameraController(target: try await entity(), distance: 200)
        timing.advance(bySeconds: 10)
        let before = view.currentViewpointCamera
        try await source.purgeAll()
        timing.advance(bySeconds: 10)
        #expect(view.currentViewpointCamera.pose.position.distance(to: before.pose.position) < 1e-6)
    }
}
