// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CGEOS

extension GeometryEngine {
    /// The parts that a line cuts another line or an area into.
    ///
    /// The cutter is projected into the spatial reference of the geometry where they differ.
    ///
    /// - Returns: first all that lies on the left of the cutter, seen along it, as one geometry, then all on the right, then each part
    ///   that it does not touch; none where it cuts nothing, or it cannot be done.
    /// - Complexity: O(*n* *m*) in the numbers of positions.
    public static func cut(_ geometry: Geometry, usingCutter cutter: Polyline) -> [Geometry] {
        guard let shape = geometry.asMultipart as? Multipart, let cutter = try? aligned(cutter, with: geometry) as? Polyline,
            !shape.isEmpty, !cutter.isEmpty
        else { return [] }
        return (shape as? Polygon).map { cutArea($0, cutter) } ?? cutLine(shape, cutter)
    }

    private enum Side: Int {
        case left, right
    }

    private static func cutArea(_ area: Polygon, _ cutter: Polyline) -> [Geometry] {
        guard let rim = boundary(of: area), let lines = union(rim, cutter), let faces = polygonize(lines) else { return [] }
        let inside = faces.filter { face in
            labelPoint(for: face).map { isGeometry(area, intersecting: $0) } ?? false
        }
        return grouped(inside, of: area, count: area.polygons.count) { face in
            // An outer ring runs clockwise and a hole counter-clockwise: the face is always on the right of its edges.
            for part in face.parts {
                let run = part.coordinates
                for segment in segments(run, isClosed: true) {
                    let (start, end) = (position(run, segment.0), position(run, segment.1))
                    guard let along = direction(of: cutter, at: (start + end) / 2) else { continue }
                    return (along * (end - start)).sum() > 0 ? .right : .left
                }
            }
            return nil
        }
    }

    private static func cutLine(_ line: Multipart, _ cutter: Polyline) -> [Geometry] {
        guard let rest = difference(line, cutter) as? Polyline else { return [] }
        let pieces = rest.lines.map { Polyline(lines: [$0], spatialReference: line.spatialReference) }
        return grouped(pieces, of: line, count: line.lines.count) { piece in
            let run = piece.lines[0]
            for (end, next) in [(0, 1), (run.count - 1, run.count - 2)] where run.count > 1 {
                let (at, beside) = (position(run, end), (position(run, end) + position(run, next)) / 2)
                guard let along = direction(of: cutter, at: at) else { continue }
                let off = beside - at
                return along.x * off.y - along.y * off.x > 0 ? .left : .right
            }
            return nil
        }
    }

    private static func grouped<Piece: Multipart>(
        _ pieces: [Piece], of shape: Multipart, count: Int, _ side: (Piece) -> Side?
    ) -> [Geometry] {
        let sides = pieces.map(side)
        guard sides.contains(where: { $0 != nil }), pieces.count > count || Set(sides.compactMap { $0 }).count > 1 else { return [] }
        func joined(_ wanted: Side?) -> [Geometry] {
            let lines = zip(pieces, sides).filter { $1 == wanted }.map(\.0.lines)
            guard wanted != nil else { return lines.map { shape.replacingRuns($0, spatialReference: shape.spatialReference) } }
            return lines.isEmpty ? [] : [shape.replacingRuns(lines.flatMap { $0 }, spatialReference: shape.spatialReference)]
        }
        return joined(.left) + joined(.right) + joined(nil)
    }

    private static func position(_ run: Coordinates, _ index: Int) -> SIMD2<Double> { SIMD2(run.x[index], run.y[index]) }

    /// Which way the cutter runs at a position; nil where it does not pass there.
    private static func direction(of cutter: Polyline, at position: SIMD2<Double>) -> SIMD2<Double>? {
        let reach = 1e-9 * max(1e-6, max(abs(position.x), abs(position.y)))
        for run in cutter.lines {
            for segment in segments(run, isClosed: false) {
                let (start, end) = (self.position(run, segment.0), self.position(run, segment.1))
                if start != end, CurveSampler.distance(position, from: start, to: end) <= reach { return end - start }
            }
        }
        return nil
    }

    /// The faces between lines that meet at their ends.
    private static func polygonize(_ lines: Geometry) -> [Polygon]? {
        let pieces = try? GEOSContext.with { context in
            let shape = try GEOSShape(lines, in: context, withHeights: true)
            let made = shape.use { handle in
                var handles: [OpaquePointer?] = [handle]
                return GEOSPolygonize_r(context.handle, &handles, 1)
            }
            return try GEOSShape(adopting: made, in: context, from: "cut").pieces(in: context)
        }
        return pieces?.polygons.map { Polygon(polygons: [$0], spatialReference: lines.spatialReference) }
    }
}
