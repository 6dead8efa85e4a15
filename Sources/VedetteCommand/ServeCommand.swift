// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Vedette
import VedetteFeeds
import VedetteServer

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show feeds, locations and their fences live in the browser.",
        discussion: """
            What to show comes from a configuration file (--config; docs/serve.md has its keys), or from --feed, --location and --fences.
            Serves the page, /healthz, /readyz and /metrics. SIGTERM stops it cleanly.
            """)

    @Option(help: "A YAML file that says what to show.")
    var config: String?

    @Option(help: "A feed to show: a file, an http(s) address, or - for standard input.")
    var feed: String?

    @Option(
        name: .customLong("location"),
        help:
            "A location to show: iss, orbit, gpsd://HOST:PORT, a GPX file, a log or device of a GNSS receiver, a GeoJSON line to follow. Repeatable."
    )
    var locations: [String] = []

    @Option(help: "GeoJSON fences to watch: a file or an http(s) address.")
    var fences: String?

    @Option(
        name: .customLong("fence-id-field"),
        help: "The property that holds a fence's id. Default: the feature's id, else its place in the file.")
    var fenceIDField: String?

    @Option(help: "Observations of --feed a second. Default: as fast as they come.")
    var rate: Double?

    @Option(help: "How many times as fast as its event times say --feed is read. Default: as fast as it comes.")
    var speed: Double?

    @Flag(name: .customLong("repeat"), help: "Read --feed again and again; event times go on.")
    var repeats = false

    @Option(help: "Ask the address of --feed again and again, so many seconds apart. Default: read it once.")
    var poll: Double?

    @Option(help: "Publish --feed as an ArcGIS stream service of this name. Default: it is not.")
    var publish: String?

    @Argument(help: .hidden) var unexpected: [String] = []

    @OptionGroup var shape: FeedShapeArguments
    @OptionGroup var server: ServerArguments

    func validate() throws {
        if let first = unexpected.first {
            throw ValidationError("\(first.prefix(100)) belongs to no option; a configuration is named by --config, a feed by --feed.")
        }
        guard config == nil || (feed == nil && locations.isEmpty) else {
            throw ValidationError("--config says what to show, and so do --feed and --location: name the one or the others.")
        }
        guard config != nil || feed != nil || !locations.isEmpty else {
            throw ValidationError("Name what to show: either --config FILE, or --feed FILE and --location SOURCE.")
        }
        for location in locations where ServeLocation(argument: location) == nil {
            throw ValidationError(
                "--location \(location.prefix(100)) is nothing that is known: iss, orbit, gpsd://HOST:PORT, an http address that answers as open-notify's iss-now.json does, a path that begins with /dev/ or ends with .gpx, .nmea, .log, .txt, .ubx, .sirf, .tle, .geojson or .json, or -."
            )
        }
        let isPlain =
            fences == nil && locations.isEmpty && fenceIDField == nil && rate == nil && speed == nil && !repeats && poll == nil
            && publish == nil
            && shape.isEmpty
        guard config == nil || isPlain else {
            throw ValidationError(
                "With --config, say in the file what --location, --fences, --fence-id-field, --rate, --speed, --repeat, --poll, --publish, --format and the --…-field options would."
            )
        }
        if let speed, !(speed > 0 && speed.isFinite) { throw ValidationError("--speed must be above 0.") }
        guard rate == nil || speed == nil else { throw ValidationError("Name one of --rate and --speed.") }
        if let poll {
            guard (0.05...604_800).contains(poll) else { throw ValidationError("--poll must be from 0.05 to 604800 seconds.") }
            guard rate == nil, speed == nil, !repeats else {
                throw ValidationError("--poll does not go with --rate, --speed and --repeat.")
            }
        }
        guard feed != nil || (rate == nil && speed == nil && !repeats && poll == nil && publish == nil && shape.isEmpty) else {
            throw ValidationError("--rate, --speed, --repeat, --poll, --publish, --format and the --…-field options are for --feed.")
        }
        guard (feed == "-" ? 1 : 0) + locations.count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("Only one of --feed and --location can read standard input.")
        }
        if let rate, !(rate > 0 && rate.isFinite) { throw ValidationError("--rate must be above 0 observations a second.") }
    }

    func run() async throws {
        let world = try config.map { try ServeWorld.read($0) } ?? (try quickWorld())
        var configuration = world.configuration
        server.apply(to: &configuration)
        try await ServeWorld.serve(world, configuration)
    }

    /// What --feed, --location and --fences ask for.
    private func quickWorld() throws -> ServeWorld {
        var world = ServeWorld()
        if let feed { try addFeed(feed, to: &world) }
        let factory = LocationSourceFactory(folder: URL(fileURLWithPath: FileManager.default.currentDirectoryPath), place: "--location")
        var names: Set<String> = []
        for argument in locations {
            guard var location = ServeLocation(argument: argument) else { continue }
            // Two receivers may be called the same; viewers tell them apart.
            let name = location.name
            var number = 2
            while !names.insert(location.name).inserted {
                location.name = "\(name) \(number)"
                number += 1
            }
            world.locations.append(try factory.location(location))
        }
        if feed == nil, let first = world.locations.first { world.configuration.title = first.name }
        guard let fences else { return world }
        let watched = world.sources.indices.map { ServeWorld.Watched.source($0) } + world.locations.indices.map { .location($0) }
        for one in watched {
            var source = ServeWorld.FenceSource(address: FeedAddress(fences), watched: one, idField: fenceIDField)
            if case .location(let index) = one { source.name += " of \(world.locations[index].name)" }
            world.fences.append(source)
        }
        return world
    }

    private func addFeed(_ feed: String, to world: inout ServeWorld) throws {
        let address = FeedAddress(feed)
        let name =
            switch address {
            case .url(let url): url.host ?? "Feed"
            case .file(let path): URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
            case .standardInput: "-"
            }
        world.configuration.title = name == "-" ? "Live" : name
        var intake = ServeConfiguration.Intake()
        (intake.rate, intake.speed, intake.repeats, intake.interval) = (rate, speed, repeats, poll)
        if poll != nil { intake.kind = .poll }
        let source = try intake.source(address, shape.options, named: "--feed")
        world.sources = [LiveSource(dataSource: source, name: world.configuration.title)]
        world.sources[0].serviceName = publish
    }
}
