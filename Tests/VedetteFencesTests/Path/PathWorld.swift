// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteFences

/// Random fences on a lattice, where everything degenerate happens: shared edges, spikes, touching vertices, holes that stick out.
struct PathWorld: CustomTestStringConvertible {
    var name: String
    /// The lattice: its point (0, 0), and the distance of its points in grid steps.
    var x: Int64
    var y: Int64
    var step: Int64
    /// Points to a side.
    var size: Int
    var fenceCount = 20
    var seed: UInt64 = 1
    /// A cap over the pole as well, with its border through the lattice.
    var hasCaps = false

    var testDescription: String { name }

    /// A position of the lattice; nil beyond the poles.
    func position(_ i: Int, _ j: Int) -> GridPosition? {
        var longitude = x + Int64(i) * step
        if longitude > 1_800_000_000 { longitude -= 3_600_000_000 }
        if longitude < -1_800_000_000 { longitude += 3_600_000_000 }
        return GridPosition(longitudeSteps: longitude, latitudeSteps: y + Int64(j) * step)
    }

    func randomPosition(_ random: inout SeededRandomNumberGenerator) -> GridPosition {
        while true {
            if let position = position(random.index(below: size), random.index(below: size)) { return position }
        }
    }

    private func ring(_ random: inout SeededRandomNumberGenerator) -> [GridPosition] {
        switch random.index(below: 4) {
        case 0:
            // A box, along the lattice.
            let (i, j) = (random.index(below: size - 1), random.index(below: size - 1))
            let (k, l) = (i + 1 + random.index(below: size - 1 - i), j + 1 + random.index(below: size - 1 - j))
            return [position(i, j), position(k, j), position(k, l), position(i, l)].compactMap(\.self)
        case 1:
            return (0..<3).map { _ in randomPosition(&random) }
        default:
            return (0..<4 + random.index(below: 5)).map { _ in randomPosition(&random) }
        }
    }

    private func cap(_ random: inout SeededRandomNumberGenerator) -> [GridPosition] {
        var vertices: [GridPosition] = []
        for corner in 0..<5 {
            let (i, j) = (random.index(below: size), random.index(below: size))
            guard let near = position(i, j) else { continue }
            let longitude = corner == 0 ? Int64(near.longitude) : Int64(near.longitude) + Int64(corner) * 720_000_000
            let wrapped = longitude > 1_800_000_000 ? longitude - 3_600_000_000 : longitude
            if let vertex = GridPosition(longitudeSteps: wrapped, latitudeSteps: Int64(near.latitude)) { vertices.append(vertex) }
        }
        return vertices
    }

    /// Fences whose rings do not cross themselves; ids whose order is not that in which they were made.
    func fences() -> [(id: String, polygons: [[[GridPosition]]])] {
        var random = SeededRandomNumberGenerator(seed: seed)
        var result: [(id: String, polygons: [[[GridPosition]]])] = []
        while result.count < fenceCount {
            var polygons: [[[GridPosition]]] = []
            for _ in 0...random.index(below: 3) {
                var rings: [[GridPosition]] = []
                let count = 1 + random.index(below: 4)
                while rings.count < count {
                    let candidate = hasCaps && rings.isEmpty && random.index(below: 3) == 0 ? cap(&random) : ring(&random)
                    if (try? FenceShape(polygons: [[candidate]])) != nil { rings.append(candidate) }
                }
                polygons.append(rings)
            }
            result.append(("\(random.index(below: 1_000_000))-\(result.count)", polygons))
        }
        return result
    }

    static func index(of fences: [(id: String, polygons: [[[GridPosition]]])]) throws -> FenceIndex {
        FenceIndex(try fences.map { FenceDefinition(id: $0.id, shape: try FenceShape(polygons: $0.polygons)) })
    }

    /// Cells' borders are at multiples of 4096 and more from 180° west and 90° south.
    static let all: [PathWorld] = [
        PathWorld(name: "tiny", x: 123_456_789, y: 345_678_901, step: 1, size: 5, seed: 11),
        PathWorld(name: "tiny, more", x: -123_456_789, y: -345_678_901, step: 3, size: 9, seed: 12),
        PathWorld(name: "a street", x: 100_000_000, y: 400_000_000, step: 997, size: 7, seed: 13),
        PathWorld(
            name: "on borders of the smallest cells", x: -1_800_000_000 + 4_096 * 300_000, y: -900_000_000 + 4_096 * 150_000, step: 4_096,
            size: 7, fenceCount: 40, seed: 14),
        PathWorld(
            name: "on borders of cells", x: -1_800_000_000 + 16_777_216 * 99 - 3 * 1_048_576,
            y: -900_000_000 + 16_777_216 * 60 - 3 * 1_048_576,
            step: 1_048_576, size: 7, fenceCount: 40, seed: 15),
        // Edges cut the corners of cells between the last place of the grid in a cell and the first of the next.
        PathWorld(
            name: "around a corner of the smallest cells", x: -1_800_000_000 + 4_096 * 300_001 - 3, y: -900_000_000 + 4_096 * 150_001 - 3,
            step: 1, size: 7, seed: 24),
        PathWorld(
            name: "around a corner of the largest cells", x: -1_800_000_000 + 16_777_216 * 99 - 6, y: -900_000_000 + 16_777_216 * 60 - 6,
            step: 2, size: 8, seed: 25),
        PathWorld(name: "a country", x: 20_000_000, y: 400_000_000, step: 8_388_607, size: 8, seed: 16),
        PathWorld(name: "antimeridian, tiny", x: 1_799_999_997, y: -100, step: 1, size: 7, seed: 17),
        PathWorld(name: "antimeridian", x: 1_790_000_000, y: 500_000_000, step: 2_500_000, size: 9, fenceCount: 30, seed: 18),
        PathWorld(name: "antimeridian, wide", x: 1_200_000_000, y: -500_000_000, step: 150_000_000, size: 9, fenceCount: 8, seed: 19),
        PathWorld(name: "north pole", x: -300_000, y: 899_400_000, step: 100_000, size: 7, fenceCount: 12, seed: 20, hasCaps: true),
        PathWorld(
            name: "south pole", x: 1_500_000_000, y: -900_000_000, step: 100_000_000, size: 7, fenceCount: 8, seed: 21, hasCaps: true),
        PathWorld(name: "the world", x: -1_800_000_000, y: -900_000_000, step: 300_000_000, size: 7, fenceCount: 6, seed: 22),
        PathWorld(
            name: "the world, from its middle", x: -900_000_000, y: -900_000_000, step: 225_000_000, size: 9, fenceCount: 6, seed: 23),
    ]
}
