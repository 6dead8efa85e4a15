// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteFeeds
import VedetteServer

/// What a server is to show, made from a configuration.
struct ServeWorld {
    /// Whom fences watch: a source or a location, by its number.
    enum Watched: Equatable {
        case source(Int)
        case location(Int)
    }

    /// Fences of one file that are watched for one source or location.
    struct FenceSource {
        var address: FeedAddress
        var watched: Watched
        /// Part of every event's id: that of `vedette fence`, so that both tell the same events.
        var name = "fence"
        var rule = FenceRuleType.enterOrExit
        var idField: String?
        /// What the entry of the configuration is called that it comes from.
        var entry = ""
    }

    private struct FenceFileKey: Hashable {
        var name: String
        var idField: String?
    }

    var configuration = LiveServerConfiguration()
    var sources: [LiveSource] = []
    var locations: [LiveLocation] = []
    var fences: [FenceSource] = []
    /// What is shown where; empty for all of it at the server's address itself.
    var views: [View] = []

    /// Reads a configuration file; paths in it are relative to where it is.
    static func read(_ path: String) throws -> ServeWorld {
        let file = try ServeConfiguration.read(path)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        var world = ServeWorld()
        if let title = file.title { world.configuration.title = title }
        if let port = file.port { world.configuration.port = port }
        if let bind = file.bind { world.configuration.address = bind }
        if let maximum = file.connectionsPerAddress { world.configuration.maximumConnectionsPerPeer = maximum }
        if let editing = file.fenceEditing { world.configuration.fenceEditing = editing }
        if let control = file.sourceControl { world.configuration.sourceControl = control }
        if let fenceFile = file.fenceFile { world.configuration.fenceFile = resolved(fenceFile, in: folder) }
        if let token = file.streamToken { world.configuration.streamTokens = [token] }
        if let view = file.view {
            world.configuration.center = (view.center[0], view.center[1])
            world.configuration.zoom = view.zoom ?? 9
        }
        if let landmarks = file.landmarks {
            guard let data = try? Data(contentsOf: URL(fileURLWithPath: resolved(landmarks, in: folder))) else {
                throw CommandFailure(status: CommandFailure.badUsage, "\(path): the landmarks \(landmarks) cannot be read")
            }
            world.configuration.landmarks = Array(data)
        }
        guard !file.sources.isEmpty || !file.locations.isEmpty else {
            throw CommandFailure(
                status: CommandFailure.badUsage, "\(path): sources is empty; name at least one feed, or a location under locations")
        }
        let watched = file.sources.indices.map { Watched.source($0) } + file.locations.indices.map { Watched.location($0) }
        let names = file.sources.map(\.name) + file.locations.map(\.name)
        var known: Set<String> = []
        if let twice = names.first(where: { !known.insert($0).inserted }) {
            throw CommandFailure(
                status: CommandFailure.badUsage, "\(path): two sources or locations are called \"\(twice)\"; name them apart")
        }
        let readers = file.sources.count { $0.feed == "-" } + file.locations.count { $0.file == "-" }
        guard readers <= 1 else {
            throw CommandFailure(status: CommandFailure.badUsage, "\(path): only one source or location can read standard input")
        }
        world.sources = try file.sources.map { try source($0, in: folder, path) }
        let factory = LocationSourceFactory(folder: folder, place: path)
        world.locations = try file.locations.map { try factory.location($0) }
        for fences in file.fences ?? [] {
            let wanted = names.indices.filter { fences.source == nil || names[$0] == fences.source }
            guard !wanted.isEmpty else {
                throw CommandFailure(
                    status: CommandFailure.badUsage,
                    "\(path): the fences \(fences.file) are for a source or location \"\(fences.source ?? "")\" that is not there")
            }
            let name = fences.name ?? URL(fileURLWithPath: fences.file).deletingPathExtension().lastPathComponent
            for index in wanted {
                world.fences.append(
                    FenceSource(
                        address: address(fences.file, in: folder), watched: watched[index],
                        // Track ids of different sources may be equal; their events are not.
                        name: wanted.count > 1 ? "\(name) of \(names[index])" : name,
                        rule: fences.rule?.type ?? .enterOrExit, idField: fences.idField, entry: name))
            }
        }
        var fenceNames: Set<String> = []
        if let twice = world.fences.first(where: { !fenceNames.insert($0.name).inserted }) {
            throw CommandFailure(
                status: CommandFailure.badUsage,
                "\(path): two entries of fences are called \"\(twice.name)\"; event ids tell them apart by name: give each a name of its own"
            )
        }
        try world.addViews(file.views ?? [], in: folder, path)
        return world
    }

