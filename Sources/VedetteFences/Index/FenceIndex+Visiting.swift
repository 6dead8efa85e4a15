// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FenceIndex {
    /// Calls `leaf` for each leaf that a straight way meets, not in order, and `part` for each part of it after that.
    ///
    /// Every edge that has a point in common with the way and decides something there is among the parts: an outer ring's edges are not where a hole
    /// covers the leaf, nor a hole's where its polygon has nothing. A part that the way does not meet may be, too. Cells that have no edges cost next to
    /// nothing, however many fences cover them.
    ///
    /// - Parameters:
    ///   - startX: 1e-7 degree; what of the way lies outside −180…180° is left out: call once more with the way moved by 360°.
    ///   - startY: 1e-7 degree.
    ///   - endX: at most 180° from the start.
    ///   - endY: 1e-7 degree.
    ///   - leaf: gets the closed box of the leaf (its right and top borders are its neighbours').
    ///   - part: gets the parts of a fence's polygon together, the outer ring first; an outer ring may be there without edges, and a hole without its outer
    ///     ring is not.
    /// - Complexity: O(cells met).
    func visitLeaves(
        fromX startX: Int64, _ startY: Int64, toX endX: Int64, _ endY: Int64, leaf: (FenceBox) -> Void, part: (FenceLeafPart) -> Void
    ) {
        let box = FenceBox(left: min(startX, endX), bottom: min(startY, endY), right: max(startX, endX), top: max(startY, endY))
        let (dx, dy) = (endX - startX, endY - startY)
        visitNodes(
            in: box, covering: { _ in },
            meets: { cell in
                // All four corners strictly on one side: the way passes by. A way is at most 180° long and the cell is in its box's reach.
                func side(_ x: Int64, _ y: Int64) -> Int64 { (dx &* (y &- startY) &- dy &* (x &- startX)).signum() }
                let sum =
                    side(cell.left, cell.bottom) + side(cell.right, cell.bottom) + side(cell.left, cell.top) + side(cell.right, cell.top)
                return abs(sum) != 4
            }, leaf: leaf, part: part)
    }

    /// Calls `covering` with fences that cover cells which meet a box, and `leaf` and `part` as ``visitLeaves(fromX:_:toX:_:leaf:part:)`` does for the
    /// leaves that meet it. A fence may come more than once.
    ///
    /// - Parameters:
    ///   - box: closed; what lies outside −180…180° is left out: call once more with the box moved by 360°.
    ///   - covering: gets the number of a fence.
    ///   - leaf: gets the closed box of the leaf.
    ///   - part: gets its parts.
    func visitLeaves(
        in box: FenceBox, covering: (_ fence: UInt32) -> Void, leaf: (FenceBox) -> Void, part: (FenceLeafPart) -> Void
    ) {
        visitNodes(in: box, covering: covering, meets: { _ in true }, leaf: leaf, part: part)
    }

    /// The fences that have a point in a box, and some that come near it, each once, ascending.
    ///
    /// - Parameters:
    ///   - box: closed; what lies outside −180…180° is left out: call once more with the box moved by 360°.
    ///   - result: added to.
    func findCandidates(in box: FenceBox, into result: inout [UInt32]) {
        var found: [UInt32] = []
        visitLeaves(
            in: box, covering: { found.append($0) }, leaf: { _ in },
            part: { part in
                if found.last != part.fence { found.append(part.fence) }
            })
        found.sort()
        for fence in found where result.last != fence { result.append(fence) }
    }

    private func visitNodes(
        in box: FenceBox, covering: (UInt32) -> Void, meets: (FenceBox) -> Bool, leaf: (FenceBox) -> Void, part: (FenceLeafPart) -> Void
    ) {
        let (left, right) = (max(box.left, -FenceRing.worldRight), min(box.right, FenceRing.worldRight))
        let (bottom, top) = (max(box.bottom, -FenceRing.poleLatitude), min(box.top, FenceRing.poleLatitude))
        guard left <= right, bottom <= top else { return }
        let clipped = FenceBox(left: left, bottom: bottom, right: right, top: top)
        let level = Int(FenceTree.topLevel)
        // A cell's closed box holds its neighbours' borders: the cells from one step to the left and below.
        for row in max(0, Int(bottom - 1 + FenceRing.poleLatitude) >> level)...Int(top + FenceRing.poleLatitude) >> level {
            for column in max(0, Int(left - 1 + FenceRing.worldRight) >> level)...Int(right + FenceRing.worldRight) >> level {
                let (x, y) = (Int64(column << level) - FenceRing.worldRight, Int64(row << level) - FenceRing.poleLatitude)
                visit(
                    tree.nodes[row << 8 | column], FenceBox(left: x, bottom: y, right: x + 1 << level, top: y + 1 << level), clipped,
                    covering: covering, meets: meets, leaf: leaf, part: part)
            }
        }
    }

    private func visit(
        _ node: FenceNode, _ cell: FenceBox, _ box: FenceBox, covering: (UInt32) -> Void, meets: (FenceBox) -> Bool,
        leaf: (FenceBox) -> Void,
        part: (FenceLeafPart) -> Void
    ) {
        guard cell.left <= box.right, cell.right >= box.left, cell.bottom <= box.top, cell.top >= box.bottom, meets(cell) else { return }
        if node.content != 0 {
            let content = FenceCellContent(tree.words + Int(node.content))
            for index in 0..<content.coveringCount { covering(content.coverings[index]) }
            if content.partCount > 0 {
                leaf(cell)
                var view = FencePartView(words: content.parts)
                for _ in 0..<content.partCount {
                    part(FenceLeafPart(view, cornerX: Int32(truncatingIfNeeded: cell.left)))
                    view = FencePartView(words: view.end)
                }
            }
        }
        guard node.child != 0 else { return }
        let size = (cell.right - cell.left) / 4
        for child in 0..<16 {
            let (x, y) = (cell.left + Int64(child & 3) * size, cell.bottom + Int64(child >> 2) * size)
            visit(
                tree.nodes[Int(node.child) + child], FenceBox(left: x, bottom: y, right: x + size, top: y + size), box,
                covering: covering, meets: meets, leaf: leaf, part: part)
        }
    }
}
