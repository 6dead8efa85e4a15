// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteDynamicEntities
import VedetteModel
import VedetteValues

/// What it costs an observation that somebody listens.
struct StoreStreams {
    /// How often with and without a listener, in turns: what is looked for is small beside what the rest varies.
    private static let pairs = 15

    let source: DynamicEntityDataSource
    let file: TrackFile

    /// Begins with the pass `firstPass` over the file, and returns the one after its last.
    func run(_ ingest: inout StoreIngest, firstPass: Int) async throws -> Int {
        let range = 0..<min(1_000_000, file.updates.count)
        let store = source.entityStore
        var alone: [Double] = []
        var heard: [Double] = []
        var pass = firstPass
        for _ in 0..<Self.pairs {
            alone.append(ingest.pass(pass, of: range) { batch, now in store.ingest(batch, at: now) })
            // It looks at every observation, as whoever wants to know of each would.
            let (seen, newest) = (Counter(), Counter())
            let observation = store.arrivals.add { arrival in
                seen.add(arrival.batch.count)
                newest.add(Int(truncatingIfNeeded: arrival.batch.times.reduce(Int64.min) { max($0, $1) } & 1))
            }
            heard.append(ingest.pass(pass + 1, of: range) { batch, now in store.ingest(batch, at: now) })
            _ = consume observation
            guard seen.value == range.count else { throw Comparison.Mismatch(description: "the listener saw \(seen.value)") }
            pass += 2
        }
        try report("through the lock, nobody listens", alone, range.count)
        try report("through the lock, one batched listener", heard, range.count)
        try report("what one batched listener adds", zip(heard, alone).map { $0 - $1 }, range.count)
        try await oneByOne(&ingest, pass: pass, 0..<min(200_000, file.updates.count))
        return pass + 1
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
        try report("one reader of receivedObservations, at the feed", [inside], range.count)
        try report("one reader of receivedObservations, with its own work", [outside], range.count)
    }

    private func report(_ name: String, _ seconds: [Double], _ count: Int) throws {
        try StoreRow(name, unit: "ns", values: seconds.map { $0 / Double(count) * 1e9 }).print()
    }
}