    private static func address(_ text: String, in folder: URL) -> FeedAddress {
        let address = FeedAddress(text)
        guard case .file(let path) = address else { return address }
        return .file(resolved(path, in: folder))
    }

    static func resolved(_ path: String, in folder: URL) -> String {
        path.hasPrefix("/") ? path : folder.appendingPathComponent(path).path
    }

    private static func source(_ file: ServeConfiguration.Source, in folder: URL, _ path: String) throws -> LiveSource {
        var options = FeedOptions(format: file.format?.format, trackField: file.trackField, timeField: file.timeField)
        options.longitudeField = file.longitudeField
        options.latitudeField = file.latitudeField
        let feed: DynamicEntityDataSource =
            file.broadcast
            ? BroadcastDynamicEntityDataSource(trackField: file.trackField, timeField: file.timeField)
            : try file.intake.source(address(file.feed, in: folder), options, named: "\(path): the source \"\(file.name)\"")
        if let maximum = file.maximumObservations { feed.purgeOptions.maximumObservations = maximum }
        if let maximum = file.maximumObservationsPerTrack { feed.purgeOptions.maximumObservationsPerTrack = maximum }
        var source = LiveSource(dataSource: feed, name: file.name)
        source.serviceName = file.publish
        source.isBroadcastAllowed = file.broadcast
        if let one = file.one { source.one = one }
        if let many = file.many { source.many = many }
        if let name = file.symbol {
            guard let symbol = LiveSource.Symbol(rawValue: name) else {
                let known = LiveSource.Symbol.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandFailure(status: CommandFailure.badUsage, "\(path): there is no symbol \"\(name)\"; the symbols are \(known)")
            }
            source.symbol = symbol
        }
        source.headingField = file.headingField
        source.labelField = file.labelField
        if let delay = file.displayDelay { source.displayDelay = delay }
        source.displayFields = (file.fields ?? []).map {
            LiveSource.DisplayField(name: $0.name, alias: $0.alias, unit: $0.unit, decimals: $0.decimals)
        }
        source.queries = (file.queries ?? []).map(\.query)
        do {
            source.layer = try file.display?.layer(of: feed) { resolved($0, in: folder) }
        } catch let failure as CommandFailure {
            throw CommandFailure(status: failure.status, "\(path): the source \"\(file.name)\": \(failure.message)")
        }
        return source
    }

    /// Reads the fences, and has `run` run a server that shows everything; what is wrong with feeds is told meanwhile.
    static func serve(
        _ world: ServeWorld, _ configuration: LiveServerConfiguration, by run: (LiveServer) async throws -> Void = Serving.run
    ) async throws {
        var monitors: [GeotriggerMonitor] = []
        var parameters: [FenceFileKey: GraphicFenceParameters] = [:]
        for fences in world.fences {
            // A file that is watched for several sources is read, and drawn, once.
            let key = FenceFileKey(name: fences.address.name, idField: fences.idField)
            if parameters[key] == nil {
                let graphics = try await CommandFailure.naming(fences.address) {
                    try await FenceFile.graphics(fences.address, idField: fences.idField) { issue in
                        Diagnostics.write("\(fences.address.name): \(issue)")
                    }
                }
                parameters[key] = GraphicFenceParameters(graphics: graphics)
            }
            guard let fenceParameters = parameters[key] else { continue }
            let feed: GeotriggerFeed =
                switch fences.watched {
                case .source(let index): DynamicEntityGeotriggerFeed(dataSource: world.sources[index].dataSource)
                case .location(let index): LocationGeotriggerFeed(locationDataSource: world.locations[index].dataSource)
                }
            let trigger = FenceGeotrigger(
                feed: feed, ruleType: fences.rule, fenceParameters: fenceParameters, name: fences.name)
            monitors.append(GeotriggerMonitor(geotrigger: trigger))
        }
        // Bad records and feeds that fail are told for as long as the server runs.
        let tellers = world.sources.map { source in
            let feed = source.dataSource
            return Task {
                await withTaskGroup(of: Void.self) { group in
                    if let reporting = feed as? any FeedIssueReporting {
                        group.addTask { for await issue in reporting.issues { Diagnostics.write("\(reporting.addressName): \(issue)") } }
                    }
                    group.addTask {
                        for await status in feed.$connectionStatus where status == .failed {
                            Diagnostics.write("vedette: \(source.name): \(feed.connectionError.map { "\($0)" } ?? "the feed has failed")")
                        }
                    }
                }
            }
        }
        let locationTellers = world.locations.map { location in Task { await LocationTeller(location).run() } }
        defer { (tellers + locationTellers).forEach { $0.cancel() } }
        try await run(world.server(configuration, monitors: monitors))
    }
}
