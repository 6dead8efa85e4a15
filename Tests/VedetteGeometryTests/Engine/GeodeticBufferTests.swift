// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteGeometry

@Suite("Geodetic buffers and the edge of the map")
struct GeodeticBufferTests {
    @Test(
        "a buffer holds exactly what is within the distance, up to its deviation",
        arguments: [
            (-112.0101, 33.4352, 24_140.16), (179.9, -17, 300_000), (0, 89.5, 200_000), (-120, -88, 900_000), (10, 60, 3_000_000),
            (25, 0, 1),
        ] as [(Double, Double, Double)])
    func discs(longitude: Double, latitude: Double, metres: Double) throws {
        let center = Point(latitude: latitude, longitude: longitude)
        let area = try #require(GeometryEngine.geodeticBuffer(around: center, distance: metres))
        #expect(GeometryEngine.isSimple(area) && area.extent.xMin >= -180 && area.extent.xMax <= 180)
        let deviation = max(metres / 10_000, 1e-3)
        var random = SeededRandomNumberGenerator(seed: 5)
        var insideCount = 0
        for _ in 0..<2_000 {
            let far = metres * 2 * random.unit()
            let place = try #require(GeometryEngine.geodeticMove([center], distance: far, azimuth: 360 * random.unit()).first)
            // What is nearer to the line than the deviation may be on either side.
            guard abs(far - metres) > 1.05 * deviation else { continue }
            let isInside = GeometryEngine.isGeometry(area, intersecting: place)
            #expect(isInside == (far < metres), "\(place) at \(far) m")
            if isInside { insideCount += 1 }
        }
        #expect(insideCount > 800)
        let disc = try #require(GeometryEngine.geodeticArea(of: area)).value
        #expect(metres > 2_000_000 || abs(disc / (.pi * metres * metres) - 1) < 0.01)
    }

    @Test("fifteen miles around Phoenix hold exactly the points within fifteen miles", arguments: [0.0001, .nan])
    func phoenix(maxDeviation: Double) throws {
        let center = Point(latitude: 33.4343, longitude: -112.0116)
        let area = try #require(
            GeometryEngine.geodeticBuffer(
                around: center, distance: 15, distanceUnit: .miles, maxDeviation: maxDeviation, curveType: .geodesic))
        // A ten-thousandth of the distance where nothing is said.
        let deviation = maxDeviation.isNaN ? 0.0015 : maxDeviation
        var random = SeededRandomNumberGenerator(seed: 15)
        var points: [Point] = []
        var miles: [Double] = []
        for _ in 0..<100_000 {
            let point = Point(latitude: 33.4343 + 0.5 * (random.unit() - 0.5), longitude: -112.0116 + 0.6 * (random.unit() - 0.5))
            points.append(point)
            miles.append(Geodesic.inverse(from: (33.4343, -112.0116), to: (point.y, point.x)).metres / 1_609.344)
        }
        let found = try #require(GeometryEngine.intersection(Multipoint(points: points), area)?.runs.first)
        let inside = Set((0..<found.count).map { SIMD2(found.x[$0], found.y[$0]) })
        var (wrongCount, closeCount) = (0, 0)
        for (point, far) in zip(points, miles) {
            if abs(far - 15) <= deviation {
                closeCount += 1
            } else if inside.contains(SIMD2(point.x, point.y)) != (far < 15) {
                wrongCount += 1
            }
        }
        #expect(wrongCount == 0 && closeCount < 100 && inside.count > 59_000)
        // One by one, as a query asks.
        for index in stride(from: 0, to: points.count, by: 200) where abs(miles[index] - 15) > deviation {
            #expect(GeometryEngine.isGeometry(points[index], within: area) == (miles[index] < 15))
        }
        print(
            "PHX: \(area.parts[0].pointCount) vertices, \(inside.count) of 100,000 inside, \(wrongCount) wrong, \(closeCount) within \(deviation) mi"
        )
    }

    @Test("several points, other maps, and what cannot be done")
    func others() throws {
        let pair = Multipoint(points: [Point(latitude: 0, longitude: 0), Point(latitude: 0, longitude: 0.1)])
        let both = try #require(GeometryEngine.geodeticBuffer(around: pair, distance: 10, distanceUnit: .kilometers))
        #expect(both.polygons.count == 1 && both.extent.width > 0.27)
        let map = try #require(GeometryEngine.project(Point(latitude: 33, longitude: -112), into: .webMercator))
        #expect(GeometryEngine.geodeticBuffer(around: map, distance: 5)?.spatialReference == .webMercator)
        let here = Point(latitude: 0, longitude: 0)
        #expect(GeometryEngine.geodeticBuffer(around: here, distance: 15_000_000) == nil)
        #expect(GeometryEngine.geodeticBuffer(around: here, distance: -1) == nil)
        #expect(GeometryEngine.geodeticBuffer(around: here, distance: .nan) == nil)
        #expect(GeometryEngine.geodeticBuffer(around: here, distance: 0)?.isEmpty == true)
    }

    @Test("what goes past the edge of the map is cut there")
    func meridian() throws {
        func normal(_ text: String, _ reference: SpatialReference = .wgs84) throws -> String? {
            GeometryEngine.normalizeCentralMeridian(of: try Geometry.fromWKT(text, spatialReference: reference))?.toWKT()
        }
        #expect(try normal("POINT Z (190 5 7)") == "POINT Z (-170 5 7)")
        #expect(try normal("POINT (180 5)") == "POINT (180 5)" && normal("POINT (-540 5)") == "POINT (-180 5)")
        #expect(try normal("LINESTRING (170 0, 190 10)") == "MULTILINESTRING ((170 0, 180 5), (-180 5, -170 10))")
        #expect(try normal("LINESTRING Z (1 0 1, 2 0 1)") == "LINESTRING Z (1 0 1, 2 0 1)")
        let area = GeometryEngine.normalizeCentralMeridian(
            of: Polygon(points: [(170, 0), (170, 10), (200, 10), (200, 0)].map { Point(x: $0.0, y: $0.1) }, spatialReference: .wgs84))
        #expect(area.map { GeometryEngine.area(of: $0) } == 300 && area?.extent.xMin == -180)
        #expect(try normal("POINT (20037509 0)", .webMercator)?.hasPrefix("POINT (-20037507.6") == true)
        #expect(try normal("LINESTRING (0 0, 1e9 0)") == nil)
        #expect(GeometryEngine.normalizeCentralMeridian(of: Point(x: 1, y: 1)) == nil)
    }
}
