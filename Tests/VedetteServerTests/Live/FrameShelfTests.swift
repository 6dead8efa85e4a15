// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteServer

/// Frames that are made once, however many viewers are sent them.
@Suite("Shared frames")
struct FrameShelfTests {
    private let encoder = LiveFrameEncoder(source: 0, maximumTrail: 4)
    private let shelf = FrameShelf(interval: 0.2)
    private func instant(_ seconds: Double) -> Instant { Instant(microsecondsSince1970: Int64(seconds * 1e6)) }

    /// A viewer who applies frames to the letter.
    private struct Viewer {
        var cursor = LiveCursor()
        var sequence: UInt32 = 0
        var sequences: [UInt32] = []
        var places: [UInt32: Int32] = [:]

        mutating func take(_ frames: [[UInt8]]) throws {
            for bytes in frames {
                let decoded = DecodedFrame(bytes)
                let frame = try #require(decoded)
                sequences.append(frame.sequence)
                if frame.isReset { places = [:] }
                for number in frame.removed + frame.left { places[number] = nil }
                for entity in frame.entities { places[entity.number] = entity.longitude }
            }
        }
    }

    private func look(
        _ viewer: inout Viewer, at store: borrowing TrackStore, _ seconds: Double, region: LiveRegion? = nil, always: UInt32? = nil,
        needsFrame: Bool = false
    ) throws {
        let key = FrameShelf.Key(cursor: viewer.cursor, wish: .init(region: region, always: always))
        let (frames, after) = shelf.frames(key, sequence: &viewer.sequence, at: instant(seconds), needsFrame: needsFrame) {
            key, needsFrame in
            var (cursor, number) = (key.cursor, UInt32(0))
            let made = encoder.frames(
                of: store, since: &cursor, sequence: &number, at: instant(seconds), always: needsFrame,
                wish: .init(region: region, always: always))
            return (made, cursor)
        }
        viewer.cursor = after
        try viewer.take(frames)
    }

    @Test("ten viewers of the same are sent frames that are made once, each with his own numbers")
    func once() throws {
        var world = PlacedStore()
        var viewers = (0..<10).map { Viewer(sequence: UInt32($0 * 100)) }
        for round in 0..<20 {
            let seconds = 1 + Double(round) * 0.2
            world.observe([("a", Double(round), 0), ("b", 50, Double(round))], at: seconds)
            for index in viewers.indices { try look(&viewers[index], at: world.store, seconds) }
        }
        #expect(shelf.made.value == 20 && shelf.found.value == 180)
        for (index, viewer) in viewers.enumerated() {
            #expect(viewer.places == viewers[0].places && viewer.places[0] == 190_000_000)
            #expect(viewer.sequences == (1...20).map { UInt32(index * 100 + $0) })
        }
    }

    @Test("who comes later is soon sent the same frames, though the store never rests")
    func together() throws {
        var world = PlacedStore()
        var (first, second) = (Viewer(), Viewer())
        var (step, made) = (0.0, 0)
        for round in 0..<10 {
            let seconds = 1 + Double(round) * 0.2
            // Something happens between any two looks.
            for _ in 0..<3 {
                step += 1
                world.observe([("a", step, 0)], at: seconds)
            }
            try look(&first, at: world.store, seconds)
            step += 1
            world.observe([("a", step, 0)], at: seconds)
            made = shelf.made.value
            if round >= 3 { try look(&second, at: world.store, seconds + 0.01) }
            if round > 4 { #expect(shelf.made.value == made && second.cursor == first.cursor && second.places == first.places) }
        }
    }

    @Test("viewers of other parts, with another selection or for whom a frame is due, are sent their own")
    func apart() throws {
        var world = PlacedStore()
        world.observe([("in", 0, 0), ("out", 50, 0)], at: 1)
        let region = LiveRegion(LiveRegionTests.view(0, 0, scale: 1_000_000))
        var viewers = (0..<4).map { _ in Viewer() }
        try look(&viewers[0], at: world.store, 1)
        try look(&viewers[1], at: world.store, 1, region: region)
        try look(&viewers[2], at: world.store, 1, region: region, always: 1)
        try look(&viewers[3], at: world.store, 1, region: .nowhere)
        #expect(viewers.map { $0.places.keys.sorted() } == [[0, 1], [0], [0, 1], []])
        // Nothing has happened: nobody is sent anything, but him who needs it.
        try look(&viewers[0], at: world.store, 2)
        var other = viewers[0]
        try look(&other, at: world.store, 2, needsFrame: true)
        #expect(viewers[0].sequences.count == 1 && other.sequences.count == 2)
    }

    @Test("what was made is not what is sent half an interval later")
    func age() throws {
        var world = PlacedStore()
        var (first, second) = (Viewer(), Viewer())
        world.observe([("a", 1, 0)], at: 1)
        try look(&first, at: world.store, 1)
        world.observe([("a", 2, 0)], at: 1.1)
        try look(&second, at: world.store, 1.1)
        #expect(second.places[0] == 20_000_000 && shelf.found.value == 0)
    }

    @Test("in a region with nothing in it only who is always told of is looked at, and who was there before leaves")
    func nowhere() throws {
        var world = PlacedStore()
        world.observe([("a", 0, 0), ("b", 0.1, 0), ("c", 50, 0)], at: 1)
        let region = LiveRegion(LiveRegionTests.view(0, 0, scale: 1_000_000))
        var viewer = Viewer()
        try look(&viewer, at: world.store, 1, region: region)
        #expect(viewer.places.keys.sorted() == [0, 1])
        try look(&viewer, at: world.store, 2, region: .nowhere, always: 2)
        #expect(viewer.places.keys.sorted() == [2])
        world.observe([("a", 1, 0), ("c", 51, 0)], at: 3)
        try look(&viewer, at: world.store, 3, region: .nowhere, always: 2)
        #expect(viewer.places == [2: 510_000_000])
        world.observe([("c", 52, 0)], at: 4)
        try look(&viewer, at: world.store, 4, region: .nowhere)
        #expect(viewer.places.isEmpty)
    }

    @Test("two viewers of the same view share its cells for half a second")
    func cells() throws {
        var world = PlacedStore()
        world.observe([("a", 0, 0), ("b", 0.1, 0)], at: 1)
        let view = LiveRegionTests.view(0, 0, scale: 1_000_000)
        let region = LiveRegion(view)
        #expect(shelf.cells(of: world.store, in: region, view, at: instant(1)).count == 2)
        world.observe([("c", 0, 0)], at: 1.2)
        #expect(shelf.cells(of: world.store, in: region, view, at: instant(1.4)).count == 2)
        #expect(shelf.cells(of: world.store, in: region, view, at: instant(1.6)).count == 3)
    }
}
