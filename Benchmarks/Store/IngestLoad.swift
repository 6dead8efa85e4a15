// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteDynamicEntities
import VedetteValues

/// A thread that brings observations into a data source at a fixed rate, in batches of 1,000, through its lock as any feed does.
final class IngestLoad: Sendable {
    private let entityStore: EntityStore
    private let filler: ObservationFiller
    private let isStopped = Atomic(false)
    private let ingested = Atomic(0)
    private let began = ProcessUse.wallSeconds
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - entityStore: where to.
    ///   - file: what, round and round.
    ///   - rate: observations a second.
    ///   - firstPass: the pass over the file to begin with: later than what the store has.
    init(into entityStore: EntityStore, file: TrackFile, rate: Double, firstPass: Int) {
        self.entityStore = entityStore
        filler = ObservationFiller(file: file)
        let thread = Thread { [self] in
            run(rate: rate, firstPass: firstPass)
            ended.signal()
        }
        thread.start()
    }

    /// Ends the thread; the observations a second that it came to.
    func stop() -> Double {
        isStopped.store(true, ordering: .releasing)
        ended.wait()
        return Double(ingested.load(ordering: .acquiring)) / (ProcessUse.wallSeconds - began)
    }

    private func run(rate: Double, firstPass: Int) {
        var batch = ObservationBatch(schema: ObservationFiller.schema)
        var (pass, start) = (firstPass, 0)
        var due = began
        while !isStopped.load(ordering: .acquiring) {
            let end = min(start + ObservationFiller.batchSize, filler.file.updates.count)
            filler.fill(&batch, start..<end, pass: pass)
            let now = ProcessUse.wallSeconds
            // What could not be kept is not caught up on in a burst.
            due = max(due, now - 0.01)
            if due > now { usleep(UInt32((due - now) * 1e6)) }
            due += Double(end - start) / rate
            entityStore.ingest(batch, at: Instant(Date()))
            ingested.wrappingAdd(end - start, ordering: .releasing)
            (pass, start) = end == filler.file.updates.count ? (pass + 1, 0) : (pass, end)
        }
    }
}
