// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Vedette
import VedetteDynamicEntities
import VedetteFeeds
import VedetteFences
import VedetteGeotriggers

/// Judges the fixes of a feed on several threads, and writes the events as one thread would.
///
/// Each block is read in two rounds. First every lane decodes a share of the records; then every lane judges the tracks that are its own, over all
/// shares in order. A track belongs to one lane for good, so its fixes are judged in order; events are then put in the order of the fixes.
final class FenceFilter {
    /// What one thread works with.
    ///
    // Sendable by hand: in each round lane i is touched by iteration i alone; between rounds by the caller alone.
    private final class Lane: @unchecked Sendable {
        var decoder: RecordDecoder?
        var batch = ObservationBatch()
        var issues: [FeedIssue] = []
        var engine: FenceEngine
        var fixes = FenceFixes()
        /// For each share of the block, the events of this lane's tracks.
        var events: [[FenceEvent]] = []

        init(engine: FenceEngine) {
            self.engine = engine
        }
    }

    /// Records of a block, for lanes to read while the block stays where it is.
    private struct Share: @unchecked Sendable {
        let records: ArraySlice<FeedRecord>
        let bytes: UnsafeRawBufferPointer
    }

    /// The name of the trigger in event ids.
    private static let triggerID = "fence"
    /// Below this, handing records to another thread costs more than reading them.
    private static let minimumShare = 64

    private let lanes: [Lane]
    private let rule: FenceRuleType
    private let options: FeedOptions
    private let writer: FenceEventWriter
    private var output: [UInt8] = []

    init(fences: FenceSet, rule: FenceRuleType, threadCount: Int, options: FeedOptions) {
        (self.rule, self.options) = (rule, options)
        writer = FenceEventWriter(fences: fences)
        lanes = (0..<threadCount).map { _ in
            Lane(engine: FenceEngine(index: fences.index, options: FenceEngineOptions(triggerID: Self.triggerID)))
        }
    }

    func process(_ block: borrowing FeedReader.Block, of reader: FeedReader, strict: Bool, _ statistics: RunStatistics) throws {
        let shares = decode(block, of: reader)
        let issues = FeedRun.reported(block.issues + lanes[..<shares].flatMap(\.issues), strict: strict)
        let lateBefore = lanes.reduce(0) { $0 + $1.engine.counts.late }
        let batches = lanes[..<shares].map { lane in lane.batch }
        judge(batches)
        let written = write(batches, upTo: strict ? issues.first?.line : nil, block.records)
        statistics.add("in", batches.reduce(0) { $0 + $1.count })
        statistics.add("out", written)
        statistics.add("skipped", issues.count)
        statistics.add("late", lanes.reduce(0) { $0 + $1.engine.counts.late } - lateBefore)
        try StandardOutput.write(output)
        try FeedRun.report(issues, strict: strict)
    }

    /// Decodes the records, a share a lane; says how many shares there are.
    private func decode(_ block: borrowing FeedReader.Block, of reader: FeedReader) -> Int {
        let records = block.records
        let count = max(1, min(lanes.count, records.count / Self.minimumShare))
        let bytes = block.bytes
        let shares = (0..<count).map { index in
            Share(records: records[records.count * index / count..<records.count * (index + 1) / count], bytes: bytes)
        }
        for lane in lanes where lane.decoder == nil { lane.decoder = reader.makeDecoder(options: options) }
        let lanes = lanes
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let lane = lanes[index]
            lane.batch.removeAll()
            lane.issues.removeAll(keepingCapacity: true)
            lane.decoder?.decode(shares[index].records, in: shares[index].bytes, into: &lane.batch, issues: &lane.issues)
        }
        return count
    }

    private func judge(_ batches: [ObservationBatch]) {
        let lanes = lanes
        let laneCount = UInt64(lanes.count)
        DispatchQueue.concurrentPerform(iterations: lanes.count) { index in
            let lane = lanes[index]
            lane.events = batches.map { batch in
                lane.fixes.removeAll()
                var rows: [Int] = []
                for row in 0..<batch.count where laneCount == 1 || batch.trackHashes[row] % laneCount == UInt64(index) {
                    let hash = batch.trackHashes[row]
                    let track = batch.withBytes(batch.trackRanges[row]) { lane.engine.track(named: $0, hash: hash) }
                    rows.append(row)
                    lane.fixes.append(
                        track: track, longitude: batch.longitudes[row], latitude: batch.latitudes[row], time: batch.times[row],
                        ordinal: batch.ordinals[row])
                }
                var events: [FenceEvent] = []
                lane.engine.apply(lane.fixes, into: &events)
                for place in events.indices { events[place].row = rows[events[place].row] }
                return events
            }
        }
    }

    /// Writes the transitions in the order of the fixes that decided them; says how many.
    private func write(_ batches: [ObservationBatch], upTo line: Int?, _ records: [FeedRecord]) -> Int {
        output.removeAll(keepingCapacity: true)
        // A strict run ends at its first bad line: what the block holds behind it is not reported.
        let firstUnwanted = line.flatMap { line in records.first { $0.line >= line }?.ordinal } ?? .max
        var count = 0
        for (share, batch) in batches.enumerated() {
            var ordered: [(observation: Int, lane: Int, place: Int)] = []
            for (lane, work) in lanes.enumerated() {
                for (place, transition) in work.events[share].enumerated() where rule.reports(transition.kind) {
                    ordered.append((transition.row, lane, place))
                }
            }
            ordered.sort { ($0.observation, $0.lane, $0.place) < ($1.observation, $1.lane, $1.place) }
            for item in ordered where batch.ordinals[item.observation] < firstUnwanted {
                let event = lanes[item.lane].events[share][item.place]
                writer.append(event, id: lanes[item.lane].engine.id(of: event), of: batch, to: &output)
                count += 1
            }
        }
        return count
    }
}
