// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteServer

/// Reads compact columns by the letter of docs/protocol.md.
private struct ReadColumns: Equatable {
    var numbers: [UInt32] = []
    var longitudes: [Int32] = []
    var latitudes: [Int32] = []
    var ages: [Int32] = []
    var headings: [UInt16] = []
    var trailCounts: [UInt16] = []
    var classes: [UInt16] = []
    var altitudes: [Int32] = []
    var attitudes: [[Int16]] = []
    var kinds: UInt8 = 0

    init?(_ bytes: [UInt8], count: Int) {
        var rest = bytes[...]
        func take<Value: FixedWidthInteger>(_ type: Value.Type = Value.self, bytes count: Int = MemoryLayout<Value>.size) -> Value {
            let taken = rest.prefix(count)
            rest = rest.dropFirst(count)
            return taken.reversed().reduce(Value(0)) { $0 << 8 | Value(truncatingIfNeeded: $1) }
        }
        kinds = take()
        var next: UInt32 = 0
        for _ in 0..<count {
            var (value, shift) = (UInt32(0), UInt32(0))
            while let byte = rest.popFirst() {
                value |= UInt32(byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 == 0 { break }
            }
            numbers.append(next &+ value)
            next = next &+ value &+ 1
        }
        if kinds & 1 != 0 {
            let (west, south): (Int32, Int32) = (take(), take())
            let shift: UInt8 = take()
            for isLongitude in [true, false] {
                for _ in 0..<count {
                    let value = take(UInt32.self, bytes: 3)
                    let origin = Int64(isLongitude ? west : south)
                    let none = Int64(isLongitude ? Int32.min : 0)
                    let place = Int32(truncatingIfNeeded: value == 0xFF_FFFF ? none : origin + Int64(value) << Int64(shift))
                    if isLongitude { longitudes.append(place) } else { latitudes.append(place) }
                }
            }
        } else {
            longitudes = (0..<count).map { _ in take() }
            latitudes = (0..<count).map { _ in take() }
        }
        ages = (0..<count).map { _ in kinds & 2 != 0 ? take(Int32.self) : -Int32(take(UInt16.self)) }
        headings = (0..<count).map { _ in kinds & 4 != 0 ? take() : .max }
        trailCounts = (0..<count).map { _ in kinds & 8 != 0 ? take() : 0 }
        classes = (0..<count).map { _ in kinds & 16 == 0 ? 0 : kinds & 32 != 0 ? take() : UInt16(take(UInt8.self)) }
        if kinds & 64 != 0 {
            altitudes = (0..<count).map { _ in (take(Int32.self, bytes: 3) << 8) >> 8 }
        }
        if kinds & 128 != 0 { attitudes = (0..<count).map { _ in [take(), take()] } }
        guard rest.isEmpty else { return nil }
    }
}

@Suite("Compact columns")
struct CompactColumnsTests {
    private func columns(_ places: [(Int32, Int32)], coarsest: Int64 = 0) -> CompactColumns {
        CompactColumns(
            numbers: places.indices.map { UInt32($0) }, longitudes: places.map(\.0), latitudes: places.map(\.1),
            ages: places.map { _ in -5 }, headings: places.map { _ in .max }, trailCounts: places.map { _ in 0 },
            classes: places.map { _ in 0 }, coarsest: coarsest)
    }

