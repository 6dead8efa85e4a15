// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Finds the outline of an area that is given by closed lines which may cross, overlap and repeat each other.
///
/// Each line has a weight: a place's winding number is the sum, over the lines, of their weight times how often they go round the place
/// anticlockwise. A rule says which numbers are inside. Lines are cut where they meet, places where they cross are rounded to the grid,
/// and that is repeated until edges have nothing but ends in common (iterated rounding; compare J. D. Hobby, *Practical segment
/// intersection with finite precision output*, Comput. Geom. 13, 1999): no place of an edge moves by more than about a step. Then each
/// edge gets its numbers on both sides from its neighbours, and edges with the inside on one side alone are put together to rings.
///
/// The same lines in the same order give the same rings. The plane is that of unrolled longitude and latitude in grid steps, or
/// parts of one: no more than 2^50 wide and high.
struct FenceOutline {
    typealias Vertex = SIMD2<Int64>

    /// A polygon of the result: an outer ring, anticlockwise, and its holes, clockwise. Rings do not cross themselves; they may touch.
    typealias Rings = [[Vertex]]

    private(set) var segments: [OutlineSegment] = []

    init() {}

    /// Adds a closed line; the last vertex is joined to the first.
    mutating func add(_ line: some Collection<Vertex>, weight: Int = 1) {
        guard var last = line.suffix(1).first else { return }
        segments.reserveCapacity(segments.count + line.count)
        for vertex in line {
            if vertex != last { segments.append(OutlineSegment(from: last, to: vertex, weight: weight)) }
            last = vertex
        }
    }

    /// The places of a ring in the world.
    static func positions(_ ring: [Vertex]) -> [GridPosition] {
        ring.map { vertex in
            var x = (vertex.x + FenceRing.worldRight) % FenceRing.worldWidth
            if x < 0 { x += FenceRing.worldWidth }
            let y = min(max(vertex.y, -FenceRing.poleLatitude), FenceRing.poleLatitude)
            return GridPosition(
                uncheckedLongitude: Int32(truncatingIfNeeded: x - FenceRing.worldRight), latitude: Int32(truncatingIfNeeded: y))
        }
    }

    /// The polygons of places whose winding number is inside; nil where the lines cannot be untangled.
    ///
    /// - Complexity: O(*n* log *n*) for *n* edges and crossings, times how many edges lie above one another, times few rounds.
    consuming func polygons(isInside: (Int) -> Bool) -> [Rings]? {
        guard OutlineCutter.cut(&segments) else { return nil }
        var graph = OutlineGraph(segments)
        return graph.polygons(isInside: isInside)
    }
}

/// A piece of a line from its lesser to its greater end, by x and then y.
struct OutlineSegment {
    var a: SIMD2<Int64>
    var b: SIMD2<Int64>
    /// How much the winding number rises from the right side to the left, seen from a to b.
    var weight: Int
    /// Whether it has yet to be compared with the others.
    var isNew = true

    init(from start: SIMD2<Int64>, to end: SIMD2<Int64>, weight: Int) {
        let isForward = (start.x, start.y) < (end.x, end.y)
        (a, b) = isForward ? (start, end) : (end, start)
        self.weight = isForward ? weight : -weight
    }

    @inline(__always) var bottom: Int64 { Swift.min(a.y, b.y) }
    @inline(__always) var top: Int64 { Swift.max(a.y, b.y) }

    /// Above 0: the place is left of the way from a to b; 0: on its line.
    @inline(__always)
    func side(_ place: SIMD2<Int64>) -> Double {
        OutlineProduct.cross(b &- a, place &- a)
    }
}

/// Cross products of differences of places, which may need more than 64 bits.
enum OutlineProduct {
    /// The sign is exact; the rest is rounded.
    @inline(__always)
    static func cross(_ u: SIMD2<Int64>, _ v: SIMD2<Int64>) -> Double {
        let (first, isFirstOver) = u.x.multipliedReportingOverflow(by: v.y)
        let (second, isSecondOver) = u.y.multipliedReportingOverflow(by: v.x)
        let (difference, isOver) = first.subtractingReportingOverflow(second)
        if isFirstOver || isSecondOver || isOver { return wide(u, v) }
        return Double(difference)
    }

    @inline(never)
    private static func wide(_ u: SIMD2<Int64>, _ v: SIMD2<Int64>) -> Double {
        Double(Int128(u.x) * Int128(v.y) - Int128(u.y) * Int128(v.x))
    }
}
