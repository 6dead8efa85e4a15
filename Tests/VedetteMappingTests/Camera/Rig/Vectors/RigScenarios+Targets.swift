// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import VedetteMapping

/// Targets that are known by fixes, early, late, wrong and not at all; and places where angles are something special.
extension RigScenarios {
    static func following(
        _ name: String, _ smoothing: TargetSmoothing, distance: Double = 500, _ body: (inout RigScript) -> Void
    ) -> RigScript {
        script(name) { script in
            script.follow(.geoElement, distance: distance, .smoothed(smoothing))
            body(&script)
        }
    }

    private static func pose(_ metres: Double, heading: Double = 0, roll: Double = 0, altitude: Double = 1_000) -> TargetPose {
        TargetPose(
            EllipsoidPosition(longitude: 20 + metres / 100_000, latitude: 30 + metres / 200_000, altitude: altitude), heading: heading,
            pitch: roll / 5, roll: roll)
    }

    static var smoothed: [RigScript] {
        [
            following("fixes each second, shown a second late", TargetSmoothing()) { $0.flight(Flight(), from: 0, to: 5) },
            following("fixes each second, shown at once: dead reckoning", TargetSmoothing(delay: 0, horizon: 4)) {
                $0.flight(Flight(turning: -5), from: 0, to: 4)
            },
            following("two and a half seconds late: nothing is guessed", TargetSmoothing(delay: 2.5)) {
                $0.flight(Flight(turning: 8, climb: -20), from: 0, to: 5)
            },
            following("a gap to beyond the horizon, and a fix after it", TargetSmoothing(delay: 0.5, horizon: 1)) { script in
                script.flight(Flight(), from: 0, to: 2)
                script.run(to: 5, every: 0.3)
                script.receive(Flight().rounded(at: 5), from: 5)
                script.run(to: 6.2)
            },
            following("no horizon at all", TargetSmoothing(delay: 0, horizon: 0, correction: 0.01)) {
                $0.flight(Flight(), from: 0, to: 2)
            },
            following("fixes out of order, twice, replaced, too late, and without change", TargetSmoothing()) { script in
                for second in 0..<4 { script.receive(pose(Double(second) * 80, heading: 350 + Double(second) * 6), from: Double(second)) }
                script.advance(to: 3.5)
                script.pose()
                script.receive(pose(210, heading: 4), from: 2.5)
                script.pose()
                script.advance(to: 3.8)
                script.receive(pose(210, heading: 4), from: 2.5)
                script.pose()
                script.receive(pose(260, heading: 12, roll: 20), from: 3)
                script.run(to: 4.4)
                script.receive(pose(-500), from: -2)
                script.receive(pose(400, roll: -170), from: 4)
                script.receive(pose(480, roll: 170), from: 4.5)
                script.run(to: 5.8)
                script.target()
            },
            following("a jump does not swing, nor go on", TargetSmoothing(delay: 0.6)) { script in
                for second in 0..<7 {
                    let metres = Double(second) * 50 + (second >= 4 ? 20_000 : 0)
                    script.receive(pose(metres, altitude: second == 5 ? 8_000 : 1_000), from: Double(second))
                    script.run(to: Double(second) + 1, every: 0.25)
                }
            },
            following("a feed that tells of the past", TargetSmoothing(absorbsLag: true)) { script in
                for second in 0..<6 {
                    script.advance(to: [40, 41.3, 42, 43.1, 44.6, 44.9][second])
                    script.receive(Flight().rounded(at: Double(second)), from: Double(second))
                    script.pose()
                    script.pose(after: 0.3)
                }
                script.run(to: 46)
                script.receive(Flight().rounded(at: 9), from: 9)
                script.run(to: 47)
                script.target()
            },
            following("more fixes than are kept", TargetSmoothing(delay: 60)) { script in
                script.advance(to: 65)
                script.receiveRow(300, from: 0, every: 0.25, [10, 45, 1_000, 350, 0, 0], [0.000_5, 0.000_25, 2, 2.5, 0.25, 5])
                script.run(to: 75, every: 2)
            },
            following("more lags than are kept", TargetSmoothing(delay: 0.5, absorbsLag: true)) { script in
                script.advance(to: 10)
                script.receiveRow(3, from: 7, every: 1, [10, 45, 1_000, 350, 0, 0], [0.001, 0, 2, 2.5, 0, 0])
                script.advance(to: 11)
                script.pose()
                script.receiveRow(31, from: 8.1, every: 0.01, [10.001, 45, 1_002, 352, 0, 0], [0.000_01, 0, 0, 0, 0, 0])
                script.run(to: 11.4)
                script.receiveRow(2, from: 8.6, every: 0.1, [10.001, 45, 1_002, 352, 0, 0], [0.000_01, 0, 0, 0, 0, 0])
                script.run(to: 12.4)
            },
            following("heights that jump", TargetSmoothing(delay: 2.5)) { script in
                for (second, altitude) in [1_000.0, 1_001, 1_501, 1_502, 1_100, 1_099, 1_060].enumerated() {
                    script.receive(pose(Double(second) * 50, altitude: altitude), from: Double(second))
                }
                script.advance(to: 2.5)
                script.run(to: 8.3, every: 0.3)
            },
            following("headings and rolls that wrap, with and without auto heading", TargetSmoothing(delay: 0.5)) { script in
                for second in 0..<6 {
                    if second == 3 { script.set("autoHeading", false) }
                    script.receive(
                        pose(
                            Double(second) * 60, heading: [350, 8, 340, 170, 195, 179][second], roll: [0, 175, -175, 350, 10, 0][second]),
                        from: Double(second))
                    script.run(to: Double(second) + 1, every: 0.25)
                }
                script.target()
            },
            following("offsets, screen factor and an animation beside a target that turns", TargetSmoothing()) { script in
                script.set("verticalScreenFactor", 0.3)
                script.moveOffsets(Vector3(10, 40, -8), over: 2)
                script.moveCamera(distance: 900, heading: -540, pitch: 40, over: 3)
                script.flight(Flight(turning: 15), from: 0, to: 4)
                script.orbit()
                script.endings()
            },
        ]
    }

