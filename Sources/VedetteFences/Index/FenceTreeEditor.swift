// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Adds and removes fences in a tree that is there, cell by cell, with the routines that build one.
///
/// A fence is found again where the same tests put it: what a cell has of a fence depends on the fence alone, and which cells are divided
/// changes only by dividing leaves, with the same tests.
///
/// What cells had before an edit is kept until the edit is through: where there is no room for all of it, they get it back.
final class FenceTreeEditor {
    private var writer: FenceTreeWriter
    private var cutter: FenceCutter
    private let tree: FenceTree
    private let loads: UnsafeMutablePointer<FenceCellLoad>
    /// The top cell that is worked on.
    private var top = 0
    /// The nodes that the edit has changed, as they were.
    private var changed: [(node: Int, before: FenceNode)] = []
    /// The loads of top cells as they were.
    private var changedLoads: [(top: Int, before: FenceCellLoad)] = []
    /// How many edges the leaves had or got that the last edit changed.
    private(set) var touchedEdges = 0

    /// A leaf is divided when it has more edges than this: more than a new one has, so that not every edit divides one.
    private static let maximumLeafEdges = 36

    private enum Step {
        case add
        /// Can be undone.
        case remove
        /// Is done with what room there is, and cannot be undone.
        case removeForGood
    }

    init(_ store: FenceTreeStore) {
        (tree, loads) = (store.tree, store.loads)
        writer = FenceTreeWriter(store, nodeRun: 64, wordRun: 1 << 16)
        cutter = FenceCutter(store.limits)
    }

    /// Adds a fence; where there is no room for it, nothing is changed.
    func add(_ shape: FenceShape, fence: UInt32) throws(FenceIndexError) {
        do throws(FenceIndexError) {
            try change(shape, fence, .add)
        } catch {
            undo()
            throw error
        }
        keep()
    }

    /// Removes a fence that is there, for which there is always room.
    func remove(_ shape: FenceShape, fence: UInt32) {
        do throws(FenceIndexError) {
            try change(shape, fence, .removeForGood)
        } catch {
            preconditionFailure("a fence was cut into cells before, and now cannot be: \(error)")
        }
        changedLoads.removeAll(keepingCapacity: true)
    }

    /// Gives a fence another area; where there is no room for it, nothing is changed.
    func replace(_ old: FenceShape, with new: FenceShape, fence: UInt32) throws(FenceIndexError) {
        do throws(FenceIndexError) {
            try change(old, fence, .remove)
            try change(new, fence, .add)
        } catch {
            undo()
            throw error
        }
        keep()
    }

    private func change(_ shape: FenceShape, _ fence: UInt32, _ step: Step) throws(FenceIndexError) {
        if changed.isEmpty { touchedEdges = 0 }
        let (start, cutStart) = (writer.scratch.mark, cutter.scratch.mark)
        defer {
            writer.scratch.release(to: start)
            cutter.scratch.release(to: cutStart)
        }
        try FenceCutter.visitPolygons(shape.vertices) { (firstRing, ringCount, words) throws(FenceIndexError) in
            let whole = writer.scratch.mark
            let cut = cutter.scratch.mark
            if let polygon = FenceCutter.whole(shape.vertices, fence: fence, firstRing: firstRing, ringCount: ringCount, words) {
                var cell = writer.topCell(
                    FenceCutter.cell(of: polygon), coverings: 0, parts: ringCount, edges: Int(polygon.edgeCount), polygons: 0, budget: 0)
                FenceTreeWriter.append(polygon, to: &cell)
                try changeTop(cell, fence, step)
            } else {
                try cutter.cut(shape.vertices, fence: fence, firstRing: firstRing, ringCount: ringCount, words)
                for piece in cutter.pieces {
                    let mark = writer.scratch.mark
                    var cell = writer.topCell(
                        piece.pointee.cell, coverings: 1, parts: Int(piece.pointee.partCount), edges: Int(piece.pointee.edgeCount),
                        polygons: 0, budget: 0)
                    cell.append(piece.pointee)
                    try changeTop(cell, fence, step)
                    writer.scratch.release(to: mark)
                }
            }
            writer.scratch.release(to: whole)
            cutter.scratch.release(to: cut)
        }
    }

    private func changeTop(_ cell: FenceTreeWriter.Cell, _ fence: UInt32, _ step: Step) throws(FenceIndexError) {
        top = cell.node
        changedLoads.append((top, loads[top]))
        loads[top].given += step == .add ? cell.edgeCount : -cell.edgeCount
        try change(cell, fence, step)
    }

    /// Changes a cell: `cell` has what one polygon has there, and nothing else.
    private func change(_ cell: FenceTreeWriter.Cell, _ fence: UInt32, _ step: Step) throws(FenceIndexError) {
        if cell.coveringCount > 0 || tree.nodes[cell.node].child == 0 {
            switch step {
            case .add: try add(cell)
            case .remove: try remove(fence, from: cell)
            case .removeForGood: removeForGood(fence, from: cell)
            }
            return
        }
        // The same tests as in `FenceTreeWriter.divide`.
        let mark = writer.scratch.mark
        let level = cell.level - 2
        let edgeMasks = writer.scratch.take(UInt16.self, cell.edgeCount)
        let masks = writer.scratch.take(FenceChildMasks.self, cell.partCount)
        _ = writer.classify(cell, level, edgeMasks, masks, FenceChildCounts(writer.scratch.take(Int.self, FenceChildCounts.size)).edges)
        FenceTreeWriter.decide(cell.parts, masks, cell.partCount)
        let first = Int(tree.nodes[cell.node].child)
        var touched: UInt32 = 0
        for index in 0..<cell.partCount { touched |= masks[index].present | masks[index].toggled }
        for child in FenceBits(touched) {
            let inner = writer.scratch.mark
            try change(writer.child(child, first, of: cell, masks, edgeMasks), fence, step)
            writer.scratch.release(to: inner)
        }
        writer.scratch.release(to: mark)
    }

