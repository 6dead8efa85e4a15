// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import NIOCore
import Synchronization
public import VedetteDynamicEntities
public import VedetteModel

/// A data source over an `http` or `https` address that is asked again and again, and answers with how things are: GeoJSON, Esri JSON, CSV, RSS or Atom.
///
/// Requests are ``PollingOptions/interval`` apart and never two at once. A server that tells versions apart (`ETag`, `Last-Modified`) is asked only for
/// a new one. An observation that an earlier answer had is not taken in again: it is known by its track, its event time and all that it says;
/// without an event time, an observation counts where it differs from the latest of its track. Those of one answer are taken in by event time.
///
/// A request that fails is made again after a pause that doubles each time, or that the server asks for (`Retry-After`). After
/// ``PollingOptions/failuresUntilLost`` of them in a row the connection is lost, with the reason as `connectionError`, and reconnecting goes on in the
/// same pauses. What has come in stays. ``statistics`` tells of all this.
public final class PollingDynamicEntityDataSource: DynamicEntityDataSource, @unchecked Sendable {
    public let url: URL
    private let loop: PollingLoop

    /// - Parameters:
    ///   - url: an `http` or `https` address.
    ///   - options: how to read its answers.
    ///   - polling: how often it is asked, and what is made of failures.
    public convenience init(url: URL, options: FeedOptions = FeedOptions(), polling: PollingOptions = PollingOptions()) {
        self.init(url: url, options: options, polling: polling, timing: .system)
    }

    init(url: URL, options: FeedOptions, polling: PollingOptions, timing: FeedTiming) {
        self.url = url
        let poller = HTTPPoller(url: url, options: polling, date: timing.date)
        let description = FeedDescription()
        let loop = PollingLoop(options: polling, timing: timing) { schema in
            guard let answer = try await poller.ask() else { return PollAnswer(isNotModified: true) }
            let read = try await FeedAnswer.read(answer.body, options: options, schema: schema, description: description)
            if read.failure == nil { answer.accept() }
            return read
        }
        self.loop = loop
        super.init(
            fields: [],
            driver: FeedDriver(info: { description.info(options) }, canReconnect: true) { onOpen, sink in
                try await loop.run(onOpen: onOpen, sink: sink)
            })
    }

    /// What is wrong with records, from now on. What was wrong in the same way in the answer before is not told again.
    public var issues: EventStream<FeedIssue> { loop.issueEvents.stream() }

    /// What came of the requests so far.
    public var statistics: PollingStatistics { loop.statistics }
}

/// Reads a whole answer.
private enum FeedAnswer {
    static func read(
        _ body: ByteBuffer, options: FeedOptions, schema: ObservationSchema, description: FeedDescription
    ) async throws -> PollAnswer {
        var answer = PollAnswer()
        answer.isEmpty = body.readableBytes == 0
        let reader = FeedReader(BufferByteSource(body), options: options)
        var decoder: RecordDecoder?
        var schema = schema
        do {
            while let block = try await reader.next() {
                decoder = decoder ?? reader.makeDecoder(options: options)
                answer.issues += block.issues
                var batch = ObservationBatch(schema: schema)
                decoder?.decode(block.records, in: block.bytes, into: &batch, issues: &answer.issues)
                schema = batch.schema
                if let decoder { description.update(schema, decoder.fieldNames) }
                if !batch.isEmpty { answer.batches.append(batch) }
                try Task.checkCancellation()
            }
        } catch let error as FeedError {
            answer.failure = error
        }
        return answer
    }
}

/// Bytes that have come already.
private final class BufferByteSource: ByteSource {
    private let rest: Mutex<ByteBuffer>

    init(_ buffer: ByteBuffer) {
        rest = Mutex(buffer)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) async throws -> Int {
        guard let piece = rest.withLock({ rest in rest.readSlice(length: min(buffer.count, rest.readableBytes)) }) else { return 0 }
        buffer.copyBytes(from: piece.readableBytesView)
        return piece.readableBytes
    }
}
