// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A run of the program as a process of its own, driven from one thread. The process never outlives this object, nor its time limit.
final class RunningCommand {
    /// How a run ended.
    enum Ending: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// The run took longer than its limit, or a step of it was not reached.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let processID: pid_t
    /// What the process has written so far.
    private(set) var output: [UInt8] = []
    private(set) var errors: [UInt8] = []

    private let arguments: [String]
    private let deadline: ContinuousClock.Instant
    private var inputEnd: Int32 = -1
    private var outputEnd: Int32 = -1
    private var errorsEnd: Int32 = -1
    private var ending: Ending?

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: without the program's name.
    ///   - environment: all of it.
    ///   - hasInput: whether it reads what ``write(_:)`` writes; else it finds its input at the end.
    ///   - outputFile: where its standard output goes instead of to ``output``.
    ///   - ignoresSIGPIPE: whether it finds that signal ignored, as those do that some programs start.
    ///   - limit: after this long every method fails and the process is killed.
    /// - Throws: where it cannot be started.
    init(
        program: String, _ arguments: [String], environment: [String: String], hasInput: Bool, outputFile: String? = nil,
        ignoresSIGPIPE: Bool = false, limit: Duration
    ) throws {
        self.arguments = arguments
        deadline = ContinuousClock.now + limit
        // Writing to a process that has ended must fail, not end the tests.
        signal(SIGPIPE, SIG_IGN)
        (processID, inputEnd, outputEnd, errorsEnd) = try Self.lock.withLock { _ in
            let input = hasInput ? try Self.pipe() : nil
            let output = try Self.pipe()
            let errors = try Self.pipe()
            defer { for end in [input?.read, output.write, errors.write].compactMap({ $0 }) { close(end) } }
            let file = outputFile.map { open($0, O_WRONLY | O_CLOEXEC) }
            defer { if let file { close(file) } }
            let processID = try Self.spawn(
                program, arguments, environment, input: input?.read, output: file ?? output.write, errors: errors.write,
                ignoresSIGPIPE: ignoresSIGPIPE)
            return (processID, input?.write ?? -1, output.read, errors.read)
        }
        for end in [inputEnd, outputEnd, errorsEnd] where end >= 0 { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    }

    deinit {
        if ending == nil {
            kill(processID, SIGKILL)
            var status: Int32 = 0
            while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        }
        closeInput()
        closeOutput()
        if errorsEnd >= 0 { close(errorsEnd) }
    }

    /// One at a time: a process that starts between the making of another's pipe and its marking would keep the pipe open.
    private static let lock = Mutex(())

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw Failure(description: "no pipe: \(String(cString: strerror(errno)))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String], input: Int32?, output: Int32, errors: Int32,
        ignoresSIGPIPE: Bool
    ) throws -> pid_t {
        #if os(Linux)
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #else
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        // Signals as a shell leaves them, whatever the test process has done to its own.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in ignoresSIGPIPE ? [SIGINT, SIGTERM] : [SIGPIPE, SIGINT, SIGTERM] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var processID: pid_t = 0
        let status = posix_spawn(&processID, program, &actions, &attributes, &words, &settings)
        guard status == 0 else { throw Failure(description: "\(program) cannot be started: \(String(cString: strerror(status)))") }
        return processID
    }
}

// MARK: - Talking to the process

extension RunningCommand {
    /// Writes bytes to its standard input, and reads meanwhile what it writes. Does nothing more once the process has closed its input.
    func write(_ bytes: some Collection<UInt8>) throws {
        let bytes = Array(bytes)
        var start = 0
        while start < bytes.count, inputEnd >= 0 {
            try wait(for: "to take its input", toWrite: true)
            let count = bytes.withUnsafeBytes { buffer in
                Foundation.write(inputEnd, buffer.baseAddress.map { $0 + start }, min(buffer.count - start, 1 << 16))
            }
            if count > 0 {
                start += count
            } else if errno == EPIPE {
                closeInput()
            }
        }
    }

    func write(_ text: String) throws { try write(text.utf8) }

    func closeInput() {
        if inputEnd >= 0 { close(inputEnd) }
        inputEnd = -1
    }

    /// Goes away as a reader of its output, as `head` does.
    func closeOutput() {
        if outputEnd >= 0 { close(outputEnd) }
        outputEnd = -1
    }

    func send(_ signal: Int32) {
        if ending == nil { kill(processID, signal) }
    }

    var hasClosedItsOutput: Bool { outputEnd < 0 && errorsEnd < 0 }

    /// Reads until `isEnough` says so.
    ///
    /// - Throws: where the output or the time ends before.
    func read(until isEnough: (RunningCommand) -> Bool) throws {
        while !isEnough(self) {
            guard !hasClosedItsOutput else { throw failure("ended before what was waited for") }
            try wait(for: "to write", toWrite: false)
        }
    }

    /// Reads to the end of its output and waits until it has ended.
    func finish() throws -> Ending {
        while !hasClosedItsOutput { try wait(for: "to close its output", toWrite: false) }
        return try waitForEnd()
    }

    /// Waits until it has ended, without reading.
    func waitForEnd() throws -> Ending {
        while true {
            if let ending = endingNow { return ending }
            try checkDeadline("to end")
            _ = poll(nil, 0, 2)
        }
    }

    /// How it has ended; nil while it runs.
    var endingNow: Ending? {
        var status: Int32 = 0
        if ending == nil, waitpid(processID, &status, WNOHANG) == processID {
            let signal = status & 0x7F
            ending = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
        }
        return ending
    }

    /// The most memory that it has had so far, in bytes; nil where the system does not tell, or it has ended.
    var peakResidentBytes: Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 }
    }

    /// Waits until something can be read or, if asked for, written, and reads what there is.
    private func wait(for what: String, toWrite: Bool) throws {
        try checkDeadline(what)
        var descriptors = [outputEnd, errorsEnd].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        if toWrite { descriptors.append(pollfd(fd: inputEnd, events: Int16(POLLOUT), revents: 0)) }
        guard poll(&descriptors, nfds_t(descriptors.count), 100) > 0 else { return }
        if descriptors[0].revents != 0 { Self.drain(&outputEnd, into: &output) }
        if descriptors[1].revents != 0 { Self.drain(&errorsEnd, into: &errors) }
    }

    private static func drain(_ descriptor: inout Int32, into bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
            let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 {
                bytes.append(contentsOf: buffer[..<count])
            } else if count == 0 || errno != EAGAIN && errno != EINTR {
                close(descriptor)
                descriptor = -1
            }
        }
    }

    private func checkDeadline(_ what: String) throws {
        guard ContinuousClock.now < deadline else { throw failure("took too long \(what)") }
    }

    private func failure(_ what: String) -> Failure {
        let tail = String(decoding: errors.suffix(500), as: UTF8.self)
        return Failure(description: "vedette \(arguments.joined(separator: " ")): \(what); standard error: \(tail)")
    }
}
