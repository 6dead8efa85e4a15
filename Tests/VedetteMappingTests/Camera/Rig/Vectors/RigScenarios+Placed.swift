// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteTesting

@testable import VedetteMapping

/// Where the target is on the screen, what the camera keeps clear of, and how it goes from one course to another.
extension RigScenarios {
    static var placed: [RigScript] {
        [
            holding("the vertical screen factor, on screens wide and high") { script in
                for (fieldOfView, width, height) in [(45.0, 1_600.0, 900.0), (100, 390, 844), (0, -1, 900), (10, 500, 500)] {
                    script.lens(fieldOfView: fieldOfView, width: width, height: height)
                    for factor in [0, 0.2, 0.5, 0.9, 1] {
                        script.set("verticalScreenFactor", factor)
                        script.pose()
                    }
                    script.input(heading: 33)
                }
            },
            script("clearance of a held camera") { script in
                script.follow(.geoElement, distance: 1_000, .plain)
                script.receive(TargetPose(EllipsoidPosition(longitude: 10, latitude: 45, altitude: 2), heading: 20), from: 0)
                script.view(distance: 800, pitch: 90)
                script.pose()
                script.keepClear(100, ground: 1)
                script.run(to: 0.7, every: 0.1)
                for pitch in [80.0, 70, 88] {
                    script.view(pitch: pitch)
                    script.pose()
                }
                script.keepClear(100, ground: 300, over: 1)
                script.keepClear(100, ground: 300, over: 1)
                script.run(to: 1.8)
                script.view(pitch: 130)
                script.pose()
                script.keepClear(0.5, ground: 900, over: 0)
                script.pose()
                script.keepClear(-1)
                script.run(to: 2.6)
                script.endings()
            },
            script(
                "clearance of a free camera", from: Camera(latitude: 46, longitude: 9, altitude: 120, heading: 10, pitch: 85, roll: 0)
            ) { script in
                script.keepClear(200, ground: 50, over: 0)
                script.pose()
                script.input(pitch: -10)
                script.pose()
                script.go(to: Camera(latitude: 46.1, longitude: 9, altitude: -500, heading: 10, pitch: 85, roll: 0), over: 1)
                script.run(to: 1.2)
                script.keepClear(nil, over: 1)
                script.run(to: 2.4)
            },
            script("as long as nothing is known of a target the camera waits, and sets out with the first fix") { script in
                script.follow(.geoElement, distance: 1_000, .smoothed(TargetSmoothing()), over: 2)
                script.noTargetYet(until: 3)
                script.receive(target, from: 3)
                script.run(to: 5.3, every: 0.3)
                script.endings()
                script.follow(.geoElement, distance: 500, .smoothed(TargetSmoothing()), over: 0)
                script.pose()
                script.advance(to: 6)
                script.receive(target, from: 6)
                script.pose()
                script.endings()
            },
            script("from one moving target to another, retargeted in flight, let go in flight") { script in
                let (first, second) = (
                    Flight(), Flight(start: EllipsoidPosition(longitude: 12, latitude: 47.5, altitude: 9_000), speed: 250)
                )
                script.follow(.geoElement, distance: 600, .smoothed(TargetSmoothing()), over: 2)
                script.flight(first, from: 0, to: 3)
                script.follow(.geoElement, distance: 900, .smoothed(TargetSmoothing(delay: 0.5)), over: 2)
                script.flight(second, from: 3, to: 4)
                script.follow(.location, distance: 2_000, .fixed(place), over: 3)
                script.run(to: 5)
                script.endings()
                script.follow(.geoElement, distance: 500, .smoothed(TargetSmoothing()), over: 1.5)
                script.flight(first, from: 5, to: 6)
                script.go(to: Camera(latitude: 0, longitude: 0, altitude: 0, heading: 0, pitch: 0, roll: 0), over: 1)
                script.endings()
                script.release(over: 1)
                script.run(to: 6.6)
                script.input(heading: 20)
                script.run(to: 7)
                script.endings()
                script.go(to: Camera(latitude: 46, longitude: 10, altitude: 5_000, heading: 0, pitch: 60, roll: 0), over: 2)
                script.advance(to: 8)
                script.follow(.geoElement, distance: 500, .plain, over: 2)
                script.receive(target, from: 8)
                script.run(to: 9)
                script.input(distance: 0.5, heading: 40)
                script.run(to: 10.4)
                script.release(over: 0)
                script.pose()
                script.release(over: 1)
                script.endings()
            },
            script("over to a target on the other side of the Earth") { script in
                script.follow(.geoElement, distance: 1_000, .plain)
                script.receive(target, from: 0)
                script.follow(.geoElement, distance: 2_000, .plain, over: 3)
                script.receive(TargetPose(EllipsoidPosition(longitude: -160, latitude: -40, altitude: 0), heading: 200), from: 0)
                script.run(to: 3.2)
                script.endings()
            },
            holding("eased by ten minutes and more, and by no time") { script in
                script.go(to: Camera(latitude: 0, longitude: 0, altitude: 0, heading: 0, pitch: 0, roll: 0))
                script.release(over: 5_000)
                script.pose(after: 0.5)
                script.advance(to: 599)
                script.endings()
                script.advance(to: 600)
                script.endings()
                script.release(over: 1)
                script.go(to: Camera(latitude: 44, longitude: 11, altitude: 9_000, heading: 0, pitch: 0, roll: 0), over: 1e-7)
                script.pose()
            },
        ]
    }

