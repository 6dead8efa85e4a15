// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteGeometry

@Suite("Geometry builders")
struct GeometryBuilderTests {
    @Test("lines grow point by point and part by part, and can be changed")
    func polylines() {
        let builder = PolylineBuilder(spatialReference: .wgs84)
        #expect(builder.isEmpty && builder.toGeometry().toWKT() == "LINESTRING EMPTY")
        builder.add(Point(x: 0, y: 0))
        builder.add(Point(x: 1, y: 1, z: 5))
        let early = builder.toGeometry()
        builder.addPart([Point(x: 5, y: 5)]).add(Point(x: 6, y: 6))
        builder.add(Point(x: 7, y: 7))
        #expect(early.parts.count == 1 && early.hasZ && early.spatialReference == .wgs84)
        let line = builder.toGeometry()
        #expect(line.parts.map(\.pointCount) == [2, 3] && builder.extent.xMax == 7)
        let again = PolylineBuilder(polyline: line)
        #expect(again.toGeometry() == line)
        again.parts[1].points.remove(at: 0)
        #expect(again.toGeometry().parts.map(\.pointCount) == [2, 2])
    }

    @Test("areas: one ring is an outer one, with more the way they run tells")
    func polygons() {
        let builder = PolygonBuilder(spatialReference: .webMercator)
        for (x, y) in [(0, 0), (4, 0), (4, 4), (0, 4)] as [(Double, Double)] { builder.add(Point(x: x, y: y)) }
        let area = builder.toGeometry()
        #expect(area.polygons.count == 1 && GeometryEngine.area(of: area) == 16 && area.parts[0].doubledSignedArea < 0)
        let again = PolygonBuilder(polygon: area)
        again.addPart([Point(x: 1, y: 1), Point(x: 2, y: 1), Point(x: 2, y: 2), Point(x: 1, y: 2)])
        #expect(GeometryEngine.area(of: again.toGeometry()) == 15 && again.toGeometry().polygons.count == 1)
    }

    @Test("multipoints and envelopes")
    func others() {
        let points = MultipointBuilder(multipoint: Multipoint(points: [Point(x: 1, y: 2)], spatialReference: .wgs84))
        points.add(Point(x: 3, y: 4))
        #expect(points.toGeometry().toWKT() == "MULTIPOINT ((1 2), (3 4))" && points.toGeometry().spatialReference == .wgs84)
        let box = EnvelopeBuilder(spatialReference: .wgs84)
        box.expand(by: 2)
        #expect(box.isEmpty && box.toGeometry().isEmpty)
        box.union(with: Point(x: 1, y: 2))
        box.union(with: Envelope(xRange: 3...5, yRange: 0...1))
        #expect(box.toGeometry() == Envelope(xRange: 1...5, yRange: 0...2, spatialReference: .wgs84))
        box.expand(by: 1.5)
        box.expand(by: -1)
        box.expand(by: .nan)
        #expect(box.toGeometry() == Envelope(xRange: 0...6, yRange: -0.5...2.5, spatialReference: .wgs84) && box.center.x == 3)
    }

    @Test("a collection of points gives its spatial reference to points and to what is made of them")
    func collections() {
        let collection = PointCollection(spatialReference: .wgs84)
        collection.add(Point(x: 0, y: 0))
        collection.add([Point(x: 0, y: 1, z: 2), Point(x: 1, y: 1, spatialReference: .wgs84)])
        collection.insert(Point(x: 9, y: 9), at: 50)
        #expect(collection.remove(at: 3)?.x == 9 && collection.remove(at: 3) == nil && collection.remove(at: -1) == nil)
        #expect(collection.count == 3 && collection.allSatisfy { $0.spatialReference == .wgs84 })
        #expect(Multipoint(points: collection).points.count == 3 && Multipoint(points: collection).spatialReference == .wgs84)
        #expect(Polyline(points: collection).hasZ && PolygonBuilder(points: collection).toGeometry() == Polygon(points: collection))
        #expect(MultipointBuilder(points: collection).toGeometry() == Multipoint(points: collection))
        #expect(PolylineBuilder(points: collection).toGeometry() == Polyline(points: collection))
        collection.removeAll()
        #expect(collection.isEmpty && Polygon(points: collection).spatialReference == .wgs84 && Polygon(points: collection).isEmpty)
        #expect(MutablePointCollection(points: [Point(latitude: 1, longitude: 2)]).spatialReference == .wgs84)
    }

    @Test("a point builder holds numbers until there is a point")
    func points() {
        let builder = PointBuilder(spatialReference: .wgs84)
        #expect(builder.isEmpty)
        (builder.x, builder.y, builder.z) = (1, 2, 3)
        builder.offset(byX: 1, y: -1)
        #expect(builder.toGeometry() == Point(x: 2, y: 1, z: 3, spatialReference: .wgs84))
        #expect(PointBuilder(point: builder.toGeometry()).extent.xMin == 2)
    }
}
