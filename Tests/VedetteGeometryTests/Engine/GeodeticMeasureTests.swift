// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteGeometry

@Suite("Geodetic measures")
struct GeodeticMeasureTests {
    private func shape(_ text: String) throws -> Geometry { try Geometry.fromWKT(text, spatialReference: .wgs84) }

    @Test("lengths: a quarter of a meridian, in any unit, from any map")
    func lengths() throws {
        let meridian = try shape("LINESTRING (0 0, 0 90)")
        // The WGS 84 meridian quadrant: 10,001,965.729 m.
        let metres = try #require(GeometryEngine.geodeticLength(of: meridian)).value
        #expect(abs(metres - 10_001_965.729) < 0.001)
        let kilometres = try #require(GeometryEngine.geodeticLength(of: meridian, lengthUnit: .kilometers)).value
        #expect(abs(kilometres - metres / 1_000) < 1e-9)
        let short = try #require(GeometryEngine.project(try shape("LINESTRING (0 0, 0 1)"), into: .webMercator))
        let degree = try #require(GeometryEngine.geodeticLength(of: short)).value
        #expect(abs(degree - 110_574.389) < 0.001)
        #expect(GeometryEngine.geodeticLength(of: try shape("LINESTRING (0 0, 0 91)")) == nil)
        #expect(GeometryEngine.geodeticLength(of: try shape("POINT (0 0)"))?.value == 0)
    }

