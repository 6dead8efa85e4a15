// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import VedetteFeeds
import VedetteServer

struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Make a picture of a map, for a report or a notification.",
        discussion: """
            Shows what a configuration file of vedette serve says (--config), or what a running server shows (--url), without a window, and writes
            what it looks like as a PNG file. Needs Chromium.
            """)

    @Option(help: "A YAML file that says what to show, as for vedette serve.")
    var config: String?

    @Option(help: "The address of a page that a running server shows, in place of --config.")
    var url: String?

    // The longitude may be negative, and is no option then.
    @Option(
        parsing: .unconditional,
        help:
            "What the picture shows: LONGITUDE,LATITUDE,ZOOM and, if north is not up, ,ROTATION in degrees. Default: as the configuration says."
    )
    var view: SnapshotView?

    @Option(help: "Width and height in pixels, at most 8192 each.")
    var size = SnapshotSize(width: 1_200, height: 800)

    @Option(help: "Pixels of the picture for each of --size, 1 to 4: 2 for a sharp print.")
    var scale = 1.0

    @Option(help: "light or dark.")
    var theme = "light"

    @Option(help: "How long to wait for the first entities, in seconds; where none come the picture is made without.")
    var wait = 10.0

    @Option(help: "The file to write; - for standard output.")
    var out: String

    @Option(help: "The browser to use. Default: VEDETTE_CHROMIUM, else chromium in PATH.")
    var browser: String?

    @Option(help: "The folder of browser libraries and base map, as for vedette serve.")
    var assets: String?

    @Option(
        name: .customLong("web-root"), help: "Read the page's files from this folder instead of from the program, while working on them.")
    var webRoot: String?

    func validate() throws {
        guard config == nil || url == nil else { throw ValidationError("--config and --url are two things to show: name one of them.") }
        guard config != nil || url != nil else { throw ValidationError("Name what to show: either --config FILE or --url ADDRESS.") }
        guard ["light", "dark"].contains(theme) else { throw ValidationError("--theme must be light or dark.") }
        guard (1...4).contains(scale) else { throw ValidationError("--scale must be from 1 to 4.") }
        guard scale * Double(max(size.width, size.height)) <= Double(SnapshotSize.maximum) else {
            throw ValidationError("--size times --scale must be at most \(SnapshotSize.maximum) pixels in each direction.")
        }
        guard (0...3_600).contains(wait) else { throw ValidationError("--wait must be from 0 to 3600 seconds.") }
        if let url {
            guard let parts = URLComponents(string: url), ["http", "https"].contains(parts.scheme), parts.host?.isEmpty == false else {
                throw ValidationError("--url must be an http or https address, not \(url.prefix(100)).")
            }
            guard assets == nil, webRoot == nil else { throw ValidationError("--assets and --web-root are for --config.") }
        }
        if let assets { try ServerArguments.checkAssets(assets) }
    }

    func run() async throws {
        if out != "-" { try OutputFile(path: out).check("--out") }
        let program = try HeadlessBrowser.path(browser)
        // The browser is a process of its own, which would live on.
        let ending = EndingSignals { status in
            HeadlessBrowser.endAll()
            Foundation.exit(status)
        }
        defer { withExtendedLifetime(ending) {} }
        let picture: Data
        if let url {
            picture = try await self.picture(of: url, program)
        } else {
            picture = try await pictureOfConfiguration(program)
        }
        if out == "-" {
            try StandardOutput.write(Array(picture))
            return
        }
        try OutputFile(path: out).write(picture)
    }

    /// Serves the configuration to this machine alone for as long as the picture takes.
    private func pictureOfConfiguration(_ program: String) async throws -> Data {
        var world = try ServeWorld.read(config ?? "")
        // All of it, whatever is shown where.
        world.views = []
        var configuration = world.configuration
        var arguments = ["--port", "0", "--bind", "127.0.0.1", "--fence-editing", "none"]
        if let assets { arguments += ["--assets", assets] }
        if let webRoot { arguments += ["--web-root", webRoot] }
        try ServerArguments.parse(arguments).apply(to: &configuration)
        var result: Data?
        try await ServeWorld.serve(world, configuration) { server in
            result = try await withThrowingTaskGroup(of: Data?.self) { group in
                let (addresses, continuation) = AsyncStream<String>.makeStream()
                group.addTask {
                    defer { continuation.finish() }
                    try await server.run { continuation.yield($0) }
                    return nil
                }
                group.addTask {
                    for await address in addresses { return try await picture(of: address, program) }
                    return nil
                }
                defer { group.cancelAll() }
                while let outcome = try await group.next() {
                    if let outcome { return outcome }
                }
                return nil
            }
        }
        guard let result else { throw CommandFailure("the server has ended before the picture was made") }
        return result
    }

    private func picture(of address: String, _ program: String) async throws -> Data {
        let browser = try await HeadlessBrowser(path: program)
        do {
            let picture = try await self.picture(of: address, in: browser)
            await browser.stop()
            return picture
        } catch {
            await browser.stop()
            if let error = error as? FeedError { throw CommandFailure("the browser broke off: \(error)") }
            throw error
        }
    }

    private func picture(of address: String, in browser: HeadlessBrowser) async throws -> Data {
        var session = try await DevToolsSession(address: browser.address, size: size, scale: scale, theme: theme)
        guard var page = URLComponents(string: address) else { throw CommandFailure("\(address) is no address") }
        page.queryItems = (page.queryItems ?? []) + [URLQueryItem(name: "picture", value: nil)]
        // What stands behind a running server's address is a view as well.
        let fragment = view?.fragment ?? page.fragment.map { "#\($0)" } ?? ""
        page.fragment = nil
        try await session.open((page.string ?? address) + fragment)
        var watch = SnapshotWatch(patience: wait)
        var elapsed = 0.0
        let clock = ContinuousClock()
        let began = clock.now
        while true {
            let state = try await session.text(SnapshotWatch.question)
            switch watch.judge(state, at: elapsed) {
            case .wait: break
            case .ready(let entities):
                if entities == 0 { Diagnostics.write("vedette: nothing has been reported within \(wait) s; the picture shows no entities") }
                let picture = try await session.picture()
                await session.end()
                return picture
            case .hopeless(let reason): throw CommandFailure("no picture was made of \(address): \(reason)")
            }
            try await Task.sleep(for: .milliseconds(100))
            elapsed = (clock.now - began) / .seconds(1)
        }
    }
}
