// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteFences

@Suite("Fence buffers")
struct FenceBufferTests {
    private typealias Place = EdgeDistances.Place

    private func turned(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }

    private func snapped(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }

    private func holds(_ index: FenceIndex, _ place: Place) -> Bool {
        guard let position = GridPosition(longitude: turned(place.longitude), latitude: place.latitude) else { return false }
        var found: [UInt32] = []
        _ = index.query(longitude: position.longitude, latitude: position.latitude, into: &found)
        return !found.isEmpty
    }

    private func index(_ geometry: Geometry, _ metres: Double) throws -> FenceIndex {
        FenceIndex([FenceDefinition(id: "fence", shape: try FenceShape(geometry, bufferDistance: metres))])
    }

    /// How far the outline may be from the true one.
    private func tolerance(_ metres: Double) -> Double { max(0.05, metres / 1_000) }

    private func outer(_ run: [Place]) throws -> FenceDefinition {
        FenceDefinition(id: "outer", shape: try FenceShape(geometry(0, [run])))
    }

    private func geometry(_ kind: Int, _ runs: [[Place]]) -> Geometry {
        let lines = runs.map { run in Coordinates(x: run.map(\.longitude), y: run.map(\.latitude)) }
        switch kind {
        case 0: return Polygon(polygons: [lines], spatialReference: .wgs84)
        case 1: return Polyline(lines: lines, spatialReference: .wgs84)
        default: return Multipoint(coordinates: lines[0], spatialReference: .wgs84)
        }
    }

