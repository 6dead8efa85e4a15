// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteDynamicEntities
public import VedetteModel

/// A data source over a feed in any format that can be read: a file, a pipe, an HTTP address.
///
/// Fields become known as the data come: a field is added with the first observation that has it. A bad record is passed over and
/// reported in ``issues``. At its end the feed is disconnected, and what came in is kept. Connecting again reads a file from its beginning.
///
/// A stream over HTTP that breaks off is opened again; what the server then sends once more is taken in once more. An address that
/// answers with the present state, and is to be asked again and again, is for a ``PollingDynamicEntityDataSource``.
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
    ///   - pace: how fast it is taken in.
    ///   - repeats: whether it begins anew at its end, for demonstrations. In each round but the first, event times are moved to where they follow
    ///     those of the round before, a second later; attributes stay as they are. A round takes a second at least. A feed that
    ///     cannot be read again, such as a pipe, or that has no observations, ends.
    public convenience init(
        address: FeedAddress, options: FeedOptions = FeedOptions(), pace: FeedPace = .asFastAsPossible, repeats: Bool = false
    ) {
        self.init(
            address: address,
            pump: FeedPump(options: options, pace: pace, repeats: repeats) { try await address.open() })
    }

    /// Makes a source that takes in so many observations a second; nil for as fast as they come.
    public convenience init(address: FeedAddress, options: FeedOptions = FeedOptions(), observationsPerSecond: Double?) {
        self.init(address: address, options: options, pace: observationsPerSecond.map { .observationsPerSecond($0) } ?? .asFastAsPossible)
    }

    init(address: FeedAddress, pump: FeedPump) {
        self.address = address
        trackFieldName = pump.options.trackField
        issueEvents = pump.issueEvents
        let isStream = if case .url = address { !pump.repeats } else { false }
        super.init(
            fields: [],
            driver: FeedDriver(info: { pump.description.info(pump.options) }, canReconnect: isStream) { onOpen, sink in
                try await pump.run(onOpen: onOpen, sink: sink)
            })
    }

    /// What is wrong with records, from now on.
    public var issues: EventStream<FeedIssue> { issueEvents.stream() }
}
