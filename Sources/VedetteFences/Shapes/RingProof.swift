// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Proves quickly, where it can, that a ring neither crosses nor touches itself and has an area.
///
/// A ring all of whose edges turn one way round some place, once, is star-shaped, and simple: most fences are, about the mean of their
/// vertices. For others edges are sorted by where they begin and a sweep compares those whose boxes meet. What may touch is not proved, and left to
/// ``RingCrossing``, which knows how.
struct RingProof {
    /// Relative to the first vertex, x and y in turn.
    private let words: UnsafePointer<Int32>
    private let count: Int
    private let firstX: Int32
    private let firstY: Int32

    /// How far a vertex may be from the first one: products of differences of two stay below 2^62.
    private static let reach: Int64 = 1 << 30

    /// Pairs of edges compared for each edge before the sweep gives up.
    private static let comparisonsPerEdge = 200

    static func isSimple(_ ring: FenceRing) -> Bool {
        guard ring.winding == 0, ring.count >= 3 else { return false }
        return ring.withWords { words in
            let proof = RingProof(words: words, count: ring.count, firstX: words[0], firstY: words[1])
            guard let mean = proof.mean() else { return false }
            return proof.isStar(about: mean) || proof.hasNoMeetings()
        }
    }

    @inline(__always) private func x(_ index: Int) -> Int64 { Int64(words[2 &* index] &- firstX) }
    @inline(__always) private func y(_ index: Int) -> Int64 { Int64(words[2 &* index &+ 1]) &- Int64(firstY) }

    /// The mean of the vertices; nil where the ring is too wide for this.
    private func mean() -> (x: Int64, y: Int64)? {
        var (sumX, sumY) = (Int64(0), Int64(0))
        var (x, lowX, highX, lowY, highY) = (Int64(0), Int64(0), Int64(0), Int64(0), Int64(0))
        var lastWord = firstX
        for index in 0..<count {
            // Steps are less than 2^31, so their wrapped difference is the true one.
            let word = words[2 &* index]
            x &+= Int64(word &- lastWord)
            lastWord = word
            let y = y(index)
            sumX &+= x
            sumY &+= y
            lowX = min(lowX, x)
            highX = max(highX, x)
            lowY = min(lowY, y)
            highY = max(highY, y)
        }
        guard highX < Self.reach, lowX > -Self.reach, highY < Self.reach, lowY > -Self.reach else { return nil }
        return (sumX / Int64(count), sumY / Int64(count))
    }

    private func isStar(about center: (x: Int64, y: Int64)) -> Bool {
        var (ax, ay) = (x(count - 1) &- center.x, y(count - 1) &- center.y)
        var (sign, changes) = (Int64(0), 0)
        for index in 0..<count {
            let (bx, by) = (x(index) &- center.x, y(index) &- center.y)
            let cross = ax &* by &- ay &* bx
            // Each edge turns the same way, and not along a ray.
            if cross == 0 || (cross ^ sign) < 0 && index > 0 { return false }
            sign = cross
            if (ay < 0) != (by < 0) { changes &+= 1 }
            (ax, ay) = (bx, by)
        }
        return changes == 2
    }

    // MARK: Sweep

    private struct Active {
        var right: Int32
        var bottom: Int32
        var top: Int32
        var edge: Int32
    }

    private func hasNoMeetings() -> Bool {
        guard count < Int(Int32.max) else { return false }
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count) { keys in
            withUnsafeTemporaryAllocation(of: Active.self, capacity: count) { active in
                for edge in 0..<count {
                    let next = edge &+ 1 < count ? edge &+ 1 : 0
                    let left = min(x(edge), x(next)) &+ Self.reach
                    keys[edge] = UInt64(truncatingIfNeeded: left) << 32 | UInt64(truncatingIfNeeded: edge)
                }
                var sorted = keys
                sorted.sort()
                return sweep(keys, active) && hasArea()
            }
        }
    }

    private func sweep(_ keys: UnsafeMutableBufferPointer<UInt64>, _ active: UnsafeMutableBufferPointer<Active>) -> Bool {
        var (activeCount, budget) = (0, Self.comparisonsPerEdge &* count)
        for key in keys {
            let edge = Int(key & 0xFFFF_FFFF)
            let left = Int32(truncatingIfNeeded: Int64(key >> 32) &- Self.reach)
            let next = edge &+ 1 < count ? edge &+ 1 : 0
            let (ay, by) = (Int32(truncatingIfNeeded: y(edge)), Int32(truncatingIfNeeded: y(next)))
            let (bottom, top) = (min(ay, by), max(ay, by))
            budget &-= activeCount
            if budget < 0 { return false }
            var place = 0
            while place < activeCount {
                let other = active[place]
                if other.right < left {
                    activeCount &-= 1
                    active[place] = active[activeCount]
                    continue
                }
                if other.bottom <= top, bottom <= other.top, mayMeet(edge, next, Int(other.edge)) { return false }
                place &+= 1
            }
            active[activeCount] = Active(
                right: Int32(truncatingIfNeeded: max(x(edge), x(next))), bottom: bottom, top: top, edge: Int32(truncatingIfNeeded: edge))
            activeCount &+= 1
        }
        return true
    }

    /// Whether two edges that are not neighbours have a place in common.
    private func mayMeet(_ first: Int, _ firstNext: Int, _ second: Int) -> Bool {
        let secondNext = second &+ 1 < count ? second &+ 1 : 0
        if firstNext == second || secondNext == first {
            // Neighbours have an end in common, and more where one runs back on the other.
            let (before, middle, after) = firstNext == second ? (first, second, secondNext) : (second, first, firstNext)
            let (ux, uy, vx, vy) = (x(middle) &- x(before), y(middle) &- y(before), x(after) &- x(middle), y(after) &- y(middle))
            return ux &* vy &- uy &* vx == 0 && ux &* vx &+ uy &* vy < 0
        }
        let (a, b, c, d) = (first, firstNext, second, secondNext)
        let (sideC, sideD) = (side(a, b, c), side(a, b, d))
        if sideC > 0 && sideD > 0 || sideC < 0 && sideD < 0 { return false }
        let (sideA, sideB) = (side(c, d, a), side(c, d, b))
        return !(sideA > 0 && sideB > 0 || sideA < 0 && sideB < 0)
    }

    @inline(__always)
    private func side(_ a: Int, _ b: Int, _ c: Int) -> Int64 {
        let (ax, ay) = (x(a), y(a))
        return (x(b) &- ax) &* (y(c) &- ay) &- (y(b) &- ay) &* (x(c) &- ax)
    }

    private func hasArea() -> Bool {
        // Modulo 2^64: what is not 0 then is not 0.
        var sum: Int64 = 0
        for index in 1..<count - 1 { sum &+= x(index) &* y(index &+ 1) &- x(index &+ 1) &* y(index) }
        return sum != 0
    }
}
