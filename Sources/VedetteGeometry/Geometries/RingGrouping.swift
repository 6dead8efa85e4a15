// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds out which rings of a polygon are holes of which others: formats that only say which way a ring turns leave that open.
struct RingGrouping {
    private struct Box {
        var low = SIMD2<Double>(repeating: .infinity)
        var high = SIMD2<Double>(repeating: -.infinity)

        init(_ ring: Coordinates) {
            for index in 0..<ring.count {
                let place = SIMD2(ring.x[index], ring.y[index])
                low = pointwiseMin(low, place)
                high = pointwiseMax(high, place)
            }
        }

        func holds(_ other: Box) -> Bool {
            low.x <= other.low.x && low.y <= other.low.y && high.x >= other.high.x && high.y >= other.high.y
        }
    }

    /// Each an outer ring and its holes.
    let groups: [[Coordinates]]

    init(_ parts: some Sequence<Part>) {
        let rings = parts.map { (ring: $0.coordinates, isHole: $0.doubledSignedArea > 0) }
        let outers = rings.indices.filter { !rings[$0].isHole }
        guard outers.count < rings.count, !outers.isEmpty else {
            groups = rings.map { [$0.ring] }
            return
        }
        let boxes = rings.map { Box($0.ring) }
        // By the first ring of each group.
        var members: [[Int]] = rings.indices.map { rings[$0].isHole ? [] : [$0] }
        var before: Int?
        for (index, ring) in rings.enumerated() {
            guard ring.isHole else {
                before = index
                continue
            }
            var candidates = outers.filter { boxes[$0].holds(boxes[index]) }
            if candidates.count > 1 {
                if let before, let place = candidates.firstIndex(of: before) { candidates.swapAt(0, place) }
                candidates = candidates.first { Self.isInside(ring.ring, rings[$0].ring) }.map { [$0] } ?? []
            }
            // A hole in nothing is a fault of the polygon: it stays where it is listed, for operations to refuse and simplifying to mend.
            members[candidates.first ?? before ?? outers[0]].append(index)
        }
        groups = members.filter { !$0.isEmpty }.map { $0.map { rings[$0].ring } }
    }

    /// Whether `ring` lies in `outer`, by its first vertex that is not on the edge of that.
    private static func isInside(_ ring: Coordinates, _ outer: Coordinates) -> Bool {
        for index in 0..<ring.count {
            if let isInside = isInside(ring.x[index], ring.y[index], outer) { return isInside }
        }
        // All vertices are on the edge: the middle of an edge decides, or else it fills the outer ring.
        for index in 1..<max(1, ring.count) {
            let (x, y) = ((ring.x[index - 1] + ring.x[index]) / 2, (ring.y[index - 1] + ring.y[index]) / 2)
            if let isInside = isInside(x, y, outer) { return isInside }
        }
        return true
    }

    /// Whether a place is inside a ring, by the crossings of a ray to the right; nil for one on its edge.
    private static func isInside(_ x: Double, _ y: Double, _ ring: Coordinates) -> Bool? {
        var isInside = false
        var previous = ring.count - 1
        for index in 0..<ring.count {
            let (x1, y1, x2, y2) = (ring.x[previous], ring.y[previous], ring.x[index], ring.y[index])
            previous = index
            let side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
            if side == 0, min(x1, x2) <= x, x <= max(x1, x2), min(y1, y2) <= y, y <= max(y1, y2) { return nil }
            if (y1 > y) != (y2 > y), (side > 0) == (y2 > y1) { isInside.toggle() }
        }
        return isInside
    }
}
