// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteGeometry

@Suite("Geodetic buffers of lines and areas")
struct GeodeticShapeBufferTests {
    struct Sample: Sendable, CustomStringConvertible {
        var name: String
        var text: String
        var metres: Double
        var count = 60
        var description: String { "\(name), \(metres) m" }
    }

    static let samples = [
        Sample(name: "a bend near Phoenix", text: "LINESTRING (-112.0116 33.4343, -111.8 33.6, -111.7 33.2)", metres: 24_140.16),
        Sample(name: "a line that turns back", text: "LINESTRING (10 50, 11 50, 10 50.001)", metres: 5_000),
        Sample(name: "across the antimeridian", text: "LINESTRING (170 -10, -170 5, -175 8)", metres: 300_000),
        Sample(name: "over the north pole", text: "LINESTRING (0 85, 170 85)", metres: 200_000),
        Sample(name: "round the south pole", text: "LINESTRING (0 -80, 90 -80, 180 -80, -90 -80, 0 -80)", metres: 100_000),
        Sample(name: "from pole to pole", text: "LINESTRING (30 -88, 30 0, 30 88)", metres: 400_000),
        Sample(name: "a third of the Earth", text: "LINESTRING (-112 33, 103 1)", metres: 1_000_000),
        Sample(name: "two parts", text: "MULTILINESTRING ((0 0, 1 1), (1.5 0, 3 0.2, 3 1))", metres: 40_000),
        Sample(name: "a line without length", text: "LINESTRING (5 5, 5 5)", metres: 1_000),
        Sample(name: "a holed area", text: "POLYGON ((0 40, 0 44, 6 44, 6 40, 0 40), (2 41, 4 41, 4 43, 2 43, 2 41))", metres: 30_000),
        Sample(name: "a holed area", text: "POLYGON ((0 40, 0 44, 6 44, 6 40, 0 40), (2 41, 4 41, 4 43, 2 43, 2 41))", metres: -30_000),
        Sample(
            name: "two areas that grow together", text: "MULTIPOLYGON (((0 0, 0 1, 1 1, 1 0, 0 0)), ((1.2 0, 1.2 1, 2 1, 2 0, 1.2 0)))",
            metres: 20_000),
        Sample(name: "an area across the antimeridian", text: "POLYGON ((175 -5, 175 5, -175 5, -172 -5, 175 -5))", metres: 200_000),
        Sample(name: "an area across the antimeridian", text: "POLYGON ((175 -5, 175 5, -175 5, -172 -5, 175 -5))", metres: -200_000),
        Sample(
            name: "an area cut there",
            text: "MULTIPOLYGON (((175 -5, 175 5, 180 5, 180 -5, 175 -5)), ((-180 -5, -180 5, -175 5, -175 -5, -180 -5)))",
            metres: -200_000),
        Sample(name: "an area round the pole", text: "POLYGON ((0 75, 90 75, 180 75, -90 75, 0 75))", metres: 300_000),
        Sample(name: "an area round the pole", text: "POLYGON ((0 75, 90 75, 180 75, -90 75, 0 75))", metres: -300_000),
        Sample(name: "an area with a vertex at the pole", text: "POLYGON ((0 70, 0 90, 80 70, 0 70))", metres: -100_000),
        Sample(name: "an area with a vertex at the pole", text: "POLYGON ((0 -70, 80 -70, 0 -90, 0 -70))", metres: 100_000),
        Sample(name: "a large area", text: "POLYGON ((-60 -30, -60 40, 40 40, 40 -30, -60 -30))", metres: 1_500_000, count: 30),
    ]

    /// Random places near a shape are inside the buffer if and only if they are within the distance, but for those as near to its rim as
    /// it may deviate.
    static func check(_ buffer: Polygon, _ oracle: GeodeticBufferOracle, metres: Double, deviation: Double, count: Int) throws {
        var random = SeededRandomNumberGenerator(seed: 7)
        let area = try #require(GeometryEngine.project(buffer, into: .wgs84))
        var places: [(point: Point, off: Double)] = []
        for _ in 0..<count {
            let chain = oracle.chains[random.index(below: oracle.chains.count)]
            let index = random.index(below: chain.count - 1)
            let way = Geodesic.inverse(from: chain[index], to: chain[index + 1])
            let start = Geodesic.direct(from: chain[index], azimuth: way.azimuth1, metres: way.metres * random.unit())
            // Half of the places are near to where it matters.
            let far = abs(metres) * (random.unit() < 0.5 ? 2 * random.unit() : 1 + 0.02 * (random.unit() - 0.5))
            let place = Geodesic.direct(from: (start.latitude, start.longitude), azimuth: 360 * random.unit(), metres: far)
            let off = oracle.metres(from: (place.latitude, place.longitude)) - metres
            if abs(off) > deviation { places.append((Point(latitude: place.latitude, longitude: place.longitude), off)) }
        }
        let found = try #require(GeometryEngine.intersection(Multipoint(points: places.map(\.point)), area))
        let insiders = Set(found.runs.flatMap { run in (0..<run.count).map { SIMD2(run.x[$0], run.y[$0]) } })
        let (inside, decided) = (insiders.count, places.count)
        let wrong = places.filter { insiders.contains(SIMD2($0.point.x, $0.point.y)) != ($0.off < 0) }
        for place in wrong.prefix(3) { Issue.record("\(place.point) is \(place.off) m beyond the rim") }
        #expect(wrong.isEmpty && decided > count * 9 / 10 && inside > 0 && (inside < decided || count < 50))
    }

