// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Vedette
import VedetteDynamicEntities
import VedetteFeeds

struct QueryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Read a feed to its end and print the entities that match, each as its latest observation.",
        discussion: "Prints GeoJSON features, one a line, ordered by track id. Without a condition, all entities match.")

    @Option(help: "A file, an http(s) address, or - for standard input.")
    var feed: String

    @Option(name: .customLong("track-ids"), help: "Track ids to look for, separated by commas. Default: any.")
    var trackIDs: String?

    @OptionGroup var shape: FeedShapeArguments
    @OptionGroup var run: RunArguments

    func run() async throws {
        let statistics = RunStatistics()
        let wantsStatistics = run.stats
        let interruption = Interruption { if wantsStatistics { Diagnostics.write(statistics.json) } }
        defer { withExtendedLifetime(interruption) {} }
        // The latest observation of every track answers the question; nothing older need be kept.
        var store = TrackStore(
            schema: ObservationSchema(), limits: TrackStoreLimits(maximumObservations: 0, maximumObservationsPerTrack: 1))
        let feedRun = FeedRun(address: FeedAddress(feed), options: shape.options, run: run, statistics: statistics)
        defer { if run.stats { Diagnostics.write(statistics.json) } }
        try await feedRun.forEachBatch { batch in
            _ = store.apply(batch, at: Instant(Date()))
        }
        var parameters = DynamicEntityQueryParameters.Values()
        parameters.trackIDs = trackIDs.map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } } ?? []
        let query = try TrackQuery(parameters, fields: store.schema.namedFields, now: Instant(Date()))
        var matches = store.numbers(matching: query).map { (number: $0, name: store.name($0)) }
        matches.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        var output: [UInt8] = []
        for match in matches { FeatureWriter.append(store, track: match.number, to: &output) }
        statistics.add("out", matches.count)
        try StandardOutput.write(output)
    }
}
