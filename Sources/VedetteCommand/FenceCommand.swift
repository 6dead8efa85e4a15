// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Vedette
import VedetteFeeds
import VedetteFences

struct FenceCommand: AsyncParsableCommand {
    typealias Rule = FenceRuleArguments.Rule

    static let configuration = CommandConfiguration(
        commandName: "fence",
        abstract: "Read fixes, write an event for each fence that a track enters or exits.",
        discussion: """
            vedette fence --fences zones.geojson --feed fixes.ndjson > events.ndjson

            A fix on the edge of a fence is inside. The first fix of a track inside a fence is an "entered" event.
            Events of one fix are ordered exits first, then entries, each by fence id. A fix older than the track's latest is late: it changes nothing,
            unless --allowed-lateness lets it. The same input and options give the same bytes, whatever the number of threads.
            """)

    @Option(
        help: ArgumentHelp(
            "GeoJSON (a file, an http(s) address, or - for standard input), a table of a GeoPackage (file.gpkg#table), or a layer of a feature service (https://…/FeatureServer/0). Polygons and multipolygons; with --buffer, points and lines too.",
            valueName: "source"))
    var fences: String

    @Option(help: "The fixes: a file, an http(s) address, or - for standard input.")
    var feed: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far around its geometry a fence reaches, in metres, as the geodesic runs. Default: 0.", valueName: "metres")
    )
    var buffer: Double?

    @Flag(help: "Repair polygons whose rings cross themselves. Default: refuse them by name.")
    var repair = false

    @Option(
        name: .customLong("fence-id-field"),
        help: "The property that holds a fence's id. Default: the feature's id, else its place in the file, from 0.")
    var fenceIDField: String?

    @OptionGroup var rules: FenceRuleArguments

    @Option(
        help: ArgumentHelp(
            "Take only the fixes for which this Arcade expression over $locationupdate is true: the fields of the feed by name, and course, horizontalaccuracy, velocity and timestamp where they are known. Default: all.",
            valueName: "arcade"))
    var filter: String?

    @Option(
        help: ArgumentHelp(
            "What an event says, as an Arcade expression over $feedfeature, $fencefeature and $fencenotificationtype: a text, or a dictionary with message and actions. Default: nothing.",
            valueName: "arcade"))
    var message: String?

    @Option(
        help: ArgumentHelp(
            "Begin with what this file says of tracks, if it is there, and write it anew at the end: fixes that wait for late ones wait on in it. Default: begin with nothing, and decide all fixes at the end.",
            valueName: "file"))
    var state: String?

    @Option(parsing: .unconditional, help: "How many threads work. Default: one for each core.")
    var threads: Int?

    @OptionGroup var shape: FeedShapeArguments
    @OptionGroup var run: RunArguments

    func validate() throws {
        if let threads, !(1...256).contains(threads) { throw ValidationError("--threads must be from 1 to 256.") }
        if fences == "-", feed == "-" { throw ValidationError("Only one of --fences and --feed can be standard input.") }
        if let buffer, !(buffer >= 0 && buffer.isFinite) { throw ValidationError("--buffer must be metres, 0 or more.") }
    }

    func run() async throws {
        let statistics = RunStatistics()
        for name in ["in", "out", "skipped", "late", "fences"] { statistics.add(name, 0) }
        let wantsStatistics = run.stats
        let interruption = Interruption { if wantsStatistics { Diagnostics.write(statistics.json) } }
        defer { withExtendedLifetime(interruption) {} }
        try await FenceRun(arguments: self, statistics: statistics).run()
    }
}