    private func oracle(_ geometry: Geometry) -> GeodeticBufferOracle {
        let isArea = geometry.dimension == 2
        let chains = geometry.runs.map { run in
            let chain = (0..<run.count).map { (latitude: run.y[$0], longitude: run.x[$0]) }
            return isArea ? chain + chain.prefix(1) : chain
        }
        return GeodeticBufferOracle(chains: chains, isArea: isArea)
    }

    @Test("hold exactly what is within the distance, up to their deviation", arguments: samples)
    func exact(sample: Sample) throws {
        var geometry = try Geometry.fromWKT(sample.text, spatialReference: .wgs84)
        let buffer = try GeometryEngine.geodeticallyBuffered(geometry, distance: sample.metres)
        #expect(GeometryEngine.isSimple(buffer) && buffer.extent.xMin >= -180 && buffer.extent.xMax <= 180)
        #expect(buffer.lines.count <= 3)
        // The edge between the parts of an area that is cut at the antimeridian is none of its rim.
        if sample.name == "an area cut there" {
            geometry = try Geometry.fromWKT("POLYGON ((175 -5, 175 5, 180 5, -175 5, -175 -5, 180 -5, 175 -5))")
        }
        try Self.check(
            buffer, oracle(geometry), metres: sample.metres, deviation: max(abs(sample.metres) / 10_000, 1e-3), count: sample.count)
    }

