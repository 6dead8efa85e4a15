// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The programs of GDAL, which share nothing with what they check.
enum GDAL {
    private static func path(_ program: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static var isInstalled: Bool { path("ogrinfo") != nil && path("ogr2ogr") != nil }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program to its end: what it printed, warnings too.
    @discardableResult
    static func run(_ program: String, _ arguments: String...) throws -> String {
        guard let path = path(program) else { throw Failure(description: "\(program) is not installed") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: "\(program) \(arguments): \(output)") }
        return output
    }
}
