// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import VedetteMapping

/// The scenarios of the vectors: controllers, gestures, limits and animations, with targets that a program moves.
enum RigScenarios {
    static let place = EllipsoidPosition(longitude: 10, latitude: 45, altitude: 3_000)
    static let target = TargetPose(place, heading: 50, pitch: 10, roll: 30)

    static var all: [RigScript] { steered + held + placed + smoothed + places + random }

    private static func made(_ script: RigScript, _ body: (inout RigScript) -> Void) -> RigScript {
        var script = script
        body(&script)
        return script
    }

    static func script(_ name: String, _ body: (inout RigScript) -> Void) -> RigScript { made(RigScript(name), body) }

    static func script(_ name: String, from camera: Camera, _ body: (inout RigScript) -> Void) -> RigScript {
        made(RigScript(name, from: camera), body)
    }

    /// A camera held at once by something that a program moves.
    static func holding(_ name: String, _ pose: TargetPose = target, _ body: (inout RigScript) -> Void) -> RigScript {
        script(name) { script in
            script.follow(.geoElement, distance: 1_000, .plain)
            script.receive(pose, from: 0)
            body(&script)
        }
    }

    // MARK: Free

    static var steered: [RigScript] {
        [
            script("a free camera obeys gestures") { script in
                script.camera()
                for step in 0..<3 {
                    script.input(distance: 0.7)
                    script.pose()
                    script.input(heading: 40, pitch: -15 + Double(step) * 20)
                    script.pose()
                    script.input(right: 55.5, up: -20)
                    script.pose()
                    script.input(distance: 1.4, heading: -70, pitch: 3, right: -100, up: 300)
                    script.pose()
                    script.camera()
                }
                script.input(right: 70)
                script.pose()
                script.input(up: -70)
                script.pose()
                script.input()
                script.input(distance: -2)
                script.input(distance: 1e300)
                script.pose()
            },
            script(
                "a free camera that looks into the sky",
                from: Camera(latitude: -20, longitude: 179.9, altitude: 800, heading: 300, pitch: 150, roll: 20)
            ) { script in
                for _ in 0..<4 {
                    script.input(distance: 0.8, heading: 10, pitch: 5, right: 30, up: 10)
                    script.pose()
                    script.camera()
                }
            },
            script("viewpoints are flown to; a newer one and a gesture end the way") { script in
                let end = Camera(latitude: 40, longitude: 12, altitude: 500, heading: 300, pitch: 80, roll: 10)
                script.go(to: end, over: 2)
                script.run(to: 1, every: 0.25)
                script.go(to: Camera(latitude: 40, longitude: 60, altitude: 900, heading: 10, pitch: 30, roll: 0), over: 3)
                script.run(to: 2.5, every: 0.3)
                script.endings()
                script.input(distance: 0.999)
                script.run(to: 3.1, every: 0.3)
                script.endings()
                script.go(to: Camera(latitude: 39, longitude: 178, altitude: 100, heading: 350, pitch: 85, roll: 0), over: 1.5)
                script.pose(after: 0.4)
                script.run(to: 4.6, every: 0.3)
                script.endings()
                script.go(to: end)
                script.pose()
                script.go(to: Camera(latitude: 41, longitude: 12, altitude: 500, heading: 300, pitch: 80, roll: 10), over: 2)
                script.advance(to: 5)
                script.go(to: end)
                script.pose()
                script.endings()
                script.camera()
            },
            script("frames all over the Earth") { script in
                for longitude in stride(from: -170.0, to: 180, by: 40) {
                    for latitude in [-80.0, -30, 25, 70] {
                        script.go(to: Camera(latitude: latitude, longitude: longitude, altitude: 0, heading: longitude, pitch: 30, roll: 0))
                        script.pose()
                    }
                }
            },
            script("a flight half around the Earth rises and sinks") { script in
                script.go(to: Camera(latitude: -30, longitude: 150, altitude: 500, heading: 90, pitch: 70, roll: 0), over: 3)
                script.run(to: 3.2, every: 0.2)
                script.endings()
            },
        ]
    }

    // MARK: Held

