// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Vedette
import VedetteFeeds
import VedetteTesting

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Make up a feed: for tests, benchmarks and demonstrations.",
        discussion: "The same seed gives the same bytes. Times begin at 2026-01-01T00:00:00Z.")

    enum World: String, ExpressibleByArgument, CaseIterable {
        case airTraffic = "air-traffic"
    }

    @Argument(help: "What moves: air-traffic, flights around Phoenix.")
    var world: World

    @Option(help: "How many tracks there are.")
    var tracks = 100

    @Option(help: "How long it goes on, in seconds of the feed's own time.")
    var seconds = 60.0

    @Option(help: "Decides everything that is left to chance.")
    var seed: UInt64 = 1

    @Option(help: "Observations of each track a second, in hertz.")
    var rate = 1.0

    @Option(help: "How it is written: geojson, one feature a line.")
    var format = OutputFormat.geojson

    enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
        case geojson
    }

    func validate() throws {
        guard (1...10_000_000).contains(tracks) else { throw ValidationError("--tracks must be from 1 to 10000000.") }
        guard seconds >= 0, seconds <= 1e9 else { throw ValidationError("--seconds must be from 0 to 1000000000.") }
        guard rate > 0, rate <= 1_000 else { throw ValidationError("--rate must be above 0 and at most 1000 hertz.") }
    }

    func run() async throws {
        let interruption = Interruption {}
        defer { withExtendedLifetime(interruption) {} }
        var traffic = AirTrafficSimulation(flightCount: tracks, seed: seed)
        let beginning = Instant(microsecondsSince1970: 1_767_225_600_000_000)
        var output: [UInt8] = []
        let steps = Int((seconds * rate).rounded(.down))
        for step in 0..<steps {
            let time = beginning.advanced(bySeconds: Double(step) / rate)
            for report in traffic.reports {
                AirTrafficFeatureWriter.append(report, at: time, to: &output)
                guard output.count > 1 << 16 else { continue }
                try StandardOutput.write(output)
                output.removeAll(keepingCapacity: true)
            }
            traffic.advance(bySeconds: 1 / rate)
        }
        try StandardOutput.write(output)
    }
}
