// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteGeometry

@Suite("Geometry operations")
struct GeometryOperationTests {
    private func shape(_ text: String) throws -> Geometry { try Geometry.fromWKT(text) }

    private func square(_ x: Double, _ y: Double, _ size: Double) -> Envelope {
        Envelope(xRange: x...x + size, yRange: y...y + size)
    }

    /// A star-shaped ring that does not cross itself.
    private func star(_ random: inout SeededRandomNumberGenerator) -> Polygon {
        let (x, y) = (random.unit() * 10, random.unit() * 10)
        let count = 3 + random.index(below: 20)
        let points = (0..<count).map { index in
            let angle = 2 * Double.pi * (Double(index) + 0.9 * random.unit()) / Double(count)
            let radius = 1 + 4 * random.unit()
            return Point(x: x + radius * cos(angle), y: y + radius * sin(angle))
        }
        return Polygon(points: points)
    }

    @Test("areas put together and taken apart add up", arguments: [1, 2, 3, 4] as [UInt64])
    func overlay(seed: UInt64) throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        var metCount = 0
        for _ in 0..<100 {
            let (a, b) = (star(&random), star(&random))
            let areas = (GeometryEngine.area(of: a), GeometryEngine.area(of: b))
            let both = GeometryEngine.area(of: try #require(GeometryEngine.intersection(a, b)))
            let either = GeometryEngine.area(of: try #require(GeometryEngine.union(a, b)))
            let rest = GeometryEngine.area(of: try #require(GeometryEngine.difference(a, b)))
            let one = GeometryEngine.area(of: try #require(GeometryEngine.symmetricDifference(a, b)))
            if both > 0 { metCount += 1 }
            #expect(abs(either - (areas.0 + areas.1 - both)) < 1e-9)
            #expect(abs(rest - (areas.0 - both)) < 1e-9)
            #expect(abs(one - (either - both)) < 1e-9)
            #expect(GeometryEngine.isGeometry(a, intersecting: b) == !GeometryEngine.isGeometry(a, disjointWith: b))
        }
        #expect(metCount > 20)
    }

    @Test("an intersection has the lower dimension; intersections tell all of them")
    func dimensions() throws {
        let line = try shape("LINESTRING (-1 1, 5 1)")
        let area = square(0, 0, 2)
        #expect(GeometryEngine.intersection(line, area)?.toWKT() == "LINESTRING (0 1, 2 1)")
        #expect(GeometryEngine.intersection(area, line)?.toWKT() == "LINESTRING (0 1, 2 1)")
        let beside = square(2, 0, 2)
        let touch = try #require(GeometryEngine.intersection(area, beside))
        #expect(touch is Polygon && touch.isEmpty)
        let all = GeometryEngine.intersections(area, try shape("MULTIPOLYGON (((2 0, 2 1, 4 1, 4 0, 2 0)), ((1 1, 1 3, 3 3, 3 1.5, 1 1)))"))
        #expect(all.map(\.dimension) == [1, 2])
        #expect(GeometryEngine.intersections(area, square(2, 2, 1)).map { $0.toWKT() } == ["POINT (2 2)"])
        #expect(GeometryEngine.intersections(area, square(9, 9, 1)).isEmpty)
        #expect(GeometryEngine.union(area, line) == nil && GeometryEngine.symmetricDifference(area, line) == nil)
        #expect(GeometryEngine.union(of: [Geometry]()) == nil)
        #expect(
            GeometryEngine.union(of: [Point(x: 1, y: 2), Point(x: 1, y: 2), Point(x: 3, y: 4)])?.toWKT() == "MULTIPOINT ((1 2), (3 4))")
        #expect(GeometryEngine.clip(line, to: area)?.toWKT() == "LINESTRING (0 1, 2 1)")
    }

    @Test("what cannot be done is nil: other coordinates, rings that cross themselves, no number")
    func refusals() throws {
        let bow = try shape("POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
        #expect(GeometryEngine.intersection(bow, square(0, 0, 3)) == nil)
        #expect(!GeometryEngine.isSimple(bow))
        let mended = try #require(GeometryEngine.simplify(bow))
        #expect(GeometryEngine.isSimple(mended) && GeometryEngine.area(of: mended) == 8)
        let here = Point(x: 1, y: 1, spatialReference: .wgs84)
        let unknown: SpatialReference = SpatialReference(wkid: try #require(WKID(999_999)))
        #expect(GeometryEngine.union(here, Point(x: 1, y: 1, spatialReference: unknown)) == nil)
        #expect(GeometryEngine.buffer(around: here, distance: .nan) == nil)
        #expect(GeometryEngine.buffer(around: Point(x: .infinity, y: 0), distance: 1).map(\.isEmpty) != false)
        #expect(!GeometryEngine.isGeometry(here, relatedTo: here, byRelation: "nonsense!"))
        #expect(GeometryEngine.densify(square(0, 0, 1), maxSegmentLength: 0) == nil)
        #expect(GeometryEngine.densify(square(0, 0, 1), maxSegmentLength: 1e-300) == nil)
        #expect(GeometryEngine.generalize(bow, maxDeviation: -1) == nil)
        #expect(GeometryEngine.combineExtents(of: [Geometry]()) == nil)
    }

    @Test("a buffer is as far away as it should be, and shrinks areas")
    func buffers() throws {
        let circle = try #require(GeometryEngine.buffer(around: Point(x: 3, y: 4, spatialReference: .webMercator), distance: 10))
        #expect(circle.spatialReference == .webMercator)
        for point in circle.parts[0].points { #expect(abs(hypot(point.x - 3, point.y - 4) - 10) < 1e-9) }
        #expect(abs(GeometryEngine.area(of: circle) / (.pi * 100) - 1) < 0.001)
        let smaller = try #require(GeometryEngine.buffer(around: square(0, 0, 10), distance: -1))
        #expect(GeometryEngine.area(of: smaller) == 64)
        #expect(GeometryEngine.buffer(around: Point(x: 0, y: 0), distance: -1)?.isEmpty == true)
        let points = [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 10, y: 0)]
        #expect(
            GeometryEngine.buffer(around: points, distances: [1, 2], shouldUnion: false).map { ($0.extent.width / 2).rounded() } == [
                1, 2, 2,
            ])
        let united = GeometryEngine.buffer(around: points, distances: [1], shouldUnion: true)
        #expect(united.count == 1 && united[0].polygons.count == 2)
        #expect(GeometryEngine.buffer(around: points, distances: [], shouldUnion: true).isEmpty)
    }

    @Test("a hull holds everything, one around all or one around each")
    func hulls() throws {
        var random = SeededRandomNumberGenerator(seed: 9)
        let points = (0..<50).map { _ in Point(x: random.unit(), y: random.unit()) }
        let hull = try #require(GeometryEngine.convexHull(for: Multipoint(points: points)))
        for point in points { #expect(GeometryEngine.isGeometry(point, intersecting: hull)) }
        #expect(GeometryEngine.convexHull(for: Point(x: 1, y: 1))?.toWKT() == "POINT (1 1)")
        #expect(GeometryEngine.convexHull(for: try shape("MULTIPOINT (0 0, 1 1, 2 2)")) is Polyline)
        let merged = GeometryEngine.convexHull(for: [square(0, 0, 1), square(4, 0, 1)], shouldMerge: true)
        #expect(merged.map { GeometryEngine.area(of: $0) } == [5])
        #expect(GeometryEngine.convexHull(for: [square(0, 0, 1), square(4, 0, 1)], shouldMerge: false).count == 2)
    }

    @Test("lengths, areas and distances in the plane")
    func measures() throws {
        #expect(GeometryEngine.length(of: try shape("MULTILINESTRING ((0 0, 3 4), (0 0, 0 2, 2 2))")) == 9)
        let ring = try shape("POLYGON ((0 0, 0 10, 10 10, 10 0, 0 0), (2 2, 4 2, 4 4, 2 4, 2 2))")
        #expect(GeometryEngine.length(of: ring) == 48 && GeometryEngine.area(of: ring) == 96)
        #expect(GeometryEngine.length(of: square(0, 0, 3)) == 12 && GeometryEngine.area(of: square(0, 0, 3)) == 9)
        #expect(GeometryEngine.length(of: Point(x: 1, y: 1)) == 0)
        #expect(GeometryEngine.area(of: try shape("LINESTRING (0 0, 1 1)")) == 0)
        #expect(GeometryEngine.distance(from: square(0, 0, 1), to: square(4, 5, 1)) == 5)
        #expect(GeometryEngine.distance(from: square(0, 0, 1), to: Point(x: .nan, y: 0)) == nil)
        #expect(GeometryEngine.combineExtents(of: [square(0, 0, 1), Point(x: 5, y: -2), Polygon(points: [])])?.width == 5)
        let label = try #require(GeometryEngine.labelPoint(for: ring))
        #expect(GeometryEngine.isGeometry(label, within: ring))
    }

    @Test("the nearest place and the nearest vertex")
    func nearest() throws {
        let line = try shape("MULTILINESTRING ((0 0, 10 0), (0 5, 10 5, 10 9))")
        let place = try #require(GeometryEngine.nearestCoordinate(in: line, to: Point(x: 4, y: 4)))
        #expect(place.coordinate.toWKT() == "POINT (4 5)" && place.distance == 1 && place.partIndex == 1 && place.pointIndex == 0)
        let vertex = try #require(GeometryEngine.nearestVertex(in: line, to: Point(x: 9, y: 8)))
        #expect(vertex.coordinate.toWKT() == "POINT (10 9)" && vertex.partIndex == 1 && vertex.pointIndex == 2)
        let inside = try #require(GeometryEngine.nearestCoordinate(in: square(0, 0, 10), to: Point(x: 4, y: 1)))
        #expect(inside.distance == 0 && inside.coordinate.toWKT() == "POINT (4 1)")
        let hole = try shape("POLYGON ((0 0, 0 10, 10 10, 10 0, 0 0), (2 2, 8 2, 8 8, 2 8, 2 2))")
        #expect(GeometryEngine.nearestCoordinate(in: hole, to: Point(x: 3, y: 5))?.coordinate.toWKT() == "POINT (2 5)")
        #expect(GeometryEngine.nearestVertex(in: Polygon(points: []), to: Point(x: 0, y: 0)) == nil)
        var random = SeededRandomNumberGenerator(seed: 4)
        for _ in 0..<200 {
            let (area, point) = (star(&random), Point(x: random.unit() * 20 - 5, y: random.unit() * 20 - 5))
            let found = try #require(GeometryEngine.nearestCoordinate(in: area, to: point))
            let distance = try #require(GeometryEngine.distance(from: area, to: point))
            #expect(abs(found.distance - distance) < 1e-9)
        }
    }

    @Test("vertices are added evenly with their heights, and taken away again")
    func density() throws {
        let line = try shape("LINESTRING Z (0 0 0, 10 0 10, 10 1 12)")
        let dense = try #require(GeometryEngine.densify(line, maxSegmentLength: 4) as? Polyline)
        #expect(
            dense.toWKT()
                == "LINESTRING Z (0 0 0, 3.333333333333333 0 3.333333333333333, 6.666666666666666 0 6.666666666666666, 10 0 10, 10 1 12)")
        let ring = try #require(GeometryEngine.densify(square(0, 0, 4), maxSegmentLength: 1) as? Polygon)
        #expect(ring.parts[0].pointCount == 16 && GeometryEngine.area(of: ring) == 16)
        let plain = try #require(GeometryEngine.generalize(ring, maxDeviation: 0.01) as? Polygon)
        #expect(plain.parts[0].pointCount == 4 && GeometryEngine.area(of: plain) == 16)
        #expect(GeometryEngine.densify(Point(x: 1, y: 2), maxSegmentLength: 1)?.toWKT() == "POINT (1 2)")
    }
}
