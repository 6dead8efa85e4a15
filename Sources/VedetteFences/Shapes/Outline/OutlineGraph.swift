// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Segments that have nothing but ends in common, joined where they do; gives them their winding numbers and puts rings together.
///
/// Each segment has two half-edges: 2·i leaves its end a, 2·i + 1 its end b.
struct OutlineGraph {
    typealias Vertex = SIMD2<Int64>

    private let segments: [OutlineSegment]
    /// Half-edges by the vertex that they leave, anticlockwise from straight down, which comes last.
    private var around: [Int32] = []
    /// Where a half-edge is in `around`.
    private var placeOf: [Int32] = []
    /// The first place in `around` of the vertex that a half-edge leaves, and the place after its last.
    private var firstOf: [Int32] = []
    private var endOf: [Int32] = []
    /// The winding number left of each segment.
    private var left: [Int] = []

    /// - Parameter segments: sorted by their ends a.
    init(_ segments: [OutlineSegment]) {
        self.segments = segments
        let count = 2 * segments.count
        placeOf = Array(repeating: 0, count: count)
        firstOf = placeOf
        endOf = placeOf
        left = Array(repeating: 0, count: segments.count)
        arrange()
        number()
    }

    private func origin(_ half: Int32) -> Vertex {
        let segment = segments[Int(half >> 1)]
        return half & 1 == 0 ? segment.a : segment.b
    }

    private func direction(_ half: Int32) -> Vertex {
        let segment = segments[Int(half >> 1)]
        return half & 1 == 0 ? segment.b &- segment.a : segment.a &- segment.b
    }

    // MARK: Vertices

    private mutating func arrange() {
        var keys: [(x: Int64, y: Int64, half: Int32)] = []
        keys.reserveCapacity(2 * segments.count)
        for half in 0..<Int32(segments.count) * 2 {
            let place = origin(half)
            keys.append((place.x, place.y, half))
        }
        keys.sort { $0.x != $1.x ? $0.x < $1.x : $0.y != $1.y ? $0.y < $1.y : $0.half < $1.half }
        around = keys.map(\.half)
        var start = 0
        while start < keys.count {
            var end = start + 1
            while end < keys.count, keys[end].x == keys[start].x, keys[end].y == keys[start].y { end += 1 }
            sortAround(start, end)
            for place in start..<end {
                let half = Int(around[place])
                placeOf[half] = Int32(place)
                firstOf[half] = Int32(start)
                endOf[half] = Int32(end)
            }
            start = end
        }
    }

    /// Sorts the half-edges of a vertex anticlockwise.
    private mutating func sortAround(_ start: Int, _ end: Int) {
        for place in start + 1..<max(start + 1, end) {
            let half = around[place]
            var hole = place
            while hole > start, isBefore(half, around[hole - 1]) {
                around[hole] = around[hole - 1]
                hole -= 1
            }
            around[hole] = half
        }
    }

    private func isBefore(_ first: Int32, _ second: Int32) -> Bool {
        // What leaves a goes right or straight up; what leaves b goes left or straight down.
        if first & 1 != second & 1 { return first & 1 == 0 }
        return OutlineProduct.cross(direction(first), direction(second)) > 0
    }

    // MARK: Winding numbers

    private mutating func number() {
        var isKnown = Array(repeating: false, count: segments.count)
        var pending: [(half: Int32, before: Int)] = []
        // Segments are sorted, so the first of a connected set begins at its leftmost and lowest vertex.
        for start in segments.indices where !isKnown[start] {
            let first = around[Int(firstOf[2 * start])]
            pending.append((first, numberLeft(of: segments[start].a)))
            while let (half, before) = pending.popLast() {
                // Once round the vertex, beginning with what is before this half-edge.
                let (low, high) = (Int(firstOf[Int(half)]), Int(endOf[Int(half)]))
                var place = Int(placeOf[Int(half)])
                var winding = before
                for _ in low..<high {
                    let next = around[place]
                    let index = Int(next >> 1)
                    let weight = segments[index].weight
                    let after = next & 1 == 0 ? winding + weight : winding - weight
                    if !isKnown[index] {
                        isKnown[index] = true
                        left[index] = next & 1 == 0 ? after : winding
                        // Seen from its other end, the sides change places.
                        pending.append((next ^ 1, after))
                    }
                    winding = after
                    place = place + 1 == high ? low : place + 1
                }
            }
        }
    }

    /// The winding number of the place just left of a vertex that no segment reaches from the left.
    private func numberLeft(of vertex: Vertex) -> Int {
        var sum = 0
        for segment in segments {
            guard segment.a.x < vertex.x else { break }
            guard vertex.x <= segment.b.x, segment.bottom <= vertex.y else { continue }
            if segment.top < vertex.y || segment.side(vertex) > 0 { sum += segment.weight }
        }
        return sum
    }

    // MARK: Rings

    /// Puts the edges with the inside on one side together.
    mutating func polygons(isInside: (Int) -> Bool) -> [FenceOutline.Rings]? {
        // The half-edges that have the inside on their left alone.
        var isOutline = Array(repeating: false, count: 2 * segments.count)
        for index in segments.indices {
            let (onLeft, onRight) = (isInside(left[index]), isInside(left[index] - segments[index].weight))
            if onLeft != onRight { isOutline[2 * index + (onLeft ? 0 : 1)] = true }
        }
        var rings: [[Vertex]] = []
        for start in isOutline.indices where isOutline[start] {
            var ring: [Vertex] = []
            var half = Int32(start)
            repeat {
                guard isOutline[Int(half)] else { return nil }
                isOutline[Int(half)] = false
                ring.append(origin(half))
                half = next(after: half, isOutline, start: Int32(start))
            } while half != Int32(start)
            ring = Self.straightened(ring)
            if ring.count > 2 { rings.append(ring) }
        }
        return OutlineGrouping.polygons(rings)
    }

    /// The next edge of the ring: the first one clockwise from where we came, with the inside in between.
    private func next(after half: Int32, _ isOutline: [Bool], start: Int32) -> Int32 {
        let back = Int(half ^ 1)
        let (low, high) = (Int(firstOf[back]), Int(endOf[back]))
        var place = Int(placeOf[back])
        for _ in low..<high {
            place = place == low ? high - 1 : place - 1
            let candidate = around[place]
            if candidate == start || isOutline[Int(candidate)] { return candidate }
        }
        return half
    }

    /// The longest edge that is made of shorter ones: 90°, so that none takes the other way round the world.
    private static let maximumEdge: Int64 = 900_000_000

    /// The ring without vertices in the middle of straight edges.
    private static func straightened(_ ring: [Vertex]) -> [Vertex] {
        var result: [Vertex] = []
        result.reserveCapacity(ring.count)
        func isStraight(_ first: Vertex, _ second: Vertex, _ third: Vertex) -> Bool {
            let (u, v) = (second &- first, third &- second)
            guard OutlineProduct.cross(u, v) == 0, abs(third.x - first.x) <= maximumEdge else { return false }
            return (u.x.signum(), u.y.signum()) == (v.x.signum(), v.y.signum())
        }
        for vertex in ring {
            if result.count > 1, isStraight(result[result.count - 2], result[result.count - 1], vertex) { result.removeLast() }
            result.append(vertex)
        }
        if result.count > 3, isStraight(result[result.count - 2], result[result.count - 1], result[0]) { result.removeLast() }
        if result.count > 3, isStraight(result[result.count - 1], result[0], result[1]) { result.removeFirst() }
        return result
    }
}
