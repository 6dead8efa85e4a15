// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Adds and removes fences in a tree that is there, cell by cell, with the routines that build one.
///
/// A fence is found again where the same tests put it: what a cell has of a fence depends on the fence alone, and which cells are divided
/// changes only by dividing leaves, with the same tests.
final class FenceTreeEditor {
    private var writer: FenceTreeWriter
    private var cutter = FenceCutter()
    private let tree: FenceTree

    /// A leaf is divided when it has more edges than this: more than a new one has, so that not every edit divides one.
    private static let maximumLeafEdges = 36

    init(_ store: FenceTreeStore) {
        tree = store.tree
        writer = FenceTreeWriter(store, nodeRun: 64, wordRun: 1 << 16)
    }

    func add(_ shape: FenceShape, fence: UInt32) { change(shape, fence, isAdded: true) }

    func remove(_ shape: FenceShape, fence: UInt32) { change(shape, fence, isAdded: false) }

    private func change(_ shape: FenceShape, _ fence: UInt32, isAdded: Bool) {
        FenceCutter.visitPolygons(shape.vertices) { firstRing, ringCount, words in
            let whole = writer.scratch.mark
            let cut = cutter.scratch.mark
            if let polygon = FenceCutter.whole(shape.vertices, fence: fence, firstRing: firstRing, ringCount: ringCount, words) {
                var cell = writer.topCell(
                    FenceCutter.cell(of: polygon), coverings: 0, parts: ringCount, edges: Int(polygon.edgeCount), polygons: 0, budget: 0)
                FenceTreeWriter.append(polygon, to: &cell)
                change(cell, fence, isAdded)
            } else {
                cutter.cut(shape.vertices, fence: fence, firstRing: firstRing, ringCount: ringCount, words)
                for piece in cutter.pieces {
                    let mark = writer.scratch.mark
                    var cell = writer.topCell(
                        piece.pointee.cell, coverings: 1, parts: Int(piece.pointee.partCount), edges: Int(piece.pointee.edgeCount),
                        polygons: 0, budget: 0)
                    cell.append(piece.pointee)
                    change(cell, fence, isAdded)
                    writer.scratch.release(to: mark)
                }
            }
            writer.scratch.release(to: whole)
            cutter.scratch.release(to: cut)
        }
    }

    /// Changes a cell: `cell` has what one polygon has there, and nothing else.
    private func change(_ cell: FenceTreeWriter.Cell, _ fence: UInt32, _ isAdded: Bool) {
        if cell.coveringCount > 0 || tree.nodes[cell.node].child == 0 {
            if isAdded { add(cell) } else { remove(fence, from: cell) }
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
            change(writer.child(child, first, of: cell, masks, edgeMasks), fence, isAdded)
            writer.scratch.release(to: inner)
        }
        writer.scratch.release(to: mark)
    }

    // MARK: Content

    private func add(_ cell: FenceTreeWriter.Cell) {
        let node = cell.node
        let old = Int(tree.nodes[node].content)
        guard old != 0 else {
            writer.writeOrDivide(cell, maximumLeafEdges: Self.maximumLeafEdges)
            return
        }
        let view = FenceCellContent(tree.words + old)
        let size = FenceTreeWriter.size(of: view)
        let mark = writer.scratch.mark
        var joined = writer.read(view, of: cell, moreCoverings: cell.coveringCount, moreParts: cell.partCount, moreEdges: cell.edgeCount)
        (joined.coverings + joined.coveringCount).update(from: cell.coverings, count: cell.coveringCount)
        joined.coveringCount += cell.coveringCount
        (joined.parts + joined.partCount).update(from: cell.parts, count: cell.partCount)
        joined.partCount += cell.partCount
        (joined.edges + joined.edgeCount).update(from: cell.edges, count: cell.edgeCount)
        joined.edgeCount += cell.edgeCount
        writer.spare.put(old, FenceSpareWords.rounded(size), in: tree.words)
        if tree.nodes[node].child == 0 {
            writer.writeOrDivide(joined, maximumLeafEdges: Self.maximumLeafEdges)
        } else {
            writer.writeCoverings(joined)
        }
        writer.scratch.release(to: mark)
    }

    private func remove(_ fence: UInt32, from cell: FenceTreeWriter.Cell) {
        let old = Int(tree.nodes[cell.node].content)
        guard old != 0 else { return }
        let view = FenceCellContent(tree.words + old)
        let size = FenceTreeWriter.size(of: view)
        let mark = writer.scratch.mark
        var rest = writer.read(view, of: cell, moreCoverings: 0, moreParts: 0, moreEdges: 0)
        rest.remove(fence)
        writer.spare.put(old, FenceSpareWords.rounded(size), in: tree.words)
        writer.writeLeaf(rest, rest.edgeCount)
        writer.scratch.release(to: mark)
    }
}

extension FenceTreeWriter {
    /// How many words content takes.
    static func size(of view: FenceCellContent) -> Int {
        var part = FencePartView(words: view.parts)
        for _ in 0..<view.partCount { part = FencePartView(words: part.end) }
        return headerSize(of: view) + (part.words - view.coverings)
    }

