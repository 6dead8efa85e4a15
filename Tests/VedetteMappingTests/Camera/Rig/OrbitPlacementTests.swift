// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteMapping

@Suite("Where a camera is that orbits")
struct OrbitPlacementTests {
    let lens = CameraLens(width: 1_600, height: 900)

    func pose(
        _ target: TargetPose, _ view: OrbitView, offsets: Vector3 = .zero, floor: CameraFloor? = nil,
        _ change: (inout OrbitSettings) -> Void = { _ in }
    ) -> CameraPose {
        var settings = OrbitSettings(kind: .geoElement)
        change(&settings)
        return OrbitPlacement.pose(
            of: TargetState(target), view: view, targetOffsets: offsets, settings: settings, lens: lens, floor: floor)
    }

    let place = EllipsoidPosition(longitude: 10, latitude: 45, altitude: 3_000)

    @Test("Behind the target, looking where it heads, and clockwise from there")
    func behind() {
        for (offset, heading) in [(0.0, 70.0), (90, 160), (180, 250), (-90, 340)] {
            let camera = pose(TargetPose(place, heading: 70), OrbitView(distance: 100, headingOffset: offset, pitchOffset: 90))
            let seen = camera.attitude(at: place)
            #expect(turn(seen.heading, heading) < 1e-9)
            #expect(abs(seen.pitch - 90) < 1e-9)
            #expect(abs(camera.position.distance(to: place.point) - 100) < 1e-8)
        }
        let above = pose(TargetPose(place, heading: 70), OrbitView(distance: 100, pitchOffset: 0))
        #expect(abs(above.place.altitude - 3_100) < 1e-6)
        // Straight above, what is ahead of the target is up on the screen.
        #expect(turn(above.attitude(at: place).heading, 70) < 1e-9)
        let high = pose(TargetPose(place, heading: 70), OrbitView(distance: 100, pitchOffset: 45))
        #expect(abs(high.attitude(at: place).pitch - 45) < 1e-9)
    }

    @Test("With a heading, a pitch or a roll that is not followed, the camera does not turn when the target does")
    func autoTurning() {
        let (still, turned) = (TargetPose(place), TargetPose(place, heading: 50, pitch: 20, roll: 270))
        let view = OrbitView(distance: 100, headingOffset: 30, pitchOffset: 60)
        let none = { (settings: inout OrbitSettings) in
            (settings.autoHeadingIsEnabled, settings.autoPitchIsEnabled, settings.autoRollIsEnabled) = (false, false, false)
        }
        #expect(pose(turned, view, none).orientation.angle(to: pose(still, view, none).orientation) < 1e-12)
        #expect(pose(turned, view, none).position.distance(to: pose(still, view, none).position) < 1e-7)
        let heading = pose(turned, view) { ($0.autoPitchIsEnabled, $0.autoRollIsEnabled) = (false, false) }.attitude(at: place)
        #expect(turn(heading.heading, 80) < 1e-9 && abs(heading.pitch - 60) < 1e-9 && turn(heading.roll, 0) < 1e-9)
        // Level with the target and behind it, pitch and roll of the target are those of the camera.
        let level = OrbitView(distance: 100, pitchOffset: 90)
        let all = pose(turned, level).attitude(at: place)
        #expect(turn(all.heading, 50) < 1e-9 && abs(all.pitch - 110) < 1e-9 && turn(all.roll, 270) < 1e-9)
        let rolled = pose(turned, level) { $0.autoPitchIsEnabled = false }.attitude(at: place)
        #expect(abs(rolled.pitch - 90) < 1e-9 && turn(rolled.roll, 270) < 1e-9)
        // A target that flies a loop takes along a camera that follows its heading alone, and does not turn it round at the top.
        let loop = pose(TargetPose(place, heading: 50, pitch: 135), level) {
            ($0.autoPitchIsEnabled, $0.autoRollIsEnabled) = (false, false)
        }
        #expect(turn(loop.attitude(at: place).heading, 50) < 1e-9)
    }

