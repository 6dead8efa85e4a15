// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The orbits of `Tests/Oracles/orbit_oracle.py`, whose SGP4 shares nothing with ours.
struct OrbitOracle: Decodable {
    let lines: [String]
    let number: Int
    /// Seconds after the epoch, error code, and, where that is 0, position and velocity (km, km/s), latitude, longitude, height (m).
    let states: [[Double]]

    private static let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()

    private static func python(_ arguments: [String]) throws -> (output: Data, status: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: root + "/Vendor/python/bin/python")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (data, process.terminationStatus)
    }

    /// Whether `script/bootstrap test` has been here.
    static var isInstalled: Bool { (try? python(["-c", "import sgp4"]))?.status == 0 }

    struct Failure: Error {}

    static func orbits(count: Int, seed: Int) throws -> [OrbitOracle] {
        let (output, status) = try python([root + "/Tests/Oracles/orbit_oracle.py", "\(count)", "\(seed)"])
        guard status == 0 else { throw Failure() }
        return try output.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(OrbitOracle.self, from: $0) }
    }
}
