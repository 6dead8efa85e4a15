// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension GeometryEngine {
    /// All places that are no farther than `distance` from a geometry, over the WGS 84 ellipsoid; a negative distance takes off an area
    /// what is nearer than that to its rim.
    ///
    /// Across the antimeridian the area is cut in two; round a pole it reaches along the edge of the map. Edges are straight in the spatial
    /// reference of the result, and closer to the true line than the deviation. Heights and measures are left out.
    ///
    /// - Parameters:
    ///   - geometry: any. One without a spatial reference is taken to be in WGS 84. The edges of an envelope are parallels and meridians,
    ///     or what is parallel to the axes of its map, whatever the kind of curve.
    ///   - distance: up to 9,000 km for lines and areas; for points as long as one pole is farther off.
    ///   - distanceUnit: metres unless given. A mile is 1,609.344 m.
    ///   - maxDeviation: how far an edge may be from the true line, in the unit of the distance; NaN for a ten-thousandth of the
    ///     distance. It is a millimetre at least.
    ///   - curveType: which lines join the vertices. ``GeodeticCurveType/shapePreserving`` keeps lines as they look on the map of the
    ///     geometry: take that for long edges drawn there.
    /// - Returns: an area in WGS 84, or in the spatial reference of the geometry where it can be projected into that whole; the
    ///   longitudes are those of the world, −180…180°. nil for a negative distance from what is no area, for one that is no number, and
    ///   where it cannot be done: see ``geodeticallyBuffered(_:distance:distanceUnit:maxDeviation:curveType:)``.
    /// - Complexity: O(*n* log *n*) in the number of vertices of all parts, which grows with the root of distance over deviation.
    public static func geodeticBuffer(
        around geometry: Geometry, distance: Double, distanceUnit: UnitLength? = nil, maxDeviation: Double = .nan,
        curveType: GeodeticCurveType = .geodesic
    ) -> Polygon? {
        try? geodeticallyBuffered(
            geometry, distance: distance, distanceUnit: distanceUnit, maxDeviation: maxDeviation, curveType: curveType)
    }

    /// Geodetic buffers around several geometries, each by the distance in its place; the last distance is that of all that follow.
    ///
    /// - Returns: a buffer for each, or one that holds them all, in the spatial reference of the first, where `shouldUnion`. None where
    ///   there is no distance, or one cannot be made.
    public static func geodeticBuffer(
        around geometries: some Collection<Geometry>, distances: some Collection<Double>, distanceUnit: UnitLength? = nil,
        maxDeviation: Double = .nan, curveType: GeodeticCurveType = .geodesic, shouldUnion: Bool
    ) -> [Polygon] {
        let distances = Array(distances)
        guard let last = distances.last else { return [] }
        let buffers = geometries.enumerated().compactMap { index, geometry in
            geodeticBuffer(
                around: geometry, distance: index < distances.count ? distances[index] : last, distanceUnit: distanceUnit,
                maxDeviation: maxDeviation, curveType: curveType)
        }
        guard buffers.count == geometries.count else { return [] }
        return shouldUnion ? (union(of: buffers) as? Polygon).map { [$0] } ?? [] : buffers
    }

    /// As ``geodeticBuffer(around:distance:distanceUnit:maxDeviation:curveType:)``, but says why not.
    ///
    /// - Throws: ``GeometryError``: ``GeometryError/Code/operationFailed`` for a distance that is negative, no number or too large, for a
    ///   shape that reaches round the Earth, or whose rim passes a pole so closely that it cannot be told on which side; the errors of
    ///   ``projected(_:into:)``.
    public static func geodeticallyBuffered(
        _ geometry: Geometry, distance: Double, distanceUnit: UnitLength? = nil, maxDeviation: Double = .nan,
        curveType: GeodeticCurveType = .geodesic
    ) throws -> Polygon {
        func metres(_ value: Double) -> Double { (distanceUnit ?? .meters).metres(value) }
        let distance = metres(distance)
        guard distance.isFinite else { throw GeometryError(.operationFailed, "the distance of a buffer must be a finite number") }
        guard distance >= 0 || geometry.dimension == 2 else {
            throw GeometryError(.operationFailed, "only areas can be made smaller; take a distance of 0 or more")
        }
        guard !geometry.isEmpty, distance != 0 else {
            return geometry.dimension == 2
                ? geometry.asMultipart as? Polygon ?? Polygon(rings: [], spatialReference: geometry.spatialReference)
                : Polygon(rings: [], spatialReference: geometry.spatialReference)
        }
        let deviation = max(maxDeviation > 0 ? metres(maxDeviation) : abs(distance) / 10_000, 1e-3)
        let area: Polygon
        if let shape = geometry.asMultipart as? Multipart {
            let curve = geometry is Envelope ? .shapePreserving : curveType
            area = try GeodeticBuffer(metres: distance, deviation: deviation, curve: curve).area(around: shape)
        } else {
            area = try discs(around: geometry, metres: distance, deviation: deviation)
        }
        return onMap(area, of: geometry.spatialReference, deviation: deviation)
    }

    private static func discs(around geometry: Geometry, metres: Double, deviation: Double) throws -> Polygon {
        let placed = try geometry.spatialReference.map { try projected(geometry, into: $0.isWGS84 ? $0 : .wgs84) } ?? geometry
        var discs: [Polygon] = []
        for run in placed.runs {
            for index in 0..<run.count where !run.x[index].isNaN {
                guard abs(run.x[index]) <= 1e6, abs(run.y[index]) <= 90 else {
                    throw GeometryError(.invalidCoordinate, "a latitude is beyond ±90°, or a longitude is not finite")
                }
                let circle = GeodesicCircle(center: (run.y[index], run.x[index]), metres: metres, maximumDeviation: deviation)
                guard let area = circle.area else {
                    throw GeometryError(.operationFailed, "a circle holds both poles, or passes one too closely; take a smaller distance")
                }
                discs.append(area)
            }
        }
        guard let area = discs.count == 1 ? discs[0] : union(of: discs as [Geometry]) as? Polygon else { throw GeodeticBuffer.failure }
        return area
    }

    /// An area in the spatial reference of what it was made from, where it can be projected into that.
    private static func onMap(_ area: Polygon, of reference: SpatialReference?, deviation: Double) -> Polygon {
        guard let reference, !reference.isWGS84 else { return area.with(reference ?? .wgs84) as? Polygon ?? area }
        // What is straight here bends there, by no more than a circle of the Earth's radius over the tangent of the latitude does.
        let dense = Densifier.densify(area) { run, segment in
            let latitude = min(max(abs(run.y[segment.0]), abs(run.y[segment.1])), 89) * .pi / 180
            let dx = (run.x[segment.1] - run.x[segment.0]) * cos(latitude)
            let length = 111_320 * (dx * dx + (run.y[segment.1] - run.y[segment.0]) * (run.y[segment.1] - run.y[segment.0])).squareRoot()
            return length / (8 * 6_378_137 * deviation / 8 / max(1, tan(latitude))).squareRoot()
        } position: { run, segment, share in
            (
                run.x[segment.0] + share * (run.x[segment.1] - run.x[segment.0]),
                run.y[segment.0] + share * (run.y[segment.1] - run.y[segment.0])
            )
        }
        return dense.flatMap { project($0, into: reference) as? Polygon } ?? area
    }
}
