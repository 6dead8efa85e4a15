// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteModel

@Suite("Spatial conditions")
struct SpatialConditionTests {
    private let square = Envelope(xRange: 0...10, yRange: 0...10)
    private func polygon(_ size: Double, at x: Double, _ y: Double) -> Polygon {
        Polygon(points: [Point(x: x, y: y), Point(x: x, y: y + size), Point(x: x + size, y: y + size), Point(x: x + size, y: y)])
    }

    @Test("each relationship is read from the query's geometry", arguments: SpatialRelationship.allCases)
    func relationships(_ relationship: SpatialRelationship) throws {
        let shapes: [(name: String, geometry: Geometry)] = [
            ("inside", polygon(2, at: 4, 4)), ("around", polygon(30, at: -10, -10)), ("beside", polygon(10, at: 10, 0)),
            ("over", polygon(10, at: 5, 5)), ("far", polygon(1, at: 50, 50)), ("same", polygon(10, at: 0, 0)),
            ("line", Polyline(points: [Point(x: -5, y: 5), Point(x: 15, y: 5)])), ("point", Point(x: 5, y: 5)),
            ("edge", Point(x: 10, y: 5)), ("empty", Point(x: .nan, y: .nan)),
            // Its box meets the square, it does not.
            ("corner", Polyline(points: [Point(x: 9, y: 14), Point(x: 14, y: 9)])),
        ]
        let condition = try SpatialCondition(square, relationship, in: nil)
        let matches = shapes.filter { condition.matches($0.geometry) }.map(\.name)
        let expected: [String] =
            switch relationship {
            case .intersects: ["inside", "around", "beside", "over", "same", "line", "point", "edge"]
            case .disjoint: ["far", "corner"]
            case .contains: ["inside", "same", "point"]
            case .within: ["around", "same"]
            case .touches: ["beside", "edge"]
            case .crosses: ["line"]
            case .overlaps: ["over"]
            case .equals: ["same"]
            case .envelopeIntersects, .indexIntersects:
                ["inside", "around", "beside", "over", "same", "line", "point", "edge", "corner"]
            }
        #expect(matches == expected)
    }

    @Test("points in a polygon with holes are found as GEOS finds them, on its boundary too")
    func polygons() throws {
        var random = SeededRandomNumberGenerator(seed: 3)
        func ring(_ radius: ClosedRange<Double>, _ count: Int) -> Coordinates {
            let angles = (0..<count).map { -Double($0) / Double(count) * 2 * .pi }
            let places = angles.map { angle in
                let radius = Double.random(in: radius, using: &random)
                return ((radius * cos(angle) * 8).rounded() / 8, (radius * sin(angle) * 8).rounded() / 8)
            }
            return Coordinates(x: places.map(\.0), y: places.map(\.1))
        }
        let area = Polygon(polygons: [[ring(20...40, 60), ring(5...10, 20)]], spatialReference: nil)
        for relationship in [SpatialRelationship.intersects, .contains, .disjoint] {
            let condition = try SpatialCondition(area, relationship, in: nil)
            var places = (0..<3_000).map { _ in
                // Steps of an eighth hit vertices and edges.
                Point(x: Double(Int.random(in: -330...330, using: &random)) / 8, y: Double(Int.random(in: -330...330, using: &random)) / 8)
            }
            places += area.parts.flatMap(\.points)
            for place in places {
                let expected =
                    switch relationship {
                    case .intersects: GeometryEngine.isGeometry(area, intersecting: place)
                    case .contains: GeometryEngine.doesGeometry(area, contain: place)
                    default: GeometryEngine.isGeometry(area, disjointWith: place)
                    }
                #expect(condition.matches(place) == expected, "\(place)")
            }
        }
    }

    @Test("an envelope without width is a line, one without either a point")
    func degenerate() throws {
        let line = try SpatialCondition(Envelope(xRange: 5...5, yRange: 0...10), .intersects, in: nil)
        #expect(line.matches(Point(x: 5, y: 5)))
        #expect(line.matches(Polyline(points: [Point(x: 0, y: 5), Point(x: 10, y: 5)])))
        #expect(!line.matches(Point(x: 6, y: 5)))
        let point = try SpatialCondition(Envelope(xRange: 5...5, yRange: 5...5), .intersects, in: nil)
        #expect(point.matches(polygon(2, at: 4, 4)))
    }

    @Test("an envelope of the whole world can be asked of Web Mercator")
    func world() throws {
        let world = Envelope(xRange: -180...180, yRange: -90...90, spatialReference: .wgs84)
        let condition = try SpatialCondition(world, .intersects, in: .webMercator)
        #expect(condition.matches(Point(x: 20_037_508, y: 19_000_000, spatialReference: .webMercator)))
    }

