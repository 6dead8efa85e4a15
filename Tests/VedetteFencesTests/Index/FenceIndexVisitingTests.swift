// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteFences

@Suite("Going through the leaves of a fence index")
struct FenceIndexVisitingTests {
    private struct RingEdge: Hashable {
        var fence: UInt32
        var ring: UInt32
        var ax: Int32
        var ay: Int32
        var dx: Int32
        var dy: Int32

        init(_ fence: UInt32, _ ring: UInt32, _ edge: FenceEdge) {
            (self.fence, self.ring, ax, ay, dx, dy) = (fence, ring, edge.ax, edge.ay, edge.dx, edge.dy)
        }
    }

    /// All edges of an index, from the shapes.
    private func edges(_ index: FenceIndex) -> Set<RingEdge> {
        var result: Set<RingEdge> = []
        for number in index.numbers {
            var ring: UInt32 = 0
            index.shape(of: number).visitRings { one, _ in
                for edge in one.edges { result.insert(RingEdge(number, ring, edge)) }
                ring += 1
            }
        }
        return result
    }

    @Test(
        "every edge that a way meets is there once, as its ring has it",
        arguments: [(1, 7, 100), (2, 40_000, 0), (3, 900_000, 1_799_990_000), (4, 2_000_000, -1_799_990_000)] as [(UInt64, Int64, Int64)])
    func ways(seed: UInt64, lattice: Int64, x: Int64) {
        var world = FenceWorld(seed: seed, lattice: lattice, middle: (x, 45_000_000))
        let index = FenceIndex((0..<30).map { FenceDefinition(id: "f\($0)", shape: world.shape()) })
        // Holes may hide edges that decide nothing: those are told by the lookups.
        let all = edges(index)
        let whole = all.filter { edge in index.shape(of: edge.fence).polygons.allSatisfy { $0.count == 1 } }
        var met = 0
        for _ in 0..<40 {
            let (start, end) = (world.place(), world.place())
            var endX = Int64(end.longitude)
            if endX - Int64(start.longitude) > FenceRing.worldRight { endX -= FenceRing.worldWidth }
            if endX - Int64(start.longitude) < -FenceRing.worldRight { endX += FenceRing.worldWidth }
            let way = (ax: Int64(start.longitude), ay: Int64(start.latitude), bx: endX, by: Int64(end.latitude))
            for shift in [-FenceRing.worldWidth, 0, FenceRing.worldWidth] {
                var seen: Set<RingEdge> = []
                var outer: (fence: UInt32, Bool) = (0, false)
                index.visitLeaves(
                    fromX: way.ax + shift, way.ay, toX: way.bx + shift, way.by, leaf: { _ in outer.1 = false },
                    part: { part in
                        if !part.isHole { outer = (part.fence, true) }
                        #expect(outer.1 && outer.fence == part.fence)
                        part.visitEdges { seen.insert(RingEdge(part.fence, part.ring, $0)) }
                    })
                #expect(seen.isSubset(of: all), "an edge that no ring has")
                for edge in whole where !seen.contains(edge) {
                    #expect(!meets(edge, way.ax + shift, way.ay, way.bx + shift, way.by), "\(edge) is missing")
                }
                met += seen.count
            }
        }
        #expect(met > 200 && whole.count > 20)
    }

    /// Whether an edge has a point within the world in common with a way.
    private func meets(_ edge: RingEdge, _ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64) -> Bool {
        typealias Point = (x: Int128, y: Int128)
        let (a, b): (Point, Point) = ((Int128(ax), Int128(ay)), (Int128(bx), Int128(by)))
        let c: Point = (Int128(edge.ax), Int128(edge.ay))
        let d: Point = (c.x + Int128(edge.dx), c.y + Int128(edge.dy))
        func side(_ p: Point, _ q: Point, _ r: Point) -> Int {
            let product = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
            return product == 0 ? 0 : product > 0 ? 1 : -1
        }
        // What meets only outside the world's borders does not count.
        let border = Int128(FenceRing.worldRight)
        guard max(a.x, b.x) >= -border, min(a.x, b.x) <= border, min(c.x, d.x) >= -border, max(c.x, d.x) <= border else { return false }
        guard min(a.x, b.x) <= max(c.x, d.x), min(c.x, d.x) <= max(a.x, b.x), min(a.y, b.y) <= max(c.y, d.y), min(c.y, d.y) <= max(a.y, b.y)
        else { return false }
        return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
    }

    @Test("candidates in a box are all fences with a point in it")
    func candidates() {
        var world = FenceWorld(seed: 5, lattice: 30_000)
        let index = FenceIndex((0..<60).map { FenceDefinition(id: "f\($0)", shape: world.shape()) })
        var (found, total) = (0, 0)
        for _ in 0..<60 {
            let (a, b) = (world.place(), world.place())
            let box = FenceBox(
                left: Int64(min(a.longitude, b.longitude)), bottom: Int64(min(a.latitude, b.latitude)),
                right: Int64(max(a.longitude, b.longitude)), top: Int64(max(a.latitude, b.latitude)))
            var candidates: [UInt32] = []
            index.findCandidates(in: box, into: &candidates)
            #expect(candidates == Set(candidates).sorted())
            for _ in 0..<10 {
                var inside: [UInt32] = []
                let place = (
                    Int32(box.left + Int64(world.random.unit() * Double(box.right - box.left))),
                    Int32(box.bottom + Int64(world.random.unit() * Double(box.top - box.bottom)))
                )
                _ = index.query(longitude: place.0, latitude: place.1, into: &inside)
                #expect(Set(inside).isSubset(of: candidates))
                found += inside.count
            }
            total += candidates.count
        }
        #expect(found > 100 && total < 60 * 60)
    }
}
