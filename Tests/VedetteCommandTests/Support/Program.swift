// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The built program.
enum Program {
    /// What a run that is over came to.
    struct Outcome: Sendable {
        var ending: RunningCommand.Ending
        var output: [UInt8]
        var errors: String

        /// Its standard output.
        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [String] { text.split(separator: "\n").map(String.init) }
        var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

        /// The numbers of the lines that it complained about, as `line 17: …`.
        var badLines: [Int] { errorLines.compactMap { $0.hasPrefix("line ") ? Int($0.dropFirst(5).prefix { $0.isNumber }) : nil } }

        /// What `--stats` printed.
        var statistics: [String: Double]? {
            errorLines.last { $0.hasPrefix("{") }.flatMap { try? JSONDecoder().decode([String: Double].self, from: Data($0.utf8)) }
        }
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - input: what it reads from standard input.
    ///   - output: the file that its standard output goes to instead of to the outcome.
    /// - Returns: what came of it.
    /// - Throws: where it cannot be started, or takes too long.
    static func run(_ arguments: [String], input: [UInt8]? = nil, output: String? = nil) async throws -> Outcome {
        try await start(arguments, hasInput: input != nil, outputFile: output) { running in
            if let input { try running.write(input) }
            running.closeInput()
            let ending = try running.finish()
            return Outcome(ending: ending, output: running.output, errors: String(decoding: running.errors, as: UTF8.self))
        }
    }

    static func run(_ arguments: String..., input: String? = nil) async throws -> Outcome {
        try await run(arguments, input: input.map { Array($0.utf8) })
    }

    /// Starts the program and lets `body` drive it. It is killed when `body` is left, if it has not ended.
    static func start<Value: Sendable>(
        _ arguments: [String], hasInput: Bool = true, outputFile: String? = nil, ignoresSIGPIPE: Bool = false,
        _ body: @escaping @Sendable (RunningCommand) throws -> Value
    ) async throws -> Value {
        try await withTaskExecutorPreference(executor) {
            try body(try startHere(arguments, hasInput: hasInput, outputFile: outputFile, ignoresSIGPIPE: ignoresSIGPIPE))
        }
    }

    /// Starts the program on a thread that may wait for it, such as that of ``start(_:hasInput:outputFile:ignoresSIGPIPE:_:)``.
    static func startHere(
        _ arguments: [String], hasInput: Bool = false, outputFile: String? = nil, ignoresSIGPIPE: Bool = false
    ) throws -> RunningCommand {
        try RunningCommand(
            program: try path(), arguments, environment: environment, hasInput: hasInput, outputFile: outputFile,
            ignoresSIGPIPE: ignoresSIGPIPE, limit: .seconds(60))
    }

    /// Runs a line of the shell in which `"$0"` is the program.
    static func shell(_ script: String) async throws -> Outcome {
        try await withTaskExecutorPreference(executor) {
            let running = try RunningCommand(
                program: "/bin/sh", ["-c", script, try path()], environment: environment, hasInput: false, limit: .seconds(60))
            let ending = try running.finish()
            return Outcome(ending: ending, output: running.output, errors: String(decoding: running.errors, as: UTF8.self))
        }
    }

    private static let executor = WaitingExecutor()

    /// Without what would change what the program does or how it words its help.
    private static let environment: [String: String] = {
        var environment = ProcessInfo.processInfo.environment
        for name in ["COLUMNS", "LINES", "VEDETTE_ASSETS"] { environment[name] = nil }
        // The tool that prints backtraces can hang after a crash.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        return environment
    }()

    /// Where the program is: as VEDETTE_BINARY says, else beside the tests.
    private static func path() throws -> String {
        if let path = ProcessInfo.processInfo.environment["VEDETTE_BINARY"] { return path }
        let process = [URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path]
        for place in process + CommandLine.arguments {
            let folder = URL(fileURLWithPath: place).deletingLastPathComponent()
            let path = folder.appendingPathComponent("vedette").path
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        throw RunningCommand.Failure(
            description: "there is no vedette beside the tests: build it with `swift build --build-tests`, or name it in VEDETTE_BINARY")
    }
}

/// Runs what waits for processes, on threads of its own, and keeps it a part of its test.
private final class WaitingExecutor: TaskExecutor {
    private let queue: OperationQueue

    init() {
        queue = OperationQueue()
        // A few at a time: more would only take turns, and run into their limits.
        queue.maxConcurrentOperationCount = 3
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
