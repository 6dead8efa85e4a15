// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteDynamicEntities

@Suite("Track store")
struct TrackStoreTests {
    private static let schema = ObservationSchema(fields: [
        Field(type: .float64, name: "speed", alias: ""), Field(type: .text, name: "name", alias: ""),
    ])

    /// A batch with one observation for each element.
    private func batch(
        _ observations: [(track: String, time: Int64?, longitude: Int32, text: String?)], schema: ObservationSchema = Self.schema
    ) -> ObservationBatch {
        var batch = ObservationBatch(schema: schema)
        for (ordinal, observation) in observations.enumerated() {
            batch.beginRow()
            batch.setValue(PackedValue(Double(observation.longitude)), column: 0)
            if let text = observation.text {
                batch.setValue(ObservationBatch.reference(.text, batch.appendBytes { $0.append(contentsOf: text.utf8) }), column: 1)
            }
            let name = batch.appendBytes { $0.append(contentsOf: observation.track.utf8) }
            batch.endRow(
                track: name, position: GridPosition(longitudeSteps: Int64(observation.longitude), latitudeSteps: 5),
                time: observation.time ?? ObservationBatch.noTime, ordinal: UInt64(ordinal))
        }
        return batch
    }

    private func instant(_ seconds: Int64) -> Instant { Instant(microsecondsSince1970: seconds * 1_000_000) }

    /// What the store holds of a track, oldest first.
    private func rows(_ store: borrowing TrackStore, _ track: String) -> [(sequence: UInt32, longitude: Int32?, text: String?)] {
        guard let number = store.number(named: track) else { return [] }
        var result: [(sequence: UInt32, longitude: Int32?, text: String?)] = []
        for age in (0..<store.observationCount(number)).reversed() {
            let row = store.observation(number, age: age)
            let value = row.value(column: 1)
            result.append((row.sequence, row.position?.longitude, value.kind == .text ? store.text(of: value) : nil))
        }
        return result
    }

