// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Vedette
import VedetteServer
import VedetteTesting

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show made-up air traffic around Phoenix live in the browser, with fences around the airport, and the space station.",
        discussion:
            "Needs no account and no network. The space station is at /?location=0, a vehicle in Phoenix at /?location=1. Serves the page, /healthz, /readyz and /metrics. SIGTERM stops it cleanly."
    )

    @Option(help: "How many flights there are.")
    var tracks = 186

    @Option(help: "Decides everything that is left to chance.")
    var seed: UInt64 = 1

    @Option(help: "Reports of each flight a second, in hertz.")
    var rate = 1.0

    @Option(
        name: .customLong("iss-url"),
        help:
            "Ask this address for the space station every 5 s; it answers as http://api.open-notify.org/iss-now.json does. Default: compute it from its orbit."
    )
    var stationAddress: String?

    @OptionGroup var server: ServerArguments

    func validate() throws {
        guard (1...100_000).contains(tracks) else { throw ValidationError("--tracks must be from 1 to 100000.") }
        if let stationAddress, !ServeLocation.isWebAddress(stationAddress) {
            throw ValidationError("--iss-url must be an http or https address, not \(stationAddress.prefix(100)).")
        }
        guard (0.001...100).contains(rate) else { throw ValidationError("--rate must be from 0.001 to 100 hertz.") }
    }

    func locations() -> [LiveLocation] {
        [SpaceStationDemo.location(url: stationAddress.flatMap { URL(string: $0) }), PhoenixVehicle.location(seed: seed)]
    }

    func run() async throws {
        var world = PhoenixDemo.world(flightCount: tracks, seed: seed, rate: rate)
        // Whoever sits at this machine may try the fences; whoever reaches it from elsewhere only where that is asked for.
        if server.isLoopback {
            world.configuration.fenceEditing = .shared
            world.configuration.sourceControl = .shared
        }
        server.apply(to: &world.configuration)
        let locations = locations()
        let tellers = locations.map { location in Task { await LocationTeller(location).run() } }
        defer { tellers.forEach { $0.cancel() } }
        try await Serving.run(
            LiveServer(configuration: world.configuration, sources: world.sources, locations: locations, monitors: world.monitors))
    }
}
