// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteModel

/// Moves a feed's observations into a data source, at a pace.
struct FeedPump: Sendable {
    var options: FeedOptions
    var pace = FeedPace.asFastAsPossible
    /// Whether the feed begins anew at its end.
    var repeats = false
    var timing = FeedTiming.system
    /// Opens the feed from its beginning.
    var open: @Sendable () async throws -> any ByteSource
    let issueEvents = EventSource<FeedIssue>()
    let description = FeedDescription()

    /// Observations that are due within this time of one another are taken in together.
    private static let step = Duration.milliseconds(10)
    /// A round takes at least this long, so that a feed with nothing to wait for does not run in circles.
    private static let shortestRound = Duration.seconds(1)

    func run(onOpen: @escaping @Sendable () -> Void, sink: FeedSink) async throws {
        do {
            try await read(onOpen, sink)
        } catch var error as FeedError where error.code != .unreadable {
            // Read from the beginning once more, it would be as wrong again.
            error.isFinal = true
            throw error
        }
    }

    private func read(_ onOpen: @Sendable () -> Void, _ sink: FeedSink) async throws {
        var source = try await open()
        onOpen()
        let began = timing.now()
        var schedule = ReplaySchedule(pace: pace)
        while true {
            let roundBegan = timing.now()
            let count = try await readRound(source, &schedule, began: began, sink)
            // A pipe cannot be read again: its second round is empty.
            guard repeats, count > 0 else { return }
            schedule.beginRound()
            try await timing.sleep(roundBegan + Self.shortestRound)
            source = try await open()
        }
    }

    /// Reads the feed to its end; says how many observations it had.
    private func readRound(
        _ source: any ByteSource, _ schedule: inout ReplaySchedule, began: Duration, _ sink: FeedSink
    ) async throws -> Int {
        let reader = FeedReader(source, options: options)
        var decoder: RecordDecoder?
        // A feed opened again goes on with the columns that the store has.
        var batch = ObservationBatch(schema: sink.schema())
        var count = 0
        while let block = try await reader.next() {
            decoder = decoder ?? reader.makeDecoder(options: options)
            block.issues.forEach { issueEvents.send($0) }
            var rest = block.records[...]
            while !rest.isEmpty {
                let share = rest.prefix(shareSize)
                rest = rest.dropFirst(share.count)
                var issues: [FeedIssue] = []
                batch.removeAll()
                decoder?.decode(share, in: block.bytes, into: &batch, issues: &issues)
                issues.forEach { issueEvents.send($0) }
                if let decoder { description.update(batch.schema, decoder.fieldNames) }
                count += batch.count
                if reader.layout?.framing == .gpx, case .recorded = pace.checked { batch = batch.inTimeOrder() }
                try await deliver(batch, &schedule, began: began, sink)
                try Task.checkCancellation()
            }
        }
        return count
    }

    /// Hands over each observation when it is due.
    private func deliver(
        _ batch: ObservationBatch, _ schedule: inout ReplaySchedule, began: Duration, _ sink: FeedSink
    ) async throws {
        guard schedule.isPaced || schedule.shiftsTimes else {
            // A feed that repeats has to know how long it is.
            if repeats { for time in batch.times { _ = schedule.take(time == ObservationBatch.noTime ? nil : time, now: .zero) } }
            if !batch.isEmpty { sink.ingest(batch) }
            return
        }
        var due = ObservationBatch(schema: batch.schema)
        var now = timing.now() - began
        for index in 0..<batch.count {
            let time = batch.times[index]
            let taken = schedule.take(time == ObservationBatch.noTime ? nil : time, now: now)
            if taken.due > now {
                if !due.isEmpty { sink.ingest(due) }
                due.removeAll()
                try await timing.sleep(began + max(taken.due, now + Self.step))
                now = timing.now() - began
            }
            due.appendRow(index, of: batch, time: taken.time ?? ObservationBatch.noTime)
        }
        if !due.isEmpty { sink.ingest(due) }
    }

    /// How many records are decoded at a time: of a paced feed few, so that what is wrong with them is told about when they are due.
    private var shareSize: Int {
        switch pace.checked {
        case .asFastAsPossible: 1_000
        case .observationsPerSecond(let rate): min(1_000, max(1, Int(rate / 10)))
        case .recorded: 100
        }
    }
}
