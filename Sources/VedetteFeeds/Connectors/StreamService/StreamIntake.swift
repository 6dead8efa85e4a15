// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Turns what one connection brings into batches, in step with what the archive had: what is newer must not be covered by what is older.
struct StreamIntake {
    private var decoder: StreamMessageDecoder
    private var batch: ObservationBatch
    private let sink: FeedSink
    private let store: EntityStore?
    /// What was counted since ``drainStatistics()``.
    private var statistics = StreamServiceStatistics()
    private var messageCount = 0
    /// The tracks (by the hash of their id) that the stream has told of while the archive was read; nil when it no longer matters.
    private var livelyTracks: Set<UInt64>?

    /// - Parameters:
    ///   - info: what the service says of itself.
    ///   - expectsArchive: whether ``takeArchived(_:_:_:)`` will be called.
    ///   - sink: takes the observations.
    ///   - store: where they end up.
    init(_ info: ArcGISStreamServiceInfo, expectsArchive: Bool, sink: FeedSink, store: EntityStore?) {
        decoder = StreamMessageDecoder(
            fields: info.fields, entityIDField: info.entityIDFieldName, timeField: info.startTimeField,
            spatialReference: info.spatialReference?.wkid?.rawValue)
        batch = ObservationBatch(schema: sink.schema())
        for field in info.fields { _ = batch.column(for: field) }
        (self.sink, self.store) = (sink, store)
        livelyTracks = expectsArchive ? [] : nil
    }

    /// Takes a message of the stream.
    mutating func take(_ message: UnsafeRawBufferPointer, _ issues: inout [FeedIssue]) -> StreamMessageDecoder.Reply? {
        messageCount += 1
        statistics.messageCount += 1
        batch.removeAll()
        let reply = decode(message, messageCount, &issues)
        if case .filter = reply { statistics.replyCount += 1 }
        var rest = ObservationBatch()
        swap(&rest, &batch)
        finish(&rest)
        swap(&rest, &batch)
        return reply
    }

    /// Hands over what the stream told.
    private mutating func finish(_ batch: inout ObservationBatch) {
        guard !batch.isEmpty else { return }
        statistics.observationCount += batch.count
        if livelyTracks != nil { livelyTracks?.formUnion(batch.trackHashes) }
        sink.ingest(batch)
        batch.removeAll()
    }

    /// Takes a feature of the archive, unless what is there is as new.
    ///
    /// - Parameters:
    ///   - feature: as Esri JSON.
    ///   - number: which of the archive it is, from 1.
    ///   - issues: takes what is wrong with it.
    mutating func takeArchived(_ feature: [UInt8], _ number: Int, _ issues: inout [FeedIssue]) {
        batch.removeAll()
        let first = issues.count
        _ = feature.withUnsafeBytes { decode($0, number, &issues) }
        for index in first..<issues.count { issues[index].unit = "feature of the archive" }
        guard !batch.isEmpty, isNews(0) else { return }
        statistics.archivedObservationCount += 1
        sink.ingest(batch)
    }

    /// The archive has been read, or cannot be.
    mutating func endArchive() {
        livelyTracks = nil
    }

    private mutating func decode(
        _ message: UnsafeRawBufferPointer, _ number: Int, _ issues: inout [FeedIssue]
    ) -> StreamMessageDecoder.Reply? {
        let (undeclared, mismatched) = (decoder.undeclaredValueCount, decoder.mismatchedValueCount)
        let first = issues.count
        // Apart while it is written to: a message that fills it is handed over in parts.
        var batch = ObservationBatch()
        swap(&batch, &self.batch)
        defer { swap(&batch, &self.batch) }
        var decoder = self.decoder
        let reply = decoder.decode(message, number: number, into: &batch, issues: &issues) { finish(&$0) }
        for (code, count) in decoder.drainUntoldIssues() { statistics.issueCounts[code, default: 0] += count }
        self.decoder = decoder
        reject(.undeclared, decoder.undeclaredValueCount - undeclared, \.undeclaredValueCount)
        reject(.wrongType, decoder.mismatchedValueCount - mismatched, \.mismatchedValueCount)
        count(issues[first...])
        return reply
    }

    private mutating func reject(
        _ reason: AttributeRejection, _ count: Int, _ counter: WritableKeyPath<StreamServiceStatistics, Int>
    ) {
        guard count > 0 else { return }
        statistics[keyPath: counter] += count
        sink.rejectAttributes(reason, count)
    }

    mutating func drainStatistics() -> StreamServiceStatistics {
        defer { statistics = StreamServiceStatistics() }
        return statistics
    }

    private mutating func count(_ issues: some Sequence<FeedIssue>) {
        for issue in issues {
            statistics.issueCounts[issue.code, default: 0] += 1
            if issue.code == .noTrack { sink.reject(.noEntityID) }
            if issue.code == .invalidPosition { sink.reject(.invalidPosition) }
        }
    }

    /// Whether a row of the archive is newer than all that is known of its track. Where a time is missing, what the stream told since the
    /// connection was opened is the newer.
    private func isNews(_ row: Int) -> Bool {
        let hash = batch.trackHashes[row]
        guard let store else { return true }
        let time = batch.times[row]
        let known = store.withStore { store -> Instant?? in
            let number = batch.withBytes(batch.trackRanges[row]) { store.number(named: $0, hash: hash) }
            return number.flatMap { store.entity($0) == nil ? nil : .some(store.latest($0).observedAt) }
        }
        guard let known else { return true }
        if time != ObservationBatch.noTime, let latest = known { return time > latest.microsecondsSince1970 }
        return !(livelyTracks?.contains(hash) ?? false)
    }
}
