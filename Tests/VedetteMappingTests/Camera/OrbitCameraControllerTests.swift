// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteMapping

@Suite("Controllers of cameras")
struct OrbitCameraControllerTests {
    final class Plane: GeoElement {
        let attributes: [String: any Sendable] = [:]
        let geometry: Geometry? = Point(x: 6.637, y: 45.399, z: 100, spatialReference: .wgs84)
    }

    /// A clock that only goes when it is told, and sleep that nobody wakes from but by cancelling.
    static let still = SourceTiming(
        now: { Instant(microsecondsSince1970: 1_000_000_000) }, sleep: { _ in try await Task.sleep(for: .seconds(1_000_000)) },
        random: { 0 })

    func at(_ seconds: Double) -> Instant { Instant(microsecondsSince1970: 1_000_000_000).advanced(bySeconds: seconds) }

    func controller(distance: Double = 50) -> OrbitGeoElementCameraController {
        OrbitGeoElementCameraController(target: Plane(), distance: distance, timing: Self.still)
    }

    @Test("What a controller of an element is unless set")
    func elementDefaults() {
        let plane = Plane()
        let controller: CameraController = OrbitGeoElementCameraController(target: plane, distance: 1_000)
        guard let orbit = controller as? OrbitGeoElementCameraController else {
            Issue.record("it is of another class")
            return
        }
        #expect(orbit.target === plane)
        #expect((orbit.cameraDistance, orbit.cameraHeadingOffset, orbit.cameraPitchOffset) == (1_000, 0, 45))
        #expect((orbit.minCameraDistance, orbit.maxCameraDistance) == (0, .infinity))
        #expect((orbit.minCameraHeadingOffset, orbit.maxCameraHeadingOffset) == (-180, 180))
        #expect((orbit.minCameraPitchOffset, orbit.maxCameraPitchOffset) == (-90, 90))
        #expect((orbit.targetOffsetX, orbit.targetOffsetY, orbit.targetOffsetZ) == (0, 0, 0))
        #expect(orbit.targetVerticalScreenFactor == 0.5)
        #expect(orbit.autoHeadingIsEnabled && orbit.autoPitchIsEnabled && orbit.autoRollIsEnabled)
        #expect(orbit.cameraDistanceIsInteractive && orbit.cameraHeadingOffsetIsInteractive && orbit.cameraPitchOffsetIsInteractive)
        #expect(orbit.targetSmoothing == nil)
        #expect(!(GlobeCameraController() as CameraController is OrbitCameraController))
    }

    @Test("A controller of a location honours its height; one made from a camera position looks from there")
    func locations() {
        let crater = Point(x: -109.929589, y: 38.437304, z: 1_700, spatialReference: .wgs84)
        let controller = OrbitLocationCameraController(target: crater, distance: 5_000)
        controller.cameraPitchOffset = 3
        controller.cameraHeadingOffset = 150
        #expect((controller.cameraDistance, controller.cameraHeadingOffset, controller.cameraPitchOffset) == (5_000, 150, 3))
        #expect(controller.targetLocation == crater)
        #expect(abs((controller.smoothedTarget.state(at: 0)?.pose.place.altitude ?? 0) - 1_700) < 1e-8)
        controller.cameraPitchOffset = -20
        #expect(controller.cameraPitchOffset == 0)

        let camera = Camera(lookingAt: crater, distance: 2_000, heading: 200, pitch: 60, roll: 0)
        let from = OrbitLocationCameraController(target: crater, cameraPosition: camera.location)
        #expect(abs(from.cameraDistance - 2_000) < 1e-6)
        #expect(turn(from.cameraHeadingOffset, 200) < 0.02 && abs(from.cameraPitchOffset - 60) < 0.02)
        var rig = CameraRig(camera: camera, lens: CameraLens(width: 100, height: 100))
        rig.follow(from.orbit(since: Instant(Date())), from.smoothedTarget, over: 0)
        #expect(rig.pose.position.distance(to: camera.pose.position) < 1e-6)
        #expect(rig.pose.miss(camera.pose.position + 2_000 * camera.pose.direction) < 1e-9)
    }