    @Test("follow each kind of curve", arguments: GeodeticCurveType.allCases)
    func curves(curve: GeodeticCurveType) throws {
        let text = "LINESTRING (-170 50, -130 58, -100 20)"
        let line = try Geometry.fromWKT(text, spatialReference: .wgs84)
        let buffer = try GeometryEngine.geodeticallyBuffered(line, distance: 50_000, maxDeviation: 20, curveType: curve)
        // The curves by their definitions, in steps of which each is nearly a geodesic.
        func place(_ start: (Double, Double), _ end: (Double, Double), _ share: Double) -> (latitude: Double, longitude: Double) {
            let ((x, y), (dx, dy)) = (start, (end.0 - start.0, end.1 - start.1))
            switch curve {
            case .shapePreserving: return (y + share * dy, x + share * dx)
            case .loxodrome:
                // Straight on the Mercator map of the ellipsoid, EPSG:3395.
                guard let map = WKID(3395).map({ SpatialReference(wkid: $0, latestWKID: nil) }),
                    let first = GeometryEngine.project(Point(x: x, y: y, spatialReference: .wgs84), into: map),
                    let last = GeometryEngine.project(Point(x: end.0, y: end.1, spatialReference: .wgs84), into: map),
                    let place = GeometryEngine.project(
                        Point(
                            x: first.x + share * (last.x - first.x), y: first.y + share * (last.y - first.y), spatialReference: map),
                        into: .wgs84)
                else { return (0, 0) }
                return (place.y, place.x)
            case .geodesic:
                let way = Geodesic.inverse(from: (y, x), to: (end.1, end.0))
                let place = Geodesic.direct(from: (y, x), azimuth: way.azimuth1, metres: way.metres * share)
                return (place.latitude, place.longitude)
            case .greatElliptic, .normalSection: return section((y, x), (end.1, end.0), share)
            }
        }
        /// A plane with a normal: the place on the ellipsoid, found by halving between the verticals that lie on both sides of the plane.
        func section(
            _ start: (latitude: Double, longitude: Double), _ end: (latitude: Double, longitude: Double), _ share: Double
        ) -> (latitude: Double, longitude: Double) {
            func cartesian(_ place: (latitude: Double, longitude: Double)) -> SIMD3<Double> {
                let (b, l, e2) = (place.latitude * .pi / 180, place.longitude * .pi / 180, 0.00669437999014)
                let n = 6_378_137 / (1 - e2 * sin(b) * sin(b)).squareRoot()
                return SIMD3(n * cos(b) * cos(l), n * cos(b) * sin(l), n * (1 - e2) * sin(b))
            }
            func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
                SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
            }
            let (first, last) = (cartesian(start), cartesian(end))
            let (b, l) = (start.latitude * .pi / 180, start.longitude * .pi / 180)
            let out = curve == .greatElliptic ? first : SIMD3(cos(b) * cos(l), cos(b) * sin(l), sin(b))
            let normal = cross(last - first, out)
            // The geodesic is near: look to both sides of it.
            let way = Geodesic.inverse(from: start, to: end)
            let foot = Geodesic.direct(from: start, azimuth: way.azimuth1, metres: way.metres * share)
            func beside(_ metres: Double) -> (latitude: Double, longitude: Double) {
                let place = Geodesic.direct(from: (foot.latitude, foot.longitude), azimuth: foot.azimuth + 90, metres: metres)
                return (place.latitude, place.longitude)
            }
            func height(_ metres: Double) -> Double { ((cartesian(beside(metres)) - first) * normal).sum() }
            var (low, high) = (-20_000.0, 20_000.0)
            for _ in 0..<36 {
                let middle = (low + high) / 2
                if (height(middle) < 0) == (height(low) < 0) { low = middle } else { high = middle }
            }
            return beside((low + high) / 2)
        }
        let run = line.runs[0]
        let chain =
            (0..<2).flatMap { edge in
                (0..<150).map { place((run.x[edge], run.y[edge]), (run.x[edge + 1], run.y[edge + 1]), Double($0) / 150) }
            } + [(run.y[2], run.x[2])]
        try Self.check(
            buffer, GeodeticBufferOracle(chains: [chain], isArea: false), metres: 50_000, deviation: 45, count: 16)
    }

    @Test("keep the shape that a long line has on its map, and come back on that map")
    func maps() throws {
        let wide = try Geometry.fromWKT("LINESTRING (-170 60, 170 60)", spatialReference: .wgs84)
        let kept = try GeometryEngine.geodeticallyBuffered(wide, distance: 100_000, curveType: .shapePreserving)
        #expect(GeometryEngine.isGeometry(kept, intersecting: Point(latitude: 60, longitude: 0)))
        #expect(!GeometryEngine.isGeometry(kept, intersecting: Point(latitude: 60, longitude: 180)))
        let short = try GeometryEngine.geodeticallyBuffered(wide, distance: 100_000)
        #expect(!GeometryEngine.isGeometry(short, intersecting: Point(latitude: 60, longitude: 0)))
        #expect(GeometryEngine.isGeometry(short, intersecting: Point(latitude: 60.1, longitude: 180)))
        let map = try #require(GeometryEngine.project(wide, into: .webMercator))
        let there = try GeometryEngine.geodeticallyBuffered(map, distance: 100_000, curveType: .shapePreserving)
        #expect(
            there.spatialReference == .webMercator && GeometryEngine.isGeometry(there, intersecting: Point(latitude: 60.5, longitude: 90)))
        #expect(!GeometryEngine.isGeometry(there, intersecting: Point(latitude: 61, longitude: 90)))
        // On the other map edges are as near to the true line as here.
        let place = Point(latitude: 65, longitude: 20)
        let mapped = try #require(GeometryEngine.project(place, into: .webMercator))
        let disc = try #require(GeometryEngine.geodeticBuffer(around: mapped, distance: 2_000_000, maxDeviation: 100))
        let dense = try #require(GeometryEngine.densify(disc, maxSegmentLength: 5_000) as? Polygon)
        for point in try #require(GeometryEngine.project(dense, into: .wgs84)).parts[0].points {
            let metres = try #require(GeometryEngine.geodeticDistance(from: place, to: point)).distance.value
            #expect(abs(metres - 2_000_000) <= 100)
        }
    }

    @Test("of envelopes, of all the world, of what goes round it")
    func wholes() throws {
        let band = Envelope(xRange: -180...180, yRange: -10...10, spatialReference: .wgs84)
        let wider = try GeometryEngine.geodeticallyBuffered(band, distance: 100_000, maxDeviation: 100)
        #expect(abs(wider.extent.yMax - 10.904) < 0.002 && abs(wider.extent.yMin + 10.904) < 0.002 && wider.extent.width == 360)
        #expect(abs(GeometryEngine.area(of: wider) - 360 * 2 * 10.904) < 2)
        let equator = try Geometry.fromWKT("LINESTRING (0 0, 90 0, 180 0, -90 0, 0 0)", spatialReference: .wgs84)
        let belt = try GeometryEngine.geodeticallyBuffered(equator, distance: 1_000, maxDeviation: 50)
        #expect(abs(GeometryEngine.area(of: belt) - 360 * 2 * 1 / 110.574) < 0.5)
        let box = Envelope(xRange: -20...20, yRange: 50...60, spatialReference: .wgs84)
        let grown = try GeometryEngine.geodeticallyBuffered(box, distance: 50_000)
        #expect(GeometryEngine.isGeometry(grown, intersecting: Point(latitude: 49.6, longitude: 0)))
        #expect(!GeometryEngine.isGeometry(grown, intersecting: Point(latitude: 49.5, longitude: 0)))
        #expect(!GeometryEngine.isGeometry(grown, intersecting: Point(latitude: 60.5, longitude: 0)))
        let world = Envelope(xRange: -180...180, yRange: -90...90, spatialReference: .wgs84)
        for metres in [100_000.0, -100_000] {
            #expect(try GeometryEngine.area(of: GeometryEngine.geodeticallyBuffered(world, distance: metres)) == 360 * 180)
        }
        let cap = Envelope(xRange: -180...180, yRange: 70...90, spatialReference: .wgs84)
        for (metres, latitude) in [(500_000.0, 65.52), (-500_000, 74.48)] {
            let buffer = try GeometryEngine.geodeticallyBuffered(cap, distance: metres)
            #expect(abs(buffer.extent.yMin - latitude) < 0.02 && buffer.extent.yMax == 90 && buffer.extent.width == 360)
        }
    }

    @Test("are refused where they cannot be right, with a reason")
    func refusals() throws {
        let line = try Geometry.fromWKT("LINESTRING (0 0, 1 1)", spatialReference: .wgs84)
        let unknown = try #require(line.with(WKID(999_999).map { SpatialReference(wkid: $0, latestWKID: nil) }))
        for (geometry, metres, code) in [
            (line, 10_000_000, .operationFailed), (line, -1, .operationFailed), (line, .nan, .operationFailed),
            (line, .infinity, .operationFailed), (unknown, 10, .unknownSpatialReference),
            (try Geometry.fromWKT("LINESTRING (0 0, 1 91)", spatialReference: .wgs84), 10, .invalidCoordinate),
            (try Geometry.fromWKT("LINESTRING (0 0, 1e300 0)", spatialReference: .wgs84), 10, .invalidCoordinate),
            (
                try Geometry.fromWKT("POLYGON ((-180 -10, -180 10, 180 10, 180 -10, -180 -10))", spatialReference: .wgs84), 10,
                .operationFailed
            ),
            (
                try Geometry.fromWKT("LINESTRING (0 60, 0 0, 90 0, 180 0, -90 0, 0 0, 0 -60)", spatialReference: .wgs84), 8_999_000,
                .operationFailed
            ),
        ] as [(Geometry, Double, GeometryError.Code)] {
            #expect { try GeometryEngine.geodeticallyBuffered(geometry, distance: metres) } throws: { ($0 as? GeometryError)?.code == code }
            #expect(GeometryEngine.geodeticBuffer(around: geometry, distance: metres) == nil)
        }
        let area = try #require(try Geometry.fromWKT("POLYGON ((0 0, 0 1, 1 1, 1 0, 0 0))", spatialReference: .webMercator) as? Polygon)
        #expect(try GeometryEngine.geodeticallyBuffered(area, distance: 0) == area)
        #expect(try GeometryEngine.geodeticallyBuffered(area, distance: -10).isEmpty)
        #expect(try GeometryEngine.geodeticallyBuffered(line, distance: 0).isEmpty)
        #expect(GeometryEngine.geodeticBuffer(around: [line, area], distances: [5], shouldUnion: false).count == 2)
    }

    @Test("of buffers are those of what these were made from", arguments: [(179.9, -17.0), (0, 89.5), (-100, -89)])
    func twice(longitude: Double, latitude: Double) throws {
        let center = Point(latitude: latitude, longitude: longitude)
        let disc = try GeometryEngine.geodeticallyBuffered(center, distance: 200_000, maxDeviation: 50)
        for metres in [50_000.0, -50_000] {
            // The edges of a buffer are straight on the map.
            let other = try GeometryEngine.geodeticallyBuffered(
                disc, distance: metres, maxDeviation: 50, curveType: .shapePreserving)
            let expected = try GeometryEngine.geodeticallyBuffered(center, distance: 200_000 + metres, maxDeviation: 50)
            let difference = try #require(GeometryEngine.symmetricDifference(other, expected))
            // A ring of 150 m, no more: nothing is left of the edge of the map.
            for run in difference.runs {
                for point in run.points(spatialReference: .wgs84) where abs(point.y) < 90 {
                    let far = try #require(GeometryEngine.geodeticDistance(from: center, to: point)).distance.value
                    #expect(abs(far - 200_000 - metres) < 150 || (abs(abs(point.x) - 180) < 1e-9 && far < 200_000 + metres))
                }
            }
            #expect(abs(GeometryEngine.area(of: other) / GeometryEngine.area(of: expected) - 1) < 1e-3)
        }
    }
}
