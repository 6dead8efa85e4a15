// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteValues

/// How long the store takes to keep an observation, and how much memory.
struct StoreIngest {
    /// Filled one after the other, untimed, then taken in one after the other: as a decoder beside the store would hand them over.
    private static let batchesAtOnce = 100

    private let filler: ObservationFiller
    private let passes: Int
    private var batches = [ObservationBatch](repeating: ObservationBatch(schema: ObservationFiller.schema), count: Self.batchesAtOnce)

    init(file: TrackFile, passes: Int) {
        filler = ObservationFiller(file: file)
        self.passes = passes
    }

    static let limits = TrackStoreLimits(maximumObservations: 0, maximumObservationsPerTrack: 10)

    /// Fills a store with ten observations a track, then replaces them all, time after time.
    mutating func run() throws {
        // The batches' own memory is there before that of the store is measured.
        pass(0, of: 0..<filler.file.trackCount) { _, _ in }
        let before = ProcessUse.residentBytes
        var store = TrackStore(schema: ObservationFiller.schema, limits: Self.limits)
        var seconds = 0.0
        var bytes: [Int] = []
        for second in 0..<filler.file.seconds {
            seconds += pass(0, of: range(of: second)) { batch, now in _ = store.apply(batch, at: now) }
            if second == 0 || second == filler.file.seconds - 1 { bytes.append(ProcessUse.residentBytes - before) }
        }
        try StoreRow("ingest, filling", unit: "ns", values: [nanoseconds(seconds)]).print()
        try report(memory: bytes)
        let counted = Double(store.byteCount) / Double(filler.file.trackCount)
        try StoreRow("bytes a track with 10, as the store counts", unit: "B", values: [counted]).print()
        var steady: [Double] = []
        for number in 1...passes {
            let all = 0..<filler.file.updates.count
            steady.append(nanoseconds(pass(number, of: all) { batch, now in _ = store.apply(batch, at: now) }))
        }
        try StoreRow("ingest", unit: "ns", values: steady).print()
        let told = 0..<filler.file.updates.count
        let reported = pass(passes + 1, of: told) { batch, now in _ = store.apply(batch, at: now, reporting: .receivedObservations) }
        try StoreRow("ingest, changes returned", unit: "ns", values: [nanoseconds(reported)]).print()
        let filling = ProcessUse.processorSeconds
        pass(0, of: told) { _, _ in }
        try StoreRow("filling a batch", unit: "ns", values: [nanoseconds(ProcessUse.processorSeconds - filling)]).print()
        try check(store)
    }

    /// Calls `body` with the batches of a range of updates; the sum of the seconds in it.
    @discardableResult
    mutating func pass(_ number: Int, of range: Range<Int>, _ body: (borrowing ObservationBatch, Instant) -> Void) -> Double {
        var seconds = 0.0
        var start = range.lowerBound
        while start < range.upperBound {
            var count = 0
            let chunk = start
            while count < Self.batchesAtOnce, start < range.upperBound {
                let end = min(start + ObservationFiller.batchSize, range.upperBound)
                filler.fill(&batches[count], start..<end, pass: number)
                (start, count) = (end, count + 1)
            }
            let now = Instant(microsecondsSince1970: ObservationFiller.start + Int64(number * filler.file.updates.count + chunk))
            let began = ProcessUse.processorSeconds
            for index in 0..<count { body(batches[index], now) }
            seconds += ProcessUse.processorSeconds - began
        }
        return seconds
    }

    private func range(of second: Int) -> Range<Int> {
        second * filler.file.trackCount..<(second + 1) * filler.file.trackCount
    }

    private func nanoseconds(_ seconds: Double) -> Double { seconds / Double(filler.file.updates.count) * 1e9 }

    /// What was used after one observation a track and after ten gives what each costs and what a track costs beside them.
    private func report(memory bytes: [Int]) throws {
        let tracks = Double(filler.file.trackCount)
        let observation = Double(bytes[1] - bytes[0]) / tracks / Double(filler.file.seconds - 1)
        try StoreRow("bytes an observation", unit: "B", values: [observation]).print()
        try StoreRow("bytes a track beside them", unit: "B", values: [Double(bytes[0]) / tracks - observation]).print()
        try StoreRow("bytes a track with 10", unit: "B", values: [Double(bytes[1]) / tracks]).print()
    }

    private func check(_ store: borrowing TrackStore) throws {
        let expected = filler.file.trackCount * 10
        guard store.trackCount == filler.file.trackCount, store.observationCount == expected else {
            throw Comparison.Mismatch(description: "the store holds \(store.observationCount) observations instead of \(expected)")
        }
    }
}
