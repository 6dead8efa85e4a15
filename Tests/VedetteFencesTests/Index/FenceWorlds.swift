// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteTesting

@testable import VedetteFences

/// Random fences for tests of the index and the tracks.
struct FenceWorld {
    var random: SeededRandomNumberGenerator
    let middle: (x: Int64, y: Int64)
    /// Vertices are multiples of it, from the middle.
    let lattice: Int64

    init(seed: UInt64, lattice: Int64, middle: (x: Int64, y: Int64)? = nil) {
        var random = SeededRandomNumberGenerator(seed: seed)
        let anywhere = (x: Int64(random.number(-9e8, 9e8)), y: Int64(random.number(-3e8, 3e8)))
        (self.random, self.lattice, self.middle) = (random, lattice, middle ?? anywhere)
    }

    /// A star around a lattice point, across the antimeridian too.
    mutating func ring(x: Int64, y: Int64, radius: Double, vertices: Int) -> [GridPosition] {
        let angles = (0..<vertices).map { _ in random.number(0, 2 * .pi) }.sorted()
        return angles.compactMap { angle in
            let reach = radius * random.number(0.3, 1)
            var longitude = x + Int64((reach * cos(angle)).rounded()) * lattice
            if longitude > FenceRing.worldRight { longitude -= FenceRing.worldWidth }
            if longitude < -FenceRing.worldRight { longitude += FenceRing.worldWidth }
            return GridPosition(longitudeSteps: longitude, latitudeSteps: y + Int64((reach * sin(angle)).rounded()) * lattice)
        }
    }

    mutating func polygons() -> [[[GridPosition]]] {
        var polygons: [[[GridPosition]]] = []
        for _ in 0...random.index(below: 2) {
            let x = middle.x + Int64(random.index(below: 60) - 30) * lattice
            let y = middle.y + Int64(random.index(below: 60) - 30) * lattice
            let radius = random.number(2, 30)
            var rings = [ring(x: x, y: y, radius: radius, vertices: 3 + random.index(below: 14))]
            for _ in 0..<random.index(below: 3) {
                rings.append(ring(x: x, y: y, radius: radius * 0.6, vertices: 3 + random.index(below: 9)))
            }
            polygons.append(rings)
        }
        return polygons
    }

    mutating func shape() -> FenceShape {
        while true {
            if let shape = try? FenceShape(polygons: polygons()) { return shape }
        }
    }

    /// A place near the fences, half of the time on the lattice, where it meets vertices and edges.
    mutating func place() -> (longitude: Int32, latitude: Int32) {
        let spread = random.unit() < 0.5 ? lattice : 1
        var x = middle.x + Int64(random.number(-70, 70) * Double(lattice)) / spread * spread
        let y = min(max(middle.y + Int64(random.number(-70, 70) * Double(lattice)) / spread * spread, -900_000_000), 900_000_000)
        if x > FenceRing.worldRight { x -= FenceRing.worldWidth }
        if x < -FenceRing.worldRight { x += FenceRing.worldWidth }
        return (Int32(x), Int32(y))
    }
}

extension FenceIndex {
    /// The ids of the fences at a place, in order.
    func idsAt(_ place: (longitude: Int32, latitude: Int32)) -> [String] {
        var found: [UInt32] = []
        _ = query(longitude: place.longitude, latitude: place.latitude, into: &found)
        return sortedByID(found).map(id(of:))
    }
}