    private func read(_ columns: CompactColumns) throws -> (columns: ReadColumns, bytes: Int) {
        var bytes: [UInt8] = []
        columns.append(to: &bytes)
        let read = ReadColumns(bytes, count: columns.numbers.count)
        return (try #require(read), bytes.count)
    }

    @Test("an entity that moves in a city takes nine bytes, and comes back to the last place")
    func city() throws {
        let places = (0..<1_000).map { (index: Int32) -> (Int32, Int32) in (-1_120_000_000 + index * 16_000, 330_000_000 + index * 777) }
        let told = columns(places)
        let (read, bytes) = try read(told)
        #expect(read.longitudes == told.longitudes)
        #expect(read.latitudes == told.latitudes)
        #expect(read.ages == told.ages)
        #expect(read.numbers == told.numbers)
        // Kinds, corner and step; and no numbers are left out between.
        #expect(bytes == 10 + 9_000)
    }

    @Test(
        "steps grow with the part of the world to nine centimetres, or to what a view's pixels allow; beyond, places are told as they are")
    func steps() throws {
        let random = (0..<500).map { (index: Int) -> (Int32, Int32) in
            let longitude = Int32(truncatingIfNeeded: index &* 48_271_144_813) % 60_000_000
            return (longitude, Int32(index) * 99_991)
        }
        let country = try read(columns(random))
        #expect(country.columns.kinds & 1 == 1)
        for (index, place) in random.enumerated() {
            #expect(abs(country.columns.longitudes[index] - place.0) <= 4)
            #expect(abs(country.columns.latitudes[index] - place.1) <= 4)
        }
        let world: [(Int32, Int32)] = [(-1_800_000_000, -900_000_000), (1_800_000_000, 900_000_000), (5, 7)]
        let exact = try read(columns(world))
        #expect(exact.columns.kinds & 1 == 0)
        #expect(exact.columns.longitudes == world.map { $0.0 })
        let coarse = try read(columns(world, coarsest: 3_433))
        #expect(coarse.columns.kinds & 1 == 1)
        #expect(abs(coarse.columns.longitudes[1] - 1_800_000_000) <= 128)
    }

    @Test("who has no position has none, also alone, and at both ends of the range")
    func nowhere() throws {
        let none = ObservationBatch.noPosition
        let cases: [[(Int32, Int32)]] = [
            [(none, 0)], [(none, 0), (5, 6)], [(0, 0), (none, 0), (16_777_213, 16_777_213)], [(0, 0), (16_777_214, 0)], [],
        ]
        for places in cases {
            let told = columns(places)
            let (read, _) = try read(told)
            #expect(read.longitudes.map { $0 == none } == told.longitudes.map { $0 == none })
            for (index, place) in places.enumerated() where place.0 != none {
                #expect(abs(read.longitudes[index] - place.0) <= 1)
                #expect(abs(read.latitudes[index] - place.1) <= 1)
            }
        }
    }

    @Test("numbers far apart, old arrivals, headings, trail points and classes come back")
    func others() throws {
        var told = columns([(1, 2), (3, 4), (5, 6), (7, 8)])
        told.numbers = [0, 127, 128 + 128 + 16_384, .max]
        told.ages = [0, -65_535, -65_536, .min + 1]
        told.headings = [0, 35_999, .max, 5]
        told.trailCounts = [0, 3, 0, 60]
        told.classes = [0, 255, 1, 0]
        var (read, _) = try read(told)
        #expect(read.numbers == told.numbers)
        #expect(read.ages == told.ages)
        #expect(read.headings == told.headings)
        #expect(read.trailCounts == told.trailCounts)
        #expect(read.classes == told.classes)
        #expect(read.kinds & 32 == 0)
        told.classes[2] = 256
        told.ages = [0, -65_535, -1, -2]
        (read, _) = try self.read(told)
        #expect(read.classes == told.classes)
        #expect(read.ages == told.ages)
        #expect(read.kinds & 34 == 32)
    }

    @Test("a frame says that its columns are compact to who wants that, and keeps all the rest")
    func frames() throws {
        var world = PlacedStore()
        world.observe([("a", 0, 0), ("b", 0.1, 0.2), ("c", 1, 1)], at: 1)
        let encoder = LiveFrameEncoder(source: 0, maximumTrail: 4)
        func frame(_ isCompact: Bool) -> [UInt8] {
            var (cursor, sequence) = (LiveCursor(), UInt32(0))
            let now = Instant(microsecondsSince1970: 2_000_000)
            return encoder.frames(
                of: world.store, since: &cursor, sequence: &sequence, at: now, always: false, wish: .init(isCompact: isCompact))[0]
        }
        let (plain, compact) = (frame(false), frame(true))
        #expect(compact[4] == plain[4] | 8)
        #expect(compact[5..<48] == plain[5..<48])
        let names = DecodedFrame(plain)?.names.count ?? 0
        #expect(names == 3)
        #expect(compact.suffix(27) == plain.suffix(27))
        #expect(compact.count == plain.count - 60 + 10 + 27)
        let decoded = ReadColumns(Array(compact[48..<(compact.count - names * 9)]), count: 3)
        #expect(decoded?.longitudes == [0, 1_000_000, 10_000_000])
        #expect(decoded?.ages == [-1_000, -1_000, -1_000])
    }

    @Test(
        "heights in decimetres and attitudes come back, whole and below zero, and what is not known; where there are none, no byte tells of it"
    )
    func scenes() throws {
        var told = columns([(1, 2), (3, 4), (5, 6), (7, 8)])
        let (_, plain) = try read(told)
        let heights: [Double?] = [12.34, -430.5, nil, 1e9]
        told.altitudes = heights.map { SceneAltitude.decimetres($0) }
        told.attitudes = [
            SceneAttitude(pitch: 3.5, roll: -179.99), SceneAttitude(pitch: nil, roll: 270), SceneAttitude(pitch: -0.004, roll: 720),
            SceneAttitude(pitch: .infinity, roll: 180),
        ]
        let (read, bytes) = try read(told)
        #expect(read.altitudes == [123, -4_305, -0x80_0000, 8_388_607])
        #expect(read.attitudes == [[350, -17_999], [.min, -9_000], [0, 0], [.min, 18_000]])
        #expect(read.kinds & 192 == 192)
        #expect(bytes == plain + 4 * 7)
    }

    /// Flights with heights, pitches and rolls.
    private func flights() -> TrackStore {
        let fields = ["pitch", "roll"].map { Field(type: .float64, name: $0, alias: "") }
        let altitude = Field(type: .float64, name: ObservationSchema.altitudeName, alias: "")
        var store = TrackStore(schema: ObservationSchema(fields: fields + [altitude]))
        for second in 0..<3 {
            var batch = ObservationBatch(schema: store.schema)
            for (track, height) in [("a", 1_000.0 + Double(second)), ("b", nil)] as [(String, Double?)] {
                batch.beginRow()
                batch.setValue(PackedValue(5), column: 0)
                batch.setValue(PackedValue(Double(-second)), column: 1)
                if let height { batch.setValue(PackedValue(height), column: 2) }
                let name = batch.appendBytes { $0.append(contentsOf: track.utf8) }
                batch.endRow(
                    track: name, position: GridPosition(longitudeSteps: Int64(second), latitudeSteps: 7), time: ObservationBatch.noTime,
                    ordinal: 0)
            }
            _ = store.apply(batch, at: Instant(microsecondsSince1970: Int64(second + 1) * 1_000_000))
        }
        return store
    }

    @Test(
        "a viewer that draws a scene is told heights and attitudes of entities and heights of trails; any other, and one without compact columns, none"
    )
    func sceneFrames() throws {
        let store = flights()
        let encoder = LiveFrameEncoder(source: 0, maximumTrail: 4, pitchField: "pitch", rollField: "roll")
        func frame(isCompact: Bool, isScene: Bool) -> [UInt8] {
            var (cursor, sequence) = (LiveCursor(), UInt32(0))
            let now = Instant(microsecondsSince1970: 4_000_000)
            return encoder.frames(
                of: store, since: &cursor, sequence: &sequence, at: now, always: false,
                wish: .init(isCompact: isCompact, isScene: isScene))[0]
        }
        #expect(frame(isCompact: false, isScene: true) == frame(isCompact: false, isScene: false))
        let (plain, scene) = (frame(isCompact: true, isScene: false), frame(isCompact: true, isScene: true))
        // Two entities with seven bytes each, four trail points with three.
        #expect(scene.count == plain.count + 2 * 7 + 4 * 3)
        let names = 2 * 9
        let trail = 4 * 8
        let columns = ReadColumns(Array(scene[48..<(scene.count - names - 12 - trail)]), count: 2)
        #expect(columns?.altitudes == [10_020, SceneAltitude.unknown])
        #expect(columns?.attitudes == [[500, -200], [500, -200]])
        let last = Array(scene.dropLast(names).suffix(12))
        let heights = stride(from: 0, to: 12, by: 3).map {
            Int32(last[$0]) | Int32(last[$0 + 1]) << 8 | Int32(Int8(bitPattern: last[$0 + 2])) << 16
        }
        #expect(heights == [10_000, 10_010, SceneAltitude.unknown, SceneAltitude.unknown])
    }
}
