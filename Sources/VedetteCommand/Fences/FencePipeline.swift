// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteFeeds
import VedetteFences

/// Judges the fixes of a feed on several threads, and writes the events as one thread would.
///
/// Each block is gone through in two rounds. First threads read shares of it; then every lane judges the tracks that are its own, over all
/// shares in order, and writes their events. A track belongs to one lane for good, so its fixes are judged in order; the events of the lanes
/// are then put together in the order of the fixes that brought them out.
final class FencePipeline {
    private let plan: FenceLane.Plan
    private let options: FixOptions
    private let threadCount: Int
    let lanes: [FenceLane]
    private var decoders: [FixDecoder] = []
    private var batches: [FixBatch] = []
    private var output: [UInt8] = []
    /// Added to ordinals: what earlier runs have seen.
    private var firstOrdinal: UInt64
    /// Records seen in this run and those before.
    private(set) var nextOrdinal: UInt64

    /// What follows comes from another reader, whose ordinals begin at 0.
    func beginReader() { firstOrdinal = nextOrdinal }

    /// Below this many records, handing them to another thread costs more than reading them.
    private static let minimumShare = 64

    init(plan: FenceLane.Plan, options: FixOptions, threadCount: Int, lanes: [FenceLane]? = nil, firstOrdinal: UInt64 = 0) {
        (self.plan, self.threadCount, self.firstOrdinal, nextOrdinal) = (plan, threadCount, firstOrdinal, firstOrdinal)
        var options = options
        let made = lanes ?? (0..<threadCount).map { _ in FenceLane(plan) }
        options.laneCount = made.count
        self.options = options
        self.lanes = made
    }

    /// Whether any fix so far had an accuracy, a speed, where they are wanted.
    private(set) var hasAccuracies = false
    private(set) var hasSpeeds = false

    // MARK: Records

    func process(_ block: borrowing FeedReader.Block, of reader: FeedReader, strict: Bool, _ statistics: RunStatistics) throws {
        guard let layout = reader.layout else { return }
        let records = block.records
        let shareCount = max(1, min(4 * threadCount, records.count / Self.minimumShare))
        prepare(shareCount, format: layout.format, header: reader.header)
        let work = RecordWork(records: records, bytes: block.bytes, shareCount: shareCount)
        perform(shareCount) { share, decoder, batch in decoder.decode(work.records(of: share), in: work.bytes, into: batch) }
        var issues = block.issues
        for batch in batches[..<shareCount] {
            batch.firstOrdinal &+= firstOrdinal
            issues += batch.issues.map(\.issue)
        }
        let reported = FeedRun.reported(issues, strict: strict)
        var firstUnwanted = UInt64.max
        if strict, let line = reported.first?.line, let record = records.first(where: { $0.line >= line }) {
            // A strict run ends at its first bad line: what the block holds behind it is not reported.
            firstUnwanted = record.ordinal &+ firstOrdinal
        }
        nextOrdinal = firstOrdinal &+ reader.recordCount
        try judge(shareCount, upTo: firstUnwanted, reported, strict: strict, statistics)
    }

    // MARK: Lines

    func process(_ block: borrowing LineFeed.Block, of feed: LineFeed, strict: Bool, _ statistics: RunStatistics) throws {
        let work = LineWork(bytes: block.bytes, range: block.range, wanted: 4 * threadCount)
        let shareCount = work.shares.count
        prepare(shareCount, format: feed.format, header: feed.header)
        perform(shareCount) { share, decoder, batch in decoder.decode(lines: work.shares[share], in: work.bytes, into: batch) }
        var issues = block.issue.map { [$0] } ?? []
        var firstUnwanted = UInt64.max
        var lines = 0
        var records = block.issue == nil ? 0 : 1
        for batch in batches[..<shareCount] {
            batch.firstOrdinal = nextOrdinal &+ UInt64(records)
            if strict, firstUnwanted == .max, let first = batch.issues.first { firstUnwanted = batch.firstOrdinal &+ UInt64(first.record) }
            for (_, issue) in batch.issues { issues.append(issue.moved(byLines: block.line + lines)) }
            lines += batch.lineCount
            records += batch.recordCount
        }
        feed.advance(lines: lines, records: records)
        nextOrdinal &+= UInt64(records)
        try judge(shareCount, upTo: firstUnwanted, FeedRun.reported(issues, strict: strict), strict: strict, statistics)
    }

    // Sendable by hand: it is only read, while the bytes stay where they are.
    private struct LineWork: @unchecked Sendable {
        let bytes: UnsafeRawBufferPointer
        private(set) var shares: [Range<Int>] = []

        /// Below this many bytes, handing lines to another thread costs more than reading them.
        private static let minimumShare = 1 << 14

        init(bytes: UnsafeRawBufferPointer, range: Range<Int>, wanted: Int) {
            self.bytes = bytes
            let count = max(1, min(wanted, range.count / Self.minimumShare))
            var start = range.lowerBound
            for share in 1...count where start < range.upperBound {
                var end = range.lowerBound + range.count * share / count
                // To the end of the line.
                while end < range.upperBound, end <= start || bytes[end - 1] != UInt8(ascii: "\n") { end += 1 }
                shares.append(start..<end)
                start = end
            }
        }
    }