    @Test("Target offsets are along the axes of the target, whatever of it is followed")
    func offsets() {
        let target = TargetPose(place, heading: 90, pitch: 0, roll: 0)
        for isFollowing in [true, false] {
            let camera = pose(target, OrbitView(distance: 0, pitchOffset: 90), offsets: Vector3(3, 5, 7)) {
                $0.autoHeadingIsEnabled = isFollowing
            }
            let seen = place.frame.inverse.rotate(camera.position - place.point)
            // Heading east, right is south and ahead is east.
            #expect(seen.distance(to: Vector3(5, -3, 7)) < 1e-8)
        }
        let climbing = pose(TargetPose(place, pitch: 90), OrbitView(distance: 0), offsets: Vector3(0, 10, 0))
        #expect(abs(climbing.place.altitude - 3_010) < 1e-6)
        let rolled = pose(TargetPose(place, roll: 90), OrbitView(distance: 0), offsets: Vector3(10, 0, 0))
        #expect(abs(rolled.place.altitude - 2_990) < 1e-6)
    }

    @Test("Ten thousand random poses keep the target within a pixel of its slot, at its distance")
    func slots() {
        var chance = SeededRandomNumberGenerator(seed: 21)
        var worst = 0.0
        for _ in 0..<10_000 {
            let target = chance.target()
            let view = OrbitView(
                distance: pow(10, chance.number(0, 7)), headingOffset: chance.number(-180, 180), pitchOffset: chance.number(-180, 180))
            let offsets = chance.direction() * chance.number(0, 100)
            let factor = chance.number(0.02, 0.98)
            let flags = chance.index(below: 8)
            var settings = OrbitSettings(kind: .geoElement)
            settings.setVerticalScreenFactor(factor)
            settings.autoHeadingIsEnabled = flags & 1 == 0
            settings.autoPitchIsEnabled = flags & 2 == 0
            settings.autoRollIsEnabled = flags & 4 == 0
            let lens = CameraLens(
                horizontalFieldOfView: chance.number(10, 110), width: chance.number(300, 4_000), height: chance.number(200, 3_000))
            let camera = OrbitPlacement.pose(
                of: TargetState(target), view: view, targetOffsets: offsets, settings: settings, lens: lens, floor: nil)
            let focus = OrbitPlacement.focus(of: TargetState(target), targetOffsets: offsets)
            #expect(abs(camera.position.distance(to: focus) - view.distance) < 1e-6)
            // As a camera that went through angles and degrees, too.
            for seen in [camera, Camera(camera).pose] {
                guard let point = lens.project(focus, from: seen) else {
                    Issue.record("the target is behind the camera")
                    continue
                }
                worst = max(worst, hypot(point.x - lens.width / 2, point.y - (1 - factor) * lens.height))
            }
        }
        #expect(worst < 1e-3)
    }

    @Test("A floor keeps the camera above ground and the target in its slot, without a bump")
    func floors() {
        let target = TargetPose(EllipsoidPosition(longitude: 10, latitude: 45, altitude: 5))
        let floor = CameraFloor(ground: 0, clearance: 10)
        var last: CameraPose?
        var lastStep: Vector3?
        for step in 0...9_000 {
            let view = OrbitView(distance: 200, pitchOffset: Double(step) / 100)
            let camera = pose(target, view, floor: floor)
            #expect(camera.place.altitude > 10 - 1e-6)
            #expect(camera.miss(target.place.point) < 1e-7)
            if camera.place.altitude > 20.001 { #expect(camera == pose(target, view)) }
            if let last {
                let move = camera.position - last.position
                if let lastStep { #expect(move.distance(to: lastStep) < 1e-3) }
                lastStep = move
            }
            last = camera
        }
    }

    @Test("A lens: fields of view, and what is beside or behind")
    func lenses() {
        #expect(abs(CameraLens(horizontalFieldOfView: 90, width: 100, height: 100).verticalFieldOfView - 90) < 1e-12)
        #expect(
            CameraLens(horizontalFieldOfView: .nan, width: 0, height: .infinity)
                == CameraLens(horizontalFieldOfView: 45, width: 1, height: 1))
        let camera = Camera(latitude: 0, longitude: 0, altitude: 100, heading: 0, pitch: 90, roll: 0).pose
        let lens = CameraLens(horizontalFieldOfView: 90, width: 100, height: 50)
        func point(east: Double, up: Double, north: Double) -> Vector3 { camera.position + Vector3(up, east, north) }
        let seen = lens.project(point(east: 5, up: 2, north: 10), from: camera)
        #expect(abs((seen?.x ?? 0) - 75) < 1e-6 && abs((seen?.y ?? 0) - 15) < 1e-6)
        #expect(lens.project(point(east: 5, up: 2, north: -10), from: camera) == nil)
    }
}
