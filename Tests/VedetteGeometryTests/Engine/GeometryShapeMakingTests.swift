// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteGeometry

@Suite("Cuts, ellipses, heights")
struct GeometryShapeMakingTests {
    private func shape(_ text: String, _ reference: SpatialReference? = nil) throws -> Geometry {
        try Geometry.fromWKT(text, spatialReference: reference)
    }

    private func line(_ text: String) throws -> Polyline { try #require(try shape(text) as? Polyline) }

    @Test("a line cuts an area into what is left and right of it, and leaves the rest alone")
    func cutAreas() throws {
        let area = try shape("MULTIPOLYGON (((0 0, 0 10, 10 10, 10 0, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4)), ((20 0, 20 1, 21 1, 21 0, 20 0)))")
        let parts = GeometryEngine.cut(area, usingCutter: try line("LINESTRING (5 -1, 5 11)"))
        #expect(parts.count == 3 && parts.map { GeometryEngine.area(of: $0) } == [48, 48, 1])
        #expect(parts.map(\.extent.xMin) == [0, 5, 20])
        let back = GeometryEngine.cut(area, usingCutter: try line("LINESTRING (5 11, 5 -1)"))
        #expect(back.map(\.extent.xMin) == [5, 0, 20])
        // A comb: all that is left of the cutter is one geometry.
        let teeth = GeometryEngine.cut(
            try shape("POLYGON ((0 0, 0 4, 12 4, 12 0, 0 0))"), usingCutter: try line("LINESTRING (2 -1, 4 5, 6 -1, 8 5, 10 -1)"))
        #expect(teeth.count == 2 && (teeth[0] as? Polygon)?.polygons.count == 3 && (teeth[1] as? Polygon)?.polygons.count == 2)
        let box = Envelope(xRange: 0...2, yRange: 0...2)
        #expect(GeometryEngine.cut(box, usingCutter: try line("LINESTRING (-1 1, 3 1)")).map(\.extent.yMin) == [1, 0])
        for none in ["LINESTRING (30 0, 31 1)", "LINESTRING (1 1, 2 2)", "LINESTRING (-1 0, 0 0)", "LINESTRING EMPTY"] {
            #expect(GeometryEngine.cut(box, usingCutter: try line(none)).isEmpty)
        }
    }

    @Test("a line cuts a line")
    func cutLines() throws {
        let parts = GeometryEngine.cut(try shape("LINESTRING Z (0 0 0, 10 0 10)"), usingCutter: try line("LINESTRING (4 -1, 4 1)"))
        #expect(parts.map { $0.toWKT() } == ["LINESTRING Z (0 0 0, 4 0 4)", "LINESTRING Z (4 0 4, 10 0 10)"])
        #expect(GeometryEngine.cut(try shape("LINESTRING (0 0, 1 0)"), usingCutter: try line("LINESTRING (4 -1, 4 1)")).isEmpty)
        #expect(GeometryEngine.cut(try shape("POINT (0 0)"), usingCutter: try line("LINESTRING (4 -1, 4 1)")).isEmpty)
    }

    @Test("heights and measures are set or taken away for all positions")
    func heights() throws {
        let line = Polyline(points: [Point(x: 0, y: 0, z: 1, m: 2), Point(x: 1, y: 1, z: 3, m: 4)])
        let high: Polyline = GeometryEngine.makeGeometry(from: line, z: 9)
        #expect(high.parts[0].points.map(\.z) == [9, 9] && high.parts[0].points.map(\.m) == [2, 4])
        #expect(!GeometryEngine.makeGeometry(from: line, z: nil).hasZ && !GeometryEngine.makeGeometry(from: line, m: nil).hasM)
        #expect(GeometryEngine.makeGeometry(from: Point(x: 1, y: 2), z: 3, m: 4) == Point(x: 1, y: 2, z: 3, m: 4))
        #expect(GeometryEngine.makeGeometry(from: Envelope(xRange: 0...1, yRange: 0...1), z: 5).zRange == 5...5)
        #expect(GeometryEngine.makeGeometry(from: Polygon(rings: [], spatialReference: nil), z: 5).isEmpty)
    }

    @Test("overlays keep heights and find those of new vertices")
    func overlayHeights() throws {
        let line = try shape("LINESTRING Z (0 0 0, 10 0 100)")
        let clipped = try #require(GeometryEngine.clip(line, to: Envelope(xRange: 2...5, yRange: -1...1)))
        #expect(clipped.toWKT() == "LINESTRING Z (2 0 20, 5 0 50)")
        #expect(GeometryEngine.normalizeCentralMeridian(of: try shape("LINESTRING Z (170 0 0, 190 0 20)", .wgs84))?.hasZ == true)
        #expect(GeometryEngine.union(try shape("POINT Z (1 2 3)"), try shape("POINT (4 5)"))?.hasZ == true)
        #expect(GeometryEngine.union(try shape("POINT (1 2)"), try shape("POINT (4 5)"))?.hasZ == false)
    }

    @Test("boundaries, centres and coverings are those of OGC")
    func boundaries() throws {
        #expect(GeometryEngine.boundary(of: try shape("LINESTRING (0 0, 1 1, 2 0)"))?.toWKT() == "MULTIPOINT ((0 0), (2 0))")
        #expect(GeometryEngine.boundary(of: try shape("POINT (0 0)"))?.isEmpty == true)
        #expect(GeometryEngine.boundary(of: Envelope(xRange: 0...1, yRange: 0...1)) is Polyline)
        #expect(GeometryEngine.centroid(of: try shape("POLYGON ((0 0, 0 3, 3 0, 0 0))"))?.toWKT() == "POINT (1 1)")
        let area = try shape("POLYGON ((0 0, 0 3, 3 0, 0 0))")
        let corner = try shape("POINT (0 0)")
        #expect(GeometryEngine.doesGeometry(area, cover: corner) && !GeometryEngine.doesGeometry(area, contain: corner))
        #expect(GeometryEngine.isGeometry(corner, coveredBy: area))
    }

    @Test(
        "ellipses and sectors have their radius in each direction, round a pole too",
        arguments: [(-112.0, 33.0), (179.9, -20), (5, 89.9), (0, -90)])
    func ellipses(longitude: Double, latitude: Double) throws {
        let center = Point(latitude: latitude, longitude: longitude)
        let rim = try #require(
            GeometryEngine.geodesicEllipse(
                parameters: GeodesicEllipseParameters<Multipoint>(
                    axisDirection: 30, center: center, linearUnit: .kilometers, maxPointCount: 200, semiAxis1Length: 200,
                    semiAxis2Length: 100)))
        #expect(rim.points.count == 200)
        for point in rim.points {
            let way = try #require(GeometryEngine.geodeticDistance(from: center, to: point, distanceUnit: .kilometers))
            let off = (way.azimuth1.value - 30) * .pi / 180
            let (along, across) = (way.distance.value * cos(off) / 200, way.distance.value * sin(off) / 100)
            #expect(abs(latitude) == 90 || abs(along * along + across * across - 1) < 1e-9)
        }
        let disc = try #require(
            GeometryEngine.geodesicEllipse(
                parameters: GeodesicEllipseParameters<Polygon>(
                    center: center, maxPointCount: 1_000, semiAxis1Length: 50_000, semiAxis2Length: 50_000)))
        #expect(GeometryEngine.isGeometry(center, intersecting: disc) && disc.extent.xMin >= -180 && disc.extent.xMax <= 180)
        let area = try #require(GeometryEngine.geodeticArea(of: disc)).value
        // The area of what holds a pole is the one that is not reckoned from rings that run along the edge of the map.
        #expect(abs(latitude) > 89 || abs(area / (.pi * 2.5e9) - 1) < 1e-3)
        var parameters = GeodesicSectorParameters<Polyline>()
        (parameters.center, parameters.sectorAngle, parameters.startDirection) = (center, 90, 45)
        (parameters.semiAxis1Length, parameters.semiAxis2Length, parameters.linearUnit) = (10, 10, .miles)
        parameters.maxSegmentLength = 1
        let sector = try #require(GeometryEngine.geodesicSector(parameters: parameters))
        let length = try #require(GeometryEngine.geodeticLength(of: sector, lengthUnit: .miles)).value
        #expect(abs(length - (20 + .pi * 5)) < 0.05)
        parameters.center = nil
        #expect(GeometryEngine.geodesicSector(parameters: parameters) == nil)
    }
}
