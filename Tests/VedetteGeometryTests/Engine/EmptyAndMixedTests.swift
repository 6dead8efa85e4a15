// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteGeometry

@Suite("Empty geometries and mixed spatial references")
struct EmptyAndMixedTests {
    private static let empties: [Geometry] = [
        Point(x: .nan, y: .nan, spatialReference: .wgs84), Multipoint(points: [], spatialReference: .wgs84),
        Polyline(points: [], spatialReference: .wgs84), Polygon(rings: [], spatialReference: .wgs84),
        Envelope(min: Point(x: .nan, y: 0, spatialReference: .wgs84), max: Point(x: 1, y: 1)),
    ]

    @Test("nothing makes nothing, in every operation", arguments: empties)
    func empty(geometry: Geometry) throws {
        let box = Envelope(xRange: 0...1, yRange: 0...1, spatialReference: .wgs84)
        #expect(geometry.isEmpty && geometry.extent.isEmpty)
        #expect(GeometryEngine.length(of: geometry) == 0 && GeometryEngine.area(of: geometry) == 0)
        #expect(GeometryEngine.geodeticLength(of: geometry)?.value == 0 && GeometryEngine.geodeticArea(of: geometry)?.value == 0)
        for made in [
            GeometryEngine.project(geometry, into: .webMercator), GeometryEngine.normalizeCentralMeridian(of: geometry),
            GeometryEngine.buffer(around: geometry, distance: 1), GeometryEngine.geodeticBuffer(around: geometry, distance: 1),
            GeometryEngine.convexHull(for: geometry), GeometryEngine.simplify(geometry), GeometryEngine.boundary(of: geometry),
            GeometryEngine.generalize(geometry, maxDeviation: 1), GeometryEngine.densify(geometry, maxSegmentLength: 1),
            GeometryEngine.geodeticDensify(geometry, maxSegmentLength: 1), GeometryEngine.intersection(geometry, box),
            GeometryEngine.clip(geometry, to: box), GeometryEngine.difference(geometry, box), GeometryEngine.union(of: [geometry]),
            GeometryEngine.combineExtents(of: [geometry, geometry]), GeometryEngine.makeGeometry(from: geometry, z: 1),
        ] {
            #expect(made?.isEmpty == true)
            #expect(made?.spatialReference != nil)
        }
        #expect(GeometryEngine.labelPoint(for: geometry) == nil && GeometryEngine.centroid(of: geometry) == nil)
        #expect(GeometryEngine.distance(from: geometry, to: box) == nil && GeometryEngine.isSimple(geometry))
        #expect(!GeometryEngine.isGeometry(geometry, intersecting: box) && GeometryEngine.isGeometry(geometry, disjointWith: box))
        #expect(!GeometryEngine.isGeometry(geometry, within: box) && !GeometryEngine.doesGeometry(box, contain: geometry))
        #expect(GeometryEngine.nearestCoordinate(in: geometry, to: Point(x: 1, y: 2)) == nil)
        #expect(GeometryEngine.nearestVertex(in: box, to: Point(x: .nan, y: 2)) == nil)
        #expect(GeometryEngine.combineExtents(of: [geometry, box])?.xMax == 1)
        #expect(GeometryEngine.cut(geometry, usingCutter: Polyline(points: [Point(x: 0, y: 0), Point(x: 1, y: 1)])).isEmpty)
        #expect(try Geometry.fromGeoJSON(geometry.toGeoJSON()).isEmpty)
    }

    @Test("the second geometry is projected into the reference of the first")
    func mixed() throws {
        let box = Envelope(xRange: -112.2 ... -111.8, yRange: 33.2...33.6, spatialReference: .wgs84)
        let zone = try #require(WKID(32612).map { SpatialReference(wkid: $0, latestWKID: nil) })
        let place = Point(latitude: 33.4343, longitude: -112.0116)
        for reference in [SpatialReference.webMercator, zone] {
            let there = try #require(GeometryEngine.project(place, into: reference))
            #expect(GeometryEngine.isGeometry(there, within: box) && GeometryEngine.doesGeometry(box, contain: there))
            #expect(GeometryEngine.intersection(box, there)?.spatialReference == .wgs84)
            #expect(GeometryEngine.intersection(there, box)?.spatialReference == reference)
            #expect(GeometryEngine.distance(from: place, to: there).map { $0 < 1e-9 } == true)
            #expect(GeometryEngine.union(place, there)?.spatialReference == .wgs84)
            #expect(try #require(GeometryEngine.nearestCoordinate(in: box, to: there)).distance == 0)
            // Measures over the ellipsoid are the same from any map.
            let shape = try #require(GeometryEngine.project(box.asMultipart, into: reference))
            let (area, same) = (GeometryEngine.geodeticArea(of: shape)?.value, GeometryEngine.geodeticArea(of: box.asMultipart)?.value)
            #expect(abs(try #require(area) / (try #require(same)) - 1) < 1e-9)
            let far = Point(latitude: 34, longitude: -113)
            let ways = [place, there].map { GeometryEngine.geodeticDistance(from: $0, to: far)?.distance.value ?? 0 }
            #expect(abs(ways[0] - ways[1]) < 1e-6)
        }
        let unknown = Point(x: 1, y: 2, spatialReference: WKID(999_999).map { SpatialReference(wkid: $0, latestWKID: nil) })
        #expect(GeometryEngine.intersection(box, unknown) == nil && GeometryEngine.distance(from: box, to: unknown) == nil)
        #expect(!GeometryEngine.isGeometry(unknown, intersecting: box) && !GeometryEngine.isGeometry(unknown, disjointWith: box))
        // Without a reference coordinates are taken as they are.
        #expect(GeometryEngine.isGeometry(Point(x: -112, y: 33.4), within: box))
        #expect(GeometryEngine.geodeticDistance(from: Point(x: -112, y: 33.4), to: place) != nil)
    }
}
