// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteLocation

@Suite("Simulated locations along a line")
struct SimulatedLocationsTests {
    private let noon = Date(timeIntervalSince1970: 1_777_636_800)

    private func line(_ positions: [(Double, Double)], _ reference: SpatialReference? = .wgs84) -> Polyline {
        Polyline(points: positions.map { Point(x: $0.0, y: $0.1, spatialReference: reference) }, spatialReference: reference)
    }

    private func along(_ line: Polyline, speed: Double) throws -> SimulatedLocations {
        try SimulatedLocations(along: line, parameters: SimulationParameters(startDate: noon, speed: speed))
    }

    private func inverse(_ first: Point, _ second: Point) -> (metres: Double, azimuth1: Double, azimuth2: Double) {
        Geodesic.inverse(from: (first.y, first.x), to: (second.y, second.x))
    }

    private func turn(_ first: Double, _ second: Double) -> Double {
        let difference = abs(first - second).truncatingRemainder(dividingBy: 360)
        return min(difference, 360 - difference)
    }

    /// The promise, by inverse geodesics alone: each point on its segment, the distances along the line, the course.
    private func check(_ positions: [(Double, Double)], speed: Double, _ comment: Comment) throws {
        let locations = try along(line(positions), speed: speed)
        let vertices = positions.map { Point(x: $0.0, y: $0.1, spatialReference: .wgs84) }
        var starts = [0.0]
        for (first, second) in zip(vertices, vertices.dropFirst()) { starts.append((starts.last ?? 0) + inverse(first, second).metres) }
        let length = starts.last ?? 0
        #expect(locations.count == Int((length + 1e-6) / speed) + 1, comment)
        var segment = 0
        for index in stride(from: 0, to: locations.count, by: max(1, locations.count / 200)) {
            let (location, distance) = (locations[index], Double(index) * speed)
            while segment + 2 < starts.count, starts[segment + 1] <= distance + 1e-6 { segment += 1 }
            let (start, end) = (vertices[segment], vertices[segment + 1])
            let (before, after) = (inverse(start, location.position), inverse(location.position, end))
            // On the line: the ways to both ends make up the segment.
            #expect(abs(before.metres + after.metres - (starts[segment + 1] - starts[segment])) < 1e-6, "\(comment), \(index)")
            #expect(abs(starts[segment] + before.metres - distance) < 1e-6, "\(comment), \(index)")
            // To 1 mm across, where the azimuths at the start tell it.
            if before.metres > 1 {
                let across = before.metres * turn(before.azimuth1, inverse(start, end).azimuth1) * .pi / 180
                #expect(across < 1e-3, "\(comment), \(index)")
            }
            if after.metres > 1 { #expect(turn(location.course, after.azimuth1) < 1e-6, "\(comment), \(index)") }
            if before.metres > 1 { #expect(turn(location.course, before.azimuth2) < 1e-6, "\(comment), \(index)") }
            #expect(location.speed == speed && location.timestamp == noon + Double(index) && !location.isLastKnown)
            #expect((0..<360).contains(location.course))
        }
    }

    @Test("points are on the line, speed × 1 s apart along it, with its azimuth: random lines")
    func randomLines() throws {
        var random = SeededRandomNumberGenerator(seed: 5)
        for round in 0..<150 {
            let size = [0.001, 0.1, 5, 60][round % 4]
            let (x, y) = (random.number(-180, 180), random.number(-80, 80))
            let positions = (0..<(2 + random.index(below: 6))).map { _ in
                (x + random.number(-size, size), max(-89.9, min(89.9, y + random.number(-size, size))))
            }
            try check(positions, speed: random.number(0.5, 40) * size, "line \(round)")
        }
    }

    @Test("over the antimeridian and over the poles")
    func edges() throws {
        try check([(179.99, 10), (-179.99, 10.01)], speed: 7, "antimeridian")
        try check([(179.99, 10), (180.01, 10.01)], speed: 7, "antimeridian, unwrapped")
        try check([(30, 89.99), (-150.001, 89.99)], speed: 7, "pole")
        try check([(0, -89), (0, -90), (77, -89)], speed: 100, "vertex on the pole")
        let over = try along(line([(179.99, 10), (180.01, 10)]), speed: 7)
        #expect(over.allSatisfy { abs($0.position.x) <= 180 } && over.contains { $0.position.x < 0 })
    }

    @Test("on short segments the azimuth at the place is that of the segment where it begins")
    func shortSegments() throws {
        // Along the equator and a meridian, both readings agree; elsewhere over less than 5 cm.
        for (end, azimuth) in [((0.01, 0.0), 90.0), ((0, 0.01), 0), ((-0.01, 0), 270), ((0, -0.01), 180)] {
            for location in try along(line([(0, 0), end]), speed: 3) { #expect(turn(location.course, azimuth) < 1e-6) }
        }
        let start = Point(latitude: 60, longitude: 10)
        let end = Geodesic.direct(from: (60, 10), azimuth: 77, metres: 0.05)
        let short = line([(start.x, start.y), (end.longitude, end.latitude)])
        let azimuth = inverse(start, Point(latitude: end.latitude, longitude: end.longitude)).azimuth1
        for location in try along(short, speed: 0.01) { #expect(turn(location.course, azimuth) < 1e-6) }
    }

    @Test("a step that turns a corner is measured along the line")
    func corners() throws {
        let corner = Geodesic.direct(from: (50, 8), azimuth: 90, metres: 15)
        let end = Geodesic.direct(from: (corner.latitude, corner.longitude), azimuth: 0, metres: 15)
        let locations = try along(
            line([(8, 50), (corner.longitude, corner.latitude), (end.longitude, end.latitude)]), speed: 10)
        #expect(locations.count == 4)
        let there = Point(latitude: corner.latitude, longitude: corner.longitude)
        #expect(abs(inverse(there, locations[1].position).metres - 5) < 1e-6)
        #expect(abs(inverse(there, locations[2].position).metres - 5) < 1e-6)
        #expect(turn(locations[1].course, 90) < 1e-3 && turn(locations[2].course, 0) < 1e-6)
        // At the corner itself it is the way that goes on.
        let exact = try along(line([(8, 50), (corner.longitude, corner.latitude), (end.longitude, end.latitude)]), speed: 15)
        #expect(exact.count == 3 && turn(exact[1].course, 0) < 1e-6 && turn(exact[2].course, 0) < 1e-6)
    }

    @Test("lines in other spatial references, whose positions stay in them")
    func spatialReferences() throws {
        let degrees = line([(-117.16, 32.71), (-117.15, 32.72), (-117.10, 32.70)])
        let expected = try along(degrees, speed: 20)
        // Web Mercator, California zone 6 in feet, UTM 11N.
        for wkid in [3857, 2230, 32611] as [Int] {
            let reference = try #require(SpatialReference(wkid: WKID(wkid) ?? .wgs84))
            let projected = try #require(GeometryEngine.project(degrees, into: reference))
            let locations = try along(projected, speed: 20)
            #expect(locations.count == expected.count)
            for (location, other) in zip(locations, expected) {
                #expect(location.position.spatialReference == reference)
                let back = try #require(GeometryEngine.project(location.position, into: .wgs84))
                #expect(inverse(back, other.position).metres < 1e-3 && turn(location.course, other.course) < 1e-5)
            }
        }
        let unsaid = try along(line([(-117.16, 32.71), (-117.15, 32.72), (-117.10, 32.70)], nil), speed: 20)
        #expect(unsaid.count == expected.count && unsaid[7].position == expected[7].position)
    }

    @Test("parts follow one another, each point on one of them")
    func parts() throws {
        func east(_ longitude: Double, _ metres: Double) -> Double {
            Geodesic.direct(from: (0, longitude), azimuth: 90, metres: metres).longitude
        }
        let parts = [
            Coordinates(x: [0, east(0, 25)], y: [0, 0]), Coordinates(x: [5], y: [5]), Coordinates(x: [1, east(1, 25)], y: [0, 0]),
        ]
        let locations = try along(Polyline(lines: parts, spatialReference: .wgs84), speed: 10)
        #expect(locations.count == 6)
        for (index, longitude) in [0, east(0, 10), east(0, 20), east(1, 5), east(1, 15), east(1, 25)].enumerated() {
            #expect(abs(locations[index].position.x - longitude) < 1e-12, "\(index)")
        }
    }

    @Test("heights are interpolated by distance; where one is missing there is none")
    func heights() throws {
        let ends = Geodesic.direct(from: (0, 0), azimuth: 90, metres: 100).longitude
        func heights(_ z: [Double]) throws -> [Double?] {
            let run = Coordinates(x: [0, ends], y: [0, 0], z: z)
            return try along(Polyline(lines: [run], spatialReference: .wgs84), speed: 25).map(\.position.z)
        }
        #expect(try heights([10, 50]).compactMap { $0 }.map { ($0 * 1e6).rounded() / 1e6 } == [10, 20, 30, 40, 50])
        #expect(try heights([10, .nan]) == [10, nil, nil, nil, nil])
    }

    @Test("lines of no length, and of nothing")
    func degenerate() throws {
        for positions in [[(7, 8)], [(7, 8), (7, 8)], [(7, 8), (367, 8)]] as [[(Double, Double)]] {
            let locations = try along(line(positions), speed: 10)
            #expect(locations.count == 1 && locations[0].position.x == 7 && locations[0].speed == 0 && locations[0].course.isNaN)
        }
        #expect(try along(Polyline(lines: [], spatialReference: .wgs84), speed: 10).isEmpty)
        #expect(try SimulatedLocations(atVerticesOf: Polyline(lines: [], spatialReference: nil)).isEmpty)
        // Vertices that are the same twice make no difference.
        let twice = try along(line([(0, 0), (0, 0), (0.001, 0), (0.001, 0), (0.002, 0)]), speed: 10)
        let once = try along(line([(0, 0), (0.001, 0), (0.002, 0)]), speed: 10)
        #expect(Array(twice) == Array(once))
        // A step longer than the line: its beginning.
        #expect(try along(line([(0, 0), (0.001, 0)]), speed: 1_000).count == 1)
    }

    @Test("speeds and lines of which nothing can be made are refused, with how to mend it")
    func refused() {
        for speed in [0, -1, .nan, .infinity, 1e-300] as [Double] {
            #expect(throws: LocationError.self, "\(speed)") { try along(line([(0, 0), (1, 0)]), speed: speed) }
        }
        #expect(throws: LocationError.self) { try along(line([(0, 0), (500_000, 4_000_000)], nil), speed: 1) }
        #expect(throws: LocationError.self) { try along(line([(0, 0), (.nan, 0)]), speed: 1) }
        #expect(throws: LocationError.self) { try along(line([(0, 0), (0, .infinity)]), speed: 1) }
        #expect(throws: LocationError.self) {
            try along(line([(0, 0), (1, 1)], SpatialReference(wkid: .wgs84, latestWKID: WKID(999_999))), speed: 1)
        }
    }

    @Test("a tiny speed takes no memory: locations are made when they are asked for")
    func tinySpeed() throws {
        let locations = try along(line([(0, 0), (10, 0)]), speed: 1e-6)
        #expect(locations.count > 1_000_000_000_000)
        let last = try #require(locations.last)
        #expect(abs(last.position.x - 10) < 1e-9 && turn(last.course, 90) < 1e-6)
    }

    @Test("one location a vertex: speed and course lead to the next one in a second")
    func vertices() throws {
        let steps = [(0.0, 0.0), (0.001, 0), (0.001, 0), (0.001, 0.002), (0.002, 0.002)]
        let locations = try SimulatedLocations(atVerticesOf: line(steps), startDate: noon)
        #expect(locations.count == 5)
        #expect(locations.map(\.timestamp) == (0..<5).map { noon + Double($0) })
        for (index, step) in steps.enumerated() { #expect(locations[index].position == Point(latitude: step.1, longitude: step.0)) }
        let speeds = [111.319490793, 0, 221.148551, 111.3194, 111.3194]
        for (location, speed) in zip(locations, speeds) { #expect(abs(location.speed - speed) < 1e-3) }
        for (location, course) in zip(locations, [90, 0, 0, 90, 90] as [Double]) { #expect(turn(location.course, course) < 1e-4) }
        #expect(locations[0].horizontalAccuracy == 0)
        let mercator = try #require(GeometryEngine.project(line(steps), into: .webMercator))
        let same = try SimulatedLocations(atVerticesOf: mercator)
        #expect(same[3].position.spatialReference == .webMercator && abs(same[3].speed - 111.3194) < 1e-3)
    }

    @Test("one location a vertex, of several parts: the last of a part has the motion that led to it")
    func verticesOfParts() throws {
        let parts = [Coordinates(x: [0, 0.001], y: [0, 0]), Coordinates(x: [1, 1], y: [0, 0.001]), Coordinates(x: [9], y: [9])]
        let locations = try SimulatedLocations(atVerticesOf: Polyline(lines: parts, spatialReference: .wgs84), startDate: noon)
        #expect(locations.map { $0.course.isNaN ? -1 : $0.course.rounded() } == [90, 90, 0, 0, -1])
        #expect(locations[4].speed == 0)
    }
}