    private static func headerSize(of view: FenceCellContent) -> Int {
        FenceCellContent.headerSize(coverings: view.coveringCount, parts: view.partCount)
    }

    /// Writes a leaf, divided where it has too many edges and dividing does not multiply them.
    mutating func writeOrDivide(_ cell: Cell, maximumLeafEdges: Int) {
        var cell = cell
        guard cell.edgeCount > maximumLeafEdges else { return writeLeaf(cell, cell.edgeCount) }
        cell.budget = 6 * cell.edgeCount + 256
        place(cell)
    }

    /// What content has, with room for more.
    mutating func read(_ view: FenceCellContent, of cell: Cell, moreCoverings: Int, moreParts: Int, moreEdges: Int) -> Cell {
        var edgeCount = 0
        var part = FencePartView(words: view.parts)
        for _ in 0..<view.partCount {
            edgeCount += part.vertexCount
            part = FencePartView(words: part.end)
        }
        var result = cell
        result.coverings = scratch.take(UInt32.self, view.coveringCount + moreCoverings)
        result.coverings.update(from: view.coverings, count: view.coveringCount)
        result.coveringCount = view.coveringCount
        result.parts = scratch.take(FenceWorkPart.self, view.partCount + moreParts)
        result.edges = scratch.take(FenceWorkEdge.self, edgeCount + moreEdges)
        (result.partCount, result.edgeCount) = (0, 0)
        part = FencePartView(words: view.parts)
        for _ in 0..<view.partCount {
            let first = result.edgeCount
            part.visitEdges { ax, ay, bx, by in
                result.edges[result.edgeCount] = FenceWorkEdge(ax: ax, ay: ay, bx: bx, by: by)
                result.edgeCount += 1
            }
            result.parts[result.partCount] = FenceWorkPart(
                fence: part.fence, ring: part.ring, edgeCount: UInt32(result.edgeCount - first),
                flags: (part.isCornerInside ? FenceWorkPart.cornerFlag : 0) | (part.isHole ? FenceWorkPart.holeFlag : 0)
                    | (part.hasRing ? FenceWorkPart.ringFlag : 0))
            result.partCount += 1
            part = FencePartView(words: part.end)
        }
        return result
    }

    /// What one child has of a cell with a single polygon, whose masks are decided.
    mutating func child(
        _ child: Int, _ first: Int, of cell: Cell, _ masks: UnsafeMutablePointer<FenceChildMasks>, _ edgeMasks: UnsafeMutablePointer<UInt16>
    ) -> Cell {
        let level = cell.level - 2
        let bit = UInt32(1) << UInt32(child)
        var result = Cell(
            node: first + child, column: cell.column + UInt32(child & 3) << level, row: cell.row + UInt32(child >> 2) << level,
            level: level, coverings: scratch.take(UInt32.self, 1), coveringCount: 0,
            parts: scratch.take(FenceWorkPart.self, cell.partCount), partCount: 0,
            edges: scratch.take(FenceWorkEdge.self, cell.edgeCount), edgeCount: 0, polygons: cell.polygons, polygonCount: 0, budget: 0)
        var edge = 0
        for index in 0..<cell.partCount {
            let part = cell.parts[index]
            if masks[index].toggled & bit != 0 {
                result.coverings[0] = part.fence
                result.coveringCount = 1
            }
            guard masks[index].present & bit != 0 else {
                edge += Int(part.edgeCount)
                continue
            }
            let start = result.edgeCount
            for _ in 0..<part.edgeCount {
                if UInt32(edgeMasks[edge]) & bit != 0 {
                    result.edges[result.edgeCount] = cell.edges[edge]
                    result.edgeCount += 1
                }
                edge += 1
            }
            result.parts[result.partCount] = part
            result.parts[result.partCount].edgeCount = UInt32(result.edgeCount - start)
            result.parts[result.partCount].flags =
                part.flags & ~FenceWorkPart.cornerFlag | (masks[index].corners & bit != 0 ? FenceWorkPart.cornerFlag : 0)
            result.partCount += 1
        }
        return result
    }
}

extension FenceTreeWriter.Cell {
    /// Takes away all that a fence has here.
    mutating func remove(_ fence: UInt32) {
        var kept = 0
        for index in 0..<coveringCount where coverings[index] != fence {
            coverings[kept] = coverings[index]
            kept += 1
        }
        coveringCount = kept
        var (keptParts, keptEdges, edge) = (0, 0, 0)
        for index in 0..<partCount {
            let part = parts[index]
            if part.fence != fence {
                for _ in 0..<part.edgeCount {
                    edges[keptEdges] = edges[edge]
                    keptEdges += 1
                    edge += 1
                }
                parts[keptParts] = part
                keptParts += 1
            } else {
                edge += Int(part.edgeCount)
            }
        }
        (partCount, edgeCount) = (keptParts, keptEdges)
    }
}
