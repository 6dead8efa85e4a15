// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// What a geometry is made of, on the grid: the material of a fence before its buffer.
struct FenceGeometry {
    /// Each an outer ring and its holes.
    var polygons: [[[GridPosition]]] = []
    var lines: [[GridPosition]] = []
    var points: [GridPosition] = []

    /// Takes polygons that are on the grid, each an outer ring and its holes.
    init(polygons: [[[GridPosition]]]) {
        self.polygons = polygons
    }

    /// Places a geometry on the grid, projected to WGS 84 where it is in another spatial reference; heights and measures are left out.
    ///
    /// Edges that would bend in longitude and latitude are divided until no point of them moves by more than 0.1 m.
    init(_ geometry: Geometry?) throws(FenceShapeError) {
        guard let geometry, !geometry.isEmpty else {
            throw FenceShapeError(.empty, "the geometry is empty; give the fence a polygon, or a point or line with a buffer")
        }
        guard let reference = geometry.spatialReference else {
            throw FenceShapeError(.unknownSpatialReference, "the geometry has no spatial reference; give it one, for example .wgs84")
        }
        switch geometry {
        case let polygon as Polygon:
            for rings in polygon.polygons {
                var group: [[GridPosition]] = []
                for ring in rings { group.append(try Self.positions(ring, reference, isClosed: true)) }
                polygons.append(group)
            }
        case let envelope as Envelope:
            for ring in Self.rings(envelope, isOnMap: reference == .wgs84) {
                polygons.append([try Self.positions(ring, reference, isClosed: true)])
            }
        case is Polyline:
            for run in geometry.runs where !run.isEmpty { lines.append(try Self.positions(run, reference, isClosed: false)) }
        default:
            for run in geometry.runs {
                var places = Coordinates()
                // An empty point is one of numbers that are none.
                for index in 0..<run.count where !run.x[index].isNaN { places.append(x: run.x[index], y: run.y[index]) }
                points += try Self.positions(places, reference, isClosed: nil)
            }
        }
    }

    /// The rings of an envelope; one that is wider than half the world has vertices along it, and one as wide as the world is two.
    private static func rings(_ envelope: Envelope, isOnMap: Bool) -> [Coordinates] {
        let (bottom, top) = (envelope.yMin, envelope.yMax)
        let pieces = isOnMap && envelope.width > 170 && envelope.width <= 360 ? 4 : 1
        let parts = pieces > 1 && envelope.width >= 355 ? 2 : 1
        return (0..<parts).map { part in
            let low = envelope.xMin + envelope.width * Double(part) / Double(parts)
            let high = part + 1 == parts ? envelope.xMax : envelope.xMin + envelope.width * Double(part + 1) / Double(parts)
            let steps = (0...pieces / parts).map { low + (high - low) * Double($0) / Double(pieces / parts) }
            return Coordinates(
                x: steps + steps.reversed(), y: steps.map { _ in top } + steps.map { _ in bottom })
        }
    }

    /// A run on the grid; `isClosed` says whether it is a ring, and is nil for single places.
    private static func positions(
        _ run: Coordinates, _ reference: SpatialReference, isClosed: Bool?
    ) throws(FenceShapeError) -> [GridPosition] {
        let placed: Coordinates
        if reference == .wgs84 {
            placed = run
        } else if let isClosed {
            placed = try densified(run, reference, isClosed: isClosed)
        } else {
            placed = try projected(run, reference)
        }
        var result: [GridPosition] = []
        result.reserveCapacity(placed.count)
        for index in 0..<placed.count {
            guard let position = GridPosition(longitude: placed.x[index], latitude: placed.y[index]) else {
                throw FenceShapeError(
                    .invalidPosition,
                    "the vertex \(placed.x[index]), \(placed.y[index]) is not within −180…180° and −90…90°; mend it, or cut the geometry at the antimeridian (RFC 7946 section 3.1.9)"
                )
            }
            result.append(position)
        }
        return result
    }

    // MARK: Other spatial references

    /// The most vertices that edges are divided into.
    private static let maximumCount = 4_000_000

    /// The run in WGS 84, with vertices added where its edges bend.
    private static func densified(
        _ run: Coordinates, _ reference: SpatialReference, isClosed: Bool
    ) throws(FenceShapeError) -> Coordinates {
        var current = run
        // Each round halves the edges that still bend; the deviation falls by four each time.
        for _ in 0..<20 {
            let corners = try projected(current, reference)
            let middles = try projected(midpoints(current), reference)
            var next = Coordinates()
            for index in 0..<current.count {
                let following = index + 1 == current.count ? 0 : index + 1
                next.append(x: current.x[index], y: current.y[index])
                guard following > 0 || isClosed else { continue }
                let bend = distance(
                    from: (middles.x[index], middles.y[index]), toLineThrough: (corners.x[index], corners.y[index]),
                    (corners.x[following], corners.y[following]))
                if bend > 0.05 {
                    next.append(x: (current.x[index] + current.x[following]) / 2, y: (current.y[index] + current.y[following]) / 2)
                }
            }
            if next.count == current.count || next.count > maximumCount { return corners }
            current = next
        }
        return try projected(current, reference)
    }

    private static func midpoints(_ run: Coordinates) -> Coordinates {
        var result = Coordinates()
        for index in 0..<run.count {
            let following = index + 1 == run.count ? 0 : index + 1
            result.append(x: (run.x[index] + run.x[following]) / 2, y: (run.y[index] + run.y[following]) / 2)
        }
        return result
    }

    /// Metres, near enough, from a place to the straight line through two others; all in degrees. Longitudes may wrap.
    private static func distance(
        from place: (x: Double, y: Double), toLineThrough first: (x: Double, y: Double), _ second: (x: Double, y: Double)
    ) -> Double {
        func shorter(_ difference: Double) -> Double { difference - (difference / 360).rounded() * 360 }
        let metresPerDegree = 111_320.0
        let width = metresPerDegree * cos(place.y * .pi / 180)
        let along = (x: shorter(second.x - first.x) * width, y: (second.y - first.y) * metresPerDegree)
        let offset = (x: shorter(place.x - first.x) * width, y: (place.y - first.y) * metresPerDegree)
        let length = hypot(along.x, along.y)
        return length > 0 ? abs(along.x * offset.y - along.y * offset.x) / length : hypot(offset.x, offset.y)
    }

    private static func projected(_ run: Coordinates, _ reference: SpatialReference) throws(FenceShapeError) -> Coordinates {
        let places = Multipoint(coordinates: run, spatialReference: reference)
        do {
            return try GeometryEngine.projected(places, into: .wgs84).runs.first ?? Coordinates()
        } catch {
            throw FenceShapeError(.unknownSpatialReference, "the geometry cannot be projected to WGS 84: \(error)")
        }
    }
}
