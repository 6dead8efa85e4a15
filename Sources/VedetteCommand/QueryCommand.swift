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
        discussion: """
            vedette query --feed flights.ndjson --where "dest = 'PHX'" --within-distance -112.0101,33.4352,24140

            Prints GeoJSON features, one a line, ordered by track id. Conditions are judged on the latest observation of each entity by event time, and all
            that are given have to be fulfilled. Without any, all entities match.
            """)

    @Option(help: "A file, an http(s) address, or - for standard input.")
    var feed: String

    @OptionGroup(title: "Conditions") var conditions: QueryConditions
    @OptionGroup(title: "How the feed is read") var shape: FeedShapeArguments
    @OptionGroup(title: "The run") var run: RunArguments

    func run() async throws {
        let parameters = try await conditions.parameters()
        let statistics = RunStatistics()
        for name in ["in", "out", "skipped"] { statistics.add(name, 0) }
        let wantsStatistics = run.stats
        let interruption = Interruption { if wantsStatistics { Diagnostics.write(statistics.json) } }
        defer { withExtendedLifetime(interruption) {} }
        // The latest observation of every track answers the question; nothing older need be kept.
        var store = TrackStore(
            schema: ObservationSchema(), limits: TrackStoreLimits(maximumObservations: 0, maximumObservationsPerTrack: 1))
        let feedRun = FeedRun(address: FeedAddress(feed), options: shape.options, run: run, statistics: statistics)
        defer { if run.stats { Diagnostics.write(statistics.json) } }
        var untimed = 0
        try await feedRun.forEachBatch { batch in
            let now = Instant(Date())
            guard let time = parameters.time else {
                _ = store.apply(batch, at: now)
                return
            }
            // What came to be known later than the moment is left out, and what is latest then is what was latest at the moment.
            untimed += batch.times.count { $0 == ObservationBatch.noTime }
            let early = batch.times.indices.filter {
                batch.times[$0] != ObservationBatch.noTime && batch.times[$0] <= time.microsecondsSince1970
            }
            _ = store.apply(batch.rows(at: early), at: now)
        }
        if untimed > 0 {
            statistics.add("untimed", untimed)
            Diagnostics.write("vedette: \(untimed) observations have no time and are left out by --as-of; --time-field names the field")
        }
        try print(parameters, of: store, statistics)
    }

    private func print(
        _ parameters: DynamicEntityQueryParameters.Values, of store: borrowing TrackStore, _ statistics: RunStatistics
    ) throws {
        // A feed without observations has no fields either, and nothing in it matches.
        guard store.trackCount > 0, !(conditions.hasTrackIDs && parameters.trackIDs.isEmpty) else { return }
        var current = parameters
        current.time = nil
        let query: TrackQuery
        do {
            query = try TrackQuery(current, fields: store.schema.namedFields, now: Instant(Date()))
        } catch {
            throw QueryConditions.failure(error)
        }
        var matches = store.numbers(matching: query).map { (number: $0, name: store.name($0)) }
        matches.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        var output: [UInt8] = []
        for match in matches {
            FeatureWriter.append(store, track: match.number, to: &output)
            guard output.count > 1 << 16 else { continue }
            try StandardOutput.write(output)
            output.removeAll(keepingCapacity: true)
        }
        statistics.add("out", matches.count)
        try StandardOutput.write(output)
    }
}
