// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds out whether a ring crosses itself.
///
/// A crossing is a point where the ring passes from one side of itself to the other: two edges that cut each other, or a vertex
/// through which the ring passes to the other side of an edge or of another vertex. Touching is no crossing, and neither is an edge that runs back on itself.
///
/// A tree of boxes over runs of consecutive edges finds the pairs that come near each other. Exact: 128-bit products.
struct RingCrossing {
    private let x: [Int64]
    private let y: [Int64]
    private let winding: Int64
    private var boxes: [FenceBox] = []
    private var leafCount = 1

    /// Edges in a leaf of the tree.
    private static let leafSize = 8

    /// The most pairs of edges compared before the ring counts as too complex: about a second's work.
    private static let maximumComparisons = 100_000_000

    /// Where the ring crosses itself, in 1e-7 degree: to the nearest one or two. nil where it does not.
    static func find(in ring: FenceRing) throws(FenceShapeError) -> (x: Int64, y: Int64)? {
        var search = RingCrossing(ring)
        return try search.run()
    }

    private init(_ ring: FenceRing) {
        (x, y, winding) = (ring.x, ring.y, Int64(ring.winding))
        let leaves = (x.count + Self.leafSize - 1) / Self.leafSize
        while leafCount < leaves { leafCount *= 2 }
        let nothing = FenceBox(left: .max, bottom: .max, right: .min, top: .min)
        boxes = Array(repeating: nothing, count: 2 * leafCount)
        for edge in 0..<x.count {
            let (a, b) = ends(edge)
            let box = FenceBox(left: min(a.x, b.x), bottom: min(a.y, b.y), right: max(a.x, b.x), top: max(a.y, b.y))
            let leaf = leafCount + edge / Self.leafSize
            boxes[leaf] = Self.union(boxes[leaf], box)
        }
        for node in stride(from: leafCount - 1, to: 0, by: -1) {
            boxes[node] = Self.union(boxes[2 * node], boxes[2 * node + 1])
        }
    }

    private mutating func run() throws(FenceShapeError) -> (x: Int64, y: Int64)? {
        var comparisons = 0
        var pending: [(Int, Int)] = [(1, 1)]
        while let (first, second) = pending.popLast() {
            guard Self.overlap(boxes[first], boxes[second]) else { continue }
            if first >= leafCount, second >= leafCount {
                comparisons += Self.leafSize * Self.leafSize
                guard comparisons <= Self.maximumComparisons else {
                    throw FenceShapeError(
                        .tooComplex, "a ring's edges lie so close together that it cannot be checked for crossings; simplify it")
                }
                if let place = crossing(leaf: first - leafCount, leaf: second - leafCount) { return place }
            } else if first == second {
                pending += [(2 * first, 2 * first), (2 * first + 1, 2 * first + 1), (2 * first, 2 * first + 1)]
            } else if first < leafCount, second >= leafCount || first <= second {
                pending += [(2 * first, second), (2 * first + 1, second)]
            } else {
                pending += [(first, 2 * second), (first, 2 * second + 1)]
            }
        }
        return nil
    }

    private func crossing(leaf first: Int, leaf second: Int) -> (x: Int64, y: Int64)? {
        for i in edges(inLeaf: first) {
            for j in edges(inLeaf: second) where i != j && (first != second || i < j) {
                if cross(i, j) { return meeting(i, j) }
            }
        }
        return nil
    }

    private func edges(inLeaf leaf: Int) -> Range<Int> {
        min(leaf * Self.leafSize, x.count)..<min((leaf + 1) * Self.leafSize, x.count)
    }

    // MARK: One pair of edges

    private typealias Vertex = (x: Int64, y: Int64)

    /// Vertex `index`, counted on past the last one into the next turn round the world.
    private func vertex(_ index: Int) -> Vertex {
        if index < 0 { return (x[index + x.count] - winding * FenceRing.worldWidth, y[index + x.count]) }
        if index >= x.count { return (x[index - x.count] + winding * FenceRing.worldWidth, y[index - x.count]) }
        return (x[index], y[index])
    }

