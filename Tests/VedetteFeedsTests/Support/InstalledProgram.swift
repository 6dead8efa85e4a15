// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Programs of others that may be installed.
enum InstalledProgram {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Where a program is; nil where it is not installed.
    static func path(_ program: String) -> String? {
        let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = "\(search):/usr/sbin".split(separator: ":")
        return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program to its end: what it printed.
    static func run(_ program: String, _ arguments: String...) throws -> String {
        guard let path = path(program) else { throw Failure(description: "\(program) is not installed") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: "\(program) \(arguments): \(output)") }
        return output
    }
}

/// Data of others that are not part of this repository: `VEDETTE_CONFORMANCE_DATA` names their folder, or it lies beside.
enum ConformanceData {
    /// The files of a folder whose names end so, sorted; none where there are no such data.
    static func files(_ folder: String, _ suffix: String) -> [URL] {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../../shared/data")
        let data = ProcessInfo.processInfo.environment["VEDETTE_CONFORMANCE_DATA"].map { URL(fileURLWithPath: $0) } ?? beside
        let folder = data.standardizedFileURL.appendingPathComponent(folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { folder.appendingPathComponent($0) }
    }
}
