// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Whether points and boxes lie in a polygon, for many of them: rings are taken apart once, and most answers need no geometry library.
///
/// A ray is cast to the right and the edges that it crosses are counted. On which side of an edge a point lies is decided by a determinant whose
/// rounding error is bounded (Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997, section 4.3); where the bound does not exclude the
/// other side, there is no answer. Edges are sorted into bands of equal height, so that a point asks only those of its band.
struct PolygonTest: Sendable {
    private struct Edge {
        let x1: Double
        let y1: Double
        let x2: Double
        let y2: Double

        var yMin: Double { min(y1, y2) }
        var yMax: Double { max(y1, y2) }
    }

    private static let errorBound = (3 + 8 * Double.ulpOfOne) * Double.ulpOfOne / 2
    private static let maximumBandCount = 1 << 14
    /// How often an edge stands in the bands, on average, at most: long edges would fill them.
    private static let maximumShare = 8

    /// The edges of each band, one band after the other; an edge stands in every band that it touches.
    private let edges: [Edge]
    /// Where the edges of a band begin, and where the last one's end.
    private let starts: [Int]
    private let bottom: Double
    private let bandsPerUnit: Double

    init(_ polygon: Polygon) {
        let all = polygon.runs.flatMap { ring in
            (0..<ring.count).map { index in
                let next = index + 1 == ring.count ? 0 : index + 1
                return Edge(x1: ring.x[index], y1: ring.y[index], x2: ring.x[next], y2: ring.y[next])
            }
        }
        let (low, high) = (all.lazy.map(\.yMin).min() ?? 0, all.lazy.map(\.yMax).max() ?? 0)
        var count = min(max(all.count, 1), Self.maximumBandCount)
        func scale(_ count: Int) -> Double {
            let scale = Double(count) / (high - low)
            return scale.isFinite ? scale : 0
        }
        func bands(_ edge: Edge, _ count: Int) -> ClosedRange<Int> {
            let first = Self.band(edge.yMin, low, scale(count), count)
            return first...max(first, Self.band(edge.yMax, low, scale(count), count))
        }
        while count > 1, all.lazy.map({ bands($0, count).count }).reduce(0, +) > Self.maximumShare * all.count { count /= 2 }
        var starts = Array(repeating: 0, count: count + 1)
        for edge in all {
            for band in bands(edge, count) { starts[band + 1] += 1 }
        }
        for band in 0..<count { starts[band + 1] += starts[band] }
        var free = starts
        var sorted = Array(repeating: Edge(x1: 0, y1: 0, x2: 0, y2: 0), count: starts[count])
        for edge in all {
            for band in bands(edge, count) {
                sorted[free[band]] = edge
                free[band] += 1
            }
        }
        (edges, self.starts, bottom, bandsPerUnit) = (sorted, starts, low, scale(count))
    }

    /// Ascends with `y`: what lies between the ends of an edge lies in a band of that edge.
    private static func band(_ y: Double, _ bottom: Double, _ bandsPerUnit: Double, _ count: Int) -> Int {
        let place = (y - bottom) * bandsPerUnit
        guard place > 0 else { return 0 }
        return place < Double(count) ? Int(place) : count - 1
    }

    private func band(_ y: Double) -> Int { Self.band(y, bottom, bandsPerUnit, starts.count - 1) }

    /// True inside, false outside, nil on the boundary or too near to it to tell.
    ///
    /// - Complexity: O(edges of a band).
    func contains(x: Double, y: Double) -> Bool? {
        var isInside = false
        let band = band(y)
        for index in starts[band]..<starts[band + 1] {
            let edge = edges[index]
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

    /// True for a box that lies inside as a whole, false for one outside, nil where the boundary may pass through it.
    ///
    /// - Complexity: O(edges of the bands of the box).
    func contains(_ box: Box) -> Bool? {
        for index in starts[band(box.yMin)]..<starts[band(box.yMax) + 1] {
            let edge = edges[index]
            let isBeside = max(edge.x1, edge.x2) < box.xMin || min(edge.x1, edge.x2) > box.xMax
            guard isBeside || edge.yMax < box.yMin || edge.yMin > box.yMax else { return nil }
        }
        return contains(x: box.xMin, y: box.yMin)
    }
}
