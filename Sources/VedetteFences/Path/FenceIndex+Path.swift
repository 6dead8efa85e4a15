// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

extension FenceIndex {
    /// Every beginning and end of a stretch inside a fence on the straight way from one place to another, the shorter way round, in order along
    /// the way; at one place exits first, then by fence id.
    ///
    /// A stretch that goes on from the start, or beyond the end, has no beginning, or end, there. Contacts of zero length give nothing, unless the
    /// start or the end is one: then the former gives an `exited` at 0, the latter an `entered` at 1. So whoever is in the fences that
    /// ``query(longitude:latitude:into:)`` finds at the start, and follows these crossings, is in those that it finds at the end.
    ///
    /// Exact: fractions of whole numbers throughout. See `docs/path-detection.md`.
    ///
    /// - Complexity: O(cells on the way · levels + edges in them + contacts · log contacts).
    package func crossings(from start: GridPosition, to end: GridPosition, into crossings: inout [FencePathCrossing]) {
        var scratch = FencePathScratch()
        self.crossings(from: start, to: end, using: &scratch, into: &crossings)
    }

    /// The same with memory that is used again: nothing is allocated once it is warm.
    package func crossings(
        from start: GridPosition, to end: GridPosition, using scratch: inout FencePathScratch, into crossings: inout [FencePathCrossing]
    ) {
        crossings.removeAll(keepingCapacity: true)
        let way = FenceWay(from: start, to: end)
        guard way.dx != 0 || way.dy != 0 else { return }
        var leaves = FenceWayLeaves(way)
        while let stretch = leaves.next(in: self) {
            guard stretch.leaf.partCount > 0 else { continue }
            let count = crossings.count
            search(stretch, way, end, &scratch, into: &crossings)
            if crossings.count - count > 1 { sort(&crossings, from: count) }
        }
    }

    /// Exits before entries at one place, then by the bytes of the ids. Numbers need not order as ids do once fences were edited.
    private func sort(_ crossings: inout [FencePathCrossing], from first: Int) {
        crossings[first...].sort { one, other in
            guard one.isLevel(with: other) else { return one.isBefore(other) }
            guard one.kind == other.kind else { return one.kind == .exited }
            return one.fence != other.fence && id(of: one.fence).utf8.lexicographicallyPrecedes(id(of: other.fence).utf8)
        }
    }

    /// Looks for fences whose edges may meet the stretch; most leaves end here.
    private func search(
        _ stretch: FenceWayLeaves.Stretch, _ way: FenceWay, _ end: GridPosition, _ scratch: inout FencePathScratch,
        into crossings: inout [FencePathCrossing]
    ) {
        let reach = FenceStretchReach(stretch, of: way)
        var parts = stretch.leaf.parts
        if !scratch.followed.isEmpty { scratch.followed.removeAll(keepingCapacity: true) }
        while parts.rest > 0 {
            let first = parts
            let fence = parts.fence
            var isNear = false
            repeat {
                if parts.pass(reach) { isNear = true }
            } while parts.rest > 0 && parts.fence == fence
            guard isNear else { continue }
            guard first.isOfManyRings else {
                follow(first, first.rest - parts.rest, fence, way, stretch, end, &scratch, into: &crossings)
                continue
            }
            // All its polygons at once, wherever in the leaf they are.
            guard !scratch.followed.contains(fence) else { continue }
            scratch.followed.append(fence)
            let count = crossings.count
            follow(stretch.leaf.parts, stretch.leaf.partCount, fence, way, stretch, end, &scratch, into: &crossings)
            if crossings.count > count, stretch.leaf.isCovered(by: fence, in: self) { crossings.removeLast(crossings.count - count) }
        }
    }

    /// Follows the stretch into and out of one fence: its parts are among so many.
    private func follow(
        _ first: FencePathLeaf.Cursor, _ count: Int, _ fence: UInt32, _ way: FenceWay, _ stretch: FenceWayLeaves.Stretch,
        _ end: GridPosition, _ scratch: inout FencePathScratch, into crossings: inout [FencePathCrossing]
    ) {
        var local = way
        local.x -= stretch.shift
        scratch.beginFence()
        var isTouched = false
        var parts = first
        for _ in 0..<count {
            let part = parts.next()
            guard part.fence == fence else { continue }
            if !part.isHole { scratch.polygons.append(.init()) }
            scratch.rings.append(.init(polygon: Int32(scratch.polygons.count - 1), isHole: part.isHole))
            part.visitEdges { edge in
                if edge.comesNear(stretch.box), scratch.meet(edge, local, stretch) { isTouched = true }
            }
        }
        guard isTouched else { return }
        let base = FencePathPlace(on: local, at: stretch.from)
        let cell = stretch.leaf.cell
        parts = first
        var number = 0
        for _ in 0..<count {
            let part = parts.next()
            guard part.fence == fence else { continue }
            var isInside = part.isCornerInside
            part.visitEdges { edge in
                if base.isPathCrossing(edge, fromX: cell.left, cell.bottom) { isInside.toggle() }
            }
            scratch.rings[number].isLeftInside = isInside
            number += 1
        }
        scratch.follow(stretch) { kind, numerator, denominator in
            let position = numerator == denominator ? end : way.position(numerator, denominator)
            crossings.append(
                FencePathCrossing(
                    fence: fence, kind: kind, numerator: Int128(numerator), denominator: Int128(denominator), position: position))
        }
    }
}

extension FenceEdge {
    /// Whether the edge's box has a point in common with a closed box.
    @inline(__always)
    fileprivate func comesNear(_ box: FenceBox) -> Bool {
        (left <= box.right) && (right >= box.left) && (bottom <= box.top) && (top >= box.bottom)
    }
}
