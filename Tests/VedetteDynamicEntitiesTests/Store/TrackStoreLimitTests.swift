// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteDynamicEntities

/// The rules of purging, one by one; ``TrackStoreModelTests`` has them all at once.
@Suite("Limits of the track store")
struct TrackStoreLimitTests {
    private func batch(_ observations: [(track: String, time: Int64?)]) -> ObservationBatch {
        var batch = ObservationBatch()
        for observation in observations {
            batch.beginRow()
            let name = batch.appendBytes { $0.append(contentsOf: observation.track.utf8) }
            batch.endRow(track: name, position: nil, time: observation.time ?? ObservationBatch.noTime, ordinal: 0)
        }
        return batch
    }

    private func instant(_ time: Int64) -> Instant { Instant(microsecondsSince1970: time) }

    /// What happened, in short: + and the sequence of what came, − of what went, and the entities.
    private func described(_ changes: TrackChanges, _ store: borrowing TrackStore) -> [String] {
        changes.changes.map { change in
            let name = store.trackID(of: change)
            return switch change.kind {
            case .entityReceived: "+\(name)"
            case .observationReceived: "+\(name)\(change.sequence)"
            case .observationPurged: "-\(name)\(change.sequence)"
            case .entityPurged: "-\(name)"
            }
        }
    }

    private func sequences(_ store: borrowing TrackStore, _ name: String) -> [UInt32] {
        guard let number = store.number(named: name) else { return [] }
        return (0..<store.observationCount(number)).reversed().map { store.observation(number, age: $0).sequence }
    }

    @Test("in all, what arrived first goes first, also where it is the latest of its track")
    func total() {
        var store = TrackStore(schema: ObservationSchema(), limits: TrackStoreLimits(maximumObservations: 3))
        let first = store.apply(batch([("a", 100), ("a", 50), ("a", 60)]), at: instant(1), reporting: .all)
        #expect(described(first, store) == ["+a", "+a1", "+a2", "+a3"])
        #expect(sequences(store, "a") == [2, 3, 1])
        let second = store.apply(batch([("b", 1)]), at: instant(2), reporting: .all)
        #expect(described(second, store) == ["+b", "+b1", "-a1"])
        #expect(sequences(store, "a") == [2, 3])
        if let number = store.number(named: "a") {
            #expect(store.latest(number).sequence == 3)
            #expect(store.stamps(number).changed == 2)
        }
    }

    @Test("a full track loses its oldest by event time: a late one that is older than all goes as it comes")
    func perTrack() {
        var store = TrackStore(
            schema: ObservationSchema(), limits: TrackStoreLimits(maximumObservations: 0, maximumObservationsPerTrack: 2))
        let changes = store.apply(batch([("a", 100), ("a", 90), ("a", 80), ("a", 95), ("a", nil)]), at: instant(1), reporting: .all)
        #expect(described(changes, store) == ["+a", "+a1", "+a2", "+a3", "-a3", "+a4", "-a2", "+a5", "-a4"])
        #expect(sequences(store, "a") == [1, 5])
    }

    @Test("one observation in all keeps the entity that gets the next")
    func one() {
        var store = TrackStore(schema: ObservationSchema(), limits: TrackStoreLimits(maximumObservations: 1))
        let changes = store.apply(batch([("a", nil), ("a", nil), ("b", nil), ("a", nil)]), at: instant(1), reporting: .all)
        #expect(described(changes, store) == ["+a", "+a1", "+a2", "-a1", "+b", "+b1", "-a2", "-a", "+a", "+a1", "-b1", "-b"])
        // A purged entity never comes back: the name has another one now.
        #expect(changes.changes.first?.entity != changes.changes.last { $0.kind == .entityReceived }?.entity)
        #expect(store.removals.numbers(after: .min)?.count == 2)
    }

    @Test("age by receipt takes what came too long ago, wherever it stands")
    func ageByReceipt() {
        var store = TrackStore(schema: ObservationSchema(), limits: TrackStoreLimits(maximumAge: 100))
        #expect(store.nextExpiry == nil)
        _ = store.apply(batch([("a", 900)]), at: instant(10))
        _ = store.apply(batch([("a", 500), ("b", nil)]), at: instant(60))
        #expect(store.nextExpiry == instant(110))
        #expect(store.expire(at: instant(109), reporting: .all).changes.isEmpty)
        #expect(store.lastStamp == 60)
        // The first to come is the latest by event time, and behind the late one.
        #expect(described(store.expire(at: instant(110), reporting: .all), store) == ["-a1"])
        #expect(sequences(store, "a") == [2])
        #expect(store.nextExpiry == instant(160))
        // Also a batch keeps the limit, before it is taken in.
        let changes = store.apply(batch([("b", nil)]), at: instant(160), reporting: .all)
        #expect(described(changes, store) == ["-a2", "-a", "-b1", "-b", "+b", "+b1"])
    }

