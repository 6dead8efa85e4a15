// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteFences

@Suite("Fence index at the edges of what there is")
struct FenceIndexScaleTests {
    private func ring(_ corners: [(Double, Double)]) -> [GridPosition] {
        corners.compactMap { GridPosition(longitude: $0.0, latitude: $0.1) }
    }

    private func shape(_ corners: [(Double, Double)]) throws -> FenceShape { try FenceShape(polygons: [[ring(corners)]]) }

    @Test("more fences over one place than a count of 16 bits holds, whole and by their edges")
    func crowd() throws {
        // Each covers the cell of the place whole; each has its edges in one small cell.
        for (side, places) in [(8.0, [(4.0, 4.0)]), (0.000_02, [(0.000_01, 0.000_01), (0, 0)])] {
            let one = try shape([(0, 0), (side, 0), (side, side), (0, side)])
            let index = FenceIndex((0..<70_000).map { FenceDefinition(id: String(100_000 + $0), shape: one) })
            var found: [UInt32] = []
            for place in places {
                let position = try #require(GridPosition(longitude: place.0, latitude: place.1))
                _ = index.query(longitude: position.longitude, latitude: position.latitude, into: &found)
                #expect(found == Array(0..<70_000))
            }
            _ = index.query(longitude: -5, latitude: -5, into: &found)
            #expect(found.isEmpty)
            // And they are found again to be removed.
            for number in stride(from: UInt32(0), to: 70_000, by: 35_000) { index.remove(number) }
            let position = try #require(GridPosition(longitude: places[0].0, latitude: places[0].1))
            _ = index.query(longitude: position.longitude, latitude: position.latitude, into: &found)
            #expect(found.count == 69_998 && found.first == 1)
            let tracks = FenceTracks()
            tracks.grow(to: 1)
            var fixes = FenceFixes()
            fixes.append(track: 0, longitude: position.longitude, latitude: position.latitude, time: 1, ordinal: 0)
            fixes.append(track: 0, longitude: -1_000_000_000, latitude: -5, time: 2, ordinal: 1)
            var changes: [FenceChange] = []
            #expect(tracks.judge(fixes, 0..<2, in: index, into: &changes) == 0)
            #expect(changes.count == 2 * 69_998 && tracks.inside(0).isEmpty)
        }
    }

    @Test("caps of the poles, the antimeridian, and a fence of half the world")
    func world() throws {
        let index = FenceIndex([
            FenceDefinition(id: "north", shape: try shape([(0, 70), (90, 75), (180, 70), (-90, 60)])),
            FenceDefinition(id: "south", shape: try shape([(0, -80), (120, -80), (-120, -80)])),
            FenceDefinition(id: "line", shape: try shape([(170, -10), (-170, -10), (-170, 10), (170, 10)])),
            FenceDefinition(id: "half", shape: try shape([(-90, -50), (0, -55), (90, -50), (90, 50), (0, 55), (-90, 50)])),
        ])
        func ids(_ x: Double, _ y: Double) -> [String] {
            GridPosition(longitude: x, latitude: y).map { index.idsAt(($0.longitude, $0.latitude)) } ?? ["?"]
        }
        for longitude in [-180.0, -179.9999999, -90, 0, 0.0000001, 90, 179.9999999, 180] {
            #expect(ids(longitude, 90) == ["north"])
            #expect(ids(longitude, 80) == ["north"])
            #expect(ids(longitude, -90) == ["south"])
            #expect(ids(longitude, -80) == ["south"])
            #expect(ids(longitude, -79.9999999).isEmpty)
        }
        #expect(ids(-90, 60) == ["north"] && ids(-90, 59.9999999).isEmpty)
        for longitude in [170.0, 175, 180, -180, -175, -170] {
            #expect(ids(longitude, 10) == ["line"] && ids(longitude, -10) == ["line"] && ids(longitude, 0) == ["line"])
            #expect(ids(longitude, 10.0000001).isEmpty)
        }
        #expect(ids(169.9999999, 0).isEmpty && ids(-169.9999999, 0).isEmpty)
        #expect(ids(0, 55) == ["half"] && ids(0, 55.0000001).isEmpty && ids(90, 50) == ["half"] && ids(45, 10) == ["half"])
    }

    @Test("long edges that cross each other everywhere take memory within bounds, and the answers are right")
    func star() throws {
        var random = SeededRandomNumberGenerator(seed: 3)
        var naive: [BruteForceFence] = []
        var fences: [FenceDefinition] = []
        while fences.count < 80 {
            let corners = (0..<3).compactMap { _ in GridPosition(longitude: random.number(-80, 80), latitude: random.number(-80, 80)) }
            guard let shape = try? FenceShape(polygons: [[corners]]) else { continue }
            fences.append(FenceDefinition(id: String(1_000 + fences.count), shape: shape))
            naive.append(BruteForceFence([[corners]]))
        }
        let index = FenceIndex(fences)
        #expect(index.store.byteCount < 200_000_000)
        var found: [UInt32] = []
        for _ in 0..<300 {
            let (x, y) = (Int32(random.number(-9e8, 9e8)), Int32(random.number(-8e8, 8e8)))
            _ = index.query(longitude: x, latitude: y, into: &found)
            #expect(found == naive.indices.filter { naive[$0].holds(Int128(x), Int128(y)) }.map(UInt32.init))
        }
    }

    @Test("one, two and three threads build indexes that answer alike, of the same size", arguments: [1_000, 100_000] as [Int64])
    func threads(lattice: Int64) throws {
        var world = FenceWorld(seed: 77, lattice: lattice)
        let center = world.middle
        var fences: [FenceDefinition] = []
        while fences.count < 300 {
            let x = center.x + Int64(world.random.index(below: 60)) * lattice
            let y = center.y + Int64(world.random.index(below: 60)) * lattice
            // Enough vertices for three threads.
            if let shape = try? FenceShape(polygons: [[world.ring(x: x, y: y, radius: 1_000, vertices: 550)]]) {
                fences.append(FenceDefinition(id: "f\(fences.count)", shape: shape))
            }
        }
        let indexes = try [1, 2, 3].map { try FenceIndex(fences, threadCount: $0) }
        for _ in 0..<400 {
            let x = center.x + Int64(world.random.number(-1_000, 1_000)) * lattice
            let y = center.y + Int64(world.random.number(-1_000, 1_000)) * lattice
            let place = (longitude: Int32(clamping: x), latitude: Int32(min(max(y, -900_000_000), 900_000_000)))
            let expected = indexes[0].idsAt(place)
            #expect(indexes[1].idsAt(place) == expected && indexes[2].idsAt(place) == expected)
        }
    }

    @Test("positions out of range are nowhere, and harmless")
    func outOfRange() throws {
        let index = FenceIndex([FenceDefinition(id: "a", shape: try shape([(170, 80), (-170, 80), (-170, 89), (170, 89)]))])
        var found: [UInt32] = []
        for x in [Int32.min, -1_800_000_001, 1_800_000_001, Int32.max] {
            for y in [Int32.min, -900_000_001, 900_000_001, Int32.max] { _ = index.query(longitude: x, latitude: y, into: &found) }
        }
    }
}
