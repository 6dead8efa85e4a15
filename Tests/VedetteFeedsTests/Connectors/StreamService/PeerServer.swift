// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The stream service of `Tests/Oracles/stream_service_server.py`, which shares nothing with ours, as a process of its own.
final class PeerServer {
    private static let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(5).joined(separator: "/").dropFirst()
    private static let python = root + "/Vendor/python/bin/python"

    /// Whether `script/bootstrap test` has been here.
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: String(python)) }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    let url: URL

    init(_ arguments: String...) throws {
        process.executableURL = URL(fileURLWithPath: String(Self.python))
        process.arguments = [Self.root + "/Tests/Oracles/stream_service_server.py"] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let byte = output.fileHandleForReading.readData(ofLength: 1)
            guard !byte.isEmpty else { throw Failure(description: "the peer ended before it listened") }
            line += byte
        }
        guard let port = Int(String(decoding: line, as: UTF8.self).filter(\.isNumber)),
            let url = URL(string: "http://127.0.0.1:\(port)/arcgis/rest/services/Ships/StreamServer")
        else { throw Failure(description: "the peer does not say where it listens") }
        self.url = url
    }

    deinit {
        // It ends with its input.
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
