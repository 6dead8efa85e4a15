// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteDynamicEntities
import VedetteModel
import VedetteValues

/// What it costs an observation that somebody listens.
struct StoreStreams {
    let source: DynamicEntityDataSource
    let file: TrackFile

    /// Begins with the pass `firstPass` over the file, and returns the one after its last.
    func run(_ ingest: inout StoreIngest, firstPass: Int) async throws -> Int {
        let all = 0..<file.updates.count
        let store = source.entityStore
        var seconds = ingest.pass(firstPass, of: all) { batch, now in store.ingest(batch, at: now) }
        try report("through the lock, nobody listens", seconds, file.updates.count)

        let seen = Counter()
        let observation = store.arrivals.add { seen.add($0.batch.count) }
        seconds = ingest.pass(firstPass + 1, of: all) { batch, now in store.ingest(batch, at: now) }
        _ = consume observation
        guard seen.value == file.updates.count else { throw Comparison.Mismatch(description: "the listener saw \(seen.value)") }
        try report("one batched listener", seconds, file.updates.count)

        let some = 0..<min(200_000, file.updates.count)
        try await oneByOne(&ingest, pass: firstPass + 2, some)
        return firstPass + 3
    }

    /// A public stream, one element an observation, read by a task beside.
    private func oneByOne(_ ingest: inout StoreIngest, pass: Int, _ range: Range<Int>) async throws {
        let stream = source.receivedObservations
        let seen = Counter()
        let reader = Task.detached { for await _ in stream { seen.add(1) } }
        let store = source.entityStore
        let began = ProcessUse.processorSeconds
        let inside = ingest.pass(pass, of: range) { batch, now in store.ingest(batch, at: now) }
        while seen.value + stream.missedEventCount < range.count { try await Task.sleep(for: .milliseconds(1)) }
        let outside = ProcessUse.processorSeconds - began
        reader.cancel()
        try report("one reader of receivedObservations, at the feed", inside, range.count)
        try report("one reader of receivedObservations, with its own work", outside, range.count)
    }

    private func report(_ name: String, _ seconds: Double, _ count: Int) throws {
        try StoreRow(name, unit: "ns", values: [seconds / Double(count) * 1e9]).print()
    }
}
