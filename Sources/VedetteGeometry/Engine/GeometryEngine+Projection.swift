// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CPROJ

extension GeometryEngine {
    /// The geometry with its positions in another spatial reference; nil where it has no spatial reference or PROJ knows no way.
    ///
    /// Vertices are projected, edges stay straight between them; an envelope becomes the one around its projected edges. Heights and
    /// measures are carried over; heights are changed only where both spatial references have a vertical system, and these differ. What
    /// is empty stays so.
    ///
    /// - Complexity: O(*n*) in the number of positions.
    public static func project<Shape: Geometry>(_ geometry: Shape, into spatialReference: SpatialReference) -> Shape? {
        (try? projected(geometry, into: spatialReference)) as? Shape
    }

    /// As ``project(_:into:)``, but says why not.
    ///
    /// - Throws: ``GeometryError``: ``GeometryError/Code/unknownSpatialReference`` for one that is missing or that PROJ does not know,
    ///   ``GeometryError/Code/operationFailed`` where there is no way between two, ``GeometryError/Code/invalidCoordinate`` for a place
    ///   that the projection cannot take.
    public static func projected(_ geometry: Geometry, into target: SpatialReference) throws -> Geometry {
        guard let source = geometry.spatialReference else {
            throw GeometryError(.unknownSpatialReference, "a geometry without a spatial reference cannot be projected; give it one")
        }
        guard source != target else { return geometry }
        // Heights go from one system to another only where both are known.
        let heightsChange = geometry.hasZ && source.vertical != nil && target.vertical != nil && source.vertical != target.vertical
        guard heightsChange || source.horizontal != target.horizontal else { return geometry.with(target) }
        return try ProjectionContext.with { context in
            let transformation = try context.transformation(from: source, to: target, withHeights: heightsChange)
            let turn = MapTurn(from: source, to: target)
            if let envelope = geometry as? Envelope {
                let around = try projected(envelope, by: transformation, turn, withHeights: heightsChange, into: target)
                // Round a pole, or over the edge of the map, the edges of an envelope say nothing of what is inside.
                guard turn == nil, target.isGeographic, !source.isGeographic, !envelope.isEmpty else { return around }
                return try context.bounds(of: envelope, by: transformation, into: target, zRange: around.zRange)
            }
            let runs = try geometry.runs.map { try projected($0, by: transformation, turn, withHeights: heightsChange) }
            return geometry.replacingRuns(runs, spatialReference: target)
        }
    }

    /// The envelope around the edges of another one, each taken at 22 places.
    private static func projected(
        _ envelope: Envelope, by transformation: OpaquePointer, _ turn: MapTurn?, withHeights: Bool, into target: SpatialReference
    ) throws -> Envelope {
        guard let corners = envelope.corners else { return Envelope(emptyIn: target) }
        var edges = Coordinates()
        for segment in segments(corners, isClosed: true) {
            for step in 0..<21 {
                let share = Double(step) / 21
                let x = step == 0 ? corners.x[segment.0] : corners.x[segment.0] * (1 - share) + corners.x[segment.1] * share
                let y = step == 0 ? corners.y[segment.0] : corners.y[segment.0] * (1 - share) + corners.y[segment.1] * share
                edges.append(x: x, y: y, z: envelope.zRange.map { step % 2 == 0 ? $0.lowerBound : $0.upperBound })
            }
        }
        let run = try projected(edges, by: transformation, turn, withHeights: withHeights)
        let box = Multipoint(coordinates: run, spatialReference: target).extent
        let heights = run.z.flatMap { z in z.min().flatMap { low in z.max().map { low...$0 } } }
        return Envelope(corners: (box.xMin, box.yMin), (box.xMax, box.yMax), zRange: heights, spatialReference: target)
    }

    private static func projected(
        _ run: Coordinates, by transformation: OpaquePointer, _ turn: MapTurn?, withHeights: Bool
    ) throws -> Coordinates {
        // NaN stands for no place, which stays none.
        let missing = run.x.indices.filter { run.x[$0].isNaN || run.y[$0].isNaN }
        var (x, y) = (run.x, run.y)
        for index in missing { (x[index], y[index]) = (0, 0) }
        var z = withHeights ? (run.z ?? []).map { $0.isNaN ? 0 : $0 } : []
        let stride = MemoryLayout<Double>.stride
        let (count, heightCount) = (x.count, z.count)
        _ = x.withUnsafeMutableBufferPointer { x in
            y.withUnsafeMutableBufferPointer { y in
                z.withUnsafeMutableBufferPointer { z in
                    proj_trans_generic(
                        transformation, PJ_FWD, x.baseAddress, stride, count, y.baseAddress, stride, count,
                        heightCount > 0 ? z.baseAddress : nil, stride, heightCount, nil, 0, 0)
                }
            }
        }
        guard x.allSatisfy(\.isFinite), y.allSatisfy(\.isFinite), z.allSatisfy(\.isFinite) else {
            throw GeometryError(.invalidCoordinate, "a position lies outside what the projection can take")
        }
        if let turn { for index in x.indices { x[index] = turn.continued(x[index], from: run.x[index]) } }
        for index in missing { (x[index], y[index]) = (run.x[index], run.y[index]) }
        if let heights = run.z, withHeights {
            for index in heights.indices where heights[index].isNaN { z[index] = .nan }
        }
        return Coordinates(x: x, y: y, z: withHeights ? z : run.z, m: run.m)
    }
}

/// Between longitudes and Web Mercator, what goes on past the edge of the map goes on: PROJ would bring it back on the other side, and a line
/// over the antimeridian would go round the world.
private struct MapTurn {
    /// What one unit of x is in the target.
    let scale: Double
    /// The width of the world in the target.
    let width: Double

    private static let radius = 6_378_137.0

    /// nil where the pair has no such edge in common.
    init?(from source: SpatialReference, to target: SpatialReference) {
        let degree = Self.radius * .pi / 180
        if source.isWGS84, target == .webMercator {
            (scale, width) = (degree, 360 * degree)
        } else if source == .webMercator, target.isWGS84 {
            (scale, width) = (1 / degree, 360)
        } else {
            return nil
        }
    }

    func continued(_ x: Double, from original: Double) -> Double {
        x + width * ((original * scale - x) / width).rounded()
    }
}
