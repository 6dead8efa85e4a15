// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteMapping

@Suite("A rig does not depend on its frames")
struct CameraRigTimeTests {
    /// Where the camera is at first: some kilometres from where the flight begins.
    func start(_ flight: Flight) -> Camera {
        Camera(lookingAt: flight.start.location, distance: 20_000, heading: 10, pitch: 50, roll: 0)
    }

    let lens = CameraLens(width: 1_600, height: 900)

    /// Something that happens at some time.
    struct Happening {
        var time: Double
        var body: (inout CameraRig) -> Void
    }

    /// A minute with fixes late and wrong, gaps of 2 s, animations, gestures, another target in flight, and a camera that is let go.
    func happenings(_ smoothing: TargetSmoothing, flight: Flight) -> [Happening] {
        var chance = SeededRandomNumberGenerator(seed: 41)
        var list: [Happening] = []
        for second in 0..<60 where second % 9 < 7 {
            let time = Double(second) + chance.number(-0.2, 0.2)
            var pose = flight.pose(at: time)
            pose.place = EllipsoidPosition(pose.place.point + chance.direction() * 5)
            list.append(Happening(time: time + chance.number(0.01, second % 13 == 6 ? 2.5 : 0.6)) { $0.receive(pose, from: time) })
        }
        list.append(
            Happening(time: 1.003) { rig in
                var orbit = CameraOrbit(kind: .geoElement, distance: 500)
                orbit.set { $0.setVerticalScreenFactor(0.3) }
                rig.follow(orbit, SmoothedTarget(smoothing: smoothing), over: 2)
            })
        func orbit(_ time: Double, _ body: @escaping (inout CameraOrbit, Double) -> Void) {
            list.append(
                Happening(time: time) { rig in
                    guard var orbit = rig.orbit else { return }
                    body(&orbit, rig.time)
                    rig.update(orbit)
                })
        }
        orbit(10.01) { _ = $0.moveCamera(distanceDelta: 2_000, headingDelta: 700, pitchDelta: 20, over: 3, at: $1) }
        orbit(11.5) { _ = $0.moveCamera(distanceDelta: -1_000, headingDelta: -70, pitchDelta: -20, over: 3, at: $1) }
        orbit(20.2) { _ = $0.go(to: .cockpit(at: Vector3(0, 2, 1)), over: 2, at: $1) }
        orbit(25.2) { _ = $0.go(to: .chase(distance: 300), over: 2, at: $1) }
        list.append(
            Happening(time: 30.17) { rig in
                rig.follow(CameraOrbit(kind: .location, distance: 900), SmoothedTarget(fixedAt: flight.start), over: 3)
            })
        list.append(
            Happening(time: 31.07) { rig in
                rig.follow(CameraOrbit(kind: .geoElement, distance: 700), SmoothedTarget(smoothing: smoothing), over: 3)
            })
        list.append(Happening(time: 45.5) { $0.release(over: 1.5) })
        list.append(Happening(time: 45.9) { [self] in _ = $0.go(to: start(flight), over: 4) })
        return list.sorted { $0.time < $1.time }
    }

    /// The camera at each half second, from frames at given times.
    func run(_ frames: [Double], smoothing: TargetSmoothing, flight: Flight) -> [(CameraPose, Vector3?)] {
        var rig = CameraRig(camera: start(flight), lens: lens)
        var waiting = happenings(smoothing, flight: flight)[...]
        var seen: [(CameraPose, Vector3?)] = []
        var checks = stride(from: 0.5, through: 59.5, by: 0.5).makeIterator()
        var check = checks.next()
        for frame in frames {
            while let next = waiting.first, next.time <= frame {
                rig.advance(to: next.time)
                next.body(&rig)
                waiting.removeFirst()
            }
            // In steps, as a screen does it.
            rig.advance(by: frame - rig.time)
            _ = rig.pose
            if let moment = check, frame >= moment {
                seen.append((rig.pose(at: frame), rig.focus))
                check = checks.next()
            }
        }
        return seen
    }

    /// Frames at a rate, each late or early by up to a share of the time between two, and one at each half second in any case.
    func frames(_ rate: Double, jitter: Double = 0) -> [Double] {
        var chance = SeededRandomNumberGenerator(seed: UInt64(rate))
        let own = (1..<Int(60 * rate)).map { (Double($0) + chance.number(-jitter, jitter)) / rate }
        return (own.filter { abs($0 * 2 - ($0 * 2).rounded()) > 1e-6 } + stride(from: 0.5, through: 59.5, by: 0.5)).sorted()
    }

    @Test(
        "30, 60 and 144 frames a second, even and jittered, agree within a millimetre",
        arguments: [
            Flight(), Flight(start: EllipsoidPosition(longitude: 179.99, latitude: 20, altitude: 500), turning: -3),
            Flight(start: EllipsoidPosition(longitude: 10, latitude: 89.99, altitude: 3_000)),
            // A satellite.
            Flight(start: EllipsoidPosition(longitude: 10, latitude: 47, altitude: 420_000), speed: 7_660, turning: 0.01, climb: 0),
        ])
    func frameRates(flight: Flight) {
        for smoothing in [TargetSmoothing(), TargetSmoothing(delay: 0, horizon: 4), TargetSmoothing(delay: 2.5)] {
            let runs = [(30.0, 0.0), (60, 0), (144, 0), (60, 0.2), (37, 0.45)].map {
                run(frames($0, jitter: $1), smoothing: smoothing, flight: flight)
            }
            #expect(runs[0].count == 119)
            for other in runs.dropFirst() {
                for (first, second) in zip(runs[0], other) {
                    #expect(first.0.position.distance(to: second.0.position) < 1e-3)
                    #expect(first.0.orientation.angle(to: second.0.orientation) < 1e-8)
                }
            }
        }
    }

    @Test("Through all that happens nothing jumps but what was set at once", arguments: [0.0, 1, 2.5])
    func smooth(delay: Double) {
        let smoothing = TargetSmoothing(delay: delay, horizon: 4)
        for flight in [Flight(), Flight(start: EllipsoidPosition(longitude: 179.99, latitude: 89.98, altitude: 3_000))] {
            var rig = CameraRig(camera: start(flight), lens: lens)
            for next in happenings(smoothing, flight: flight) {
                let before = rig.time
                rig.advance(to: next.time)
                if rig.time > before + 0.21 { expectNoKink { [rig] part in Movement(at: rig.time - 0.2 + part) { rig.pose(at: $0) } } }
                let old = rig.movement
                next.body(&rig)
                expectSmooth(old, rig.movement)
            }
        }
    }

    @Test("The same happenings give the same bits")
    func deterministic() {
        let (first, second) = (
            run(frames(60), smoothing: TargetSmoothing(), flight: Flight()), run(frames(60), smoothing: TargetSmoothing(), flight: Flight())
        )
        #expect(first.map(\.0) == second.map(\.0))
    }
}
