// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteFences

@Suite("Fence proximity")
struct FenceProximityTests {
    private typealias Place = EdgeDistances.Place

    private func snapped(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }

    private func turned(_ longitude: Double) -> Double { longitude - 360 * (longitude / 360).rounded() }

    private func relation(_ index: FenceIndex, _ place: Place, _ radius: Double) -> [FenceProximity] {
        var result: [FenceProximity] = []
        guard let position = GridPosition(longitude: turned(place.longitude), latitude: place.latitude) else { return [] }
        index.proximities(longitude: position.longitude, latitude: position.latitude, radius: radius, into: &result)
        return result
    }

    @Test("discs lie to fences as their distances say", arguments: [0, 40, -60, 70, 80, 88, 89.9] as [Double])
    func random(latitude: Double) throws {
        var random = SeededRandomNumberGenerator(seed: UInt64(abs(latitude) * 10) + 1)
        var outcomes = [0, 0, 0]
        for round in 0..<12 {
            let size = exp(random.number(log(5), log(round % 4 == 0 ? (latitude > 85 ? 100_000 : 1_000_000) : 30_000)))
            let middle = (longitude: round % 3 == 0 ? 180 : random.number(-170, 170), latitude: latitude)
            let scale: (Double, Double) = (min(1 / (111_320 * cos(latitude * .pi / 180)), 100 / size), 1 / 111_000)
            var definitions: [FenceDefinition] = []
            var fences: [(EdgeDistances, FenceIndex)] = []
            while definitions.count < 6 {
                let angles = (0..<3 + random.index(below: 10)).map { _ in random.number(0, 2 * .pi) }.sorted()
                let offset = (random.number(-1, 1) * size, random.number(-1, 1) * size)
                let ring = angles.map { angle -> Place in
                    let reach = size * random.number(0.3, 1)
                    let east = (reach * cos(angle) + offset.0) * scale.0
                    let north = (reach * sin(angle) + offset.1) * scale.1
                    return (snapped(turned(middle.longitude + east)), snapped(min(89.99, latitude + north)))
                }
                let polygon = Polygon(
                    polygons: [[Coordinates(x: ring.map(\.longitude), y: ring.map(\.latitude))]], spatialReference: .wgs84)
                guard let shape = try? FenceShape(polygon), shape.polygons[0][0].winding == 0 else { continue }
                let definition = FenceDefinition(id: "\(definitions.count)", shape: shape)
                definitions.append(definition)
                fences.append((EdgeDistances([ring], isClosed: true), FenceIndex([definition])))
            }
            let index = FenceIndex(definitions)
            for _ in 0..<8 {
                let (east, north) = (random.number(-2, 2) * size * scale.0, random.number(-2, 2) * size * scale.1)
                let place: Place = (snapped(turned(middle.longitude + east)), snapped(min(89.9999, latitude + north)))
                let distances = fences.map { $0.0.metres(from: place) }
                let isInside = fences.map { !relation($0.1, place, .nan).isEmpty }
                // Radii about the distances themselves, and some others.
                var radii: [Double] = [exp(random.number(0, log(size)))]
                for distance in distances {
                    let margin: Double = distance * 1e-6 + 1e-3
                    radii.append(distance + margin)
                    if distance > margin { radii.append(distance - margin) }
                }
                for radius in radii {
                    let found = relation(index, place, radius)
                    for number in fences.indices {
                        let isNear = distances[number] <= radius
                        let expected = isInside[number] ? (isNear ? 1 : 2) : isNear ? 1 : 0
                        let one = found.first { index.id(of: $0.fence) == "\(number)" }
                        let outcome = one.map { $0.isContained ? 2 : 1 } ?? 0
                        #expect(outcome == expected, "\(place), radius \(radius), distance \(distances[number]), round \(round)")
                        outcomes[expected] += 1
                    }
                }
            }
        }
        #expect(outcomes.allSatisfy { $0 > 50 })
    }

    @Test("a radius that is none makes a point of a disc", arguments: [0, -5, .nan] as [Double])
    func points(radius: Double) throws {
        let shape = try FenceShape(Envelope(xRange: 0...1, yRange: 0...1, spatialReference: .wgs84))
        let index = FenceIndex([FenceDefinition(id: "a", shape: shape)])
        #expect(relation(index, (1, 1), radius) == [FenceProximity(fence: 0, isContained: true)])
        #expect(relation(index, (1.0000001, 1), radius).isEmpty)
    }

