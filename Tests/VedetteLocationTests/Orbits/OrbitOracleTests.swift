// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteLocation

@Suite("Orbits beside another SGP4")
struct OrbitOracleTests {
    private static let count = Int(ProcessInfo.processInfo.environment["ORBIT_COUNT"] ?? "") ?? 800
    private static let seed = Int(ProcessInfo.processInfo.environment["ORBIT_SEED"] ?? "") ?? 1

    @Test(
        "positions, velocities and places on the Earth are the same for random elements and times",
        .enabled(if: OrbitOracle.isInstalled, "Vendor/python lacks sgp4; run script/bootstrap test"))
    func sameStates() throws {
        let orbits = try OrbitOracle.orbits(count: Self.count, seed: Self.seed)
        try #require(orbits.count == Self.count)
        var (compared, failed) = (0, 0)
        var (farthest, fastest, farthestBelow, highest) = (0.0, 0.0, 0.0, 0.0)
        for sample in orbits {
            let orbit = try Orbit(twoLineElements: sample.lines.joined(separator: "\n"))
            #expect(orbit.elements.catalogNumber == sample.number)
            for values in sample.states {
                let time = orbit.elements.epoch.advanced(bySeconds: values[0])
                guard values[1] == 0 else {
                    failed += 1
                    #expect(throws: OrbitError.self, "\(sample.lines) \(values)") { try orbit.state(at: time) }
                    continue
                }
                compared += 1
                let (position, velocity) = try orbit.inertialState(at: time)
                let (there, speed) = (SIMD3(values[2], values[3], values[4]) * 1_000, SIMD3(values[5], values[6], values[7]) * 1_000)
                let state = try orbit.state(at: time)
                let width = cos(values[8] * .pi / 180) * remainder(state.position.x - values[9], 360) * 111_320
                farthest = max(farthest, length(position - there))
                fastest = max(fastest, length(velocity - speed))
                farthestBelow = max(farthestBelow, hypot(width, (state.position.y - values[8]) * 111_320))
                highest = max(highest, abs(state.height - values[10]))
            }
        }
        // Both kinds are to be met, or the test shows less than it says.
        #expect(compared > Self.count * 6 && failed > 0)
        #expect(farthest < 0.01 && fastest < 0.001, "\(farthest) m, \(fastest) m/s apart at most")
        // Days since 4713 BC, in which the oracle counts, are good to 40 µs, in which the ground moves 19 mm.
        #expect(farthestBelow < 0.05 && highest < 0.001, "\(farthestBelow) m over the ground, \(highest) m in height apart at most")
    }

    private func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }
}
