// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteTesting

/// The orbits of `Tests/Oracles/orbit_oracle.py`, whose SGP4 shares nothing with ours.
struct OrbitOracle: Decodable {
    let lines: [String]
    let number: Int
    /// Seconds after the epoch, error code, and, where that is 0, position and velocity (km, km/s), latitude, longitude, height (m).
    let states: [[Double]]

    /// Whether `script/bootstrap test` has been here.
    static var isInstalled: Bool { PythonProgram.can("import sgp4") }

    static func orbits(count: Int, seed: Int) throws -> [OrbitOracle] {
        try PythonProgram.lines("orbit_oracle.py", ["\(count)", "\(seed)"]).map { try JSONDecoder().decode(OrbitOracle.self, from: $0) }
    }
}
