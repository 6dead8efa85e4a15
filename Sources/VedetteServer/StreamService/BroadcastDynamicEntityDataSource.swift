// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import Vedette
import VedetteDynamicEntities
import VedetteFeeds
import VedetteGeometry
import VedetteModel

/// A data source that others write into: its observations are what clients send to the `broadcast` socket of its stream service, or what
/// ``receive(_:)`` is given.
///
///     let positions = BroadcastDynamicEntityDataSource(trackField: "id", timeField: "time")
///     var source = LiveSource(dataSource: positions, name: "Positions")
///     source.serviceName = "positions"
///     source.isBroadcastAllowed = true
///     try await LiveServer(sources: [source]).run()
///
/// Fields become known as the data come. It stays connected until it is disconnected; before and after, what is written is refused.
public final class BroadcastDynamicEntityDataSource: DynamicEntityDataSource, @unchecked Sendable {
    /// The field that holds track ids; nil where it is found by its name.
    public let trackFieldName: String?
    private let intake: BroadcastIntake

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - trackField: the attribute that holds track ids; nil for the first of `trackId`, `track_id`, `id`, `MMSI`, `icao24` and `hex`.
    ///   - timeField: the attribute that holds the time; then every feature needs one. nil for the first of `time`, `timestamp` and `t`.
    ///   - fields: those known beforehand; more are added as they come.
    public init(trackField: String? = nil, timeField: String? = nil, fields: [Field] = []) {
        trackFieldName = trackField
        let intake = BroadcastIntake(options: FeedOptions(format: .esrijson, trackField: trackField, timeField: timeField))
        self.intake = intake
        let info = trackField.map { trackField in
            let info = DynamicEntityDataSourceInfo(entityIDFieldName: trackField, fields: fields)
            info.timeFieldName = timeField
            return info
        }
        super.init(fields: fields, driver: FeedDriver(info: { info }) { onOpen, sink in try await intake.run(onOpen, sink) })
    }

    /// Takes in Esri JSON: a feature, an array of features, or an object with `features`. Good features are taken in also beside bad ones.
    ///
    /// - Returns: how many observations were taken in, and what is wrong with the others.
    /// - Throws: ``FeedError`` where the text is no features at all, or the source is not connected.
    @discardableResult
    public func receive(_ text: [UInt8]) throws -> (count: Int, issues: [FeedIssue]) {
        try intake.receive(text)
    }
}

/// Reads what is written and hands it to the store, one message at a time.
private final class BroadcastIntake: Sendable {
    private struct State {
        var decoder: RecordDecoder
        var batch = ObservationBatch()
        var sink: FeedSink?
    }

    private let options: FeedOptions
    private let state: Mutex<State>

    init(options: FeedOptions) {
        self.options = options
        state = Mutex(State(decoder: RecordDecoder(format: .esrijson, header: nil, options: options)))
    }

    /// Connected until the task is cancelled.
    func run(_ onOpen: @escaping @Sendable () -> Void, _ sink: FeedSink) async throws {
        state.withLock { state in
            // A source connected again goes on with the columns that the store has.
            state.batch = ObservationBatch(schema: sink.schema())
            state.sink = sink
        }
        defer { state.withLock { $0.sink = nil } }
        onOpen()
        let (never, end) = AsyncStream<Never>.makeStream()
        await withTaskCancellationHandler {
            for await _ in never {}
        } onCancel: {
            end.finish()
        }
        try Task.checkCancellation()
    }

    func receive(_ text: [UInt8]) throws -> (count: Int, issues: [FeedIssue]) {
        let collection = try Self.collection(text)
        return try collection.withUnsafeBytes { bytes in
            var framer = FeedFramer(options: options)
            var records: [FeedRecord] = []
            var issues: [FeedIssue] = []
            _ = try framer.frame(bytes, isEnd: true, records: &records, issues: &issues)
            return try state.withLock { state in
                guard let sink = state.sink else { throw FeedError(.unreadable, "the source is not connected; try again later") }
                state.batch.removeAll()
                state.decoder.decode(records, in: bytes, into: &state.batch, issues: &issues)
                if !state.batch.isEmpty { sink.ingest(state.batch) }
                return (state.batch.count, issues)
            }
        }
    }

    /// The text as an object with `features`.
    private static func collection(_ text: [UInt8]) throws(FeedError) -> [UInt8] {
        var isList = false
        var hasFeatures = false
        do {
            try text.withUnsafeBytes { bytes in
                var cursor = JSONCursor(bytes)
                isList = try cursor.peekValue() == UInt8(ascii: "[")
                if isList {
                    try cursor.skipValue()
                } else {
                    try cursor.readMembers { key, cursor throws(JSONSyntaxError) in
                        hasFeatures = hasFeatures || cursor.isEqual(key, "features" as StaticString)
                        try cursor.skipValue()
                    }
                }
                try cursor.expectEnd()
            }
        } catch {
            throw FeedError(.unknownFormat, "this is not JSON: \(error); send an Esri feature, a list of them, or {\"features\":[…]}")
        }
        if hasFeatures { return text }
        let (head, tail) = isList ? (#"{"features":"#, "}") : (#"{"features":["#, "]}")
        return Array(head.utf8) + text + Array(tail.utf8)
    }
}