    @Test(
        "a buffer holds what is near enough, and nothing else", arguments: [0, 35, -45, 60, 70, 80, 85.5, 89.9] as [Double])
    func randomFences(latitude: Double) throws {
        var random = SeededRandomNumberGenerator(seed: UInt64(abs(latitude) * 10))
        var (places, inside, fences) = (0, 0, 0)
        while fences < 16 {
            let size = exp(random.number(log(3), log(latitude > 89 ? 3_000 : fences % 6 == 0 ? 200_000 : 20_000)))
            let metres = exp(random.number(log(0.5), log(latitude > 89 ? 2_000 : fences % 6 == 0 ? 80_000 : 3_000)))
            let middle = (longitude: fences % 3 == 0 ? 179.9999 : random.number(-170, 170), latitude: latitude)
            let kind = fences % 4 == 1 ? 1 : fences % 8 == 3 ? 2 : 0
            let scale = (1 / (111_320 * cos(latitude * .pi / 180)), 1 / 111_000.0)
            func ring(_ size: Double) -> [Place] {
                let angles = (0..<3 + random.index(below: 12)).map { _ in random.number(0, 2 * .pi) }.sorted()
                return angles.map { angle in
                    let reach = size * random.number(0.3, 1)
                    return (
                        snapped(turned(middle.longitude + reach * cos(angle) * scale.0)),
                        snapped(middle.latitude + reach * sin(angle) * scale.1)
                    )
                }
            }
            let runs = kind == 0 && fences % 2 == 0 ? [ring(size), ring(size * 0.05)] : [ring(size)]
            let shape = geometry(kind, runs)
            guard let buffered = try? index(shape, metres) else { continue }
            // The distance is that to all edges: the hole must be inside.
            if runs.count > 1 {
                let around = FenceIndex([try outer(runs[0])])
                guard runs[1].allSatisfy({ holds(around, $0) }) else { continue }
            }
            fences += 1
            let plain = kind == 0 ? FenceIndex([FenceDefinition(id: "fence", shape: try FenceShape(shape))]) : nil
            let distances = EdgeDistances(kind == 2 ? runs[0].map { [$0] } : runs, isClosed: kind == 0)
            for _ in 0..<30 {
                let run = runs[random.index(below: runs.count)]
                let start = run[random.index(below: run.count)]
                let reach = metres + (random.unit() < 0.7 ? random.number(-3, 3) * tolerance(metres) : random.number(-1, 1) * metres)
                let end = Geodesic.direct(
                    from: (start.latitude, start.longitude), azimuth: random.number(0, 360), metres: max(0, reach))
                let place = (longitude: snapped(turned(end.longitude)), latitude: snapped(end.latitude))
                let distance = plain.map { holds($0, place) } == true ? 0 : distances.metres(from: place)
                if abs(distance - metres) <= tolerance(metres) { continue }
                places += 1
                if distance < metres { inside += 1 }
                #expect(
                    holds(buffered, place) == (distance < metres),
                    "\(place) is \(distance) m from fence \(fences) of kind \(kind), \(size) m large, buffer \(metres) m")
            }
        }
        #expect(places > 200 && inside > 50)
    }

    @Test("a point on a pole, a line through one and a fence round one")
    func poles() throws {
        let point = try index(Point(latitude: 90, longitude: 12), 5_000)
        let line = try index(
            // Straight in longitude and latitude: along one meridian to the pole, and from there along another.
            Polyline(points: [(89.99, 20), (90, 20), (90, -160), (89.98, -160)].map { Point(latitude: $0.0, longitude: $0.1) }),
            700)
        let ring = stride(from: -180.0, to: 180, by: 20).map { (longitude: $0, latitude: 89.9) }
        let cap = try index(geometry(0, [ring]), 1_000)
        let edges = EdgeDistances([ring], isClosed: true)
        var random = SeededRandomNumberGenerator(seed: 90)
        for _ in 0..<100 {
            let longitude = random.number(-180, 180)
            let near = (longitude: longitude, latitude: 90 - random.number(0, 0.1))
            let toPole = Geodesic.inverse(from: (near.latitude, near.longitude), to: (90, 0)).metres
            if abs(toPole - 5_000) > 5 { #expect(holds(point, near) == (toPole < 5_000)) }
            let way = EdgeDistances([[(20, 89.99), (20, 90)], [(-160, 90), (-160, 89.98)]], isClosed: false).metres(from: near)
            if abs(way - 700) > 0.7 { #expect(holds(line, near) == (way < 700), "\(near) is \(way) m off") }
            let far = (longitude: longitude, latitude: 89.9 - random.number(-0.002, 0.02))
            let distance = far.latitude >= 89.9 ? 0 : edges.metres(from: far)
            // Edges bulge away from the parallel on no side: they are parallels.
            if abs(distance - 1_000) > 1 { #expect(holds(cap, far) == (distance < 1_000), "\(far) is \(distance) m off") }
        }
        #expect(holds(cap, (0, 90)) && holds(point, (77, 90)) && holds(line, (-60, 90)))
    }

    @Test(
        "what goes round a pole and does not hold it",
        arguments: [(1_000, 1, 0, 1, -1), (1_000, -1, -180, 1, 1), (100_000, 1, 77, -1, 1), (100_000, -1, 0, -1, -1)]
            as [(metres: Double, sign: Double, start: Double, outerWay: Double, innerWay: Double)])
    func bands(metres: Double, sign: Double, start: Double, outerWay: Double, innerWay: Double) throws {
        func ring(_ latitude: Double, _ way: Double) -> [GridPosition] {
            (0..<8).compactMap { GridPosition(longitude: turned(start + way * Double($0) * 45), latitude: sign * latitude) }
        }
        let rings = [ring(70, outerWay), ring(85, innerWay)]
        let shape = try FenceShape(polygons: [rings], bufferDistance: metres, repairs: false)
        let fence = FenceIndex([FenceDefinition(id: "band", shape: shape)])
        // A degree is 111.55 km long at 70°, 111.69 km at 85°.
        let (wider, narrower) = (metres / 111_550, metres / 111_690)
        for longitude in [-180.0, -179.9, -90, 0, 0.1, 60, 180] {
            for (latitude, isInside) in [
                (90.0, false), (88, false), (85 + narrower * 1.01, false), (85 + narrower * 0.99, true), (80, true),
                (70 - wider * 0.99, true), (70 - wider * 1.01, false), (50, false),
            ] {
                #expect(holds(fence, (longitude, sign * latitude)) == isInside, "\(longitude), \(sign * latitude)")
            }
        }
        #expect(try FenceShape(polygons: [rings]).polygon.polygons.map(\.count) == [1])
    }

    @Test("holes shrink, and vanish where the buffer fills them")
    func holes() throws {
        func square(_ half: Double) -> [Place] { [(-half, -half), (half, -half), (half, half), (-half, half)] }
        let shape = geometry(0, [square(0.02), square(0.01)])
        let shrunk = try FenceShape(shape, bufferDistance: 1_000)
        #expect(shrunk.polygons.map(\.count) == [2])
        // A hole's corners stay corners: the places that are far enough from two edges.
        #expect(shrunk.polygons[0][1].count == 4)
        let filled = try FenceShape(shape, bufferDistance: 1_120)
        #expect(filled.polygons.map(\.count) == [1])
        #expect(holds(FenceIndex([FenceDefinition(id: "a", shape: filled)]), (0, 0)))
        #expect(!holds(FenceIndex([FenceDefinition(id: "a", shape: shrunk)]), (0, 0)))
    }

    @Test("buffers from below the grid to a thousand kilometres", arguments: [0, 45, 70, -80] as [Double])
    func sizes(latitude: Double) throws {
        let center = (longitude: 179.5, latitude: latitude)
        for metres in [0.0001, 0.01, 0.05, 1, 500, 50_000, 1_000_000] as [Double] {
            for kind in 0..<3 {
                let runs = kind == 2 ? [[center]] : [[center, (179.6, latitude + 0.01), (-179.9, latitude - 0.02)]]
                let distances = EdgeDistances(runs, isClosed: kind == 0)
                let buffered = try index(geometry(kind, runs), metres)
                for azimuth in stride(from: 5.0, to: 360, by: 60) {
                    for reach in [metres - 1.5 * tolerance(metres), metres + 1.5 * tolerance(metres)] where reach > 0 {
                        let end = Geodesic.direct(from: (center.latitude, center.longitude), azimuth: azimuth, metres: reach)
                        let distance = distances.metres(from: (snapped(end.longitude), snapped(end.latitude)))
                        // Inside the triangle the distance is none.
                        if kind == 0, reach < 50_000 || abs(distance - metres) <= tolerance(metres) { continue }
                        if abs(distance - metres) <= tolerance(metres) { continue }
                        #expect(
                            holds(buffered, (end.longitude, end.latitude)) == (distance < metres),
                            "\(metres) m, kind \(kind), azimuth \(azimuth), \(distance) m off")
                    }
                }
            }
        }
    }

    @Test("what is made is a clean outline that crosses the antimeridian in one piece")
    func outline() throws {
        let shape = try FenceShape(Point(latitude: 10, longitude: 180), bufferDistance: 100)
        #expect(shape.polygons.map(\.count) == [1])
        let onMap = shape.polygon
        #expect(onMap.polygons.count == 2)
        #expect(onMap.spatialReference == .wgs84)
        #expect(onMap.extent.xMin == -180 && onMap.extent.xMax == 180)
    }

    @Test("holes that stick out, and polygons that overlap, count as far as they are border")
    func unclean() throws {
        func box(_ left: Double, _ bottom: Double, _ right: Double, _ top: Double) -> Coordinates {
            Coordinates(x: [left, right, right, left], y: [bottom, bottom, top, top])
        }
        let bitten = Polygon(polygons: [[box(0, 0, 1, 1), box(0.8, 0.4, 3, 0.6)], [box(-1, 0, 0.2, 1)]], spatialReference: .wgs84)
        let fence = try index(bitten, 1_000)
        let places: [(Place, Bool)] = [
            ((2, 0.6), false), ((1.008, 0.7), true), ((0.82, 0.5), false), ((0.805, 0.5), true), ((0.1, 0.5), true),
        ]
        for (place, isInside) in places { #expect(holds(fence, place) == isInside, "\(place)") }
    }

    @Test("Web Mercator comes to the same as longitude and latitude")
    func projected() throws {
        let line = Polyline(points: [Point(latitude: 60, longitude: 10), Point(latitude: 60, longitude: 10.1)])
        let other = try #require(GeometryEngine.project(line, into: .webMercator))
        #expect(try FenceShape(other, bufferDistance: 200) == FenceShape(line, bufferDistance: 200))
    }

    @Test(
        "buffers that are none are refused",
        arguments: [
            (-1, .invalidBuffer), (.nan, .invalidBuffer), (.infinity, .invalidBuffer), (30_000_000, .bufferTooLarge),
            (1e300, .bufferTooLarge),
        ]
            as [(Double, FenceShapeError.Code)])
    func refused(metres: Double, code: FenceShapeError.Code) {
        let error = #expect(throws: FenceShapeError.self) {
            _ = try FenceShape(Point(latitude: 1, longitude: 2), bufferDistance: metres)
        }
        #expect(error?.code == code)
    }
}
