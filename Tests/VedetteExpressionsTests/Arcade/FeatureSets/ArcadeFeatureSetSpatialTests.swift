// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteTesting
import VedetteValues

/// Spatial filters, and measures of whole feature sets.
@Suite struct ArcadeFeatureSetSpatialTests {
    typealias Cities = ArcadeCities

    static let alps = Envelope(xMin: 5, yMin: 45, xMax: 17, yMax: 49, spatialReference: .wgs84)

    @Test func eitherArgumentCanBeTheFeatures() throws {
        let expected = ["Wien", "Graz", "Bern"]
        let box = ArcadeValue.geometry(Self.alps)
        #expect(try Cities.names(Cities.call("Intersects", [Cities.features, box])) == expected)
        #expect(try Cities.names(Cities.call("Intersects", [box, Cities.features])) == expected)
        #expect(try Cities.names(Cities.call("Contains", [box, Cities.features])) == expected)
        #expect(try Cities.names(Cities.call("Within", [Cities.features, box])) == expected)
        #expect(try Cities.names(Cities.call("EnvelopeIntersects", [Cities.features, box])) == expected)
        #expect(try Cities.names(Cities.call("Within", [box, Cities.features])) == [])
    }

    @Test func aGeometryOfAnotherMapIsProjected() throws {
        let box = try #require(GeometryEngine.project(Self.alps, into: .webMercator))
        #expect(try Cities.names(Cities.call("Intersects", [Cities.features, .geometry(box)])) == ["Wien", "Graz", "Bern"])
    }

    @Test func aFeatureStandsForItsGeometry() throws {
        let feature = ArcadeFeature(row: ArcadeAttributesRow([], geometry: Self.alps))
        #expect(try Cities.names(Cities.call("Intersects", [.feature(feature), Cities.features])) == ["Wien", "Graz", "Bern"])
    }

    @Test func nothingLiesNowhere() throws {
        for nowhere in [ArcadeValue.null, .feature(ArcadeFeature(row: ArcadeAttributesRow([])))] {
            #expect(try Cities.names(Cities.call("Intersects", [Cities.features, nowhere])) == [])
        }
        #expect(throws: ArcadeFailure.self) { try Cities.call("Intersects", [Cities.features, .number(1)]) }
    }

    @Test(arguments: ArcadeSpatialRelation.allCases, 0..<4)
    func aFilterKeepsWhatTheRelationHoldsFor(relation: ArcadeSpatialRelation, seed: UInt64) throws {
        var generator = SeededRandomNumberGenerator(seed: seed)
        func box() -> Polygon {
            let (x, y) = (Double(Int.random(in: 0..<8, using: &generator)), Double(Int.random(in: 0..<8, using: &generator)))
            let (width, height) = (Double(Int.random(in: 1..<5, using: &generator)), Double(Int.random(in: 1..<5, using: &generator)))
            return Polygon(points: [
                Point(x: x, y: y), Point(x: x, y: y + height), Point(x: x + width, y: y + height), Point(x: x + width, y: y),
            ])
        }
        let shapes = (0..<60).map { _ in box() }
        let source = ArcadeRowsSource(
            shapes.enumerated().map { index, shape in
                ArcadeAttributesRow([(name: "name", value: .text("\(index)"))], geometry: shape)
            }, schema: ArcadeSchema(), spatialReference: nil)
        let other = box()
        let features = ArcadeValue.featureSet(ArcadeFeatureSet(source: source))
        func names(_ holds: (Polygon) -> Bool) -> [String] { shapes.indices.filter { holds(shapes[$0]) }.map { "\($0)" } }
        #expect(
            try Cities.names(Cities.call(relation.rawValue, [features, .geometry(other)]))
                == names { relation.isTrue($0, other) })
        #expect(
            try Cities.names(Cities.call(relation.rawValue, [.geometry(other), features]))
                == names { relation.isTrue(other, $0) })
    }

    @Test func aMeasureIsTheSumOfThose() throws {
        let measure: ArcadeFunctionDefinition.Body = { arguments, _ throws(ArcadeFailure) in
            guard case .geometry(let point as Point) = arguments[0] else { return .null }
            return .number(arguments.count > 1 ? 1 : point.x)
        }
        let sum = try ArcadeFeatureSetFunctions.measure(ArcadeArguments([Cities.features]), Cities.run(), by: measure)
        #expect(abs(sum.asNumber! - Cities.table.reduce(0) { $0 + $1.x }) < 1e-9)
        let count = try ArcadeFeatureSetFunctions.measure(ArcadeArguments([Cities.features, .text("feet")]), Cities.run(), by: measure)
        #expect(count.asNumber == 6)
    }
}

extension ArcadeSpatialRelation {
    /// Said by the geometry engine, straight.
    fileprivate func isTrue(_ first: Geometry, _ second: Geometry) -> Bool {
        switch self {
        case .intersects: GeometryEngine.isGeometry(first, intersecting: second)
        case .contains: GeometryEngine.doesGeometry(first, contain: second)
        case .within: GeometryEngine.isGeometry(first, within: second)
        case .crosses: GeometryEngine.isGeometry(first, crossing: second)
        case .touches: GeometryEngine.isGeometry(first, touching: second)
        case .overlaps: GeometryEngine.isGeometry(first, overlapping: second)
        case .envelopeIntersects: GeometryEngine.isGeometry(first.extent, intersecting: second.extent)
        }
    }
}
