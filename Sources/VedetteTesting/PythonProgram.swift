// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The Python that `script/bootstrap test` puts into `Vendor/`, for tests that compare with programs which share nothing with ours.
package enum PythonProgram {
    /// The folder of the repository.
    package static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    package struct Failure: Error {
        package let status: Int32
    }

    /// Whether Python is there and can do what `statement` asks for, such as an import.
    package static func can(_ statement: String) -> Bool { (try? output(["-c", statement])) != nil }

    /// What a program of `Tests/Oracles` writes, line by line.
    package static func lines(_ name: String, _ arguments: [String]) throws -> [Data] {
        try output([root.appendingPathComponent("Tests/Oracles/\(name)").path] + arguments).split(separator: UInt8(ascii: "\n")).map {
            Data($0)
        }
    }

    private static func output(_ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = root.appendingPathComponent("Vendor/python/bin/python")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        return data
    }
}
