// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteMapping

@Suite("A rig")
struct CameraRigTests {
    let start = Camera(latitude: 46, longitude: 9, altitude: 8_000, heading: 10, pitch: 60, roll: 0)
    let lens = CameraLens(width: 1_600, height: 900)
    let place = EllipsoidPosition(longitude: 10, latitude: 45, altitude: 3_000)

    func rig(following pose: TargetPose?, over seconds: Double = 0) -> CameraRig {
        var rig = CameraRig(camera: start, lens: lens)
        rig.follow(CameraOrbit(kind: .geoElement, distance: 1_000), SmoothedTarget(smoothing: nil), over: seconds)
        if let pose { rig.receive(pose, from: 0) }
        return rig
    }

    @Test("While a target holds the camera, viewpoints are ignored, and counted; when it lets go they are not")
    func viewpoints() {
        var rig = rig(following: TargetPose(place))
        let before = rig.pose
        let ignored = rig.go(to: start, over: 2)
        #expect(!ignored.isPossible && ignored.way == nil)
        #expect(rig.pose == before && rig.ignoredViewpointCount == 1 && !rig.isFree)
        rig.release(over: 0)
        #expect(rig.isFree && rig.pose == before && rig.target == nil)
        let obeyed = rig.go(to: start)
        #expect(obeyed.isPossible && rig.pose == start.pose && rig.ignoredViewpointCount == 1)
    }

    @Test("The camera is where controller and target put it, and in no other place")
    func follows() {
        var rig = rig(following: TargetPose(place, heading: 90))
        #expect(abs(rig.pose.position.distance(to: place.point) - 1_000) < 1e-6)
        #expect(turn(rig.pose.attitude(at: place).heading, 90) < 1e-9)
        let next = EllipsoidPosition(longitude: -170, latitude: -45, altitude: 0)
        rig.receive(TargetPose(next, heading: 20), from: 1)
        #expect(abs(rig.pose.position.distance(to: next.point) - 1_000) < 1e-6)
        #expect(rig.focus == next.point)
        rig.apply(CameraInput(distanceFactor: 0.5))
        #expect(rig.orbit?.view(at: 0).distance == 500)
        #expect(abs(rig.pose.position.distance(to: next.point) - 500) < 1e-6)
    }

    @Test("As long as nothing is known of a target, the camera waits; it sets out with the first fix")
    func waits() {
        var rig = rig(following: nil, over: 2)
        rig.advance(by: 10)
        #expect(rig.pose == start.pose)
        rig.receive(TargetPose(place), from: 0)
        #expect(rig.pose.position.distance(to: start.pose.position) < 1e-6 && rig.isHandingOver)
        rig.advance(by: 1)
        #expect(rig.pose.position.distance(to: start.pose.position) > 1_000)
        rig.advance(by: 1.001)
        #expect(abs(rig.pose.position.distance(to: place.point) - 1_000) < 1e-6 && !rig.isHandingOver)
    }

    @Test("On its way to another target, however far, the camera never goes through the Earth, and its end is told")
    func wayAround() {
        var chance = SeededRandomNumberGenerator(seed: 51)
        for _ in 0..<300 {
            var rig = rig(following: TargetPose(chance.place(altitude: 0...10_000)))
            _ = rig.takeEndings()
            let target = TargetPose(chance.place(altitude: 0...10_000))
            rig.follow(CameraOrbit(kind: .geoElement, distance: 2_000), SmoothedTarget(smoothing: nil), over: 3)
            rig.receive(target, from: 0)
            for _ in 0..<31 {
                rig.advance(by: 0.1)
                #expect(rig.pose.place.altitude > -25_000)
                #expect(rig.pose.position.isFinite)
            }
            #expect(abs(rig.pose.position.distance(to: target.place.point) - 2_000) < 1e-5)
            #expect(rig.takeEndings().last?.isFinished == true)
        }
    }

    @Test("In flight to one target the camera turns to another without a jump, and the first way ends unfinished")
    func retargets() {
        var rig = rig(following: TargetPose(place))
        let far = EllipsoidPosition(longitude: 30, latitude: 20, altitude: 0)
        rig.follow(CameraOrbit(kind: .location, distance: 500), SmoothedTarget(fixedAt: far), over: 4)
        rig.advance(by: 1.7)
        let old = rig.movement
        rig.follow(CameraOrbit(kind: .location, distance: 800), SmoothedTarget(fixedAt: place), over: 4)
        expectSmooth(old, rig.movement)
        #expect(rig.takeEndings().map(\.isFinished) == [false])
        rig.advance(by: 4.1)
        #expect(rig.takeEndings().map(\.isFinished) == [true])
        #expect(abs(rig.pose.position.distance(to: place.point) - 800) < 1e-6)
    }

