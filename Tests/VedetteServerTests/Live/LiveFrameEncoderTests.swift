// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteServer

@Suite("Live frames")
struct LiveFrameEncoderTests {
    private static let schema = ObservationSchema(fields: [Field(type: .float64, name: "heading", alias: "")])
    private let encoder = LiveFrameEncoder(source: 3, maximumTrail: 4, headingField: "heading")

    private func instant(_ seconds: Double) -> Instant { Instant(microsecondsSince1970: Int64(seconds * 1e6)) }

    private func observe(
        _ store: inout TrackStore, _ observations: [(track: String, longitude: Int64, heading: Double?)], at seconds: Double
    ) {
        var batch = ObservationBatch(schema: Self.schema)
        for observation in observations {
            batch.beginRow()
            if let heading = observation.heading { batch.setValue(PackedValue(heading), column: 0) }
            let name = batch.appendBytes { $0.append(contentsOf: observation.track.utf8) }
            batch.endRow(
                track: name, position: GridPosition(longitudeSteps: observation.longitude, latitudeSteps: 7), time: ObservationBatch.noTime,
                ordinal: 0)
        }
        _ = store.apply(batch, at: instant(seconds))
    }

    private func frames(
        _ store: borrowing TrackStore, _ cursor: inout LiveCursor, _ sequence: inout UInt32, at seconds: Double, always: Bool = false
    ) throws -> [DecodedFrame] {
        let bytes = encoder.frames(of: store, since: &cursor, sequence: &sequence, at: instant(seconds), always: always)
        return try bytes.map { frame in
            let decoded = DecodedFrame(frame)
            return try #require(decoded)
        }
    }

    @Test("the first frame tells everything, the next ones what has changed")
    func deltas() throws {
        var store = TrackStore(schema: Self.schema)
        var cursor = LiveCursor()
        var sequence: UInt32 = 0
        observe(&store, [("a", 1, 0), ("b", 2, 359.999), ("é😀", 3, nil)], at: 10)
        let firstFrames = try frames(store, &cursor, &sequence, at: 12)
        let first = try #require(firstFrames.first)
        #expect(first.isReset && !first.hasMore && first.source == 3 && first.sequence == 1 && first.total == 3)
        #expect(first.baseTime == 12_000 && first.newest == 10_000)
        #expect(first.entities.map(\.longitude) == [1, 2, 3])
        #expect(first.entities.map(\.latitude) == [7, 7, 7])
        #expect(first.entities.map(\.age) == [-2_000, -2_000, -2_000])
        #expect(first.entities.map(\.heading) == [0, 0, 65_535])
        #expect(first.names == [0: "a", 1: "b", 2: "é😀"])

        let none = try frames(store, &cursor, &sequence, at: 13)
        #expect(none.isEmpty)
        let heartbeatFrames = try frames(store, &cursor, &sequence, at: 13, always: true)
        let heartbeat = try #require(heartbeatFrames.first)
        #expect(!heartbeat.isReset && heartbeat.entities.isEmpty && heartbeat.sequence == 2)

        observe(&store, [("b", 20, 90), ("d", 4, -90)], at: 14)
        let secondFrames = try frames(store, &cursor, &sequence, at: 14)
        let second = try #require(secondFrames.first)
        #expect(second.entities.map(\.number) == [1, 3])
        #expect(second.entities.map(\.heading) == [9_000, 27_000])
        #expect(second.names == [3: "d"])
        #expect(second.sequence == 3 && second.total == 4)
    }

    @Test("labels come with names, and again when they have changed")
    func labels() throws {
        let schema = ObservationSchema(fields: [Field(type: .text, name: "ship", alias: "")])
        let encoder = LiveFrameEncoder(source: 0, maximumTrail: 4, labelField: "ship")
        var store = TrackStore(schema: schema, limits: TrackStoreLimits(maximumObservationsPerTrack: 3))
        var cursor = LiveCursor()
        var sequence: UInt32 = 0
        func next(_ ships: [(track: String, label: String?)], at seconds: Double) throws -> DecodedFrame {
            var batch = ObservationBatch(schema: schema)
            for ship in ships {
                batch.beginRow()
                if let label = ship.label {
                    batch.setValue(
                        ObservationBatch.reference(.text, batch.appendBytes { $0.append(contentsOf: label.utf8) }), column: 0)
                }
                let name = batch.appendBytes { $0.append(contentsOf: ship.track.utf8) }
                batch.endRow(
                    track: name, position: GridPosition(longitudeSteps: 1, latitudeSteps: 1), time: ObservationBatch.noTime, ordinal: 0)
            }
            _ = store.apply(batch, at: instant(seconds))
            let bytes = encoder.frames(of: store, since: &cursor, sequence: &sequence, at: instant(seconds), always: true)
            let frame = DecodedFrame(bytes[0])
            return try #require(frame)
        }
        let long = String(repeating: "é", count: 200)
        let first = try next([("1", "Ada"), ("2", nil), ("3", "3"), ("4", long)], at: 1)
        #expect(first.names == [0: "1", 1: "2", 2: "3", 3: "4"])
        #expect(first.labels == [0: "Ada", 3: String(long.prefix(128))])
        let same = try next([("1", "Ada"), ("2", nil), ("3", "3"), ("4", long)], at: 2)
        #expect(same.entities.count == 4 && same.names.isEmpty)
        let renamed = try next([("1", "Beagle"), ("2", "Two"), ("3", "3")], at: 3)
        #expect(renamed.names == [0: "1", 1: "2"] && renamed.labels == [0: "Beagle", 1: "Two"])
        let cleared = try next([("2", nil)], at: 4)
        #expect(cleared.names == [1: "2"] && cleared.labels.isEmpty)
    }

