// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteExpressions
import VedetteFeeds
import VedetteFences

/// A run of `vedette fence`: loads the fences, judges the feed, says what was counted.
struct FenceRun {
    let arguments: FenceCommand
    let statistics: RunStatistics

    private var threadCount: Int { arguments.threads ?? ProcessInfo.processInfo.activeProcessorCount }

    func run() async throws {
        do throws(FenceEngineOptionsError) {
            try arguments.rules.engineOptions.check()
        } catch {
            throw CommandFailure(status: CommandFailure.badUsage, error.message)
        }
        if let path = arguments.state { try OutputFile(path: path).check("--state") }
        // What is wrong with a script shows before anything is read.
        let filter = try script("--filter", arguments.filter) { text throws(ArcadeError) in try FixFilter(text) }
        _ = try script("--message", arguments.message) { text throws(ArcadeError) in
            try ArcadeEvaluator(expression: ArcadeExpression(expression: text), profile: .geotriggerNotification).check()
        }
        let loader = FenceLoader(
            source: FenceSource(arguments.fences), idField: arguments.fenceIDField,
            making: FenceMaking(bufferDistance: arguments.buffer ?? 0, repairs: arguments.repair),
            keepsGeometry: arguments.message != nil, threadCount: threadCount, strict: arguments.run.strict)
        let fences = try await loader.load(statistics)
        let messages = try script("--message", arguments.message) { text throws(ArcadeError) in try FenceMessages(text, fences: fences) }
        let plan = FenceLane.Plan(
            index: fences.index, options: arguments.rules.engineOptions, rule: arguments.rules.rule,
            writer: FenceEventWriter(texts: FenceTexts(fences)), messages: messages, longestWait: arguments.rules.longestWait)
        var options = FixOptions(feed: arguments.shape.options)
        arguments.rules.setFields(of: &options)
        (options.filter, options.wantsContents, options.absences) = (filter, messages != nil, FixAbsences())
        statistics.endLoading()
        defer { if arguments.run.stats { Diagnostics.write(statistics.json) } }
        let pipeline = try pipeline(plan, &options)
        defer { conclude(pipeline, filter, messages) }
        let address = FeedAddress(arguments.feed)
        try await CommandFailure.naming(address) {
            switch try await FixFeed.open(address, options: options.feed) {
            case .records(let reader): try await judge(reader, pipeline, address)
            case .lines(let feed): try await judge(feed, pipeline, address)
            }
        }
    }

    /// The pipeline, which goes on from the state that an earlier run left, where it is to.
    private func pipeline(_ plan: FenceLane.Plan, _ options: inout FixOptions) throws -> FencePipeline {
        guard let path = arguments.state else { return FencePipeline(plan: plan, options: options, threadCount: threadCount) }
        options.hasStableLanes = true
        guard let state = try FenceState.read(path) else {
            let lanes = (0..<FenceState.laneCount).map { _ in FenceLane(plan) }
            return FencePipeline(plan: plan, options: options, threadCount: threadCount, lanes: lanes)
        }
        do {
            let lanes = try state.lanes.map { lane in
                let engine = try FenceEngine(snapshot: lane.snapshot, index: plan.index, options: plan.options)
                return FenceLane(plan, engine: engine, notes: lane.notes)
            }
            return FencePipeline(
                plan: plan, options: options, threadCount: threadCount, lanes: lanes, firstOrdinal: state.nextOrdinal)
        } catch let error as FenceSnapshotError {
            throw CommandFailure(
                status: CommandFailure.badUsage, "\(path): \(error.message); give the options of the run that wrote it, or remove it")
        }
    }

    private func judge(_ reader: FeedReader, _ pipeline: FencePipeline, _ address: FeedAddress) async throws {
        while let block = try await reader.next() {
            try pipeline.process(block, of: reader, strict: arguments.run.strict, statistics)
            showProgress()
        }
        try end(pipeline)
        FeedRun.count(reader.damage, statistics)
        FeedRun.noteIfEmpty(reader, address, statistics)
    }

    private func judge(_ feed: LineFeed, _ pipeline: FencePipeline, _ address: FeedAddress) async throws {
        reading: while true {
            switch try feed.next() {
            case .block(let block):
                try pipeline.process(block, of: feed, strict: arguments.run.strict, statistics)
                showProgress()
            case .unfit:
                pipeline.beginReader()
                return try await judge(feed.framed(), pipeline, address)
            case .end: break reading
            }
        }
        try end(pipeline)
        FeedRun.noteIfEmpty(feed.recordCount, address, statistics)
    }

    private func showProgress() {
        if Diagnostics.isTerminal { Diagnostics.showProgress("\(statistics.count("in")) fixes judged") }
    }

    private func end(_ pipeline: FencePipeline) throws {
        Diagnostics.endProgress()
        guard let path = arguments.state else { return try pipeline.finish(statistics) }
        try FenceState(pipeline).write(path)
    }

    /// Makes something of the script that an option gives; a script that cannot be read is bad usage.
    private func script<Made>(_ option: String, _ text: String?, _ make: (String) throws(ArcadeError) -> Made) throws -> Made? {
        guard let text else { return nil }
        do throws(ArcadeError) {
            return try make(text)
        } catch {
            throw CommandFailure(status: CommandFailure.badUsage, "\(option): \(error)")
        }
    }

    /// Counts what is known only at the end, and says over what scripts stumbled.
    private func conclude(_ pipeline: FencePipeline, _ filter: FixFilter?, _ messages: FenceMessages?) {
        pipeline.count(statistics)
        if statistics.count("in") > 0 {
            let complaint = arguments.rules.complaint(hasAccuracies: pipeline.hasAccuracies, hasSpeeds: pipeline.hasSpeeds)
            // Of what the filter dropped, the numbers were not read.
            if let complaint, statistics.count("in") > statistics.count("filtered") { Diagnostics.write("vedette: \(complaint)") }
            for name in pipeline.misspeltFields {
                Diagnostics.write(
                    "vedette: no fix has a value for \"\(name)\", which a script asks for: it was null; see how the feed spells it")
            }
        }
        if let filter {
            statistics.add("filterErrors", filter.failureCount)
            if let failure = filter.latestFailure {
                Diagnostics.write("vedette: --filter stumbled over \(filter.failureCount) fixes, which were used all the same: \(failure)")
            }
        }
        if let messages {
            statistics.add("messageErrors", messages.failureCount)
            if let failure = messages.latestFailure {
                Diagnostics.write(
                    "vedette: --message stumbled over \(messages.failureCount) events, which were written without it: \(failure)")
            }
        }
    }
}

extension FenceState {
    init(_ pipeline: FencePipeline) {
        nextOrdinal = pipeline.nextOrdinal
        lanes = pipeline.lanes.map(\.state)
    }
}