    @Test("What is set is brought within limits before anybody sees it")
    func setting() async {
        let controller = controller()
        var distances = controller.$cameraDistance.makeAsyncIterator()
        #expect(await distances.next() == 50)
        controller.maxCameraDistance = 100
        controller.cameraDistance = 5_000
        #expect(controller.cameraDistance == 100)
        #expect(await distances.next() == 100)
        controller.minCameraHeadingOffset = -45
        controller.maxCameraHeadingOffset = 45
        controller.cameraHeadingOffset = 350
        #expect(controller.cameraHeadingOffset == -10)
        controller.cameraHeadingOffset = .nan
        #expect(controller.cameraHeadingOffset == -10)
        controller.minCameraPitchOffset = 10
        controller.maxCameraPitchOffset = 100
        controller.cameraPitchOffset = 120
        #expect(controller.cameraPitchOffset == 100)
        controller.maxCameraPitchOffset = 30
        #expect(controller.cameraPitchOffset == 30)
        controller.targetVerticalScreenFactor = 0.66
        #expect(controller.targetVerticalScreenFactor == 0.66)
        controller.targetOffsetX = 1
        controller.targetOffsetY = 2
        controller.targetOffsetZ = 3
        #expect((controller.targetOffsetX, controller.targetOffsetY, controller.targetOffsetZ) == (1, 2, 3))
        controller.cameraDistanceIsInteractive = false
        #expect(!controller.apply(CameraInput(distanceFactor: 0.5)))
        #expect(controller.apply(CameraInput(headingDelta: 5)))
        #expect((controller.cameraDistance, controller.cameraHeadingOffset) == (100, -5))
    }

    /// Waits until an animation is under way.
    func begun(_ controller: OrbitCameraController) async {
        while !controller.lookup({ orbit, _ in orbit.isMoving }) { await Task.yield() }
    }

    @Test("An animation ends finished when the time of the view is over, and is seen on its way")
    func finishes() async {
        let controller = controller(distance: 1_000)
        controller.time = at(0)
        async let isFinished = controller.moveCamera(distanceDelta: 300, headingDelta: 0, pitchDelta: 45, duration: 2)
        await begun(controller)
        controller.time = at(1)
        #expect((controller.cameraDistance, controller.cameraPitchOffset) == (1_150, 67.5))
        controller.time = at(2)
        #expect(await isFinished)
        #expect((controller.cameraDistance, controller.cameraPitchOffset) == (1_300, 90))
    }

    @Test("An animation ends unfinished for a newer one, a setting, the user, and when its task is cancelled")
    func interrupts() async {
        let endings: [@Sendable (OrbitGeoElementCameraController) async -> Void] = [
            { _ = await $0.moveCamera(distanceDelta: 0, headingDelta: 0, pitchDelta: 0, duration: 0) },
            { $0.cameraHeadingOffset = 5 },
            { $0.apply(CameraInput(pitchDelta: -5)) },
        ]
        for end in endings {
            let controller = controller(distance: 1_000)
            controller.time = at(0)
            async let isFinished = controller.moveCamera(distanceDelta: 300, headingDelta: 0, pitchDelta: 0, duration: 2)
            await begun(controller)
            controller.time = at(1)
            await end(controller)
            #expect(await !isFinished)
            #expect(controller.cameraDistance == 1_150)
        }
        let controller = controller(distance: 1_000)
        let task = Task { await controller.moveCamera(distanceDelta: 300, headingDelta: 0, pitchDelta: 0, duration: 2) }
        await begun(controller)
        task.cancel()
        #expect(await !task.value)
        #expect(controller.cameraDistance == 1_000 && !controller.lookup { orbit, _ in orbit.isMoving })
    }

    @Test("Without a view, too, an animation is told on its way")
    func isTold() async {
        let seconds = Mutex(0.0)
        let passing = SourceTiming(
            now: { Instant(microsecondsSince1970: 0).advanced(bySeconds: seconds.withLock { $0 }) },
            sleep: { wait in
                seconds.withLock { $0 += wait }
                await Task.yield()
            }, random: { 0 })
        let controller = OrbitGeoElementCameraController(target: Plane(), distance: 1_000, timing: passing)
        let listener = Task {
            var values: [Double] = []
            for await value in controller.$cameraDistance {
                values.append(value)
                if value == 1_300 { break }
            }
            return values
        }
        #expect(await controller.moveCamera(distanceDelta: 300, headingDelta: 0, pitchDelta: 0, duration: 2))
        let values = await listener.value
        #expect(values.count > 3 && values == values.sorted() && values.last == 1_300)
        #expect(abs(seconds.withLock { $0 } - 2) < 1e-9)
    }