    @Test("age by event time takes what happened too long ago, at once where it comes so; without event time it is receipt")
    func ageByEventTime() {
        var store = TrackStore(schema: ObservationSchema(), limits: TrackStoreLimits(maximumAge: 100, agesByEventTime: true))
        _ = store.apply(batch([("a", 1_000), ("b", 990), ("a", 950), ("c", nil)]), at: instant(1_000))
        #expect(store.nextExpiry == instant(1_050))
        let late = store.apply(batch([("d", 900), ("a", 901), ("a", 899)]), at: instant(1_000), reporting: .all)
        #expect(described(late, store) == ["+d", "+d1", "-d1", "-d", "+a3", "+a4", "-a4"])
        #expect(store.nextExpiry == instant(1_001))
        #expect(described(store.expire(at: instant(1_095), reporting: .all), store) == ["-a3", "-a2", "-b1", "-b"])
        #expect(described(store.expire(at: instant(5_000), reporting: .all), store) == ["-a1", "-a", "-c1", "-c"])
        #expect(store.nextExpiry == nil && store.trackCount == 0)
    }

    @Test("times at the ends of time neither trap nor overflow")
    func extremes() {
        let limits = TrackStoreLimits(maximumAge: .max, agesByEventTime: true)
        var store = TrackStore(schema: ObservationSchema(), limits: limits)
        _ = store.apply(batch([("a", .max), ("a", .min + 1), ("a", 0)]), at: instant(.max - 5))
        // What would expire past the end of time never does.
        #expect(sequences(store, "a") == [3, 1])
        _ = store.setLimits(TrackStoreLimits(maximumAge: 1), at: instant(.max - 4))
        #expect(store.trackCount == 0)
    }

    @Test("limits take effect at once, and turning one off forgets it")
    func changing() {
        var store = TrackStore(schema: ObservationSchema(), limits: TrackStoreLimits(maximumObservations: 0))
        _ = store.apply(batch([("b", nil), ("a", nil), ("a", nil), ("b", nil), ("a", nil)]), at: instant(1))
        let perTrack = store.setLimits(
            TrackStoreLimits(maximumObservations: 0, maximumObservationsPerTrack: 1), at: instant(2), reporting: .all)
        #expect(described(perTrack, store) == ["-b1", "-a1", "-a2"])
        let total = store.setLimits(TrackStoreLimits(maximumObservations: 1), at: instant(3), reporting: .all)
        #expect(described(total, store) == ["-b2", "-b"])
        _ = store.setLimits(TrackStoreLimits(maximumObservations: 0), at: instant(4))
        _ = store.apply(batch([("c", nil), ("c", nil), ("c", nil)]), at: instant(5))
        #expect(store.observationCount == 4)
    }

    @Test("bytes are counted and limited, and come down as observations go; one observation is always kept")
    func bytes() {
        var store = TrackStore(schema: ObservationSchema(), limits: TrackStoreLimits(maximumObservations: 0))
        let empty = store.byteCount
        for round in 0..<200 { _ = store.apply(batch((0..<20).map { ("track \($0)", nil) }), at: instant(Int64(round))) }
        // 32 bytes a row, 4 in the queue.
        #expect(store.byteCount > empty + 4_000 * 36)
        let limit = store.byteCount / 2
        let changes = store.setLimits(
            TrackStoreLimits(maximumObservations: 0, maximumBytes: limit), at: instant(300), reporting: .purgedObservations)
        #expect(store.byteCount <= limit)
        // Not much more than needed has gone.
        #expect(store.byteCount > limit - 40 * 200)
        #expect(described(changes, store).prefix(2) == ["-track 01", "-track 11"])
        for round in 0..<2_000 {
            _ = store.apply(batch([("track \(round % 20)", nil), ("another \(round)", nil)]), at: instant(Int64(400 + round)))
            #expect(store.byteCount <= limit)
        }
        _ = store.setLimits(TrackStoreLimits(maximumObservations: 0, maximumBytes: 1), at: instant(9_000))
        #expect(store.observationCount == 1)
        _ = store.apply(batch([("last", nil)]), at: instant(9_001))
        #expect(store.observationCount == 1 && sequences(store, "last") == [1])
    }

    @Test("a batch with its columns in another order is taken in by name; what no longer fits is counted")
    func columns() throws {
        func field(_ name: String) -> Field { Field(type: .float64, name: name, alias: "") }
        var store = TrackStore(schema: ObservationSchema(fields: [field("x"), field("y")]))
        func apply(_ names: [String]) {
            var batch = ObservationBatch(schema: ObservationSchema(fields: names.map(field)))
            batch.beginRow()
            for (column, name) in names.enumerated() { batch.setValue(PackedValue(Double(name.utf8.first ?? 0)), column: column) }
            let name = batch.appendBytes { $0.append(contentsOf: "a".utf8) }
            batch.endRow(track: name, position: nil, time: ObservationBatch.noTime, ordinal: 0)
            _ = store.apply(batch, at: instant(1))
        }
        apply(["y", "x", "z"])
        #expect(store.schema.fields.map(\.name) == ["x", "y", "z"])
        let found = store.number(named: "a")
        let number = try #require(found)
        #expect((0..<3).map { store.latest(number).value(column: $0).number } == [120, 121, 122])
        apply(["z"] + (0..<300).map { "f\($0)" })
        #expect(store.schema.fields.count == ObservationSchema.maximumColumnCount)
        // 256 columns came, of which z is known and 253 fit beside the three.
        #expect(store.omittedValueCount == 2)
        #expect(store.latest(number).value(column: 2).number == 122 && store.latest(number).value(column: 0) == .null)
    }
}