    @Test("A preset takes the camera there without a jump, also where it switches what is followed")
    func presets() {
        var rig = rig(following: TargetPose(place, heading: 50, pitch: 10, roll: 30))
        func go(_ preset: OrbitPreset) {
            let old = rig.movement
            guard var orbit = rig.orbit else { return }
            _ = orbit.go(to: preset, over: 1, at: rig.time)
            rig.update(orbit)
            expectSmooth(old, rig.movement)
            rig.advance(by: 1.1)
        }
        go(.chase(distance: 300))
        let chase = rig.pose.attitude(at: place)
        #expect(turn(chase.heading, 50) < 1e-9 && abs(chase.pitch - 75) < 1e-9 && turn(chase.roll, 0) < 1e-9)
        go(.cockpit(at: Vector3(0, 5, 2)))
        let cockpit = rig.pose.attitude(at: place)
        #expect(turn(cockpit.heading, 50) < 1e-9 && abs(cockpit.pitch - 100) < 1e-9 && turn(cockpit.roll, 30) < 1e-9)
        #expect(abs(rig.pose.position.distance(to: place.point) - 29.0.squareRoot()) < 1e-8)
    }

    @Test("A free camera goes where the user wants: nearer, round, higher, along")
    func gestures() {
        var rig = CameraRig(camera: start, lens: lens)
        let focus = rig.pose.groundFocus
        #expect(abs(EllipsoidPosition(focus).altitude) < 1e-6)
        #expect(rig.pose.miss(focus) < 1e-12)
        let distance = rig.pose.position.distance(to: focus)
        rig.apply(CameraInput(distanceFactor: 0.5))
        #expect(abs(rig.pose.position.distance(to: focus) - distance / 2) < 1e-6)
        rig.apply(CameraInput(headingDelta: 80, pitchDelta: -20))
        #expect(rig.pose.miss(focus) < 1e-9)
        #expect(turn(rig.pose.attitude(seenFrom: focus).heading, start.pose.attitude(seenFrom: focus).heading + 80) < 1e-9)
        // The ground goes with the finger, by about as many points.
        rig.apply(CameraInput(panRight: 40, panUp: 0))
        let seen = lens.project(focus, from: rig.pose)
        #expect(abs((seen?.x ?? 0) - 840) < 0.5 && abs((seen?.y ?? 0) - 450) < 0.5)
        let ground = rig.pose.groundFocus
        rig.apply(CameraInput(panRight: 0, panUp: 25))
        #expect(abs((lens.project(ground, from: rig.pose)?.y ?? 0) - 425) < 0.5)
        let before = rig
        let isObeyed = rig.apply(CameraInput(distanceFactor: -1, headingDelta: .nan, pitchDelta: .infinity, panRight: .nan))
        #expect(!isObeyed && rig == before)
        // Up into the sky there is no ground to turn about.
        var sky = CameraRig(camera: start.rotated(toHeading: 0, pitch: 170, roll: 0), lens: lens)
        sky.apply(CameraInput(distanceFactor: 0.9, headingDelta: 10, panRight: 10))
        #expect(sky.pose.position.isFinite && sky.pose.position.distance(to: start.pose.position) < 10_000)
    }

    @Test("A gesture stops a flight to a viewpoint, unfinished; without one it finishes")
    func flights() {
        var rig = CameraRig(camera: start, lens: lens)
        let end = Camera(latitude: 40, longitude: 12, altitude: 500, heading: 300, pitch: 80, roll: 0)
        let way = rig.go(to: end, over: 2).way
        rig.advance(by: 1)
        let here = rig.pose
        rig.apply(CameraInput(distanceFactor: 0.999))
        rig.advance(by: 5)
        #expect(rig.pose.position.distance(to: here.position) < 2_000)
        #expect(rig.takeEndings() == [.init(identifier: way ?? 0, isFinished: false)])
        let second = rig.go(to: end, over: 2).way
        rig.advance(by: 2)
        #expect(rig.pose == end.pose)
        #expect(rig.takeEndings() == [.init(identifier: second ?? 0, isFinished: true)])
    }

    @Test("Kept clear of the ground, the camera rises without a jump and looks at its target all the same")
    func clearance() {
        let low = EllipsoidPosition(longitude: 10, latitude: 45, altitude: 2)
        var rig = rig(following: TargetPose(low))
        var orbit = rig.orbit
        orbit?.setView(at: 0) { $0 = OrbitView(distance: 100, pitchOffset: 90) }
        if let orbit { rig.update(orbit) }
        #expect(abs(rig.pose.place.altitude - 2) < 0.01)
        let old = rig.movement
        rig.keepClear(20, ground: 1)
        expectSmooth(old, rig.movement)
        rig.advance(by: 0.6)
        #expect(rig.pose.place.altitude >= 21 && rig.pose.place.altitude < 30)
        #expect(rig.pose.miss(low.point) < 1e-9)
        rig.keepClear(nil)
        rig.advance(by: 0.6)
        #expect(abs(rig.pose.place.altitude - 2) < 0.01)
    }

    @Test("Time does not go back, nor by what is no number")
    func time() {
        var rig = CameraRig(camera: start, lens: lens)
        rig.advance(by: 2)
        for seconds in [-1, Double.nan, .infinity, 0] { rig.advance(by: seconds) }
        rig.advance(to: 1)
        #expect(rig.time == 2)
    }
}
