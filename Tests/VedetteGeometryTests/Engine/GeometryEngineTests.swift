// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteGeometry

@Suite("Geometry engine")
struct GeometryEngineTests {
    private let square = Polygon(
        polygons: [[Coordinates(x: [0, 4, 4, 0], y: [0, 0, 4, 4]), Coordinates(x: [1, 2, 2, 1], y: [1, 1, 2, 2])]], spatialReference: .wgs84
    )

    @Test(
        "intersects counts boundaries and leaves out holes",
        arguments: [(0, 0, true), (4, 2, true), (3, 3, true), (1.5, 1.5, false), (1, 1.5, true), (5, 5, false)] as [(Double, Double, Bool)])
    func points(x: Double, y: Double, expected: Bool) {
        #expect(GeometryEngine.isGeometry(square, intersecting: Point(x: x, y: y, spatialReference: .wgs84)) == expected)
    }

    @Test("intersects takes every kind of geometry")
    func kinds() {
        let line = Polyline(points: [Point(x: -1, y: 3), Point(x: 5, y: 3)], spatialReference: .wgs84)
        let away = Envelope(xRange: 10...11, yRange: 0...1, spatialReference: .wgs84)
        #expect(GeometryEngine.isGeometry(square, intersecting: line))
        #expect(GeometryEngine.isGeometry(line, intersecting: square))
        #expect(
            GeometryEngine.isGeometry(
                square, intersecting: Multipoint(points: [Point(x: 9, y: 9), Point(x: 3, y: 3)], spatialReference: .wgs84)))
        #expect(!GeometryEngine.isGeometry(square, intersecting: away))
        #expect(GeometryEngine.isGeometry(away, intersecting: Envelope(xRange: 11...12, yRange: 1...2, spatialReference: .wgs84)))
        #expect(!GeometryEngine.isGeometry(square, intersecting: Point(x: .nan, y: 1, spatialReference: .wgs84)))
        #expect(!GeometryEngine.isGeometry(square, intersecting: Polygon(points: [], spatialReference: .wgs84)))
    }

    @Test("intersects projects what is in another spatial reference")
    func references() throws {
        let inside = try #require(GeometryEngine.project(Point(x: 3, y: 3, spatialReference: .wgs84), into: .webMercator))
        #expect(abs(inside.x - 333_958.47) < 0.01)
        #expect(GeometryEngine.isGeometry(square, intersecting: inside))
        let unknown: SpatialReference = SpatialReference(wkid: try #require(WKID(999_999)))
        #expect(!GeometryEngine.isGeometry(square, intersecting: Point(x: 3, y: 3, spatialReference: unknown)))
        #expect(GeometryEngine.project(Point(x: 3, y: 3), into: .wgs84) == nil)
        #expect(GeometryEngine.project(Point(x: 3, y: 95, spatialReference: .wgs84), into: .webMercator) == nil)
    }

    @Test("projection keeps heights and comes back")
    func projection() throws {
        let line = Polyline(points: [Point(x: -112, y: 33, z: 5, spatialReference: .wgs84), Point(x: -111, y: 34, z: 6)])
        let there = try #require(GeometryEngine.project(line, into: .webMercator))
        let back = try #require(GeometryEngine.project(there, into: .wgs84))
        #expect(back.parts[0].points.map(\.z) == [5, 6])
        for (point, original) in zip(back.parts[0].points, line.parts[0].points) {
            #expect(abs(point.x - original.x) < 1e-9 && abs(point.y - original.y) < 1e-9)
        }
    }

    @Test("geodetic distance from New York to Singapore")
    func distance() throws {
        // What PROJ's own geod program says for 40.6°N 73.8°W to 1.36°N 103.99°E.
        let result = try #require(
            GeometryEngine.geodeticDistance(from: Point(latitude: 40.6, longitude: -73.8), to: Point(latitude: 1.36, longitude: 103.99)))
        #expect(abs(result.distance.value - 15_352_044.6604) < 1e-4)
        #expect(abs(result.azimuth1.value - 3.278656977) < 1e-9)
        let kilometres = try #require(
            GeometryEngine.geodeticDistance(
                from: Point(latitude: 40.6, longitude: -73.8), to: Point(latitude: 1.36, longitude: 103.99), distanceUnit: .kilometers,
                azimuthUnit: .radians))
        #expect(abs(kilometres.distance.value - result.distance.value / 1_000) < 1e-6)
        #expect(abs(kilometres.azimuth1.value - result.azimuth1.value * .pi / 180) < 1e-9)
    }

    @Test("geodetic distance refuses what is no place")
    func noPlace() {
        let here = Point(latitude: 0, longitude: 0)
        #expect(GeometryEngine.geodeticDistance(from: here, to: Point(latitude: 91, longitude: 0)) == nil)
        #expect(GeometryEngine.geodeticDistance(from: here, to: Point(x: .nan, y: 0)) == nil)
        #expect(GeometryEngine.geodeticDistance(from: here, to: Point(x: .infinity, y: 0)) == nil)
    }

    @Test("works from many threads at once")
    func threads() async {
        let square = square
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let point = Point(x: Double(index % 8), y: 3, spatialReference: .wgs84)
                    let projected = GeometryEngine.project(point, into: .webMercator)
                    return GeometryEngine.isGeometry(square, intersecting: projected ?? point) == (index % 8 <= 4)
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
