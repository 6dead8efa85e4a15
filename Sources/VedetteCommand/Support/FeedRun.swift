// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteDynamicEntities
import VedetteFeeds

/// Reads a feed on one thread, with the reporting that all commands share.
struct FeedRun {
    let address: FeedAddress
    let options: FeedOptions
    let run: RunArguments
    let statistics: RunStatistics

    /// Hands every batch to `body`; bad lines are reported, and end the run where it is strict.
    func forEachBatch(_ body: (borrowing ObservationBatch) throws -> Void) async throws {
        try await CommandFailure.naming(address) {
            var options = options
            options.stopsAtFirstIssue = run.strict
            let reader = try await FeedReader(address, options: options)
            var decoder: RecordDecoder?
            var batch = ObservationBatch()
            while let block = try await reader.next() {
                decoder = decoder ?? reader.makeDecoder(options: options)
                var issues = block.issues
                batch.removeAll()
                decoder?.decode(block.records, in: block.bytes, into: &batch, issues: &issues)
                let reported = FeedRun.reported(issues, strict: run.strict)
                if run.strict, let first = reported.first {
                    // What stands behind the bad line is not reported, wherever the feed happened to be cut into blocks.
                    batch.removeAll()
                    decoder?.decode(block.records.prefix { $0.line < first.line }, in: block.bytes, into: &batch, issues: &issues)
                }
                statistics.add("in", batch.count)
                statistics.add("skipped", reported.count)
                try body(batch)
                try FeedRun.report(reported, strict: run.strict)
            }
            FeedRun.count(reader.damage, statistics)
            FeedRun.noteIfEmpty(reader, address, statistics)
        }
    }

    /// Says what was wrong with the bytes of a GNSS receiver.
    static func count(_ damage: GNSSDamage?, _ statistics: RunStatistics) {
        guard let damage else { return }
        statistics.add("checksumErrors", damage.checksumErrors)
        statistics.add("malformed", damage.malformed)
        statistics.add("tooLong", damage.tooLong)
        statistics.add("skippedBytes", damage.skippedBytes)
        statistics.add("unknownPackets", damage.unknownPackets)
    }

    /// The issues to report, by line; a strict run ends with the first.
    static func reported(_ issues: [FeedIssue], strict: Bool) -> [FeedIssue] {
        let sorted = issues.sorted { $0.line < $1.line }
        return strict ? Array(sorted.prefix(1)) : sorted
    }

    static func report(_ issues: [FeedIssue], strict: Bool) throws {
        for issue in issues { Diagnostics.write("\(issue)") }
        if strict, !issues.isEmpty { throw CommandFailure("stopped at the first bad line, as --strict asks") }
    }

    /// An empty feed, or one without a good line, is no failure, but more often a mistake than not.
    static func noteIfEmpty(_ reader: borrowing FeedReader, _ address: FeedAddress, _ statistics: RunStatistics) {
        if reader.byteCount == 0 {
            Diagnostics.write("vedette: \(address.name) is empty: no observations")
        } else if reader.recordCount == 0
            || [.rss, .gpx].contains(reader.layout?.format) && statistics.count("in") == 0 && statistics.count("skipped") == 0
        {
            Diagnostics.write("vedette: \(address.name) has no observations")
        } else {
            noteIfEmpty(reader.recordCount, address, statistics)
        }
    }

    /// - Parameters:
    ///   - recordCount: how many records there were, good and bad, in a feed that is not empty.
    ///   - address: where it is.
    ///   - statistics: what was counted.
    static func noteIfEmpty(_ recordCount: UInt64, _ address: FeedAddress, _ statistics: RunStatistics) {
        if recordCount == 0 {
            Diagnostics.write("vedette: \(address.name) has no observations")
        } else if statistics.count("in") == 0 {
            Diagnostics.write("vedette: none of the \(recordCount) records of \(address.name) is an observation; see the lines above")
        }
    }
}
