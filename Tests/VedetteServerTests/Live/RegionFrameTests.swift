// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteServer

/// Frames for a viewer that is told of a part of the world.
@Suite("Frames by extent")
struct RegionFrameTests {
    private let encoder = LiveFrameEncoder(source: 0, maximumTrail: 4)
    private func instant(_ seconds: Double) -> Instant { Instant(microsecondsSince1970: Int64(seconds * 1e6)) }

    /// A viewer who applies frames to the letter.
    private struct Viewer {
        var cursor = LiveCursor()
        var sequence: UInt32 = 0
        var names: [UInt32: String] = [:]
        var places: [UInt32: Int32] = [:]
        var bytes = 0

        mutating func take(_ frames: [[UInt8]]) throws {
            for bytes in frames {
                self.bytes += bytes.count
                let decoded = DecodedFrame(bytes)
                let frame = try #require(decoded)
                if frame.isReset { (names, places) = ([:], [:]) }
                for number in frame.removed + frame.left {
                    let known = places.removeValue(forKey: number)
                    #expect(known != nil, "an entity goes that the viewer does not have")
                    names[number] = nil
                }
                for (number, name) in frame.names { names[number] = name }
                for entity in frame.entities {
                    places[entity.number] = entity.longitude
                    #expect(names[entity.number] != nil, "an entity comes without its name")
                }
            }
        }
    }

    private func look(
        _ viewer: inout Viewer, at store: borrowing TrackStore, _ region: LiveRegion?, _ seconds: Double, always: UInt32? = nil
    ) throws {
        var (cursor, sequence) = (viewer.cursor, viewer.sequence)
        let frames = encoder.frames(
            of: store, since: &cursor, sequence: &sequence, at: instant(seconds), always: false,
            wish: .init(region: region, always: always))
        (viewer.cursor, viewer.sequence) = (cursor, sequence)
        try viewer.take(frames)
    }

    @Test("who comes into the view is told whole, who leaves it goes, and what happens elsewhere costs nothing")
    func crossing() throws {
        var world = PlacedStore()
        world.observe([("in", 0, 0), ("out", 50, 0)], at: 1)
        let region = LiveRegion(LiveRegionTests.view(0, 0, scale: 1_000_000))
        var viewer = Viewer()
        try look(&viewer, at: world.store, region, 2)
        #expect(viewer.names.values.sorted() == ["in"])
        let before = viewer.bytes
        world.observe([("out", 51, 0)], at: 3)
        try look(&viewer, at: world.store, region, 3)
        #expect(viewer.bytes - before == 48)
        world.observe([("out", 0.1, 0)], at: 4)
        try look(&viewer, at: world.store, region, 4)
        #expect(viewer.names.values.sorted() == ["in", "out"])
        world.observe([("in", 40, 0)], at: 5)
        try look(&viewer, at: world.store, region, 5)
        #expect(viewer.names.values.sorted() == ["out"])
        // The view moves: nobody else has.
        try look(&viewer, at: world.store, LiveRegion(LiveRegionTests.view(40, 0, scale: 1_000_000)), 5)
        #expect(viewer.names.values.sorted() == ["in"])
        try look(&viewer, at: world.store, nil, 6)
        #expect(viewer.names.values.sorted() == ["in", "out"])
    }

    @Test("the selected one is told wherever it is")
    func selected() throws {
        var world = PlacedStore()
        world.observe([("in", 0, 0), ("far", 50, 0)], at: 1)
        var viewer = Viewer()
        try look(&viewer, at: world.store, .nowhere, 2, always: world.store.number(named: "far"))
        #expect(viewer.names.values.sorted() == ["far"])
        try look(&viewer, at: world.store, LiveRegion(LiveRegionTests.view(0, 0, scale: 1_000_000)), 2)
        #expect(viewer.names.values.sorted() == ["in"])
    }

    @Test("after a thousand steps by chance a viewer has who is in its view, where it is")
    func chance() throws {
        var random = SeededRandomNumberGenerator(seed: 5)
        var world = PlacedStore()
        var viewer = Viewer()
        var view = LiveRegionTests.view(0, 0, scale: 10_000_000)
        for step in 0..<1_000 {
            let time = Double(step) + 1
            switch Int.random(in: 0..<10, using: &random) {
            case 0: world.remove("t\(Int.random(in: 0..<60, using: &random))", at: time)
            case 1:
                view = LiveRegionTests.view(.random(in: -30...30, using: &random), .random(in: -10...10, using: &random), scale: 10_000_000)
            default:
                world.observe(
                    (0..<3).map { _ in
                        (
                            "t\(Int.random(in: 0..<60, using: &random))", .random(in: -30...30, using: &random),
                            .random(in: -10...10, using: &random)
                        )
                    }, at: time)
            }
            guard Bool.random(using: &random) else { continue }
            let region = step % 97 == 0 ? nil : LiveRegion(view)
            try look(&viewer, at: world.store, region, time)
            var expected: [UInt32: Int32] = [:]
            for number in world.store.numbers {
                guard let position = world.store.latest(number).position, region?.contains(position) ?? true else { continue }
                expected[number] = position.longitude
            }
            #expect(viewer.places == expected)
            #expect(viewer.names.allSatisfy { world.store.name($0.key) == $0.value })
        }
    }
}
