// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// Makes the shape of every place that is near enough to a fence.
///
/// Away from the poles an ``OffsetCurve`` is drawn round each chain of the fence and ``FenceOutline`` takes what they hold. Near a pole, round
/// the world and for distances beyond 1,000 km the geodetic buffers of `GeometryEngine` do it, more slowly.
struct FenceBuffer {
    private let metres: Double

    /// How far the outline may be from the true one, in metres: the larger of 0.05 m and 0.1 % of the buffer.
    private var tolerance: Double { max(0.05, metres / 1_000) }

    /// What rounding to the grid may take of that: each vertex once, and once more where edges are cut.
    private static let rounding = 0.016

    /// - Parameter metres: above 0.
    init(metres: Double) {
        // Below this the grid has no room for a shape; it is less than the tolerance.
        self.metres = max(metres, 0.012)
    }

    func shape(around geometry: FenceGeometry, repairs: Bool) throws(FenceShapeError) -> FenceShape {
        var area: FenceShape?
        if !geometry.polygons.isEmpty { area = try FenceShape(polygons: geometry.polygons, repairs: repairs) }
        guard let shape = quickShape(area, geometry) else { return try slowShape(area, geometry) }
        return shape
    }

    // MARK: Away from the poles

    private func quickShape(_ area: FenceShape?, _ geometry: FenceGeometry) -> FenceShape? {
        guard metres <= 1_000_000, let chains = BufferChains(area, geometry, metres: metres) else { return nil }
        var outline = FenceOutline()
        var curve = OffsetCurve(metres: metres, tolerance: tolerance - Self.rounding)
        for chain in chains.chains {
            curve.draw(around: chain)
            outline.add(curve.line)
        }
        // A circle is an outline already.
        if chains.chains.count == 1, chains.chains[0].count == 1,
            let shape = try? FenceShape(polygons: [[FenceOutline.positions(curve.line)]])
        {
            return shape
        }
        guard let polygons = outline.polygons(isInside: { $0 > 0 }) else { return nil }
        let positions = polygons.map { rings in
            rings.enumerated().filter { $0.offset == 0 || !isSliver($0.element) }.map { FenceOutline.positions($0.element) }
        }
        return try? FenceShape(polygons: positions)
    }

    /// Whether a hole is so narrow that it may as well not be there.
    private func isSliver(_ ring: [SIMD2<Int64>]) -> Bool {
        guard let first = ring.first else { return true }
        var (low, high) = (first, first)
        for vertex in ring {
            (low.x, high.x) = (min(low.x, vertex.x), max(high.x, vertex.x))
            (low.y, high.y) = (min(low.y, vertex.y), max(high.y, vertex.y))
        }
        let frame = EarthFrame(x: Double(low.x), y: Double(low.y))
        return min(Double(high.x - low.x) * frame.east, Double(high.y - low.y) * frame.north) < 0.02
    }

    // MARK: Anywhere

    /// A line in degrees, longitudes running on past ±180°: `GeometryEngine` takes lines as they are drawn on the map, not the shorter way round.
    private static func unrolled(_ line: [GridPosition]) -> Coordinates {
        var result = Coordinates()
        var turn = 0.0
        for position in line {
            let longitude = position.longitudeDegrees
            if let last = result.x.last, abs(longitude + turn - last) > 180.000_000_05 { turn += longitude + turn > last ? -360 : 360 }
            result.append(x: longitude + turn, y: position.latitudeDegrees)
        }
        return result
    }

    private func slowShape(_ area: FenceShape?, _ geometry: FenceGeometry) throws(FenceShapeError) -> FenceShape {
        func coordinates(_ run: [GridPosition]) -> Coordinates {
            Coordinates(x: run.map(\.longitudeDegrees), y: run.map(\.latitudeDegrees))
        }
        var source: Geometry = Multipoint(coordinates: coordinates(geometry.points), spatialReference: .wgs84)
        if let area {
            source = area.polygon
        } else if !geometry.lines.isEmpty {
            source = Polyline(lines: geometry.lines.map(Self.unrolled), spatialReference: .wgs84)
        }
        do {
            let buffer = try GeometryEngine.geodeticallyBuffered(
                source, distance: metres, maxDeviation: tolerance * 0.4, curveType: .shapePreserving)
            return try FenceShape(polygons: try Self.polygons(buffer), repairs: true)
        } catch {
            throw FenceShapeError(
                .bufferTooLarge,
                "no outline can be made of a buffer of \(metres) m; take a smaller one, or parts of the geometry (\(error))")
        }
    }

    /// An area on the map of the world, on the grid. What goes round the world and holds no pole is there one ring as wide as the map: it becomes two halves.
    private static func polygons(_ area: Polygon) throws(FenceShapeError) -> [[[GridPosition]]] {
        let polygons = try FenceGeometry(area).polygons
        let isRoundWorld = polygons.contains { rings in
            guard let outer = rings.first, !outer.contains(where: { abs(Int64($0.latitude)) == FenceRing.poleLatitude }) else {
                return false
            }
            let longitudes = outer.map { Int64($0.longitude) }
            return longitudes.min() == -FenceRing.worldRight && longitudes.max() == FenceRing.worldRight
        }
        guard isRoundWorld else { return polygons }
        var halves: [[[GridPosition]]] = []
        for longitudes in [-180.0...0, 0...180] {
            let half = GeometryEngine.clip(area, to: Envelope(xRange: longitudes, yRange: -90...90, spatialReference: .wgs84))
            halves += try FenceGeometry(half).polygons
        }
        return halves
    }
}