    // MARK: Content

    private func add(_ cell: FenceTreeWriter.Cell) throws(FenceIndexError) {
        let before = tree.nodes[cell.node]
        changed.append((cell.node, before))
        let keptBefore = writer.keptEdges
        guard before.content != 0 else {
            try writer.writeOrDivide(cell, maximumLeafEdges: Self.maximumLeafEdges, loads[top])
            return count(had: 0, since: keptBefore)
        }
        let view = FenceCellContent(tree.words + Int(before.content))
        let mark = writer.scratch.mark
        var joined = writer.read(view, of: cell, moreCoverings: cell.coveringCount, moreParts: cell.partCount, moreEdges: cell.edgeCount)
        (joined.coverings + joined.coveringCount).update(from: cell.coverings, count: cell.coveringCount)
        joined.coveringCount += cell.coveringCount
        (joined.parts + joined.partCount).update(from: cell.parts, count: cell.partCount)
        joined.partCount += cell.partCount
        let had = joined.edgeCount
        (joined.edges + joined.edgeCount).update(from: cell.edges, count: cell.edgeCount)
        joined.edgeCount += cell.edgeCount
        if before.child == 0 {
            var load = loads[top]
            load.kept -= had
            try writer.writeOrDivide(joined, maximumLeafEdges: Self.maximumLeafEdges, load)
            count(had: had, since: keptBefore)
        } else {
            try writer.writeCoverings(joined)
        }
        writer.scratch.release(to: mark)
    }

    private func remove(_ fence: UInt32, from cell: FenceTreeWriter.Cell) throws(FenceIndexError) {
        let before = tree.nodes[cell.node]
        guard before.content != 0 else { return }
        let mark = writer.scratch.mark
        var rest = writer.read(FenceCellContent(tree.words + Int(before.content)), of: cell, moreCoverings: 0, moreParts: 0, moreEdges: 0)
        let (had, keptBefore) = (rest.edgeCount, writer.keptEdges)
        rest.remove(fence)
        changed.append((cell.node, before))
        try writer.writeLeaf(rest, rest.edgeCount)
        count(had: had, since: keptBefore)
        writer.scratch.release(to: mark)
    }

    /// Writes what is left, where there is no room for it in the place of what was there: it is not longer.
    private func removeForGood(_ fence: UInt32, from cell: FenceTreeWriter.Cell) {
        let offset = Int(tree.nodes[cell.node].content)
        guard offset != 0 else { return }
        let view = FenceCellContent(tree.words + offset)
        let size = FenceSpareWords.rounded(FenceTreeWriter.size(of: view))
        let mark = writer.scratch.mark
        var rest = writer.read(view, of: cell, moreCoverings: 0, moreParts: 0, moreEdges: 0)
        touchedEdges += 2 * rest.edgeCount
        loads[top].kept -= rest.edgeCount
        rest.remove(fence)
        loads[top].kept += rest.edgeCount
        var used = 0
        tree.nodes[cell.node].content = 0
        if rest.coveringCount + rest.partCount > 0 {
            let count = FenceTreeWriter.size(of: rest)
            // Whole runs that are given back fit what grows again; ends of them do not.
            let other = try? writer.takeWords(count)
            if other == nil { used = FenceSpareWords.rounded(count) }
            writer.write(rest, at: other ?? offset)
        }
        writer.spare.put(offset + used, size - used, in: tree.words)
        writer.scratch.release(to: mark)
    }

    private func count(had: Int, since keptBefore: Int) {
        let got = writer.keptEdges - keptBefore
        touchedEdges += had + got
        loads[top].kept += got - had
    }

    // MARK: The end of an edit

    /// Gives up what the changed cells had before.
    private func keep() {
        for (_, before) in changed { giveUp(before.content) }
        changed.removeAll(keepingCapacity: true)
        changedLoads.removeAll(keepingCapacity: true)
    }

    /// Gives the changed cells back what they had, and gives up what they have got.
    private func undo() {
        for (node, before) in changed.reversed() {
            let after = tree.nodes[node]
            if after.content != before.content { giveUp(after.content) }
            if after.child != before.child { giveUpChildren(after.child) }
            tree.nodes[node] = before
        }
        for (top, before) in changedLoads.reversed() { loads[top] = before }
        changed.removeAll(keepingCapacity: true)
        changedLoads.removeAll(keepingCapacity: true)
    }

    private func giveUp(_ content: UInt32) {
        guard content != 0 else { return }
        let size = FenceTreeWriter.size(of: FenceCellContent(tree.words + Int(content)))
        writer.spare.put(Int(content), FenceSpareWords.rounded(size), in: tree.words)
    }

    private func giveUpChildren(_ first: UInt32) {
        guard first != 0 else { return }
        for child in Int(first)..<Int(first) + 16 {
            giveUp(tree.nodes[child].content)
            giveUpChildren(tree.nodes[child].child)
            tree.nodes[child] = FenceNode(content: 0, child: 0)
        }
        writer.spareBlocks.append(Int(first))
    }
}
