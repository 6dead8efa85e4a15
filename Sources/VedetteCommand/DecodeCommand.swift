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

            Of a GNSS receiver (--format nmea) each reported fix is a feature, also one without a position: the figures of gpsd's TPV and SKY by
            its names, with its digits. The true course is there as course and as feed_track, since track is the track id. With --output gpsd its
            TPV and SKY lines are printed themselves.
            """)

    /// What is printed.
    enum Output: String, ExpressibleByArgument, CaseIterable {
        case geojson
        case gpsd
    }

    @Argument(help: "A file, an http(s) address, or - for standard input.")
    var feed = "-"

    @Option(help: "What is printed: geojson, or gpsd, which is TPV and SKY lines, of a GNSS receiver only.")
    var output = Output.geojson

    @OptionGroup var shape: FeedShapeArguments
    @OptionGroup var run: RunArguments

    func validate() throws {
        guard output == .gpsd, let format = shape.format, format != .nmea else { return }
        throw ValidationError("--output gpsd is for the bytes of a GNSS receiver, --format nmea, not for \(format.rawValue)")
    }

    func run() async throws {
        var options = shape.options
        options.requiresTrack = false
        let statistics = RunStatistics()
        let wantsStatistics = run.stats
        let interruption = Interruption { if wantsStatistics { Diagnostics.write(statistics.json) } }
        defer { withExtendedLifetime(interruption) {} }
        let feedRun = FeedRun(address: FeedAddress(feed), options: options, run: run, statistics: statistics)
        defer { if run.stats { Diagnostics.write(statistics.json) } }
        if output == .gpsd { return try await GNSSReportRun(address: FeedAddress(feed), run: run, statistics: statistics).print() }
        try await feedRun.forEachBatch { batch in
            var output: [UInt8] = []
            for index in 0..<batch.count { FeatureWriter.append(batch, at: index, to: &output) }
            statistics.add("out", batch.count)
            try StandardOutput.write(output)
        }
    }
}
