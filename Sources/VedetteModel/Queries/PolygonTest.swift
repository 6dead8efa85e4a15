// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Whether points lie in a polygon, for many points: rings are taken apart once, and most answers need no geometry library.
///
/// A ray is cast to the right and the edges that it crosses are counted. On which side of an edge a point lies is decided by a determinant whose
/// rounding error is bounded (Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997, section 4.3); where the bound does not exclude the
/// other side, there is no answer.
struct PolygonTest: Sendable {
    private struct Edge {
        let x1: Double
        let y1: Double
        let x2: Double
        let y2: Double
    }

    private static let errorBound = (3 + 8 * Double.ulpOfOne) * Double.ulpOfOne / 2
    private let edges: [Edge]

    init(_ polygon: Polygon) {
        edges = polygon.runs.flatMap { ring in
            (0..<ring.count).map { index in
                let next = index + 1 == ring.count ? 0 : index + 1
                return Edge(x1: ring.x[index], y1: ring.y[index], x2: ring.x[next], y2: ring.y[next])
            }
        }
    }

    /// True inside, false outside, nil on the boundary or too near to it to tell.
    ///
    /// - Complexity: O(edges).
    func contains(x: Double, y: Double) -> Bool? {
        var isInside = false
        for edge in edges {
            guard (edge.y1 > y) != (edge.y2 > y) else {
                // The ray runs along the edge, or passes it by, or touches its lower end.
                let isAlong = edge.y1 == y && edge.y2 == y && min(edge.x1, edge.x2) <= x && x <= max(edge.x1, edge.x2)
                if isAlong || (edge.x1 == x && edge.y1 == y) { return nil }
                continue
            }
            let (left, right) = ((edge.x2 - edge.x1) * (y - edge.y1), (x - edge.x1) * (edge.y2 - edge.y1))
            let side = left - right
            guard abs(side) > Self.errorBound * (abs(left) + abs(right)) else { return nil }
            if (side > 0) == (edge.y2 > edge.y1) { isInside.toggle() }
        }
        return isInside
    }
}
