// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import VedetteGeometry

extension FenceShape {
    /// Makes a shape from a polygon or an envelope, projected to WGS 84 where it is in another spatial reference.
    ///
    /// Edges that would bend in longitude and latitude are divided until no point of them moves by more than 0.1 m.
    package init(_ geometry: Geometry?) throws(FenceShapeError) {
        guard let geometry, !geometry.isEmpty else { throw FenceShapeError(.empty, "the geometry is empty") }
        let polygons: [[Coordinates]]
        switch geometry {
        case let polygon as Polygon: polygons = polygon.polygons
        case let envelope as Envelope:
            polygons = [
                [
                    Coordinates(
                        x: [envelope.xMin, envelope.xMin, envelope.xMax, envelope.xMax],
                        y: [envelope.yMin, envelope.yMax, envelope.yMax, envelope.yMin])
                ]
            ]
        default:
            throw FenceShapeError(
                .needsBuffer,
                "a \(type(of: geometry)) is a fence only with a buffer, which there is not yet; use a Polygon, as of GeometryEngine.buffer, or an Envelope"
            )
        }
        guard let reference = geometry.spatialReference else {
            throw FenceShapeError(.unknownSpatialReference, "the geometry has no spatial reference; give it one, for example .wgs84")
        }
        var result: [[[GridPosition]]] = []
        for rings in polygons {
            var group: [[GridPosition]] = []
            for ring in rings { group.append(try Self.vertices(ring, reference)) }
            result.append(group)
        }
        try self.init(polygons: result)
    }

    private static func vertices(_ ring: Coordinates, _ reference: SpatialReference) throws(FenceShapeError) -> [GridPosition] {
        let placed = reference == .wgs84 ? ring : try densified(ring, reference)
        var result: [GridPosition] = []
        result.reserveCapacity(placed.count)
        for index in 0..<placed.count {
            guard let position = GridPosition(longitude: placed.x[index], latitude: placed.y[index]) else {
                throw FenceShapeError(
                    .invalidPosition, "the vertex \(placed.x[index]), \(placed.y[index]) is not within −180…180° and −90…90°")
            }
            result.append(position)
        }
        return result
    }

    /// The ring in WGS 84, with vertices added where its edges bend.
    private static func densified(_ ring: Coordinates, _ reference: SpatialReference) throws(FenceShapeError) -> Coordinates {
        var current = ring
        // Each round halves the edges that still bend; the deviation falls by four each time.
        for _ in 0..<20 {
            let corners = try projected(current, reference)
            let middles = try projected(midpoints(current), reference)
            var next = Coordinates()
            for index in 0..<current.count {
                let following = index + 1 == current.count ? 0 : index + 1
                next.append(x: current.x[index], y: current.y[index])
                let bend = distance(
                    from: (middles.x[index], middles.y[index]), toLineThrough: (corners.x[index], corners.y[index]),
                    (corners.x[following], corners.y[following]))
                if bend > 0.05 {
                    next.append(x: (current.x[index] + current.x[following]) / 2, y: (current.y[index] + current.y[following]) / 2)
                }
            }
            if next.count == current.count || next.count > 4_000_000 { return corners }
            current = next
        }
        return try projected(current, reference)
    }

    private static func midpoints(_ ring: Coordinates) -> Coordinates {
        var result = Coordinates()
        for index in 0..<ring.count {
            let following = index + 1 == ring.count ? 0 : index + 1
            result.append(x: (ring.x[index] + ring.x[following]) / 2, y: (ring.y[index] + ring.y[following]) / 2)
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
        let line = Multipoint(coordinates: run, spatialReference: reference)
        do {
            return try GeometryEngine.projected(line, into: .wgs84).runs.first ?? Coordinates()
        } catch {
            throw FenceShapeError(.unknownSpatialReference, "the geometry cannot be projected to WGS 84: \(error)")
        }
    }
}