    private func ends(_ edge: Int) -> (Vertex, Vertex) { (vertex(edge), vertex(edge + 1)) }

    /// 1, 0 or −1: c is left of, on, or right of the line from a to b.
    private func side(_ a: Vertex, _ b: Vertex, _ c: Vertex) -> Int {
        let product = Int128(b.x - a.x) * Int128(c.y - a.y) - Int128(b.y - a.y) * Int128(c.x - a.x)
        return product == 0 ? 0 : product > 0 ? 1 : -1
    }

    private func cross(_ i: Int, _ j: Int) -> Bool {
        let (a, b) = ends(i)
        let (c, d) = ends(j)
        let (sideC, sideD, sideA, sideB) = (side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b))
        if sideC * sideD < 0, sideA * sideB < 0 { return true }
        // Each vertex is looked at once, as the beginning of its edge.
        if sideA == 0, isBetween(c, d, a), passes(vertex: i, through: j, at: a, c, d) { return true }
        if sideC == 0, isBetween(a, b, c), passes(vertex: j, through: i, at: c, a, b) { return true }
        return false
    }

    /// Where two edges that cross meet, rounded: for people to find it, so doubles do.
    private func meeting(_ i: Int, _ j: Int) -> Vertex {
        let (a, b) = ends(i)
        let (c, d) = ends(j)
        let (ab, cd) = ((x: Double(b.x - a.x), y: Double(b.y - a.y)), (x: Double(d.x - c.x), y: Double(d.y - c.y)))
        let determinant = ab.x * cd.y - ab.y * cd.x
        // Edges on one line: the ring passes at a vertex of one of them.
        guard determinant != 0 else { return isBetween(c, d, a) ? a : c }
        let share = (Double(c.x - a.x) * cd.y - Double(c.y - a.y) * cd.x) / determinant
        let inside = min(max(share, 0), 1)
        return (a.x + Int64((inside * ab.x).rounded()), a.y + Int64((inside * ab.y).rounded()))
    }

    /// Whether the point, which is on the line from a to b, is on the edge.
    private func isBetween(_ a: Vertex, _ b: Vertex, _ point: Vertex) -> Bool {
        min(a.x, b.x) <= point.x && point.x <= max(a.x, b.x) && min(a.y, b.y) <= point.y && point.y <= max(a.y, b.y)
    }

    /// Whether the ring passes at vertex `index`, which is at `point` on the edge from c to d, from one side of that piece of the ring to the other.
    private func passes(vertex index: Int, through edge: Int, at point: Vertex, _ c: Vertex, _ d: Vertex) -> Bool {
        let before = vertex(index - 1)
        let after = vertex(index + 1)
        if point != c, point != d { return side(c, d, before) * side(c, d, after) < 0 }
        guard point == c else { return false }
        // Two vertices at one point: the other piece comes from the vertex before c and goes to d.
        let (from, to) = (vertex(edge - 1), d)
        guard index != edge, from != after, to != before, from != before, to != after else { return false }
        return isInSector(point, from: to, to: from, before) != isInSector(point, from: to, to: from, after)
    }

    /// Whether `other` lies in the sector at `center` from the ray to `first` counter-clockwise to the ray to `second`.
    private func isInSector(_ center: Vertex, from first: Vertex, to second: Vertex, _ other: Vertex) -> Bool {
        let isWide = side(center, first, second) < 0
        let isAfterFirst = side(center, first, other) > 0
        let isBeforeSecond = side(center, second, other) < 0
        return isWide ? isAfterFirst || isBeforeSecond : isAfterFirst && isBeforeSecond
    }

    // MARK: Boxes

    private static func union(_ a: FenceBox, _ b: FenceBox) -> FenceBox {
        FenceBox(left: min(a.left, b.left), bottom: min(a.bottom, b.bottom), right: max(a.right, b.right), top: max(a.top, b.top))
    }

    private static func overlap(_ a: FenceBox, _ b: FenceBox) -> Bool {
        a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top
    }
}
