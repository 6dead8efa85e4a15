// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteGeometry

@Suite("Geometries")
struct GeometryTests {
    @Test("are equal by what they hold")
    func equality() {
        #expect(Point(latitude: 1, longitude: 2) == Point(x: 2, y: 1, spatialReference: .wgs84))
        #expect(Point(x: 1, y: 2) != Point(x: 1, y: 2, spatialReference: .wgs84))
        #expect(Point(x: 1, y: 2) as Geometry != Multipoint(points: [Point(x: 1, y: 2)]))
        #expect(Set([Point(x: 1, y: 2), Point(x: 1, y: 2), Point(x: 1, y: 3)]).count == 2)
        #expect(SpatialReference(wkid: .webMercator) == WKID(102_100).map { SpatialReference(wkid: $0, latestWKID: nil) })
    }

    @Test("know their extent, and when they have none")
    func extents() {
        let line = Polyline(points: [Point(x: 3, y: -1), Point(x: -2, y: 5)])
        #expect((line.extent.xMin, line.extent.yMin, line.extent.xMax, line.extent.yMax) == (-2, -1, 3, 5))
        #expect(Polyline(points: []).extent.isEmpty)
        #expect(Point(x: .nan, y: 1).isEmpty)
        #expect(Envelope(min: Point(x: .nan, y: 1), max: Point(x: 1, y: 1)).isEmpty)
        let box = Envelope(center: Point(x: 10, y: 20), width: 4, height: 6)
        #expect((box.width, box.height, box.center.x, box.center.y) == (4, 6, 10, 20))
    }

    @Test("rings close by themselves")
    func rings() {
        let corners = [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1)]
        #expect(Polygon(points: corners) == Polygon(points: corners + [corners[0]]))
        #expect(Polygon(points: corners).parts[0].pointCount == 3)
    }

    @Test("well-known ids are above zero")
    func identifiers() {
        #expect(WKID(0) == nil)
        #expect(WKID(rawValue: -4326) == nil)
        #expect(WKID(4326) == .wgs84)
    }

    @Test("snap to the grid, ties to even, and not outside the world")
    func grid() throws {
        #expect(
            GridPosition(longitude: -122.39063, latitude: 47.62897)
                == GridPosition(longitudeSteps: -1_223_906_300, latitudeSteps: 476_289_700))
        #expect(GridPosition(longitude: 180.00000004, latitude: 90)?.longitude == 1_800_000_000)
        for (longitude, latitude) in [(180.0000001, 0), (0, -90.0000001), (.nan, 0), (0, .infinity), (1e300, 0)] as [(Double, Double)] {
            #expect(GridPosition(longitude: longitude, latitude: latitude) == nil)
        }
        let position = try #require(GridPosition(longitude: -112.0101, latitude: 33.4352))
        #expect(position.point == Point(latitude: 33.4352, longitude: -112.0101))
    }

    @Test(
        "holes belong to the ring that they lie in, in whatever order rings come",
        arguments: [
            ("[[[2,2],[4,2],[4,4],[2,4],[2,2]],[[0,0],[0,10],[10,10],[10,0],[0,0]]]", [2]),
            (
                "[[[0,0],[0,10],[10,10],[10,0],[0,0]],[[20,0],[20,10],[30,10],[30,0],[20,0]],[[2,2],[4,2],[4,4],[2,4],[2,2]]]", [2, 1]
            ),
            // An island in a hole, and a hole in the island.
            (
                "[[[0,0],[0,20],[20,20],[20,0],[0,0]],[[5,5],[5,15],[15,15],[15,5],[5,5]],[[8,8],[10,8],[10,10],[8,10],[8,8]],"
                    + "[[2,2],[18,2],[18,18],[2,18],[2,2]]]", [2, 2]
            ),
        ])
    func holes(rings: String, counts: [Int]) throws {
        let polygon = try #require(try Geometry.fromJSON("{\"rings\":\(rings),\"spatialReference\":{\"wkid\":4326}}") as? Polygon)
        #expect(polygon.polygons.map(\.count) == counts)
        #expect(!GeometryEngine.isGeometry(Point(x: 3, y: 3, spatialReference: .wgs84), intersecting: polygon))
        #expect(GeometryEngine.isGeometry(Point(x: 1, y: 1, spatialReference: .wgs84), intersecting: polygon))
        let written = try Geometry.fromGeoJSON(try polygon.toGeoJSON())
        #expect(GeometryEngine.area(of: written) == GeometryEngine.area(of: polygon))
    }
}
