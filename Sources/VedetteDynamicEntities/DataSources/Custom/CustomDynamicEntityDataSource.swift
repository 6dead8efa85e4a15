// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

/// A data source over a stream of your own: files, devices, messages, anything that can be an `AsyncSequence`.
///
///     let info = DynamicEntityDataSourceInfo(entityIDFieldName: "MMSI", fields: [Field(type: .text, name: "MMSI", alias: "MMSI")])
///     let source = CustomDynamicEntityDataSource(info: info) { VesselFeed() }
///     try await source.connect()
///
/// - An observation without a value for the entity id field is dropped, and so is one whose geometry is not a point or cannot be brought to WGS 84; both are
///   counted in ``DynamicEntityDataSource/rejectedObservationCounts``. No geometry is fine.
/// - Ids are text or numbers; as track ids they are text, a whole number in decimal digits: `7`, not `7.0`.
/// - Attributes find their fields without regard to case. Those without a field are left out, and values that do not fit their fields become null; both are
///   counted in ``DynamicEntityDataSource/rejectedAttributeCounts``.
public final class CustomDynamicEntityDataSource: DynamicEntityDataSource, @unchecked Sendable {
    /// What the stream is about.
    public let info: DynamicEntityDataSourceInfo

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - info: what the stream is about.
    ///   - makeFeed: makes a new feed for each connection, also when a lost one is made again. Where it throws, connecting fails.
    public convenience init(
        info: DynamicEntityDataSourceInfo, makeFeed: @escaping @Sendable () async throws -> any CustomDynamicEntityFeed
    ) {
        self.init(info: info, timing: .system, makeFeed: makeFeed)
    }

    package init(
        info: DynamicEntityDataSourceInfo, timing: SourceTiming,
        makeFeed: @escaping @Sendable () async throws -> any CustomDynamicEntityFeed
    ) {
        self.info = info
        super.init(
            fields: info.fields,
            driver: FeedDriver(
                info: { info }, canReconnect: true, allowsReconnection: Self.allowsReconnection,
                run: { onOpen, sink in
                    let feed = try await makeFeed()
                    onOpen()
                    try await Self.consume(feed, info, sink)
                }), timing: timing)
    }

    /// What a feed throws has failed the connection, unless it says otherwise. A feed that cannot be made again just now may be so later.
    private static let allowsReconnection: @Sendable (any Error, Bool) -> Bool = { error, wasOpen in
        (error as? any ConnectionError)?.allowsReconnection ?? !wasOpen
    }

    private static func consume(
        _ feed: some CustomDynamicEntityFeed, _ info: DynamicEntityDataSourceInfo, _ sink: FeedSink
    ) async throws {
        var reader = CustomFeedReader(info: info)
        for try await event in feed.events {
            switch event {
            case .newObservation(let geometry, let attributes): reader.deliver(geometry, attributes, to: sink)
            case .deleteEntity(let id): sink.delete(id)
            }
            // A sequence that never waits would not notice that the source was disconnected.
            try Task.checkCancellation()
        }
    }
}