    // Sendable by hand: it is only read, while the bytes stay where they are.
    private struct RecordWork: @unchecked Sendable {
        let records: [FeedRecord]
        let bytes: UnsafeRawBufferPointer
        let shareCount: Int

        func records(of share: Int) -> ArraySlice<FeedRecord> {
            records[records.count * share / shareCount..<records.count * (share + 1) / shareCount]
        }
    }

    private func prepare(_ count: Int, format: FeedFormat, header: CSVHeader?) {
        while decoders.count < count { decoders.append(FixDecoder(format: format, header: header, options: options)) }
        while batches.count < count { batches.append(FixBatch()) }
    }

    /// Lets threads read shares, each with a decoder of its own.
    private func perform(_ count: Int, _ body: @Sendable (Int, inout FixDecoder, FixBatch) -> Void) {
        let shares = Shares(batches: batches)
        decoders.withUnsafeMutableBufferPointer { decoders in
            let tools = Tools(decoders: decoders)
            SharedThreads.perform(count, threads: threadCount) { share in
                body(share, &tools.decoders[share], shares.batches[share])
            }
        }
    }

    // Sendable by hand: each share touches its own.
    private struct Tools: @unchecked Sendable {
        let decoders: UnsafeMutableBufferPointer<FixDecoder>
    }

    private struct Shares: Sendable {
        let batches: [FixBatch]
    }

    // MARK: Judging

    private func judge(
        _ shareCount: Int, upTo firstUnwanted: UInt64, _ reported: [FeedIssue], strict: Bool, _ statistics: RunStatistics
    ) throws {
        let shares = Shares(batches: Array(batches[..<shareCount]))
        let lanes = lanes
        SharedThreads.perform(lanes.count, threads: threadCount) { lane in
            lanes[lane].judge(shares.batches[...], lane: UInt32(lane), upTo: firstUnwanted)
        }
        let written = gatherOutput()
        if options.wantsNumbers {
            hasAccuracies = hasAccuracies || shares.batches.contains { $0.rows.contains { !$0.accuracy.isNaN } }
            hasSpeeds = hasSpeeds || shares.batches.contains { $0.rows.contains { !$0.speed.isNaN } }
        }
        // A strict run has taken nothing from its first bad record on.
        let isWhole = firstUnwanted == .max
        let taken = shares.batches.reduce(0) { count, batch in
            count + (isWhole ? batch.rows.count : batch.rows.count { batch.ordinal($0) < firstUnwanted })
        }
        let filtered = shares.batches.reduce(0) { count, batch in
            count + (isWhole ? batch.filtered.count : batch.filtered.count { batch.firstOrdinal &+ UInt64($0) < firstUnwanted })
        }
        statistics.add("in", taken + filtered)
        statistics.add("out", written)
        statistics.add("skipped", reported.count)
        for issue in reported { statistics.add("skipped_\(issue.code.rawValue)", 1) }
        if options.filter != nil { statistics.add("filtered", filtered) }
        try StandardOutput.write(output)
        try FeedRun.report(reported, strict: strict)
    }

    /// Puts the events of the lanes together, in the order of what brought them out; says how many.
    private func gatherOutput(isEnd: Bool = false) -> Int {
        output.removeAll(keepingCapacity: true)
        let busy = lanes.filter { !$0.marks.isEmpty }
        if busy.count == 1, !isEnd {
            output.append(contentsOf: busy[0].output.bytes)
            return busy[0].marks.count
        }
        var ordered: [(key: UInt64, trackKey: UInt64, lane: Int, place: Int)] = []
        for (lane, work) in busy.enumerated() {
            for (place, mark) in work.marks.enumerated() { ordered.append((mark.key, mark.trackKey, lane, place)) }
        }
        // Within a lane the marks are in order already, but for those of the end.
        ordered.sort { ($0.key, $0.trackKey, $0.lane, $0.place) < ($1.key, $1.trackKey, $1.lane, $1.place) }
        for item in ordered {
            let mark = busy[item.lane].marks[item.place]
            output.append(contentsOf: UnsafeRawBufferPointer(rebasing: busy[item.lane].output.bytes[mark.start..<mark.end]))
        }
        return ordered.count
    }

    /// The feed has ended: decides what waits for late fixes.
    func finish(_ statistics: RunStatistics) throws {
        for lane in lanes { lane.finish() }
        statistics.add("out", gatherOutput(isEnd: true))
        try StandardOutput.write(output)
    }

    /// The fields that scripts asked for and no fix had.
    var misspeltFields: [String] { options.absences?.misspelt(decoders) ?? [] }

    /// Counts what the engines know.
    func count(_ statistics: RunStatistics) {
        let counts = lanes.map(\.engine.counts)
        statistics.add("late", counts.reduce(0) { $0 + $1.late })
        statistics.add("waiting", counts.reduce(0) { $0 + $1.waiting })
        statistics.add("decidedEarly", counts.reduce(0) { $0 + $1.decidedEarly })
    }
}
