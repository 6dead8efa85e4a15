// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import VedetteFences

/// Builds an index, then judges a stream of updates several times.
struct UpdatesBench {
    private let options: BenchOptions

    /// How many fixes are judged in one call.
    private static let batch = 4_096

    init(_ options: BenchOptions) {
        self.options = options
    }

    func run() throws -> String {
        let (fences, vertexCount) = try readFences(options.fences)
        let stream = try readTracks(options.tracks, limit: options.limit, shards: options.threads)
        let (start, startCPU) = (Clock.wall, Clock.cpu)
        let index = try FenceIndex(fences, threadCount: options.threads)
        let (buildSeconds, buildCPU) = (Clock.wall - start, Clock.cpu - startCPU)

        let shards = options.needsEngine ? stream.shards.map(batches) : stream.shards.map { [$0] }
        var best = (cpu: Double.infinity, wall: Double.infinity)
        var sum = EventSum()
        for _ in 0..<options.passes {
            let (cpu, wall) = (Clock.cpu, Clock.wall)
            sum = pass(index, shards, stream.trackCount)
            best = (min(best.cpu, Clock.cpu - cpu), min(best.wall, Clock.wall - wall))
        }
        let updates = Double(max(stream.updates, 1))
        return """
            {"buildSeconds":\(rounded(buildSeconds, 4)),"buildCPUSeconds":\(rounded(buildCPU, 4)),"indexBytes":\(index.byteCount),"fenceBytes":\(8 * vertexCount),\
            "updates":\(stream.updates),"nsPerUpdate":\(rounded(best.cpu * 1e9 / updates, 2)),\
            "wallNsPerUpdate":\(rounded(best.wall * 1e9 / updates, 2)),"events":\(sum.count),"told":\(sum.told),"hash":"\(sum.text)",\
            "peakResidentBytes":\(Clock.peakResidentBytes),"buildThreads":\(options.threads),"fences":\(fences.count)}
            """
    }

    /// Judges the whole stream with fresh tracks, a thread for each shard.
    private func pass(_ index: FenceIndex, _ shards: [[FenceFixes]], _ trackCount: Int) -> EventSum {
        guard shards.count > 1 else { return judge(index, shards[0], trackCount) }
        nonisolated(unsafe) let sums = UnsafeMutablePointer<EventSum>.allocate(capacity: shards.count)
        defer { sums.deallocate() }
        // Each thread writes its own.
        DispatchQueue.concurrentPerform(iterations: shards.count) { shard in
            (sums + shard).initialize(to: judge(index, shards[shard], trackCount / shards.count + 1))
        }
        return (0..<shards.count).reduce(into: EventSum()) { $0.add(sums[$1]) }
    }

    private func judge(_ index: FenceIndex, _ batches: [FenceFixes], _ trackCount: Int) -> EventSum {
        options.needsEngine ? judgeWhole(index, batches, trackCount) : judgeFixes(index, batches[0], trackCount)
    }

    private func judgeFixes(_ index: FenceIndex, _ fixes: FenceFixes, _ trackCount: Int) -> EventSum {
        let tracks = FenceTracks()
        tracks.grow(to: trackCount)
        var sum = EventSum()
        var changes: [FenceChange] = []
        var row = 0
        while row < fixes.count {
            let end = min(row + Self.batch, fixes.count)
            changes.removeAll(keepingCapacity: true)
            _ = tracks.judge(fixes, row..<end, in: index, into: &changes)
            for change in changes { sum.add(update: fixes.ordinals[Int(change.row)], fence: change.fence, isEntry: change.isEntry) }
            row = end
        }
        return sum
    }

    /// By an engine: its fixes come in batches.
    private func judgeWhole(_ index: FenceIndex, _ batches: [FenceFixes], _ trackCount: Int) -> EventSum {
        let engine = FenceEngine(index: index, options: engineOptions)
        for track in 0..<trackCount {
            withUnsafeBytes(of: UInt32(track)) { _ = engine.track(named: $0, hash: Mixing.mix(UInt64(track))) }
        }
        var sum = EventSum()
        var events: [FenceEvent] = []
        func take() {
            for event in events {
                switch event.kind {
                case .entered, .exited: sum.add(update: event.observation ?? 0, fence: event.fence, isEntry: event.kind == .entered)
                default: sum.told += 1
                }
            }
            events.removeAll(keepingCapacity: true)
        }
        for batch in batches {
            engine.apply(batch, into: &events)
            take()
        }
        engine.finish(into: &events)
        take()
        return sum
    }

    private var engineOptions: FenceEngineOptions {
        var options = FenceEngineOptions(triggerID: "bench")
        if self.options.detectsPath { options.detection = .path(FencePathOptions()) }
        options.rules = self.options.rules
        options.allowedLateness = Int64(self.options.allowedLateness) * 1_000_000
        options.usesAccuracy = self.options.accuracy > 0
        return options
    }

    /// A shard's fixes in the batches in which an engine gets them. Tracks are numbered as the engine does, which gets their names in order.
    private func batches(_ fixes: FenceFixes) -> [FenceFixes] {
        stride(from: 0, to: fixes.count, by: Self.batch).map { first in
            var batch = FenceFixes()
            for row in first..<min(first + Self.batch, fixes.count) {
                batch.append(
                    track: fixes.tracks[row], longitude: fixes.longitudes[row], latitude: fixes.latitudes[row], time: fixes.times[row],
                    ordinal: fixes.ordinals[row], accuracy: options.accuracy > 0 ? Double(options.accuracy) : .nan)
            }
            return batch
        }
    }
}

/// A sum of all events that does not depend on their order.
struct EventSum {
    private(set) var count = 0
    /// Events of other kinds, which the hash leaves out.
    var told = 0
    private var hash: UInt64 = 0

    @inline(__always)
    mutating func add(update: UInt64, fence: UInt32, isEntry: Bool) {
        count += 1
        hash &+= Mixing.mix(update << 33 ^ UInt64(fence) << 1 ^ (isEntry ? 1 : 0))
    }

    mutating func add(_ other: EventSum) {
        count += other.count
        told += other.told
        hash &+= other.hash
    }

    var text: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

enum Mixing {
    /// The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
    @inline(__always)
    static func mix(_ value: UInt64) -> UInt64 {
        var z = value &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

enum Clock {
    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    static var wall: Double { seconds(CLOCK_MONOTONIC) }
    static var cpu: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }
    static var threadCPU: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

    static var peakResidentBytes: Int {
        var usage = rusage()
        #if os(Linux)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1_024
        #else
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
        #endif
    }
}

func rounded(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
