// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Brings areas from an azimuthal plane to the map of longitude and latitude, across its edge and round the poles.
///
/// On the map the longitudes of a ring run on past ±180°. A ring that has gone round a pole ends a turn away from where it began: it is
/// taken to hold the north pole. Whether a place is in the area follows from whether the south pole is, and from how many rings one
/// crosses on the way from there to the place: that is the exclusive or of the areas in the rings, and of the whole world if the south
/// pole is inside.
struct PlaneToMap {
    let plane: AzimuthalPlane
    /// How far an edge may be from the line that it stands for, in metres.
    let tolerance: Double
    var sampler = CurveSampler()

    private static let metresOfDegree = 111_320.0

    init(plane: AzimuthalPlane, tolerance: Double) {
        (self.plane, self.tolerance) = (plane, tolerance)
    }

    mutating func area(_ polygons: [[Coordinates]]) throws -> Polygon {
        var areas: [Polygon] = []
        for rings in polygons { areas.append(try area(rings)) }
        guard areas.count != 1 else { return areas[0] }
        return areas.isEmpty ? Polygon(rings: [], spatialReference: .wgs84) : try Self.made(GeometryEngine.union(of: areas as [Geometry]))
    }

    private mutating func area(_ rings: [Coordinates]) throws -> Polygon {
        var outlines: [Polygon] = []
        for ring in rings { outlines.append(try outline(ring)) }
        guard var area = outlines.first else { return Polygon(rings: [], spatialReference: .wgs84) }
        if outlines.count > 1 {
            let holes =
                outlines.count == 2 ? outlines[1] : try Self.made(GeometryEngine.union(of: outlines.dropFirst().map { $0 as Geometry }))
            area = try Self.made(GeometryEngine.symmetricDifference(area, holes))
        }
        return try holdsSouthPole(rings) ? Self.made(GeometryEngine.difference(Self.world, area)) : area
    }

    private static let world = Polygon(
        rings: [Coordinates(x: [-180, -180, 180, 180], y: [-90, 90, 90, -90])], spatialReference: .wgs84)

    private static func made(_ geometry: Geometry?) throws -> Polygon {
        guard let area = geometry as? Polygon else {
            throw GeometryError(.operationFailed, "the parts of the area could not be put together on the map")
        }
        return area
    }

    private func holdsSouthPole(_ rings: [Coordinates]) -> Bool {
        // The other end of the Earth from the centre is never inside.
        guard let pole = try? plane.position(of: EarthPlace(latitude: -90, longitude: 0)) else { return false }
        return GeometryEngine.isGeometry(Polygon(polygons: [rings], spatialReference: nil), intersecting: Point(x: pole.x, y: pole.y))
    }

    /// The area in one ring on the map of the world.
    private mutating func outline(_ ring: Coordinates) throws -> Polygon {
        var line = Coordinates()
        let positions = (0..<ring.count).map { SIMD2(ring.x[$0], ring.y[$0]) }
        guard let first = positions.first else { return Polygon(rings: [], spatialReference: .wgs84) }
        let beginning = plane.place(at: first)
        var last = beginning
        for (start, end) in zip(positions, positions.dropFirst() + [first]) {
            let places = try edge(from: start, last, to: end)
            for place in places { line.append(x: place.longitude, y: place.latitude) }
            let before = places.last ?? last
            last = (end == first ? beginning : plane.place(at: end)).unrolled(near: before.longitude)
        }
        let turns = ((last.longitude - beginning.longitude) / 360).rounded()
        guard abs(turns) <= 1 else { throw GeometryError(.operationFailed, "a ring goes round a pole more than once") }
        guard turns == 0 else { return try Self.made(PolarRing.area(line, turns: Int(turns), pole: 90)) }
        var area: Geometry? = Polygon(polygons: [[line]], spatialReference: .wgs84)
        // Rounding on the way may have let a ring touch itself.
        area = area.flatMap { GeometryEngine.simplify($0) }
        return try Self.made(area.flatMap { GeometryEngine.normalizeCentralMeridian(of: $0) })
    }

    /// Places along the line between two positions, close enough for edges that are straight in longitude and latitude.
    private mutating func edge(from start: SIMD2<Double>, _ first: EarthPlace, to end: SIMD2<Double>) throws -> [EarthPlace] {
        let way = end - start
        let length = (way * way).sum().squareRoot()
        let plane = plane
        let places = try sampler.sample(pieces: Int((length / 500_000).rounded(.up)), from: first, to: plane.place(at: end)) {
            plane.place(at: start + $0 * way)
        } isStraight: { [tolerance] start, between, end in
            let (middle, last) = (
                between.unrolled(near: start.longitude), end.unrolled(near: between.unrolled(near: start.longitude).longitude)
            )
            guard abs(last.longitude - start.longitude) < 60 else { return false }
            let scale = SIMD2(Self.metresOfDegree * cos(middle.latitude * .pi / 180), Self.metresOfDegree)
            func flat(_ place: EarthPlace) -> SIMD2<Double> { SIMD2(place.longitude, place.latitude) * scale }
            return CurveSampler.distance(flat(middle), from: flat(start), to: flat(last)) <= tolerance
        }
        var unrolled = [first]
        for place in places.dropFirst() { unrolled.append(place.unrolled(near: unrolled[unrolled.count - 1].longitude)) }
        return unrolled
    }
}