    private func square(_ left: Double, _ bottom: Double, _ right: Double, _ top: Double) -> Coordinates {
        Coordinates(x: [left, right, right, left], y: [bottom, bottom, top, top])
    }

    @Test("edges within a fence of several polygons are no border")
    func setBorders() throws {
        func index(_ polygons: [[Coordinates]]) throws -> FenceIndex {
            let shape = try FenceShape(Polygon(polygons: polygons, spatialReference: .wgs84))
            return FenceIndex([FenceDefinition(id: "a", shape: shape)])
        }
        let inside = [FenceProximity(fence: 0, isContained: true)]
        let near = [FenceProximity(fence: 0, isContained: false)]
        // Two halves with an edge in common; two that overlap; a hole that is filled by another polygon.
        let halves = try index([[square(0, 0, 1, 2)], [square(1, 0, 2, 2)]])
        let overlap = try index([[square(0, 0, 1.2, 2)], [square(0.8, 0, 2, 2)]])
        let filled = try index([[square(0, 0, 2, 2), square(0.9, 0.9, 1.1, 1.1)], [square(0.8, 0.8, 1.2, 1.2)]])
        for fence in [halves, overlap, filled] {
            #expect(relation(fence, (1, 1), 100_000) == inside)
            #expect(relation(fence, (1, 1), 112_000) == near)
            #expect(relation(fence, (2.1, 1), 11_000).isEmpty)
            #expect(relation(fence, (2.1, 1), 11_200) == near)
        }
        // A hole that sticks out ends with its outer ring.
        let bitten = try index([[square(0, 0, 2, 2), square(1.5, 0.5, 3, 1.5)]])
        #expect(relation(bitten, (2.5, 1), 60_000).isEmpty)
        #expect(relation(bitten, (1, 1), 50_000) == inside)
        #expect(relation(bitten, (1, 1), 56_000) == near)
    }

    @Test("the antimeridian is no border of what goes on beyond it, nor a pole of what holds it")
    func seams() throws {
        func check(_ fence: Geometry, _ place: Place, contained radius: Double, not larger: Double) throws {
            let index = FenceIndex([FenceDefinition(id: "a", shape: try FenceShape(fence))])
            #expect(relation(index, place, radius) == [FenceProximity(fence: 0, isContained: true)])
            #expect(relation(index, place, larger) == [FenceProximity(fence: 0, isContained: false)])
        }
        try check(
            Polygon(polygons: [[square(170, 0, 180, 10)], [square(-180, 0, -170, 10)]], spatialReference: .wgs84), (180, 5),
            contained: 500_000, not: 560_000)
        // As RFC 7946 has it: along the edge of the map, closed over the pole.
        let cap = Coordinates(
            x: [-180, -90, 0, 90, 180, 180, 90, 0, -90, -180], y: [-70, -70, -70, -70, -70, -90, -90, -90, -90, -90])
        try check(
            Polygon(polygons: [[cap]], spatialReference: .wgs84), (179.9999, -89.9), contained: 2_200_000, not: 2_240_000)
        try check(
            Envelope(xRange: -180...180, yRange: 60...90, spatialReference: .wgs84), (0, 90), contained: 3_340_000, not: 3_360_000)
    }

    @Test("a disc over the pole meets what lies beyond it, and one of half the world all there is")
    func large() throws {
        var definitions: [FenceDefinition] = []
        for (number, longitude) in [0.0, 90, 180, -90].enumerated() {
            let shape = try FenceShape(Point(latitude: 88, longitude: longitude), bufferDistance: 1_000)
            definitions.append(FenceDefinition(id: "\(number)", shape: shape))
        }
        let index = FenceIndex(definitions)
        let beyond = Geodesic.inverse(from: (89, 0), to: (88, 180)).metres - 1_000
        #expect(!relation(index, (0, 89), beyond - 10).map { index.id(of: $0.fence) }.contains("2"))
        #expect(relation(index, (0, 89), beyond + 10).map { index.id(of: $0.fence) }.contains("2"))
        #expect(relation(index, (0, 89), beyond + 10).count == 4)
        for radius in [12_000_000, 25_000_000, 1e300, .infinity] as [Double] {
            #expect(relation(index, (0, -10), radius).count == (radius < 11_000_000 ? 0 : 4))
        }
    }
}
