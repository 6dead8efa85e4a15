// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteFences
import VedetteGeometry
import VedetteValues

/// Edits single fences while another thread brings updates, all through one lock, as a monitor does.
struct EditsBench {
    private let options: BenchOptions

    private static let batch = 256

    init(_ options: BenchOptions) {
        self.options = options
    }

    /// The engine with the fixes that go through it again and again.
    private final class Shared {
        let index: FenceIndex
        let tracks = FenceTracks()
        let fixes: FenceFixes
        var row = 0
        var updates = 0
        var changes: [FenceChange] = []

        init(_ index: FenceIndex, _ fixes: FenceFixes, _ trackCount: Int) {
            (self.index, self.fixes) = (index, fixes)
            tracks.grow(to: trackCount)
        }

        func judge(_ count: Int) {
            let end = min(row + count, fixes.count)
            changes.removeAll(keepingCapacity: true)
            _ = tracks.judge(fixes, row..<end, in: index, into: &changes)
            updates += end - row
            row = end == fixes.count ? 0 : end
        }

        /// What follows an edit: each track near the old or the new area is judged anew.
        func settle(_ boxes: [FenceBox]) -> Int {
            var count = 0
            tracks.visitTracks(near: boxes) { track in
                guard let position = tracks.lastPosition(track) else { return }
                let changes = tracks.settle(track, longitude: position.longitude, latitude: position.latitude, in: index)
                count += changes.entered.count + changes.exited.count
            }
            return count
        }
    }

    func run() throws -> String {
        let (fences, _) = try readFences(options.fences)
        let stream = try readTracks(options.tracks, limit: options.limit, shards: 1)
        guard !fences.isEmpty, stream.updates > 0 else { throw FileError(description: "edits need a fence and an update at least") }
        let shared = Shared(FenceIndex(fences, threadCount: 2), stream.shards[0], stream.trackCount)
        while shared.row < min(stream.updates, 2 * stream.trackCount), shared.updates < stream.updates { shared.judge(4_096) }
        shared.updates = 0

        // Only ever used with the lock held.
        nonisolated(unsafe) let state = shared
        let lock = Mutex(())
        let isDone = Atomic(false)
        let start = Clock.wall
        let thread = Thread {
            while !isDone.load(ordering: .relaxed) { lock.withLock { _ in state.judge(Self.batch) } }
        }
        thread.start()
        var (adds, removals, moves): ([Double], [Double], [Double]) = ([], [], [])
        var random: UInt64 = 1
        func pick() -> Int {
            random &+= 1
            return Int(Mixing.mix(random) % UInt64(fences.count))
        }
        for round in 0..<options.count {
            let (model, other) = (fences[pick()], UInt32(pick()))
            let moved = shifted(fences[Int(other)].shape, by: 50_000)
            var added: UInt32 = 0
            adds.append(
                timed {
                    lock.withLock { _ in
                        added = state.index.add(FenceDefinition(id: "new \(round)", shape: model.shape))
                        _ = state.settle(model.shape.boxes)
                    }
                })
            moves.append(
                timed {
                    lock.withLock { _ in
                        let old = state.index.boxes(of: other)
                        state.index.replace(other, with: moved)
                        _ = state.settle(old + moved.boxes)
                    }
                })
            removals.append(
                timed {
                    lock.withLock { _ in
                        let old = state.index.boxes(of: added)
                        state.index.remove(added)
                        state.tracks.visitTracks(near: old) { state.tracks.forget(added, track: $0) }
                    }
                })
        }
        let seconds = Clock.wall - start
        isDone.store(true, ordering: .relaxed)
        let updates = lock.withLock { _ in state.updates }
        while !thread.isFinished { usleep(1_000) }
        return """
            {"add":\(described(adds)),"remove":\(described(removals)),"move":\(described(moves)),\
            "updatesPerSecond":\(rounded(Double(updates) / seconds, 0)),"indexBytes":\(shared.index.byteCount),"fences":\(fences.count)}
            """
    }

    private func shifted(_ shape: FenceShape, by steps: Int32) -> FenceShape { shape.shifted(longitude: steps, latitude: steps / 2) }

    private func timed(_ body: () -> Void) -> Double {
        let start = Clock.wall
        body()
        return (Clock.wall - start) * 1e6
    }

    private func described(_ times: [Double]) -> String {
        let sorted = times.sorted()
        func share(_ part: Double) -> String { rounded(sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))], 1) }
        return "{\"count\":\(sorted.count),\"p50\":\(share(0.5)),\"p99\":\(share(0.99)),\"most\":\(share(1))}"
    }
}
