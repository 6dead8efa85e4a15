// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds the outer ring of each hole among rings that do not cross: outer ones anticlockwise, holes clockwise.
enum OutlineGrouping {
    private typealias Vertex = SIMD2<Int64>

    static func polygons(_ rings: [[SIMD2<Int64>]]) -> [FenceOutline.Rings] {
        var outers: [(rings: FenceOutline.Rings, box: FenceBox, area: Int128)] = []
        var holes: [[SIMD2<Int64>]] = []
        for ring in rings {
            let area = doubledArea(ring)
            if area > 0 { outers.append(([ring], box(ring), area)) } else if area < 0 { holes.append(ring) }
        }
        for hole in holes {
            guard outers.count > 1 else {
                if !outers.isEmpty { outers[0].rings.append(hole) }
                continue
            }
            // The smallest outer ring that holds it; rings may touch, so all vertices have a say until one decides.
            var best: Int?
            let bounds = box(hole)
            for (index, outer) in outers.enumerated() {
                guard outer.box.left <= bounds.left, outer.box.right >= bounds.right, outer.box.bottom <= bounds.bottom,
                    outer.box.top >= bounds.top, best.map({ outers[$0].area > outer.area }) ?? true
                else { continue }
                if holds(outer.rings[0], hole) { best = index }
            }
            if let best { outers[best].rings.append(hole) }
        }
        return outers.map(\.rings)
    }

    private static func box(_ ring: [Vertex]) -> FenceBox {
        var box = FenceBox(left: .max, bottom: .max, right: .min, top: .min)
        for vertex in ring {
            (box.left, box.right) = (min(box.left, vertex.x), max(box.right, vertex.x))
            (box.bottom, box.top) = (min(box.bottom, vertex.y), max(box.top, vertex.y))
        }
        return box
    }

    private static func doubledArea(_ ring: [Vertex]) -> Int128 {
        var sum: Int128 = 0
        for index in 1..<max(1, ring.count - 1) {
            let (u, v) = (ring[index] &- ring[0], ring[index + 1] &- ring[0])
            sum += Int128(u.x) * Int128(v.y) - Int128(u.y) * Int128(v.x)
        }
        return sum
    }

    /// Whether a ring that does not cross the outer one lies in it.
    private static func holds(_ outer: [Vertex], _ inner: [Vertex]) -> Bool {
        for vertex in inner {
            if let isInside = isInside(vertex, outer) { return isInside }
        }
        // All vertices are on the outer ring: the middle of an edge, in doubled steps, is on it too, or decides.
        let doubled = outer.map { $0 &* 2 }
        for (index, vertex) in inner.enumerated() {
            if let isInside = isInside(vertex &+ inner[index + 1 < inner.count ? index + 1 : 0], doubled) { return isInside }
        }
        return true
    }

    /// nil for a place on the ring.
    private static func isInside(_ place: Vertex, _ ring: [Vertex]) -> Bool? {
        var isInside = false
        guard var a = ring.last else { return false }
        for b in ring {
            if min(a.y, b.y) <= place.y, place.y <= max(a.y, b.y), min(a.x, b.x) <= place.x {
                let side = OutlineProduct.cross(b &- a, place &- a)
                if side == 0, place.x <= max(a.x, b.x) { return nil }
                if (a.y > place.y) != (b.y > place.y), (side < 0) == (b.y > a.y) { isInside.toggle() }
            }
            a = b
        }
        return isInside
    }
}
