// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteFences
import VedetteGeometry

/// What a person has drawn: a value.
enum DrawnShape: Equatable, Sendable {
    /// Degrees. Longitudes may go past ±180, so that neighbours are joined the way they were drawn.
    struct Place: Equatable, Sendable {
        var longitude: Double
        var latitude: Double

        /// The longitude in −180…180.
        var wrapped: Double {
            let turned = longitude - (longitude / 360).rounded() * 360
            return min(180, max(-180, turned))
        }
    }

    /// Rings: the outer one, then holes. Each is closed by itself.
    case polygon([[Place]])
    /// Metres.
    case circle(center: Place, radius: Double)
    /// A line and how wide it is from side to side, in metres.
    case corridor([Place], width: Double)

    var kind: String {
        switch self {
        case .polygon: "polygon"
        case .circle: "circle"
        case .corridor: "corridor"
        }
    }

    /// The area as it is judged: every place at most `buffer` metres from what was drawn, on the ground.
    ///
    /// What is no farther from the true rim than the larger of 5 cm and a two-thousandth of the distance counts as on it.
    ///
    /// - Throws: ``FenceRefusal`` for what is no area, crosses itself or is too large.
    func area(buffer: Double) throws(FenceRefusal) -> Polygon {
        switch self {
        case .polygon(let rings):
            let drawn = Self.polygon(rings.map { Coordinates(x: $0.map(\.wrapped), y: $0.map(\.latitude)) })
            try Self.check(drawn)
            guard buffer > 0 else { return drawn }
            return try Self.buffered(Self.polygon(rings.map { Coordinates(x: $0.map(\.longitude), y: $0.map(\.latitude)) }), buffer)
        case .circle(let center, let radius):
            return try Self.buffered(Point(x: center.wrapped, y: center.latitude, spatialReference: .wgs84), radius + buffer)
        case .corridor(let places, let width):
            let line = Polyline(points: places.map { Point(x: $0.longitude, y: $0.latitude, spatialReference: .wgs84) })
            return try Self.buffered(line, width / 2 + buffer)
        }
    }

    /// The area that ``area(buffer:)`` made, for drawing on a map: cut at the antimeridian, with vertices on long edges, which are straight in
    /// degrees and not on the map.
    func drawing(of area: Polygon, buffer: Double) -> [UInt8] {
        var drawn = area
        if case .polygon(let rings) = self, buffer == 0 {
            let whole = Self.polygon(rings.map { Coordinates(x: $0.map(\.longitude), y: $0.map(\.latitude)) })
            drawn = GeometryEngine.normalizeCentralMeridian(of: whole) as? Polygon ?? area
        }
        if drawn.extent.width > 2 { drawn = GeometryEngine.densify(drawn, maxSegmentLength: 1) as? Polygon ?? drawn }
        return FenceDrawing.geometry(of: drawn)
    }

    private static func polygon(_ rings: [Coordinates]) -> Polygon {
        Polygon(polygons: [rings], spatialReference: .wgs84)
    }

    private static func buffered(_ geometry: Geometry, _ metres: Double) throws(FenceRefusal) -> Polygon {
        let area: Polygon
        do {
            area = try GeometryEngine.geodeticallyBuffered(
                geometry, distance: metres, maxDeviation: max(0.05, metres / 2_000), curveType: .shapePreserving)
        } catch {
            throw FenceRefusal("bad-geometry", .geometry, "there is no such area: \(error)")
        }
        let count = area.polygons.joined().reduce(0) { $0 + $1.count }
        guard count <= FenceLimits.areaVertices else {
            throw FenceRefusal("too-large", .geometry, "the area would have \(count) vertices, which is too many; draw with fewer")
        }
        try check(area)
        return area
    }

    private static func check(_ area: Polygon) throws(FenceRefusal) {
        do throws(FenceShapeError) {
            _ = try FenceShape(area)
        } catch {
            throw FenceRefusal(error)
        }
    }
}
