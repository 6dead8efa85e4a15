// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A data source over a stream of your own: files, devices, messages, anything that can be an `AsyncSequence`.
///
///     let info = DynamicEntityDataSourceInfo(entityIDFieldName: "MMSI", fields: [Field(type: .text, name: "MMSI", alias: "MMSI")])
///     let source = CustomDynamicEntityDataSource(info: info) { VesselFeed() }
///     try await source.connect()
public final class CustomDynamicEntityDataSource: DynamicEntityDataSource, @unchecked Sendable {
    /// What the stream is about.
    public let info: DynamicEntityDataSourceInfo

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - info: what the stream is about.
    ///   - makeFeed: makes a new feed for each connection.
    public init(
        info: DynamicEntityDataSourceInfo, makeFeed: @escaping @Sendable () async throws -> any CustomDynamicEntityFeed
    ) {
        self.info = info
        super.init(
            fields: info.fields,
            driver: FeedDriver(info: { info }, canReconnect: true) { onOpen, sink in
                let feed = try await makeFeed()
                onOpen()
                try await Self.consume(feed, info, sink)
            })
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
        }
    }
}
