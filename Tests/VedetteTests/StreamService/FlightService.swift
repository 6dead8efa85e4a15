// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A stream service of flights in a process of its own, for programs that ask one. See `stream_service.py`.
final class FlightService: Sendable {
    /// Where its metadata are.
    let url: URL

    // Sendable by hand: the process is started once and only ended from here on.
    private struct Running: @unchecked Sendable {
        let process: Process
        let input: Pipe
    }

    private let running: Running

    static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("stream_service.py")
    static let python = script.deletingLastPathComponent().appendingPathComponent("../../../Vendor/python/bin/python3")
    /// Whether there is a Python with what the service needs; `script/bootstrap` makes one.
    static let isAvailable = FileManager.default.isExecutableFile(atPath: python.path)

    init() throws {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        (process.executableURL, process.arguments) = (Self.python, [Self.script.path])
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        // It writes its port when it listens.
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)),
            let url = URL(string: "http://127.0.0.1:\(port)/arcgis/rest/services/Flights/StreamServer")
        else {
            process.terminate()
            throw CocoaError(.fileReadUnknown)
        }
        (self.url, running) = (url, Running(process: process, input: input))
    }

    deinit {
        try? running.input.fileHandleForWriting.close()
        running.process.terminate()
        running.process.waitUntilExit()
    }
}
