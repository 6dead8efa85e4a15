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
        #expect(GeometryEngine.geodeticArea(of: Envelope(xRange: 9...11, yRange: 0...2, spatialReference: .wgs84))?.value == plain)
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