    @Test("areas: the octant of the Earth, across the antimeridian, round a pole, less holes")
    func areas() throws {
        // The WGS 84 ellipsoid has 510,065,621.724 km².
        let octant = try #require(GeometryEngine.geodeticArea(of: try shape("POLYGON ((0 0, 0 90, 90 0, 0 0))"), unit: .squareKilometers))
            .value
        #expect(abs(octant - 510_065_621.724 / 8) < 1)
        let plain = try #require(GeometryEngine.geodeticArea(of: try shape("POLYGON ((9 0, 9 2, 11 2, 11 0, 9 0))"))).value
        let across = try #require(GeometryEngine.geodeticArea(of: try shape("POLYGON ((179 0, 179 2, -179 2, -179 0, 179 0))"))).value
        #expect(abs(plain - across) < 1)
        let pole = try shape("POLYGON ((0 80, 90 80, 180 80, -90 80, 0 80))")
        let cap = try #require(GeometryEngine.geodeticArea(of: pole, unit: .squareKilometers)).value
        #expect(cap > 2_400_000 && cap < 3_900_000)
        let holed = try #require(
            GeometryEngine.geodeticArea(of: try shape("POLYGON ((9 0, 9 2, 11 2, 11 0, 9 0), (9.5 0.5, 10 0.5, 10 1, 9.5 1, 9.5 0.5))"))
        ).value
        let hole = try #require(GeometryEngine.geodeticArea(of: try shape("POLYGON ((9.5 0.5, 9.5 1, 10 1, 10 0.5, 9.5 0.5))"))).value
        #expect(abs(holed - (plain - hole)) < 1)
    }

    @Test("the edges of an envelope are parallels and meridians, all round the Earth if it says so")
    func envelopes() throws {
        func area(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> Double {
            let box = Envelope(xRange: west...east, yRange: south...north, spatialReference: .wgs84)
            return try #require(GeometryEngine.geodeticArea(of: box)).value
        }
        let earth = 510_065_621_724_088.5
        #expect(abs(try area(-180, -90, 180, 90) / earth - 1) < 1e-12)
        #expect(abs(try area(-180, 0, 180, 90) / earth - 0.5) < 1e-12)
        #expect(abs(try area(-100, -10, 100, 10) / (try area(0, -10, 20, 10)) - 10) < 1e-9)
        // Many short geodesics are nearly the parallel.
        let ring = (0...2_000).map { Point(x: Double($0) / 100, y: 50) } + (0...2_000).map { Point(x: 20 - Double($0) / 100, y: 40) }
        let polygon = Polygon(points: ring, spatialReference: .wgs84)
        #expect(abs(try #require(GeometryEngine.geodeticArea(of: polygon)).value / (try area(0, 40, 20, 50)) - 1) < 1e-6)
        let length = try #require(
            GeometryEngine.geodeticLength(of: Envelope(xRange: -180...180, yRange: 0...1, spatialReference: .wgs84))
        ).value
        let equator = 2 * Double.pi * 6_378_137
        #expect(length > 1.9 * equator && length < 2.02 * equator)
        let box = Envelope(xRange: -100...100, yRange: -10...10, spatialReference: .wgs84)
        let dense = try #require(GeometryEngine.geodeticDensify(box, maxSegmentLength: 50, lengthUnit: .kilometers))
        #expect(dense.extent.xMin == -100 && abs(dense.extent.xMax - 100) < 1e-9)
    }

    @Test("lines go on over the edge of the map, from map to map")
    func turns() throws {
        let line = try #require(try Geometry.fromWKT("LINESTRING (170 0, 190 0)", spatialReference: .wgs84) as? Polyline)
        let there = try #require(GeometryEngine.project(line, into: .webMercator))
        #expect(abs(there.extent.xMax - 190.0 / 180 * 20_037_508.342789244) < 1e-3)
        let back = try #require(GeometryEngine.project(there, into: .wgs84))
        #expect(abs(back.extent.xMax - 190) < 1e-9 && abs(back.extent.xMin - 170) < 1e-9)
        let east = Point(x: 175, y: 0, spatialReference: .wgs84)
        let box = Envelope(xRange: 170...190, yRange: -5...5, spatialReference: .wgs84)
        let mercator = try #require(GeometryEngine.project(east, into: .webMercator))
        #expect(GeometryEngine.isGeometry(mercator, intersecting: box))
        #expect(
            !GeometryEngine.isGeometry(
                try #require(GeometryEngine.project(Point(latitude: 0, longitude: 0), into: .webMercator)), intersecting: box))
    }

    @Test("a pole inside a polar map stays inside")
    func poles() throws {
        let polar = try #require(WKID(3413).map { SpatialReference(wkid: $0, latestWKID: nil) })
        let box = Envelope(xRange: -3e6...3e6, yRange: -3e6...3e6, spatialReference: polar)
        let placed = try #require(GeometryEngine.project(box, into: .wgs84))
        #expect(placed.yMax == 90 && placed.xMin == -180 && placed.xMax == 180 && placed.yMin < 55)
        let area = box.asMultipart
        for (place, isInside) in [((89.0, 0.0), true), ((90, 0), true), ((40, 0), false)] as [((Double, Double), Bool)] {
            let point = Point(latitude: place.0, longitude: place.1)
            #expect(GeometryEngine.isGeometry(point, intersecting: area) == isInside)
            #expect(GeometryEngine.isGeometry(area, intersecting: point) == isInside)
        }
    }

    @Test("a move arrives at the distance and in the direction asked for, and comes back")
    func moves() throws {
        let start = Point(x: -112.0101, y: 33.4352, z: 300, spatialReference: .wgs84)
        let there = try #require(GeometryEngine.geodeticMove([start], distance: 15, distanceUnit: .miles, azimuth: 60).first)
        #expect(there.z == 300 && there.spatialReference == .wgs84)
        let way = try #require(GeometryEngine.geodeticDistance(from: start, to: there, distanceUnit: .miles))
        #expect(abs(way.distance.value - 15) < 1e-9 && abs(way.azimuth1.value - 60) < 1e-9)
        let back = try #require(
            GeometryEngine.geodeticMove([there], distance: 15, distanceUnit: .miles, azimuth: way.azimuth2.value + 180).first)
        #expect(abs(back.x - start.x) < 1e-12 && abs(back.y - start.y) < 1e-12)
        let map = try #require(GeometryEngine.project(start, into: .webMercator))
        #expect(GeometryEngine.geodeticMove([map], distance: 1, azimuth: 0).first?.spatialReference == .webMercator)
        #expect(GeometryEngine.geodeticMove([start, Point(x: .nan, y: 0)], distance: 1, azimuth: 0).isEmpty)
        #expect(GeometryEngine.geodeticMove([start], distance: .infinity, azimuth: 0).isEmpty)
    }

    @Test("vertices are added along geodesics, on past the antimeridian")
    func density() throws {
        let line = try shape("LINESTRING (170 10, -170 10)")
        let dense = try #require(GeometryEngine.geodeticDensify(line, maxSegmentLength: 100, lengthUnit: .kilometers) as? Polyline)
        let points = dense.parts[0].points
        let length = try #require(GeometryEngine.geodeticLength(of: line)).value
        #expect(points.count == Int((length / 100_000).rounded(.up)) + 1)
        #expect(points.first?.x == 170 && points.last?.x == 190)
        for (before, after) in zip(points, points.dropFirst()) {
            #expect(after.x > before.x)
            let step = try #require(GeometryEngine.geodeticDistance(from: before, to: after)).distance.value
            #expect(abs(step - length / Double(points.count - 1)) < 1e-6)
        }
        // The shortest way bulges towards the pole.
        #expect(points[points.count / 2].y > 10.1)
        #expect(GeometryEngine.geodeticDensify(line, maxSegmentLength: 0) == nil)
    }
}
