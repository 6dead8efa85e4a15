// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Vedette
import VedetteServer
import VedetteTesting

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show made-up air traffic around Phoenix live in the browser, with fences around the airport.",
        discussion: "Needs no account and no network. Serves the page, /healthz, /readyz and /metrics. SIGTERM stops it cleanly.")

    @Option(help: "How many flights there are.")
    var tracks = 186

    @Option(help: "Decides everything that is left to chance.")
    var seed: UInt64 = 1

    @Option(help: "Reports of each flight a second, in hertz.")
    var rate = 1.0

    @OptionGroup var server: ServerArguments

    func validate() throws {
        guard (1...100_000).contains(tracks) else { throw ValidationError("--tracks must be from 1 to 100000.") }
        guard (0.001...100).contains(rate) else { throw ValidationError("--rate must be from 0.001 to 100 hertz.") }
    }

    func run() async throws {
        var world = PhoenixDemo.world(flightCount: tracks, seed: seed, rate: rate)
        server.apply(to: &world.configuration)
        try await Serving.run(LiveServer(configuration: world.configuration, sources: world.sources, monitors: world.monitors))
    }
}
