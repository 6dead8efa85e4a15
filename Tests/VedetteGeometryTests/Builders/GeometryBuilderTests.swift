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
}
