// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteFences

@Suite("Edits of a fence index")
struct FenceIndexEditTests {
    @Test(
        "after random edits the answers are those of an index built anew",
        arguments: [
            (1, 1, nil), (2, 997, nil), (3, 50_000, nil), (4, 3_000_000, nil), (5, 400_000, 1_799_000_000), (6, 20, -1_800_000_000),
        ] as [(UInt64, Int64, Int64?)])
    func edits(seed: UInt64, lattice: Int64, x: Int64?) throws {
        var world = FenceWorld(seed: seed, lattice: lattice, middle: x.map { ($0, 123_456_789) })
        var shapes: [String: FenceShape] = [:]
        for number in 0..<25 { shapes["f\(number)"] = world.shape() }
        let index = FenceIndex(shapes.sorted { $0.key < $1.key }.map { FenceDefinition(id: $0.key, shape: $0.value) })
        for round in 0..<3 {
            for step in 0..<20 {
                let ids = shapes.keys.sorted()
                switch world.random.index(below: 3) {
                case 0:
                    let id = "n\(round * 20 + step)"
                    shapes[id] = world.shape()
                    if let shape = shapes[id] { try index.add(FenceDefinition(id: id, shape: shape)) }
                case 1 where ids.count > 2:
                    let id = ids[world.random.index(below: ids.count)]
                    if let number = index.number(of: id) { index.remove(number) }
                    shapes[id] = nil
                default:
                    let id = ids[world.random.index(below: ids.count)]
                    let shape = world.shape()
                    if let number = index.number(of: id) { try index.replace(number, with: shape) }
                    shapes[id] = shape
                }
            }
            let fresh = FenceIndex(shapes.map { FenceDefinition(id: $0.key, shape: $0.value) })
            #expect(index.count == shapes.count)
            #expect(index.numbers.filter(index.contains).map(index.id(of:)).sorted() == shapes.keys.sorted())
            var hits = 0
            for _ in 0..<120 {
                let place = world.place()
                let expected = fresh.idsAt(place)
                #expect(index.idsAt(place) == expected)
                hits += expected.count
                // The box is safe in the edited index as well.
                var found: [UInt32] = []
                let box = index.query(longitude: place.longitude, latitude: place.latitude, into: &found)
                #expect(index.idsAt((box.left, box.top)) == expected && index.idsAt((box.right, box.bottom)) == expected)
            }
            #expect(hits > 20)
        }
    }

    @Test("a number is not given again, an id may come back")
    func numbers() throws {
        var world = FenceWorld(seed: 9, lattice: 1_000)
        let (first, second) = (world.shape(), world.shape())
        let index = FenceIndex([FenceDefinition(id: "b", shape: first)])
        #expect(try index.add(FenceDefinition(id: "a", shape: second)) == 1)
        #expect(index.sortedByID([0, 1]) == [1, 0])
        index.remove(0)
        index.remove(0)
        #expect(index.number(of: "b") == nil && !index.contains(0) && index.count == 1)
        #expect(try index.add(FenceDefinition(id: "b", shape: first)) == 2)
        #expect(index.number(of: "b") == 2 && index.id(of: 2) == "b" && index.shape(of: 2) == first)
        #expect(index.number(of: "c") == nil)
    }

    @Test("memory that edits give up is used again")
    func memory() throws {
        var world = FenceWorld(seed: 10, lattice: 20_000)
        let index = FenceIndex((0..<40).map { FenceDefinition(id: "f\($0)", shape: world.shape()) })
        let shapes = (0..<8).map { _ in world.shape() }
        var sizes: [Int] = []
        for _ in 0..<5 {
            for _ in 0..<4 {
                for (number, shape) in shapes.enumerated() { try index.add(FenceDefinition(id: "g\(number)", shape: shape)) }
                for number in shapes.indices { if let fence = index.number(of: "g\(number)") { index.remove(fence) } }
            }
            sizes.append(index.store.byteCount)
        }
        #expect(sizes.last == sizes[2])
    }

    @Test("many fences with nearly the same border do not multiply each other's edges, edit by edit", arguments: [false, true])
    func nested(isBuilt: Bool) throws {
        func box(_ number: Int) throws -> FenceShape {
            let (low, high) = (Int64(100_000_000 + number), Int64(108_000_000 - number))
            return try FenceShape(polygons: [
                [
                    [(low, low), (high, low), (high, high), (low, high)].compactMap {
                        GridPosition(longitudeSteps: $0.0, latitudeSteps: $0.1)
                    }
                ]
            ])
        }
        var fences: [FenceDefinition] = []
        for number in 0..<60 { fences.append(FenceDefinition(id: "f\(100 + number)", shape: try box(3 * number))) }
        let index = FenceIndex(isBuilt ? fences : [])
        if !isBuilt { for fence in fences { try index.add(fence) } }
        var random = SeededRandomNumberGenerator(seed: 4)
        var most = 0
        for step in 0..<150 {
            let number = random.index(below: 60)
            let fence = try #require(index.number(of: fences[number].id))
            let shape = try box(random.index(below: 200))
            if step % 3 == 0 {
                index.remove(fence)
                most = max(most, index.touchedEdges)
                try index.add(FenceDefinition(id: fences[number].id, shape: shape))
            } else {
                try index.replace(fence, with: shape)
            }
            fences[number] = FenceDefinition(id: fences[number].id, shape: shape)
            most = max(most, index.touchedEdges)
        }
        // The boxes have 240 edges in all, of which leaves keep 16 times as many and 4,096 at first. An edit that moves a fence reads and writes that twice.
        #expect(most < (isBuilt ? (240 * 16 + 4_096) * 6 : 240 * 16 * 4))
        let fresh = FenceIndex(fences)
        for _ in 0..<200 {
            let place = (longitude: Int32(100_000_000 + random.index(below: 250)), latitude: Int32(104_000_000))
            #expect(index.idsAt(place) == fresh.idsAt(place))
        }
    }
}