    // MARK: By chance

    /// What nobody thought of: steps in any order.
    static var random: [RigScript] { (0..<10).map { random(seed: 300 + UInt64($0)) } }

    private static func random(seed: UInt64) -> RigScript {
        var chance = SeededRandomNumberGenerator(seed: seed)
        func number(_ low: Double, _ high: Double) -> Double { (chance.number(low, high) * 1e3).rounded() / 1e3 }
        let base = EllipsoidPosition(longitude: number(-180, 180), latitude: number(-85, 85), altitude: number(0, 9_000))
        func target() -> TargetPose {
            TargetPose(
                EllipsoidPosition(
                    longitude: base.longitude + number(-0.3, 0.3), latitude: base.latitude + number(-0.2, 0.2),
                    altitude: base.altitude + number(0, 500)), heading: number(-360, 720), pitch: number(-80, 80), roll: number(-170, 170))
        }
        func camera() -> Camera {
            Camera(
                latitude: base.latitude + number(-0.5, 0.5), longitude: base.longitude + number(-0.5, 0.5), altitude: number(500, 20_000),
                heading: number(0, 360), pitch: number(5, 120), roll: number(-20, 20))
        }
        var script = RigScript("by chance, from seed \(seed)", from: camera())
        for _ in 0..<60 {
            switch chance.index(below: 22) {
            case 0...4: script.receive(target(), from: ((script.time + number(-0.8, 0.1)) * 1e3).rounded() / 1e3)
            case 5...9: script.advance(to: ((script.time + number(0, 0.7)) * 1e3).rounded() / 1e3)
            case 10:
                let smoothing = TargetSmoothing(
                    delay: number(0, 1.5), horizon: number(0, 3), correction: number(0.1, 2), absorbsLag: chance.index(below: 2) == 0)
                script.follow(.geoElement, distance: number(0, 5_000), .smoothed(smoothing), over: number(0, 2))
            case 11: script.follow(.geoElement, distance: number(0, 5_000), .plain, over: number(0, 2))
            case 12: script.follow(.location, distance: number(0, 5_000), .fixed(target().place), over: number(0, 2))
            case 13:
                script.moveCamera(distance: number(-900, 2_000), heading: number(-400, 400), pitch: number(-60, 60), over: number(0, 2))
            case 14: script.moveOffsets(Vector3(number(-50, 50), number(-50, 50), number(-20, 20)), over: number(0, 2))
            case 15:
                script.set(
                    ["autoHeading", "autoPitch", "autoRoll", "headingIsInteractive"][chance.index(below: 4)], chance.index(below: 2) == 0)
            case 16: script.set("verticalScreenFactor", number(0, 1))
            case 17: script.chase(distance: number(50, 900), over: number(0, 2))
            case 18: script.cockpit(Vector3(number(-2, 2), number(0, 9), number(0, 3)), over: number(0, 2))
            case 19:
                script.input(
                    distance: number(0.5, 2), heading: number(-60, 60), pitch: number(-30, 30), right: number(-90, 90), up: number(-90, 90))
            case 20: script.release(over: number(0, 2))
            default: script.go(to: camera(), over: number(0, 2))
            }
            script.pose()
        }
        script.orbit()
        script.endings()
        return script
    }
}
