// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities

/// Our side of `script/bench store`: store_bench.py runs it, once for each number of tracks, and the peers beside it.
enum StoreBenchmark {
    private static let rate = 1e6

    /// - Parameters:
    ///   - path: a file of tracks, ten seconds of them.
    ///   - queries: where to write the places that queries ask about, for the peers.
    ///   - passes: how often all observations are replaced.
    ///   - seconds: how long each kind of query is asked.
    /// - Throws: where a file cannot be used, or the store does not hold what it was given.
    static func run(tracks path: String, queries: String, passes: Int, seconds: Double) async throws {
        let file = try TrackFile(reading: path)
        guard file.seconds == 10 else { throw TrackFile.Unreadable(description: "\(path) has \(file.seconds) seconds, not 10") }
        let places = QueryPlace.places(in: file, count: 5_000)
        let lines = places.prefix(StoreQueries.comparedCount).map { place in
            ([place.longitude, place.latitude] + place.bounds).map(String.init).joined(separator: " ") + "\n"
        }
        try lines.joined().write(toFile: queries, atomically: true, encoding: .utf8)

        try ingest(file, passes)
        let source = DynamicEntityDataSource(fields: ObservationFiller.fields, driver: FeedDriver { _, _ in })
        source.purgeOptions.maximumObservations = 0
        source.purgeOptions.maximumObservationsPerTrack = 10
        var ingest = StoreIngest(file: file, passes: passes)
        ingest.pass(0, of: 0..<file.updates.count) { batch, now in source.entityStore.ingest(batch, at: now) }
        let nextPass = try await StoreStreams(source: source, file: file).run(&ingest, firstPass: 1)
        // The public streams took in a part of a pass; the latest positions are those of the file again after a whole one.
        ingest.pass(nextPass, of: 0..<file.updates.count) { batch, now in source.entityStore.ingest(batch, at: now) }

        let questions = StoreQueries(source: source, places: places, secondsEach: seconds)
        try questions.run(state: "idle", comparing: true)
        try await questions.runPublic(state: "idle")
        let load = IngestLoad(into: source.entityStore, file: file, rate: rate, firstPass: nextPass + 1)
        try questions.run(state: "ingesting", comparing: false)
        try await questions.runPublic(state: "ingesting")
        try StoreRow("reached while asked", unit: "M observations/s", values: [load.stop() / 1e6]).print()
    }

    /// In a function of its own, so that its memory is free again before the next store is made.
    private static func ingest(_ file: TrackFile, _ passes: Int) throws {
        var ingest = StoreIngest(file: file, passes: passes)
        try ingest.run()
    }
}
