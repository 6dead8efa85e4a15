// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteFences
import VedetteGeometry
import VedetteValues

/// Edits single fences of an engine while another thread brings updates: edits go ahead of updates that wait, as in a monitor.
struct EditsBench {
    private let options: BenchOptions

    /// How many updates hold up an edit at the most, as in a monitor.
    private static let batch = 1_024

    init(_ options: BenchOptions) {
        self.options = options
    }

    /// The engine with the fixes that go through it again and again, later each time. Only ever used with the lock held, but for `next`.
    private final class Shared {
        let engine: FenceEngine
        private let fixes: FenceFixes
        private let numbers: [UInt32]
        private let span: Int64
        private var row = 0
        private var shift: Int64 = 0
        private(set) var updates = 0
        private(set) var now: Int64 = 0
        var events: [FenceEvent] = []

        init(_ engine: FenceEngine, _ fixes: FenceFixes, _ trackCount: Int) {
            (self.engine, self.fixes) = (engine, fixes)
            numbers = (0..<trackCount).map { track in
                withUnsafeBytes(of: UInt32(track)) { engine.track(named: $0, hash: Mixing.mix(UInt64(track))) }
            }
            span = (fixes.times.max() ?? 0) - (fixes.times.min() ?? 0) + 1_000_000
        }

        /// Fills a batch with the next fixes.
        func next(_ count: Int, into batch: inout FenceFixes) {
            batch.removeAll()
            let end = min(row + count, fixes.count)
            for row in row..<end {
                batch.append(
                    track: numbers[Int(fixes.tracks[row])], longitude: fixes.longitudes[row], latitude: fixes.latitudes[row],
                    time: fixes.times[row] + shift, ordinal: fixes.ordinals[row])
            }
            row = end
            guard row == fixes.count else { return }
            (row, shift) = (0, shift + span)
        }

        func judge(_ batch: borrowing FenceFixes) {
            events.removeAll(keepingCapacity: true)
            engine.apply(batch, into: &events)
            updates += batch.count
            now = max(now, batch.times[batch.count - 1])
        }

        func edit(_ edit: FenceEdit) {
            events.removeAll(keepingCapacity: true)
            engine.edit([edit], at: Instant(microsecondsSince1970: now), into: &events)
        }
    }

    private var engineOptions: FenceEngineOptions {
        var result = FenceEngineOptions(triggerID: "bench")
        guard options.hasRules else { return result }
        result.rules.dwell = 60_000_000
        result.rules.minimumOut = 5_000_000
        return result
    }

    func run() throws -> String {
        let (fences, _) = try readFences(options.fences)
        let stream = try readTracks(options.tracks, limit: options.limit, shards: 1)
        guard !fences.isEmpty, stream.updates > 0 else { throw FileError(description: "edits need a fence and an update at least") }
        let engine = FenceEngine(index: try FenceIndex(fences, threadCount: 2), options: engineOptions)
        let shared = Shared(engine, stream.shards[0], stream.trackCount)
        var batch = FenceFixes()
        while shared.updates < min(stream.updates, 3 * stream.trackCount) {
            shared.next(4_096, into: &batch)
            shared.judge(batch)
        }

        nonisolated(unsafe) let state = shared
        let before = shared.updates
        let lock = Mutex(())
        let gate = Mutex(())
        let isDone = Atomic(false)
        let start = Clock.wall
        let thread = Thread {
            var batch = FenceFixes()
            while !isDone.load(ordering: .relaxed) {
                state.next(Self.batch, into: &batch)
                gate.withLock { _ in }
                lock.withLock { _ in state.judge(batch) }
            }
        }
        thread.start()
        var (adds, removals, moves) = (EditTimes(), EditTimes(), EditTimes())
        func edit(_ edit: FenceEdit, _ times: inout EditTimes) {
            let start = Clock.wall
            gate.withLock { _ in
                lock.withLock { _ in
                    let begin = Clock.threadCPU
                    state.edit(edit)
                    times.work.append((Clock.threadCPU - begin) * 1e6)
                }
            }
            times.all.append((Clock.wall - start) * 1e6)
        }
        var random: UInt64 = 1
        func pick() -> Int {
            random &+= 1
            return Int(Mixing.mix(random) % UInt64(fences.count))
        }
        for round in 0..<options.count {
            let (model, other) = (fences[pick()], fences[pick()])
            let moved = other.shape.shifted(longitude: 50_000, latitude: 25_000)
            edit(.put(FenceDefinition(id: "new \(round)", shape: model.shape)), &adds)
            edit(.put(FenceDefinition(id: other.id, shape: moved)), &moves)
            edit(.remove(id: "new \(round)"), &removals)
        }
        let seconds = Clock.wall - start
        isDone.store(true, ordering: .relaxed)
        let updates = lock.withLock { _ in state.updates } - before
        while !thread.isFinished { usleep(1_000) }
        return """
            {"add":\(adds.text),"remove":\(removals.text),"move":\(moves.text),"rules":\(options.hasRules),\
            "updatesPerSecond":\(rounded(Double(updates) / seconds, 0)),"indexBytes":\(engine.index.byteCount),\
            "tracks":\(stream.trackCount),"fences":\(fences.count)}
            """
    }
}

/// How long edits took, in microseconds.
private struct EditTimes {
    /// From the wish to the end, waiting included.
    var all: [Double] = []
    /// The processor time of the edit alone.
    var work: [Double] = []

    var text: String { "{\"count\":\(all.count),\(Self.described(all)),\"work\":{\(Self.described(work))}}" }

    private static func described(_ times: [Double]) -> String {
        let sorted = times.sorted()
        func share(_ part: Double) -> String { rounded(sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))], 1) }
        return "\"p50\":\(share(0.5)),\"p99\":\(share(0.99)),\"most\":\(share(1))"
    }
}
