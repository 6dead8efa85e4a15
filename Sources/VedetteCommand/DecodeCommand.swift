// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Vedette
import VedetteDynamicEntities
import VedetteFeeds

struct DecodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Print the observations of a feed as GeoJSON features.",
        discussion: """
            Each feature has the feed's own fields in its properties, and besides them "track" and "time".
            A field of the feed that is itself called track or time is printed as feed_track or feed_time, unless it says the same.
            """)

    @Argument(help: "A file, an http(s) address, or - for standard input.")
    var feed = "-"

    @OptionGroup var shape: FeedShapeArguments
    @OptionGroup var run: RunArguments

    func run() async throws {
        var options = shape.options
        options.requiresTrack = false
        let statistics = RunStatistics()
        let wantsStatistics = run.stats
        let interruption = Interruption { if wantsStatistics { Diagnostics.write(statistics.json) } }
        defer { withExtendedLifetime(interruption) {} }
        let feedRun = FeedRun(address: FeedAddress(feed), options: options, run: run, statistics: statistics)
        defer { if run.stats { Diagnostics.write(statistics.json) } }
        try await feedRun.forEachBatch { batch in
            var output: [UInt8] = []
            for index in 0..<batch.count { FeatureWriter.append(batch, at: index, to: &output) }
            statistics.add("out", batch.count)
            try StandardOutput.write(output)
        }
    }
}
