// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The dates of `Tests/Oracles/date_oracle.py`, whose calendar and time zones are Python's.
struct DateOracle: Decodable {
    let zone: String
    let milliseconds: Int64
    let offset: Int64
    let abbreviation: String
    /// Year, month from 0, day, hour, minute, second, millisecond.
    let parts: [Int]
    let ofWall: Int64
    let shift: Int64
    let ofShifted: Int64
    let dayOfYear: Int
    /// Year, week, weekday.
    let iso: [Int]
    let start: Int
    let week: Int
    let months: Int
    let monthsLater: Int64
    let days: Int
    let daysLater: Int64
    let other: Int64
    let daysBetween: Double
    let monthsBetween: Double

    private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().pathComponents.dropLast(6)
        .joined(separator: "/").dropFirst()

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

    /// Whether `script/bootstrap test` has been here, and there are zones to compare.
    static var isInstalled: Bool { (try? python(["-c", "import zoneinfo; zoneinfo.ZoneInfo('Europe/Paris')"]))?.status == 0 }

    struct Failure: Error {}

    static func dates(count: Int, seed: Int) throws -> [DateOracle] {
        let (output, status) = try python([root + "/Tests/Oracles/date_oracle.py", "\(count)", "\(seed)"])
        guard status == 0 else { throw Failure() }
        return try output.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(DateOracle.self, from: $0) }
    }
}