    @Test("keeps what it is given, in the order of event time")
    func order() {
        var store = TrackStore(schema: Self.schema)
        _ = store.apply(
            batch([("a", 10, 1, "x"), ("b", nil, 2, nil), ("a", 30, 3, "y"), ("a", 20, 4, "late"), ("a", 30, 5, "tie")]), at: instant(1))
        #expect(store.trackCount == 2)
        #expect(store.observationCount == 5)
        #expect(rows(store, "a").map(\.longitude) == [1, 4, 3, 5])
        #expect(rows(store, "a").map(\.text) == ["x", "late", "y", "tie"])
        if let number = store.number(named: "a") { #expect(store.latest(number).position?.longitude == 5) }
        #expect(rows(store, "c").isEmpty)
    }

    @Test("a late observation does not become the latest")
    func late() throws {
        var store = TrackStore(schema: Self.schema)
        _ = store.apply(batch([("a", 10, 1, nil)]), at: instant(1))
        let found = store.number(named: "a")
        let number = try #require(found)
        let before = store.stamps(number).changed
        _ = store.apply(batch([("a", 5, 2, nil)]), at: instant(2))
        #expect(store.latest(number).position?.longitude == 1)
        #expect(store.stamps(number).changed == before)
        #expect(rows(store, "a").map(\.longitude) == [2, 1])
    }

    @Test("stamps rise even where the clock does not")
    func stamps() {
        var store = TrackStore(schema: Self.schema)
        var last = Int64.min
        for seconds in [5, 5, 4, 6] as [Int64] {
            _ = store.apply(batch([("a", nil, 1, nil)]), at: instant(seconds))
            #expect(store.lastStamp > last)
            last = store.lastStamp
        }
    }

    @Test("takes on columns as they come, and rows before them have none")
    func columns() throws {
        var store = TrackStore(schema: ObservationSchema())
        var schema = ObservationSchema()
        for width in 1...40 {
            _ = schema.column(for: Field(type: .float64, name: "f\(width)", alias: ""))
            var batch = ObservationBatch(schema: schema)
            batch.beginRow()
            batch.setValue(PackedValue(Double(width)), column: width - 1)
            let name = batch.appendBytes { $0.append(contentsOf: "a".utf8) }
            batch.endRow(track: name, position: nil, time: ObservationBatch.noTime, ordinal: 0)
            _ = store.apply(batch, at: instant(Int64(width)))
        }
        let found = store.number(named: "a")
        let number = try #require(found)
        for age in 0..<40 {
            let row = store.observation(number, age: age)
            for column in 0..<40 {
                #expect(row.value(column: column) == (column == 39 - age ? PackedValue(Double(40 - age)) : .null))
            }
        }
    }

    @Test("a schema that is full takes on no more")
    func fullSchema() {
        var schema = ObservationSchema()
        for number in 0..<ObservationSchema.maximumColumnCount {
            #expect(schema.column(for: Field(type: .text, name: "f\(number)", alias: "")) == number)
        }
        #expect(schema.column(for: Field(type: .text, name: "one more", alias: "")) == nil)
        #expect(schema.column(for: Field(type: .text, name: "f7", alias: "")) == 7)
    }

    @Test("purging all leaves nothing, and what comes later is new")
    func removeAll() throws {
        var store = TrackStore(schema: Self.schema, limits: TrackStoreLimits(maximumObservations: 3))
        _ = store.apply(batch([("a", nil, 1, nil), ("a", nil, 2, nil), ("b", nil, 3, nil)]), at: instant(1))
        let found = store.number(named: "a").flatMap { store.entity($0) }
        let old = try #require(found)
        let changes = store.removeAll(at: instant(2), reporting: .purgedObservations)
        #expect(changes.changes.map(\.kind) == [.observationPurged, .observationPurged])
        #expect(store.trackCount == 0 && store.observationCount == 0)
        _ = store.apply(batch([("a", nil, 4, nil), ("c", nil, 5, nil), ("c", nil, 6, nil), ("c", nil, 7, nil)]), at: instant(3))
        #expect(rows(store, "a").isEmpty)
        #expect(rows(store, "c").map(\.longitude) == [5, 6, 7])
        #expect(store.number(named: "c").flatMap { store.entity($0) }.map { $0 > old } == true)
    }

    @Test("texts that nothing refers to are forgotten")
    func texts() {
        var store = TrackStore(schema: Self.schema, limits: TrackStoreLimits(maximumObservations: 50))
        for round in 0..<400 {
            let observations = (0..<100).map { index in
                (
                    track: "track \(round * 100 + index)", time: Int64?.none, longitude: Int32(index),
                    text: String?.some("a text of its own, number \(round) \(index)")
                )
            }
            _ = store.apply(batch(observations), at: instant(Int64(round)))
        }
        #expect(store.observationCount == 50)
        // 40,000 names and texts of about 40 bytes went through; a table that kept them all would hold 80,000.
        #expect(store.texts.count < 40_000)
        #expect(rows(store, "track 39999").map(\.text) == ["a text of its own, number 399 99"])
        // Numbers are given out again: there are never more than live tracks and those of one batch.
        #expect(store.numberCount <= 151)
    }

    @Test("the displayed position lies between the observations before and after a moment")
    func displayed() throws {
        var store = TrackStore(schema: Self.schema)
        for (seconds, longitude) in [(10, 1_799_000_000), (20, -1_799_000_000), (30, -1_797_000_000)] as [(Int64, Int32)] {
            _ = store.apply(batch([("a", nil, longitude, nil)]), at: instant(seconds))
        }
        let found = store.number(named: "a")
        let number = try #require(found)
        func longitude(_ seconds: Double) -> Double? {
            store.displayedPosition(number, at: instant(0).advanced(bySeconds: seconds))?.longitude
        }
        #expect(longitude(5) == 179.9)
        #expect(longitude(10) == 179.9)
        // The shorter way round, across the antimeridian.
        #expect(try abs(#require(longitude(15)) - 180) < 1e-9)
        #expect(try abs(#require(longitude(25)) - -179.8) < 1e-9)
        #expect(longitude(99) == -179.7)
    }

    @Test("a reader that follows removals learns of each, or that it must begin again")
    func removals() {
        var log = RemovalLog()
        for stamp in 1...Int64(RemovalLog.capacity) { log.append(stamp: stamp, number: UInt32(stamp)) }
        #expect(log.numbers(after: 0)?.count == RemovalLog.capacity)
        #expect(log.numbers(after: Int64(RemovalLog.capacity) - 2) == [UInt32(RemovalLog.capacity) - 1, UInt32(RemovalLog.capacity)])
        log.append(stamp: Int64(RemovalLog.capacity) + 1, number: 7)
        #expect(log.numbers(after: 0) == nil)
        #expect(log.numbers(after: 1)?.count == RemovalLog.capacity)
        for stamp in 2...200_000 as ClosedRange<Int64> { log.append(stamp: Int64(RemovalLog.capacity) + stamp, number: 1) }
        #expect(log.numbers(after: Int64(RemovalLog.capacity) + 199_999) == [1])
        #expect(log.numbers(after: 500) == nil)
    }
}
