// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteDynamicEntities
public import VedetteModel

/// A data source over a feed in any format that can be read: a file, a pipe, an HTTP address.
///
/// Fields become known as the data come: a field is added with the first observation that has it. A bad record is passed over and
/// reported in ``issues``. At its end the feed is disconnected, and what came in is kept.
public final class FeedDynamicEntityDataSource: DynamicEntityDataSource, @unchecked Sendable {
    public let address: FeedAddress
    /// The field that holds track ids; nil where it is found by its name.
    public let trackFieldName: String?
    private let issueEvents: EventSource<FeedIssue>

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - address: where the feed is.
    ///   - options: how to read the feed.
    ///   - observationsPerSecond: the pace; nil for as fast as they come, and so are 0, less, infinity and NaN. Below one in about
    ///     eleven days it is one in eleven days.
    public init(address: FeedAddress, options: FeedOptions = FeedOptions(), observationsPerSecond: Double? = nil) {
        self.address = address
        trackFieldName = options.trackField
        // Within these bounds every wait is a duration, and every share a whole number.
        let pace = observationsPerSecond.flatMap { $0 > 0 && $0 <= 1e9 ? max($0, 1e-6) : nil }
        let pump = FeedPump(address: address, options: options, observationsPerSecond: pace)
        issueEvents = pump.issueEvents
        super.init(fields: [], driver: FeedDriver { onOpen, sink in try await pump.run(onOpen: onOpen, sink: sink) })
    }

    /// What is wrong with records, from now on.
    public var issues: EventStream<FeedIssue> { issueEvents.stream() }
}

/// Moves a feed's observations into a data source.
private struct FeedPump: Sendable {
    let address: FeedAddress
    let options: FeedOptions
    let observationsPerSecond: Double?
    let issueEvents = EventSource<FeedIssue>()

    func run(onOpen: @escaping @Sendable () -> Void, sink: FeedSink) async throws {
        let reader = try await FeedReader(address, options: options)
        onOpen()
        var decoder: RecordDecoder?
        // A feed opened again goes on with the columns that the store has.
        var batch = ObservationBatch(schema: sink.schema())
        var due = ContinuousClock.now
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
                if !batch.isEmpty { sink.ingest(batch) }
                try Task.checkCancellation()
                if let observationsPerSecond {
                    due = max(due, .now - .seconds(1)) + .seconds(Double(share.count) / observationsPerSecond)
                    try await Task.sleep(until: due, clock: .continuous)
                }
            }
        }
    }

    /// How many records are taken in at a time: a tenth of a second's worth of a paced feed, a thousand of any other.
    private var shareSize: Int {
        observationsPerSecond.map { min(1_000, max(1, Int($0 / 10))) } ?? 1_000
    }
}
