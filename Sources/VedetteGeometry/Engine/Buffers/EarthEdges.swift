// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The lines or rings of a shape as chains of geodesics on the ellipsoid.
struct EarthEdges {
    private let shape: Multipart
    private let curve: GeodeticCurveType
    private var isClosed: Bool { shape is Polygon }

    init(_ shape: Multipart, curve: GeodeticCurveType) {
        (self.shape, self.curve) = (shape, curve)
    }

    /// The chains, longitudes running on past ±180° where a line does.
    ///
    /// - Parameters:
    ///   - tolerance: how far a chain may be from the curve, in metres.
    ///   - asMap: whether edges should be straight in longitude and latitude, too, within the tolerance.
    /// - Returns: a chain for each line or ring.
    /// - Throws: ``GeometryError`` for places that are none, or cannot be projected.
    func chains(tolerance: Double, asMap: Bool = false) throws -> [[EarthPlace]] {
        var sampler = CurveSampler()
        return try shape.lines.map { run in
            guard run.x.allSatisfy(\.isFinite), run.y.allSatisfy(\.isFinite) else {
                throw GeometryError(.invalidCoordinate, "a coordinate is not finite")
            }
            var chain: [EarthPlace] = []
            for segment in GeometryEngine.segments(run, isClosed: isClosed) {
                let (start, end) = (try place(run.x[segment.0], run.y[segment.0]), try place(run.x[segment.1], run.y[segment.1]))
                // Both ends are one place; the line that goes round the Earth between them would be lost.
                guard curve == .shapePreserving || abs(end.longitude - start.longitude) < 360 else {
                    throw GeometryError(
                        .operationFailed,
                        "an edge goes all the way round the Earth; take the shape-preserving kind of curve, or add vertices")
                }
                var places: [EarthPlace]
                if curve == .geodesic, !asMap {
                    places = [start]
                } else {
                    let value = try curvePlaces(run, segment, start, end)
                    let pieces = Int((start.way(to: end).metres / 500_000).rounded(.up)) + (curve == .shapePreserving ? 7 : 0)
                    places = try sampler.sample(pieces: max(1, pieces), from: start, to: try value(1), value: value) {
                        first, middle, last in
                        Self.isStraight(first, middle, last, tolerance) && (!asMap || Self.isStraightOnMap(first, middle, last, tolerance))
                    }
                }
                for place in places { chain.append(following(chain.last, place)) }
            }
            if !isClosed, run.count > 1 {
                let last = try place(run.x[run.count - 1], run.y[run.count - 1])
                chain.append(following(chain.last, last))
            }
            return chain
        }
    }

    /// A place with its longitude on the turn of the world that the one before leads to.
    ///
    /// What is drawn straight across the map of longitude and latitude is not to be taken for the shorter way round.
    private func following(_ before: EarthPlace?, _ place: EarthPlace) -> EarthPlace {
        guard let before, !(curve == .shapePreserving && isOnMap) else { return place }
        return place.unrolled(near: before.longitude)
    }

    private var isOnMap: Bool { shape.spatialReference?.isWGS84 ?? true }

    private func curvePlaces(
        _ run: Coordinates, _ segment: (Int, Int), _ start: EarthPlace, _ end: EarthPlace
    ) throws -> (Double) throws -> EarthPlace {
        guard curve == .shapePreserving else { return try EdgeCurve.place(curve, from: start, to: end) }
        let (x, y) = (run.x[segment.0], run.y[segment.0])
        let (dx, dy) = (run.x[segment.1] - x, run.y[segment.1] - y)
        return { share in try place(x + share * dx, y + share * dy) }
    }

    /// Where a position of the shape is.
    private func place(_ x: Double, _ y: Double) throws -> EarthPlace {
        let point = Point(x: x, y: y, spatialReference: shape.spatialReference)
        let placed = isOnMap ? point : try GeometryEngine.projected(point, into: .wgs84) as? Point
        guard let placed, abs(placed.y) <= 90, abs(placed.x) <= 1e6 else {
            throw GeometryError(.invalidCoordinate, "a latitude is beyond ±90°, or a longitude far off the map")
        }
        return EarthPlace(latitude: placed.y, longitude: placed.x)
    }

    /// Whether the geodesic between two places passes closely by a third.
    private static func isStraight(_ start: EarthPlace, _ between: EarthPlace, _ end: EarthPlace, _ tolerance: Double) -> Bool {
        let (whole, part) = (start.way(to: end), start.way(to: between))
        // As on a plane about the start, which is what short pieces come to.
        guard whole.metres < 600_000 else { return false }
        let angle = (part.azimuth1 - whole.azimuth1) * .pi / 180
        let along = part.metres * cos(angle)
        return abs(part.metres * sin(angle)) <= tolerance && along >= -tolerance && along <= whole.metres + tolerance
    }

    private static func isStraightOnMap(_ start: EarthPlace, _ between: EarthPlace, _ end: EarthPlace, _ tolerance: Double) -> Bool {
        let (middle, last) = (between.unrolled(near: start.longitude), end.unrolled(near: start.longitude))
        let scale = SIMD2(111_320 * max(1e-6, cos(middle.latitude * .pi / 180)), 111_320)
        func flat(_ place: EarthPlace) -> SIMD2<Double> { SIMD2(place.longitude, place.latitude) * scale }
        return CurveSampler.distance(flat(middle), from: flat(start), to: flat(last)) <= tolerance
    }
}
