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
    func edits(seed: UInt64, lattice: Int64, x: Int64?) {
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
                    if let shape = shapes[id] { index.add(FenceDefinition(id: id, shape: shape)) }
                case 1 where ids.count > 2:
                    let id = ids[world.random.index(below: ids.count)]
                    if let number = index.number(of: id) { index.remove(number) }
                    shapes[id] = nil
                default:
                    let id = ids[world.random.index(below: ids.count)]
                    let shape = world.shape()
                    if let number = index.number(of: id) { index.replace(number, with: shape) }
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
        #expect(index.add(FenceDefinition(id: "a", shape: second)) == 1)
        #expect(index.sortedByID([0, 1]) == [1, 0])
        index.remove(0)
        index.remove(0)
        #expect(index.number(of: "b") == nil && !index.contains(0) && index.count == 1)
        #expect(index.add(FenceDefinition(id: "b", shape: first)) == 2)
        #expect(index.number(of: "b") == 2 && index.id(of: 2) == "b" && index.shape(of: 2) == first)
        #expect(index.number(of: "c") == nil)
    }

    @Test("memory that edits give up is used again")
    func memory() {
        var world = FenceWorld(seed: 10, lattice: 20_000)
        let index = FenceIndex((0..<40).map { FenceDefinition(id: "f\($0)", shape: world.shape()) })
        let shapes = (0..<8).map { _ in world.shape() }
        var sizes: [Int] = []
        for _ in 0..<5 {
            for _ in 0..<4 {
                for (number, shape) in shapes.enumerated() { index.add(FenceDefinition(id: "g\(number)", shape: shape)) }
                for number in shapes.indices { if let fence = index.number(of: "g\(number)") { index.remove(fence) } }
            }
            sizes.append(index.store.byteCount)
        }
        #expect(sizes.last == sizes[2])
    }
}
