// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteFences

@Suite("Fence index")
struct FenceIndexTests {
    /// A random star-shaped ring on a lattice.
    private func ring(_ random: inout SeededRandomNumberGenerator, x: Int64, y: Int64, radius: Double, lattice: Int64) -> [GridPosition] {
        let angles = (0..<3 + random.index(below: 14)).map { _ in random.number(0, 2 * .pi) }.sorted()
        return angles.compactMap { angle in
            let reach = radius * random.number(0.3, 1)
            return GridPosition(
                longitudeSteps: x + Int64((reach * cos(angle)).rounded()) * lattice,
                latitudeSteps: y + Int64((reach * sin(angle)).rounded()) * lattice)
        }
    }

    @Test(
        "finds what brute force finds, and its safe boxes are safe",
        arguments: [(1, 1), (2, 1), (3, 997), (4, 50_000), (5, 3_000_000), (6, 1), (7, 20), (8, 400_000)] as [(UInt64, Int64)])
    func bruteForce(seed: UInt64, lattice: Int64) throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let middle = (x: Int64(random.number(-9e8, 9e8)), y: Int64(random.number(-3e8, 3e8)))
        var definitions: [FenceDefinition] = []
        var naive: [String: BruteForceFence] = [:]
        while definitions.count < 40 {
            var polygons: [[[GridPosition]]] = []
            for _ in 0...random.index(below: 2) {
                let (x, y) = (
                    middle.x + Int64(random.index(below: 60) - 30) * lattice, middle.y + Int64(random.index(below: 60) - 30) * lattice
                )
                let radius = random.number(2, 30)
                var rings = [ring(&random, x: x, y: y, radius: radius, lattice: lattice)]
                for _ in 0..<random.index(below: 3) { rings.append(ring(&random, x: x, y: y, radius: radius * 0.6, lattice: lattice)) }
                polygons.append(rings)
            }
            guard let shape = try? FenceShape(polygons: polygons) else { continue }
            let id = "f\(definitions.count)"
            definitions.append(FenceDefinition(id: id, shape: shape))
            naive[id] = BruteForceFence(polygons)
        }
        let index = FenceIndex(definitions)
        var found: [UInt32] = []
        var nearby: [UInt32] = []
        var hits = 0
        for step in 0..<3_000 {
            // Half of the places are on the lattice, where they meet vertices and edges.
            let spread = step % 2 == 0 ? lattice : 1
            let x = middle.x + Int64(random.number(-70, 70) * Double(lattice)) / spread * spread
            let y = middle.y + Int64(random.number(-70, 70) * Double(lattice)) / spread * spread
            let (longitude, latitude) = (Int32(x), Int32(y))
            let box = index.query(longitude: longitude, latitude: latitude, into: &found)
            let expected = index.ids.filter { naive[$0]?.holds(Int128(x), Int128(y)) == true }
            #expect(found.map { index.ids[Int($0)] } == expected)
            hits += expected.count
            #expect(box.contains(longitude, latitude))
            // A corner of the box has the same answer.
            let corner = (random.unit() < 0.5 ? box.left : box.right, random.unit() < 0.5 ? box.bottom : box.top)
            _ = index.query(longitude: corner.0, latitude: corner.1, into: &nearby)
            #expect(nearby == found)
        }
        #expect(hits > 500)
    }

    @Test("fences are numbered by the code points of their ids")
    func order() throws {
        let shape = try FenceShape(polygons: [
            [[(0, 0), (10, 0), (10, 10)].compactMap { GridPosition(longitudeSteps: $0.0, latitudeSteps: $0.1) }]
        ])
        let ids = ["b", "a", "B", "10", "9", "é", "z", "a\u{301}", "\u{FF5E}", "😀", ""]
        let index = FenceIndex(ids.map { FenceDefinition(id: $0, shape: shape) })
        #expect(index.ids == ["", "10", "9", "B", "a", "a\u{301}", "b", "z", "é", "\u{FF5E}", "😀"])
        var found: [UInt32] = []
        _ = index.query(longitude: 5, latitude: 2, into: &found)
        #expect(found == Array(0..<11))
    }

    @Test("an empty index knows that nothing is anywhere")
    func empty() {
        let index = FenceIndex([])
        var found: [UInt32] = [1]
        for (longitude, latitude) in [(0, 0), (1_800_000_000, 900_000_000), (-1_800_000_000, -900_000_000)] as [(Int32, Int32)] {
            let box = index.query(longitude: longitude, latitude: latitude, into: &found)
            #expect(found.isEmpty)
            #expect(box.right - box.left > 1_000_000)
        }
    }

    @Test("a thousand fences of one shape, and one of a continent's size")
    func many() throws {
        let small = try FenceShape(polygons: [
            [[(0, 0), (10_000, 0), (10_000, 10_000), (0, 10_000)].compactMap { GridPosition(longitudeSteps: $0.0, latitudeSteps: $0.1) }]
        ])
        let large = try FenceShape(
            polygons: [[[(-60, -40), (70, -30), (60, 50), (-50, 40)].compactMap { GridPosition(longitude: $0.0, latitude: $0.1) }]])
        let index = FenceIndex(
            (0..<1_000).map { FenceDefinition(id: "s\($0)", shape: small) } + [FenceDefinition(id: "large", shape: large)])
        var found: [UInt32] = []
        _ = index.query(longitude: 5_000, latitude: 5_000, into: &found)
        #expect(found.count == 1_001)
        let box = index.query(longitude: 200_000_000, latitude: 100_000_000, into: &found)
        #expect(found.map { index.ids[Int($0)] } == ["large"])
        #expect(box.right - box.left > 10_000_000)
    }
}