    // MARK: Poles, meridians, far away

    static var places: [RigScript] {
        let starts: [(String, EllipsoidPosition, Double)] = [
            ("over the antimeridian", EllipsoidPosition(longitude: 179.995, latitude: 20, altitude: 500), 400),
            ("over the north pole", EllipsoidPosition(longitude: 10, latitude: 89.995, altitude: 3_000), 300),
            ("past the south pole", EllipsoidPosition(longitude: -179.9, latitude: -89.999, altitude: 2_800), 90),
            ("a satellite", EllipsoidPosition(longitude: 10, latitude: 47, altitude: 420_000), 7_660),
        ]
        let flights = starts.map { name, start, speed in
            following(name, TargetSmoothing(delay: 0.8), distance: 2_000) { script in
                script.flight(Flight(start: start, speed: speed, turning: 1), from: 0, to: 4)
                script.target()
                script.camera()
            }
        }
        return flights + [
            script("at the poles and at the corners of the Earth") { script in
                for (longitude, latitude) in [(0.0, 90.0), (77, 90), (10, -90), (180, 0), (-180, 0), (90, 0), (-90, 0), (0, 0), (540, 95)] {
                    script.follow(.geoElement, distance: 3_000, .plain)
                    script.receive(
                        TargetPose(EllipsoidPosition(longitude: longitude, latitude: latitude, altitude: 100), heading: 30, pitch: 5),
                        from: 0)
                    script.pose()
                    script.target()
                    script.set("autoHeading", false)
                    script.pose()
                    script.camera()
                }
            },
            script("far out, and inside the Earth") { script in
                script.follow(.location, distance: 1e7, .fixed(EllipsoidPosition(longitude: 7, latitude: 46, altitude: 0)))
                script.pose()
                script.input(distance: 40)
                script.pose()
                script.follow(.geoElement, distance: 100, .plain, over: 2)
                script.receive(TargetPose(EllipsoidPosition(longitude: 8, latitude: 46, altitude: -4_000_000)), from: 0)
                script.run(to: 2.2)
                script.receive(TargetPose(EllipsoidPosition(longitude: 8, latitude: 46, altitude: 35_786_000)), from: 0)
                script.pose()
                script.camera()
            },
        ]
    }
}

extension Flight {
    /// The pose in numbers that are short to write.
    func rounded(at time: Double) -> TargetPose {
        func rounded(_ number: Double, _ unit: Double) -> Double { (number * unit).rounded() / unit }
        let pose = pose(at: time)
        return TargetPose(
            EllipsoidPosition(
                longitude: rounded(pose.place.longitude, 1e8), latitude: rounded(pose.place.latitude, 1e8),
                altitude: rounded(pose.place.altitude, 1e3)), heading: rounded(pose.heading, 1e4), pitch: rounded(pose.pitch, 1e4),
            roll: rounded(pose.roll, 1e4))
    }
}

extension RigScript {
    /// Fixes each second, each 0.15 s late, and poses five times a second.
    mutating func flight(_ flight: Flight, from start: Double, to end: Double) {
        for second in stride(from: start, to: end, by: 1) {
            advance(to: second + 0.15)
            receive(flight.rounded(at: second), from: second)
            pose()
            run(to: second + 1, every: 0.2)
        }
    }

    mutating func noTargetYet(until end: Double) {
        target()
        run(to: end, every: 1)
    }
}
