// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A browser without a window, in a process of its own, with a profile that is thrown away.
final class HeadlessBrowser: Sendable {
    /// Where the browser is told what to do.
    let address: URL
    private let process: RunningProcess
    private let profile: URL

    /// The browsers that run, by their processes, and their profiles.
    private static let running = Mutex<[pid_t: URL]>([:])

    /// A process that is not changed any more once it runs. Sendable by hand: all that is asked of it later is safe from any thread.
    private struct RunningProcess: @unchecked Sendable {
        let process: Process
    }

    /// Starts a browser.
    ///
    /// - Parameters:
    ///   - path: the program: Chromium, or one that takes the same options.
    ///   - patience: how long it may take to start, in seconds.
    /// - Throws: ``CommandFailure`` where it cannot be started, or does not say where it listens.
    init(path: String, patience: Double = 60) async throws {
        profile = FileManager.default.temporaryDirectory.appendingPathComponent("vedette-browser-\(UUID().uuidString)")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = Self.options + ["--user-data-dir=\(profile.path)"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        do {
            try process.run()
        } catch {
            throw CommandFailure("\(path) cannot be started: \(error.localizedDescription)")
        }
        self.process = RunningProcess(process: process)
        Self.running.withLock { [profile] in $0[process.processIdentifier] = profile }
        // Only the browser writes: the end of what it says is then the end of it.
        try? errors.fileHandleForWriting.close()
        do {
            address = try await Self.address(from: errors.fileHandleForReading, patience: patience)
        } catch {
            process.terminate()
            Self.clear(process.processIdentifier, profile)
            throw error
        }
    }

    /// Ends the browser, whatever it does, and clears its profile away.
    func stop() async {
        let process = process.process
        for attempt in 0..<100 where process.isRunning {
            if attempt == 20 { process.terminate() }
            if attempt == 60 { kill(process.processIdentifier, SIGKILL) }
            try? await Task.sleep(for: .milliseconds(50))
        }
        Self.clear(process.processIdentifier, profile)
    }

    /// Ends all browsers at once, whatever they do, and clears their profiles away: for a process that is about to end.
    static func endAll() {
        for (identifier, profile) in running.withLock({ $0 }) {
            kill(identifier, SIGKILL)
            // Its own processes notice that a moment later, and write until then.
            for _ in 0..<40 where FileManager.default.fileExists(atPath: profile.path) {
                clear(identifier, profile)
                usleep(50_000)
            }
        }
    }

    private static func clear(_ identifier: pid_t, _ profile: URL) {
        try? FileManager.default.removeItem(at: profile)
        running.withLock { $0[identifier] = nil }
    }

    /// The browser that is asked for, or the first that is found.
    ///
    /// - Throws: ``CommandFailure`` where there is none.
    static func path(_ wanted: String?) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        if let wanted = wanted ?? environment["VEDETTE_CHROMIUM"] {
            guard FileManager.default.isExecutableFile(atPath: wanted) else {
                throw CommandFailure(status: CommandFailure.badUsage, "there is no program \(wanted) to make the picture with")
            }
            return wanted
        }
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
        for name in ["chromium", "chromium-browser", "chromium-headless-shell", "google-chrome"] {
            for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") { return "\(folder)/\(name)" }
        }
        throw CommandFailure(
            "a picture needs Chromium, which is not there: install it (apt-get install chromium), or name it with --browser")
    }

    private static var options: [String] {
        var options = [
            "--headless=new", "--remote-debugging-port=0", "--hide-scrollbars", "--no-first-run", "--no-default-browser-check",
            "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio",
            // The same pictures on every machine, and without a graphics card.
            "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage",
        ]
        // Chromium's sandbox does not start for the superuser; the only page that is opened is our own.
        if geteuid() == 0 { options.append("--no-sandbox") }
        return options
    }

    private static func address(in text: String) -> URL? {
        guard let start = text.range(of: "DevTools listening on ") else { return nil }
        let rest = text[start.upperBound...]
        guard let end = rest.firstIndex(where: \.isNewline) else { return nil }
        return URL(string: rest[..<end].trimmingCharacters(in: .whitespaces))
    }

    /// Waits for the line in which the browser says where it listens. What it says later is read and thrown away, so that it never waits for us.
    private static func address(from errors: FileHandle, patience: Double) async throws -> URL {
        let (stream, continuation) = AsyncStream<URL>.makeStream()
        let text = Mutex("")
        Thread.detachNewThread {
            while true {
                let data = errors.availableData
                guard !data.isEmpty else { break }
                let isWhole = text.withLock { text -> Bool in
                    guard text.utf8.count < 1 << 20 else { return true }
                    text += String(decoding: data, as: UTF8.self)
                    guard let address = Self.address(in: text) else { return false }
                    continuation.yield(address)
                    return true
                }
                if isWhole { continuation.finish() }
            }
            continuation.finish()
        }
        let timer = Task {
            try await Task.sleep(for: .seconds(patience))
            continuation.finish()
        }
        defer { timer.cancel() }
        for await address in stream { return address }
        let said = text.withLock { $0.split(whereSeparator: \.isNewline).suffix(3).joined(separator: "; ") }
        throw CommandFailure("the browser did not start: \(said.isEmpty ? "it says nothing" : said)")
    }
}
