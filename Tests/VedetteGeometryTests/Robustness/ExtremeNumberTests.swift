// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteGeometry

/// Numbers that are none, or beyond all maps, in every operation: each must come back, with something or nil.
@Suite("Extreme numbers")
struct ExtremeNumberTests {
    private static let numbers: [Double] = [
        .nan, .infinity, -.infinity, 1e308, -1e308, 1e200, 1e100, 5e-324, 1e17, -1e17, 1e9, 540, 180, -180, 90, -90, 89.9999999, 0, -0.0, 1,
    ]

    /// More of them by hand: `EXTREME_SCALE=100`.
    private static let scale = ProcessInfo.processInfo.environment["EXTREME_SCALE"].flatMap { Int($0) } ?? 1

    private static func geometry(_ random: inout SeededRandomNumberGenerator) -> Geometry {
        let reference: SpatialReference? = [nil, .wgs84, .webMercator][random.index(below: 3)]
        func number() -> Double {
            // Nearly all are as they should be in half of the shapes.
            numbers[random.index(below: numbers.count)]
        }
        let count = random.index(below: 7)
        var run = Coordinates()
        let isOdd = random.unit() < 0.5
        for _ in 0..<count {
            let (x, y) = isOdd || random.unit() < 0.1 ? (number(), number()) : (random.number(-180, 180), random.number(-90, 90))
            run.append(x: x, y: y, z: random.unit() < 0.2 ? number() : nil, m: random.unit() < 0.2 ? number() : nil)
        }
        switch random.index(below: 6) {
        case 0: return Point(x: number(), y: number(), z: number(), m: number(), spatialReference: reference)
        case 1: return Multipoint(coordinates: run, spatialReference: reference)
        case 2: return Polyline(lines: [run, run], spatialReference: reference)
        case 3: return Polygon(rings: [run], spatialReference: reference)
        case 4: return Polygon(polygons: [[run, run], [run]], spatialReference: reference)
        default:
            return Envelope(
                min: Point(x: number(), y: number(), spatialReference: reference),
                max: Point(x: number(), y: number(), spatialReference: reference))
        }
    }

    @Test("come back from every operation on one geometry", arguments: 0..<4)
    func single(part: Int) {
        var random = SeededRandomNumberGenerator(seed: UInt64(100 + part))
        for _ in 0..<(Self.scale * 40) {
            let geometry = Self.geometry(&random)
            let number = Self.numbers[random.index(below: Self.numbers.count)]
            let curve = GeodeticCurveType.allCases[random.index(below: 5)]
            _ = (GeometryEngine.length(of: geometry), GeometryEngine.area(of: geometry), GeometryEngine.isSimple(geometry))
            _ = (GeometryEngine.geodeticLength(of: geometry), GeometryEngine.geodeticArea(of: geometry), GeometryEngine.simplify(geometry))
            _ = (GeometryEngine.project(geometry, into: .wgs84), GeometryEngine.project(geometry, into: .webMercator))
            _ = (GeometryEngine.normalizeCentralMeridian(of: geometry), GeometryEngine.convexHull(for: geometry))
            _ = (GeometryEngine.boundary(of: geometry), GeometryEngine.centroid(of: geometry), GeometryEngine.labelPoint(for: geometry))
            _ = GeometryEngine.generalize(geometry, maxDeviation: number, removeDegenerateParts: random.unit() < 0.5)
            _ = GeometryEngine.buffer(around: geometry, distance: number)
            // Within reason, for time: millions of vertices are allowed.
            _ = GeometryEngine.densify(geometry, maxSegmentLength: abs(number) < 1e5 ? number - number : number)
            _ = GeometryEngine.geodeticDensify(geometry, maxSegmentLength: abs(number) < 1e5 ? 1_000_000 : number)
            _ = GeometryEngine.geodeticBuffer(
                around: geometry, distance: number, maxDeviation: max(1_000, abs(number) / 100), curveType: curve)
            _ = (try? geometry.toGeoJSON(), geometry.toJSON(), geometry.toWKT(), geometry.toWKB(), geometry.extent, geometry.hashValue)
            _ = GeometryEngine.combineExtents(of: [geometry])
            if let point = geometry as? Point {
                _ = GeometryEngine.geodeticMove([point], distance: number, azimuth: number)
                _ = GeometryEngine.geodeticDistance(from: point, to: point)
            }
        }
    }

    @Test("come back from every operation on two geometries")
    func pairs() {
        var random = SeededRandomNumberGenerator(seed: 200)
        for _ in 0..<(Self.scale * 300) {
            let (first, second) = (Self.geometry(&random), Self.geometry(&random))
            _ = (GeometryEngine.union(first, second), GeometryEngine.intersection(first, second), GeometryEngine.difference(first, second))
            _ = (GeometryEngine.symmetricDifference(first, second), GeometryEngine.intersections(first, second))
            _ = (GeometryEngine.clip(first, to: second.extent), GeometryEngine.distance(from: first, to: second))
            _ = (
                GeometryEngine.isGeometry(first, intersecting: second),
                GeometryEngine.isGeometry(first, relatedTo: second, byRelation: "T*F**F***")
            )
            _ = (GeometryEngine.isGeometry(first, equivalentTo: second), GeometryEngine.doesGeometry(first, cover: second))
            if let point = second as? Point {
                _ = (GeometryEngine.nearestCoordinate(in: first, to: point), GeometryEngine.nearestVertex(in: first, to: point))
            }
            _ = GeometryEngine.combineExtents(of: [first, second])
            _ = GeometryEngine.convexHull(for: [first, second], shouldMerge: true)
            _ = first == second
        }
    }
}