    @Test("what a viewer missed comes as a trail, oldest first, no longer than the longest trail")
    func trails() throws {
        var store = TrackStore(schema: Self.schema)
        var cursor = LiveCursor()
        var sequence: UInt32 = 0
        for second in 0..<8 { observe(&store, [("a", Int64(second), nil)], at: Double(second)) }
        let firstFrames = try frames(store, &cursor, &sequence, at: 8)
        let first = try #require(firstFrames.first)
        #expect(first.entities[0].longitude == 7)
        #expect(first.entities[0].trail == [[3, 7], [4, 7], [5, 7], [6, 7]])
        observe(&store, [("a", 8, nil)], at: 9)
        let ninth = try frames(store, &cursor, &sequence, at: 9)
        #expect(ninth[0].entities[0].trail == [])
        for second in 10..<12 { observe(&store, [("a", Int64(second), nil)], at: Double(second)) }
        let twelfth = try frames(store, &cursor, &sequence, at: 12)
        #expect(twelfth[0].entities[0].trail == [[10, 7]])
    }

    @Test("a removed number is told before it is given to another")
    func removals() throws {
        var store = TrackStore(schema: Self.schema)
        var cursor = LiveCursor()
        var sequence: UInt32 = 0
        observe(&store, [("a", 1, nil), ("b", 2, nil)], at: 1)
        _ = try frames(store, &cursor, &sequence, at: 1)
        _ = store.remove(track: 0, at: instant(2))
        observe(&store, [("c", 3, nil)], at: 3)
        let frameFrames = try frames(store, &cursor, &sequence, at: 3)
        let frame = try #require(frameFrames.first)
        #expect(frame.removed == [0])
        #expect(frame.entities.map(\.number) == [0])
        #expect(frame.names == [0: "c"])
    }

    @Test("a viewer that is too far behind begins again")
    func forgotten() throws {
        var store = TrackStore(schema: Self.schema)
        var cursor = LiveCursor()
        var sequence: UInt32 = 0
        observe(&store, [("stays", 1, nil)], at: 1)
        _ = try frames(store, &cursor, &sequence, at: 1)
        for round in 0...RemovalLog.capacity {
            observe(&store, [("goes", 2, nil)], at: Double(round + 2))
            if let number = store.number(named: "goes") { _ = store.remove(track: number, at: instant(Double(round + 2))) }
        }
        let frameFrames = try frames(store, &cursor, &sequence, at: 99_999)
        let frame = try #require(frameFrames.first)
        #expect(frame.isReset)
        #expect(frame.names.values.sorted() == ["stays"])
    }

    @Test("many entities come in several frames, none larger than the limit, none missing")
    func manyFrames() throws {
        var store = TrackStore(schema: Self.schema, limits: TrackStoreLimits(maximumObservations: 0))
        var cursor = LiveCursor()
        var sequence: UInt32 = 0
        let long = String(repeating: "x", count: 300)
        observe(&store, (0..<9_000).map { ("\(long) \($0)", Int64($0), nil) }, at: 1)
        let bytes = encoder.frames(of: store, since: &cursor, sequence: &sequence, at: instant(1), always: false)
        #expect(bytes.count == 3)
        #expect(bytes.allSatisfy { $0.count < 4 << 20 })
        let frames = bytes.compactMap { DecodedFrame($0) }
        #expect(frames.count == bytes.count)
        #expect(frames.map(\.isReset) == [true, false, false])
        #expect(frames.map(\.hasMore) == [true, true, false])
        #expect(frames.map(\.sequence) == [1, 2, 3])
        #expect(frames.flatMap(\.entities).map(\.number) == Array(0..<9_000))
        #expect(frames.reduce(0) { $0 + $1.names.count } == 9_000)
    }

    @Test("a track id of any length is cut where a character begins")
    func longNames() throws {
        var store = TrackStore(schema: Self.schema)
        var cursor = LiveCursor()
        var sequence: UInt32 = 0
        observe(&store, [(String(repeating: "é", count: 40_000), 1, nil)], at: 1)
        let frameFrames = try frames(store, &cursor, &sequence, at: 1)
        let frame = try #require(frameFrames.first)
        #expect(frame.names[0] == String(repeating: "é", count: 32_767))
    }

    @Test("a viewer that applies frames has what the store has", arguments: [1, 2, 3] as [UInt64])
    func followers(seed: UInt64) throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        var store = TrackStore(schema: Self.schema, limits: TrackStoreLimits(maximumObservations: 60, maximumObservationsPerTrack: 5))
        var cursor = LiveCursor()
        var sequence: UInt32 = 0
        var shown: [UInt32: (name: String, longitude: Int32)] = [:]
        for step in 0..<1_500 {
            observe(
                &store, (0..<random.index(below: 6)).map { _ in ("t\(random.index(below: 40))", Int64(random.index(below: 1_000)), nil) },
                at: Double(step))
            if random.unit() < 0.02 { _ = store.removeAll(at: instant(Double(step))) }
            // A viewer at its own pace: some steps it misses.
            guard random.unit() < 0.4 else { continue }
            for frame in try frames(store, &cursor, &sequence, at: Double(step)) {
                if frame.isReset { shown = [:] }
                for number in frame.removed { shown[number] = nil }
                for entity in frame.entities {
                    let name = frame.names[entity.number] ?? shown[entity.number]?.name
                    shown[entity.number] = (try #require(name), entity.longitude)
                }
                #expect(Int(frame.total) == store.trackCount)
            }
            #expect(shown.count == store.trackCount)
            for (number, entity) in shown {
                let name = store.entity(number) == nil ? nil : store.name(number)
                #expect(name == entity.name)
                let longitude = store.latest(number).position?.longitude
                #expect(longitude == entity.longitude)
            }
        }
    }
}