    @Test("A clock that is set back during an animation does not throw the camera away")
    func setBack() async {
        let controller = controller(distance: 1_000)
        controller.time = at(100)
        async let isFinished = controller.moveCamera(distanceDelta: 300, headingDelta: 0, pitchDelta: 45, duration: 2)
        await begun(controller)
        controller.time = at(101)
        controller.time = at(1)
        #expect(abs(controller.cameraDistance - 1_000) < 10 && abs(controller.cameraPitchOffset - 45) < 2)
        controller.time = at(102)
        #expect(await isFinished)
        #expect(controller.cameraDistance == 1_300)
    }

    @Test("Without a view an animation goes by the system's clock; at once is finished at once")
    func clock() async throws {
        let woken = SourceTiming(now: Self.still.now, sleep: { _ in }, random: { 0 })
        let controller = OrbitGeoElementCameraController(target: Plane(), distance: 50, timing: woken)
        #expect(try await controller.setTargetOffsets(x: 0, y: -1.4, z: 1.3, duration: 1))
        #expect((controller.targetOffsetX, controller.targetOffsetY, controller.targetOffsetZ) == (0, -1.4, 1.3))
        let still = self.controller()
        #expect(await still.moveCamera(distanceDelta: 0.1 - 50, headingDelta: 0, pitchDelta: 45, duration: 0))
        #expect(abs(still.cameraDistance - 0.1) < 1e-12 && still.cameraPitchOffset == 90)
        #expect(await !still.moveCamera(distanceDelta: .nan, headingDelta: 0, pitchDelta: 0, duration: 1))
        await #expect(throws: CameraControllerError.self) { try await still.setTargetOffsets(x: .nan, y: 0, z: 0, duration: 1) }
        do {
            try await still.setTargetOffsets(x: 0, y: 0, z: 0, duration: .infinity)
        } catch {
            #expect((error as? CameraControllerError)?.code == .notFinite)
        }
    }

    @Test("Presets end finished where both camera and offsets have got there")
    func presets() async {
        let controller = controller()
        #expect(await controller.enterCockpit(y: 2, z: 1, duration: 0))
        #expect((controller.cameraDistance, controller.cameraPitchOffset, controller.targetOffsetY) == (0, 90, 2))
        controller.autoHeadingIsEnabled = false
        #expect(await controller.chase(distance: 30, duration: -1))
        #expect((controller.cameraDistance, controller.cameraPitchOffset, controller.targetOffsetY) == (30, 75, 0))
        #expect(controller.autoHeadingIsEnabled && !controller.autoPitchIsEnabled && !controller.autoRollIsEnabled)
        #expect(await !controller.chase(distance: .infinity))
    }

    @Test("Another target keeps the rest, and views are told of every change")
    func retargets() {
        let controller = controller()
        let count = Mutex(0)
        let observation = controller.changes.add { count.withLock { $0 += 1 } }
        controller.cameraDistance = 70
        controller.autoRollIsEnabled = false
        let other = Plane()
        controller.follow(other, duration: 3)
        #expect(controller.target === other)
        #expect((controller.assignment.generation, controller.assignment.duration) == (1, 3))
        #expect(controller.cameraDistance == 70)
        #expect(count.withLock { $0 } == 3)
        _ = observation
    }

    @Test("A view sees the state of an animation on its own clock")
    func clocks() async {
        let controller = controller(distance: 1_000)
        controller.time = at(10)
        async let isFinished = controller.moveCamera(distanceDelta: 100, headingDelta: 0, pitchDelta: 0, duration: 2)
        await begun(controller)
        #expect(controller.orbit(since: at(7)).view(at: 4).distance == 1_050)
        #expect(controller.orbit(since: at(-7)).view(at: 19).distance == 1_100)
        controller.time = at(12)
        #expect(await isFinished)
    }
}
