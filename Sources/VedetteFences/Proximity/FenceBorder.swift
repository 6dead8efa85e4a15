// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The border of a shape whose rings may have places in common: the edges that have the inside of the whole shape on one side alone.
///
/// What of a ring lies within another polygon is no border, nor is an edge that two polygons share, as where a polygon is cut at the antimeridian; nor
/// what of a hole is outside its outer ring or within another hole. Where edges cross, the place is rounded to a sixty-fourth of a grid step.
final class FenceBorder: Sendable {
    struct Edge: Sendable {
        /// One end, in grid steps.
        var ax: Double
        var ay: Double
        /// The other end, from this one.
        var dx: Double
        var dy: Double
    }

    /// The edges that reach into −180…180°.
    let edges: [Edge]

    private typealias Vertex = SIMD2<Int64>

    /// What a step is divided by.
    private static let scale: Int64 = 64

    init(_ shape: FenceShape) {
        var union = FenceOutline()
        for rings in shape.polygons {
            var polygon = FenceOutline()
            for (order, ring) in rings.enumerated() {
                // Both counts in one number: how many outer rings, and how many holes, a place is in.
                for line in Self.lines(ring) { polygon.add(line, weight: order == 0 ? 1 : Self.holeWeight) }
            }
            let outlines = polygon.polygons { $0 > 0 && $0 < Self.holeWeight }
            for ring in (outlines ?? []).joined() { union.add(ring) }
        }
        let scale = Double(Self.scale)
        let half = FenceRing.worldRight * Self.scale
        let pole = FenceRing.poleLatitude * Self.scale
        var edges: [Edge] = []
        for ring in (union.polygons { $0 > 0 } ?? []).joined() {
            guard var last = ring.last else { continue }
            for vertex in ring {
                defer { last = vertex }
                guard min(last.x, vertex.x) <= half, max(last.x, vertex.x) >= -half else { continue }
                // All of the edge of the map is one pole.
                if abs(last.y) >= pole, abs(vertex.y) >= pole { continue }
                edges.append(
                    Edge(
                        ax: Double(last.x) / scale, ay: Double(last.y) / scale, dx: Double(vertex.x - last.x) / scale,
                        dy: Double(vertex.y - last.y) / scale))
            }
        }
        self.edges = edges
    }

    private static let holeWeight = 1 << 20

    /// The ring, anticlockwise, on each turn of the world on which it comes near −180…180°.
    private static func lines(_ ring: FenceRing) -> [[Vertex]] {
        let (x, y, width) = (ring.x, ring.y, FenceRing.worldWidth)
        if ring.winding != 0 {
            // Three turns of it, closed beyond the pole.
            let beyond = ring.containsNorthPole ? FenceRing.poleLatitude + 16 : -FenceRing.poleLatitude - 16
            let winding = Int64(ring.winding)
            var line: [Vertex] = []
            for turn in -1...1 as ClosedRange<Int64> {
                for index in x.indices { line.append(Vertex(x[index] + turn * winding * width, y[index]) &* scale) }
            }
            line.append(Vertex(x[0] + 2 * winding * width, y[0]) &* scale)
            line.append(Vertex(x[0] + 2 * winding * width, beyond) &* scale)
            line.append(Vertex(x[0] - winding * width, beyond) &* scale)
            return [anticlockwise(line)]
        }
        let (left, right) = (ring.left, ring.right)
        let line = anticlockwise(x.indices.map { Vertex(x[$0], y[$0]) &* scale })
        return [-width, 0, width].compactMap { turn in
            guard left + turn <= FenceRing.worldRight + 16, right + turn >= -FenceRing.worldRight - 16 else { return nil }
            return turn == 0 ? line : line.map { Vertex($0.x + turn * scale, $0.y) }
        }
    }

    private static func anticlockwise(_ line: [Vertex]) -> [Vertex] {
        var sum = 0.0
        for index in 1..<max(1, line.count - 1) { sum += OutlineProduct.cross(line[index] &- line[0], line[index + 1] &- line[0]) }
        return sum >= 0 ? line : line.reversed()
    }
}

/// A border that is found when it is first asked for. Threads that ask at once may both do so; all get the same one.
final class LazyFenceBorder: Sendable {
    private let border = AtomicLazyReference<FenceBorder>()

    func border(of shape: FenceShape) -> FenceBorder {
        border.load() ?? border.storeIfNil(FenceBorder(shape))
    }
}

extension FenceShape {
    /// The border, where it is not simply all edges of the shape's one ring.
    var border: FenceBorder? { vertices.lazyBorder?.border(of: self) }
}