    static var held: [RigScript] {
        [
            holding("auto heading, pitch and roll, each alone and together") { script in
                script.offsets(Vector3(3, 5, -2))
                for bits in 0..<8 {
                    script.set("autoHeading", bits & 1 != 0)
                    script.set("autoPitch", bits & 2 != 0)
                    script.set("autoRoll", bits & 4 != 0)
                    script.pose()
                    script.camera()
                }
            },
            holding("a target that a program moves each frame, through a loop and a roll") { script in
                for frame in 1...14 {
                    let share = Double(frame) / 14
                    let place = EllipsoidPosition(longitude: 10 + share / 8, latitude: 45 + share / 8, altitude: 3_000 + 500 * share)
                    script.advance(to: share * 2)
                    script.receive(TargetPose(place, heading: 350 + 30 * share, pitch: 400 * share, roll: -500 * share), from: share * 2)
                    script.pose()
                    script.target()
                }
            },
            holding("a heading window, and headings inside, beyond and far beyond it") { script in
                for (low, high) in [(-180.0, 180.0), (-30, 40), (100, 250), (-400, -300), (0, 720), (20, 20)] {
                    script.set("minCameraHeadingOffset", low)
                    script.set("maxCameraHeadingOffset", high)
                    script.set("minCameraHeadingOffset", low)
                    for heading in [0.0, 35, -179, 181, 725, -3_000.25, 3_200, 200, 330] {
                        script.view(heading: heading)
                        script.orbit()
                    }
                    script.pose()
                }
            },
            holding("limits of distance and pitch push each other along") { script in
                for (name, number) in [
                    ("minCameraDistance", 2_000.0), ("maxCameraDistance", 500), ("minCameraDistance", -5), ("minCameraPitchOffset", 60),
                    ("maxCameraPitchOffset", 30), ("maxCameraPitchOffset", 999), ("minCameraPitchOffset", -999),
                    ("verticalScreenFactor", 3), ("verticalScreenFactor", -1),
                ] {
                    script.set(name, number)
                    script.orbit()
                    for pitch in [-200.0, -170, 20, 100, 190] {
                        script.view(distance: pitch * 10 + 300, pitch: pitch)
                        script.orbit()
                    }
                    script.pose()
                }
                script.set("maxCameraDistance", nil)
                script.view(distance: 40_000_000)
                script.orbit()
                script.pose()
            },
            script("pitches about a location") { script in
                script.follow(.location, distance: 700, .fixed(place))
                script.pose()
                script.set("minCameraPitchOffset", -180.0)
                script.set("maxCameraPitchOffset", 180.0)
                for pitch in [-20.0, 0, 30, 90, 135, 180] {
                    script.view(heading: pitch * 3, pitch: pitch)
                    script.orbit()
                    script.pose()
                }
                script.offsets(Vector3(100, 20, 5))
                script.receive(target, from: 0)
                script.target()
                script.pose()
            },
            holding("switches of interaction") { script in
                for bits in 0..<8 {
                    script.set("distanceIsInteractive", bits & 1 != 0)
                    script.set("headingIsInteractive", bits & 2 != 0)
                    script.set("pitchIsInteractive", bits & 4 != 0)
                    script.input(distance: 1.1, heading: 17, pitch: -6, right: 40, up: 4)
                    script.orbit()
                }
                script.pose()
                script.input(right: 10)
                script.view(distance: 0)
                script.input(distance: 0.5)
                script.input(distance: 2)
                script.orbit()
                script.input(distance: 1e308)
                script.input(distance: 1e308)
                script.orbit()
                script.input(heading: 4_000, pitch: -400)
                script.orbit()
                script.pose()
            },
            holding("animations end, are overtaken, are ended by a setting and by a gesture") { script in
                script.moveCamera(distance: 300, heading: 700, pitch: 30, over: 2)
                script.run(to: 0.8)
                script.moveCamera(distance: -500, heading: -90, pitch: -20, over: 1)
                script.moveOffsets(Vector3(20, -30, 5), over: 1.5)
                script.run(to: 1.1)
                script.moveCamera(distance: 200, heading: 90, pitch: 20, over: 1)
                script.run(to: 1.5)
                script.orbit()
                script.endings()
                script.moveOffsets(Vector3(-20, 0, 0), over: 0.5)
                script.run(to: 2.4, every: 0.3)
                script.endings()
                script.orbit()
                script.moveCamera(distance: 100, heading: 10, pitch: 1, over: 1)
                script.moveOffsets(Vector3(1, 2, 3), over: 1)
                script.advance(to: 2.7)
                script.view(heading: 5)
                script.offsets(Vector3(0, 1, 0))
                script.endings()
                script.orbit()
                script.moveCamera(distance: 100, heading: 10, pitch: 1, over: 1)
                script.moveOffsets(Vector3(1, 2, 3), over: 1)
                script.advance(to: 3.1)
                script.input(heading: 3)
                script.endings()
                script.orbit()
                script.pose()
                script.moveCamera(distance: 100, heading: -10, pitch: 1, over: 0)
                script.moveOffsets(Vector3(4, 5, 6), over: -1)
                script.orbit()
                script.endings()
                script.moveCamera(distance: 50, over: 2)
                script.moveOffsets(.zero, over: 2)
                script.advance(to: 4)
                script.end(12, isFinished: true)
                script.end(13, isFinished: false)
                script.end(99, isFinished: true)
                script.orbit()
                script.endings()
                script.pose()
            },
            holding("animations keep to limits, also where these come later") { script in
                script.set("maxCameraHeadingOffset", 100.0)
                script.set("minCameraHeadingOffset", -100.0)
                script.set("maxCameraDistance", 2_000.0)
                script.moveCamera(distance: 5_000, heading: 170, pitch: 90, over: 2)
                for step in 1...6 {
                    script.advance(to: Double(step) * 0.35)
                    if step == 3 { script.set("maxCameraHeadingOffset", 60.0) }
                    script.orbit()
                    script.pose()
                }
                script.endings()
                script.set("maxCameraDistance", 900.0)
                script.orbit()
            },
            holding("chase and cockpit, one after the other and in the middle of the other") { script in
                script.chase(distance: 300, over: 1)
                script.run(to: 1.2)
                script.endings()
                script.cockpit(Vector3(0, 5, 2), over: 1.5)
                script.run(to: 2)
                script.chase(distance: 120, over: 1)
                script.run(to: 3.2)
                script.cockpit(Vector3(1, 4, 2), over: 0)
                script.pose()
                script.camera()
                script.orbit()
                script.endings()
            },
        ]
    }
}