    @Test("the edges of an envelope bend where the projection bends them")
    func bending() throws {
        let utm: SpatialReference = SpatialReference(wkid: try #require(WKID(32633)))
        let band = Envelope(xRange: 9...21, yRange: 60...60.1, spatialReference: .wgs84)
        let condition = try SpatialCondition(band, .intersects, in: utm)
        // The 60th parallel sags between its ends: its middle, at 15° east, lies south of the straight line between them.
        let middle = try #require(GeometryEngine.project(Point(x: 15, y: 60.05, spatialReference: .wgs84), into: utm))
        #expect(condition.matches(middle))
        let beyond = try #require(GeometryEngine.project(Point(x: 15, y: 60.2, spatialReference: .wgs84), into: utm))
        #expect(!condition.matches(beyond))
    }

    @Test("a geometry that cannot be projected is told, not passed over")
    func unprojectable() throws {
        let nowhere: SpatialReference = SpatialReference(wkid: try #require(WKID(999_999)))
        #expect(throws: FeatureTableError.self) {
            _ = try SpatialCondition(Point(latitude: 1, longitude: 1), .intersects, in: nowhere)
        }
    }

    @Test("lines and areas in a polygon of many vertices are judged as GEOS judges them", arguments: SpatialRelationship.allCases)
    func quickAnswers(_ relationship: SpatialRelationship) throws {
        guard relationship != .envelopeIntersects, relationship != .indexIntersects else { return }
        var random = SeededRandomNumberGenerator(seed: 11)
        func star(_ radius: Double, _ count: Int, clockwise: Bool) -> Coordinates {
            let angles = (0..<count).map { Double($0) / Double(count) * 2 * .pi * (clockwise ? -1 : 1) }
            let radii = angles.map { _ in Double.random(in: radius / 2...radius, using: &random) }
            return Coordinates(x: zip(angles, radii).map { $1 * cos($0) }, y: zip(angles, radii).map { $1 * sin($0) })
        }
        let area = Polygon(rings: [star(40, 200, clockwise: true), star(10, 40, clockwise: false)], spatialReference: nil)
        let condition = try SpatialCondition(area, relationship, in: nil)
        for number in 0..<400 {
            let (x, y) = (Double.random(in: -45...45, using: &random), Double.random(in: -45...45, using: &random))
            let size = Double.random(in: 0.1...10, using: &random)
            let points = [Point(x: x, y: y), Point(x: x + size, y: y + size / 2), Point(x: x + size, y: y)]
            let other: Geometry =
                switch number % 4 {
                case 0: Polyline(points: points)
                case 1: Polygon(points: points)
                case 2: Multipoint(points: points)
                default: Envelope(xRange: x...x + size, yRange: y...y + size)
                }
            let expected =
                switch relationship {
                case .intersects: GeometryEngine.isGeometry(area, intersecting: other)
                case .disjoint: GeometryEngine.isGeometry(area, disjointWith: other)
                case .contains: GeometryEngine.doesGeometry(area, contain: other)
                case .within: GeometryEngine.isGeometry(area, within: other)
                case .touches: GeometryEngine.isGeometry(area, touching: other)
                case .crosses: GeometryEngine.isGeometry(area, crossing: other)
                case .overlaps: GeometryEngine.isGeometry(area, overlapping: other)
                default: GeometryEngine.isGeometry(area, equivalentTo: other)
                }
            #expect(condition.matches(other) == expected, "\(other)")
        }
    }

    @Test("a polygon of twenty thousand vertices is asked about twenty thousand points and lines in no time")
    func manyVertices() throws {
        var random = SeededRandomNumberGenerator(seed: 5)
        let angles = (0..<20_000).map { -Double($0) / 20_000 * 2 * .pi }
        let radii = angles.map { _ in Double.random(in: 0.99...1, using: &random) }
        let ring = Coordinates(x: zip(angles, radii).map { $1 * cos($0) }, y: zip(angles, radii).map { $1 * sin($0) })
        let condition = try SpatialCondition(Polygon(rings: [ring], spatialReference: nil), .intersects, in: nil)
        var count = 0
        let time = ContinuousClock().measure {
            for _ in 0..<20_000 {
                let (x, y) = (Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
                let isNear = (0.98...1.01).contains((x * x + y * y).squareRoot())
                if condition.matches(Point(x: x, y: y)) { count += 1 }
                // Near the boundary the engine may have to say.
                if !isNear { _ = condition.matches(Polyline(points: [Point(x: x, y: y), Point(x: x + 0.001, y: y)])) }
            }
        }
        #expect(abs(Double(count) / 20_000 * 4 - 0.99 * .pi) < 0.1 && time < .seconds(5), "\(count) \(time)")
    }

    @Test("a hole that comes before its outer ring is one, for points as for the engine")
    func holeFirst() throws {
        func ring(_ size: Double, clockwise: Bool) -> Coordinates {
            let x = [-size, -size, size, size]
            let y = [-size, size, size, -size]
            return clockwise ? Coordinates(x: x, y: y) : Coordinates(x: x.reversed(), y: y.reversed())
        }
        let area = Polygon(rings: [ring(1, clockwise: false), ring(3, clockwise: true)], spatialReference: nil)
        for relationship in [SpatialRelationship.intersects, .contains, .disjoint] {
            let condition = try SpatialCondition(area, relationship, in: nil)
            for x in stride(from: -4.0, through: 4, by: 0.5) {
                let place = Point(x: x, y: 0.25)
                let expected =
                    switch relationship {
                    case .intersects: GeometryEngine.isGeometry(area, intersecting: place)
                    case .contains: GeometryEngine.doesGeometry(area, contain: place)
                    default: GeometryEngine.isGeometry(area, disjointWith: place)
                    }
                #expect(condition.matches(place) == expected, "\(relationship) \(x)")
            }
        }
    }
}
