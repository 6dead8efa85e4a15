// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An engine for JavaScript, which does the same work in a process of its own.
struct ArcadePeer {
    let name: String
    private let program: String
    private let arguments: [String]

    /// The engines that are there, and what is said of the others.
    static func found() -> (peers: [ArcadePeer], missing: [String]) {
        var (peers, missing): ([ArcadePeer], [String]) = ([], [])
        for (name, commands, package) in [
            ("Node", ["node", "nodejs"], "nodejs"), ("QuickJS", ["qjs", "qjs-ng"], "quickjs (Debian 13)"), ("Duktape", ["duk"], "duktape"),
        ] {
            let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
            let path = commands.lazy.flatMap { command in paths.lazy.map { "\($0)/\(command)" } }.first(
                where: FileManager.default.isExecutableFile)
            if let path {
                peers.append(ArcadePeer(name: name, program: path, arguments: []))
            } else {
                missing.append("\(name) is not here: apt-get install \(package)")
            }
        }
        return (peers, missing)
    }

    /// What measuring a case came to.
    struct Answer {
        /// An evaluation.
        let nanoseconds: Double
        /// Of each of the sixteen features, with bars between.
        let answers: String
    }

    /// - Parameters:
    ///   - name: of the case.
    ///   - seconds: how long it is measured at least.
    ///   - world: what it is about.
    /// - Returns: its figure and its answers.
    /// - Throws: where the engine does not measure it.
    func measure(_ name: String, seconds: Double, world: ArcadeBenchmarkWorld) throws -> Answer {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../JavaScript/arcade_peer.js")
        func list(_ points: [(x: Double, y: Double)]) -> String { "[" + points.map { "[\($0.x),\($0.y)]" }.joined(separator: ",") + "]" }
        let script = String(decoding: try JSONEncoder().encode([ArcadeBenchmarkCase.realSized]), as: UTF8.self)
        let head = """
            var CASE = '\(name)', SECONDS = \(seconds), RINGS = [\(list(world.ring))], POINTS = \(list(world.points)), SCRIPT = \(script)[0];

            """
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vedette-arcade-\(ProcessInfo.processInfo.processIdentifier).js")
        defer { try? FileManager.default.removeItem(at: file) }
        try (head + String(contentsOf: source, encoding: .utf8)).write(to: file, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments + [file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let parts = text.split(separator: "\n").last?.split(separator: "\t") ?? []
        guard process.terminationStatus == 0, parts.count == 2, let nanoseconds = Double(parts[0]) else {
            throw Comparison.Mismatch(description: "\(self.name) did not measure '\(name)'; its message is above")
        }
        return Answer(nanoseconds: nanoseconds, answers: String(parts[1]))
    }
}
