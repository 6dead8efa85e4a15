// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Vedette
import VedetteFeeds
import VedetteGeotriggers

struct FenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fence",
        abstract: "Read fixes, write an event for each fence that a track enters or exits.",
        discussion: """
            vedette fence --fences zones.geojson --feed fixes.ndjson > events.ndjson

            A fix on the edge of a fence is inside. The first fix of a track inside a fence is an "entered" event.
            Events of one fix are ordered exits first, then entries, each by fence id. A fix older than the track's latest is late: it changes nothing.
            The same input and options give the same bytes, whatever the number of threads.
            """)

    @Option(help: "GeoJSON with polygons and multipolygons: a file, an http(s) address, or - for standard input.")
    var fences: String

    @Option(help: "The fixes: a file, an http(s) address, or - for standard input.")
    var feed: String

    @Option(help: "Which events are written: enter, exit or enter-or-exit.")
    var rule = Rule.enterOrExit

    @Option(
        name: .customLong("fence-id-field"),
        help: "The property that holds a fence's id. Default: the feature's id, else its place in the file, from 0.")
    var fenceIDField: String?

    @Option(help: "How many threads work. Default: one for each core.")
    var threads: Int?

    @OptionGroup var shape: FeedShapeArguments
    @OptionGroup var run: RunArguments

    enum Rule: String, ExpressibleByArgument, CaseIterable {
        case enter
        case exit
        case enterOrExit = "enter-or-exit"

        var type: FenceRuleType {
            switch self {
            case .enter: .enter
            case .exit: .exit
            case .enterOrExit: .enterOrExit
            }
        }
    }

    func validate() throws {
        if let threads, !(1...256).contains(threads) { throw ValidationError("--threads must be from 1 to 256.") }
        if fences == "-", feed == "-" { throw ValidationError("Only one of --fences and --feed can be standard input.") }
    }

    func run() async throws {
        let statistics = RunStatistics()
        for name in ["in", "out", "skipped", "late", "fences"] { statistics.add(name, 0) }
        let wantsStatistics = run.stats
        let interruption = Interruption { if wantsStatistics { Diagnostics.write(statistics.json) } }
        defer { withExtendedLifetime(interruption) {} }
        let set = try await loadFences(statistics)
        statistics.endLoading()
        defer { if run.stats { Diagnostics.write(statistics.json) } }
        let address = FeedAddress(feed)
        try await CommandFailure.naming(address) {
            var options = shape.options
            options.wantsAttributes = false
            options.requiresPosition = true
            let reader = try await FeedReader(address, options: options)
            let filter = FenceFilter(
                fences: set, rule: rule.type, threadCount: threads ?? ProcessInfo.processInfo.activeProcessorCount, options: options)
            while let block = try await reader.next() {
                try filter.process(block, of: reader, strict: run.strict, statistics)
            }
            FeedRun.count(reader.damage, statistics)
            FeedRun.noteIfEmpty(reader, address, statistics)
        }
    }

    private func loadFences(_ statistics: RunStatistics) async throws -> FenceSet {
        let address = FeedAddress(fences)
        let set = try await CommandFailure.naming(address) {
            var refused = 0
            defer { Diagnostics.endProgress() }
            let set = try await FenceFile.read(address, idField: fenceIDField) { issue in
                refused += 1
                Diagnostics.write("\(address.name): \(issue)")
            } onProgress: { count in
                Diagnostics.showProgress("\(count) fences read")
            }
            if run.strict, refused > 0 { throw CommandFailure("\(address.name): \(refused) fences cannot be used; --strict ends here") }
            statistics.add("fencesRefused", refused)
            return set
        }
        guard set.count > 0 else {
            throw CommandFailure("\(address.name) has no fence that can be used; it must hold GeoJSON polygons")
        }
        statistics.add("fences", set.count)
        return set
    }
}
