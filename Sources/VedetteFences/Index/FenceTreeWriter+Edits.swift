// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

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

    /// Writes a leaf, divided where it has too many edges and dividing does not multiply them: neither below it nor, edit by edit, in its top cell.
    ///
    /// - Parameters:
    ///   - cell: the leaf.
    ///   - maximumLeafEdges: what is too many.
    ///   - load: that of the top cell, the leaf's own edges left out of what is kept.
    /// - Throws: where there is no room.
    mutating func writeOrDivide(_ cell: Cell, maximumLeafEdges: Int, _ load: FenceCellLoad) throws(FenceIndexError) {
        var cell = cell
        guard cell.edgeCount > maximumLeafEdges else { return try writeLeaf(cell, cell.edgeCount) }
        cell.budget = min(6 * cell.edgeCount + 256, 8 * load.given + 256 - load.kept)
        try place(cell)
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
