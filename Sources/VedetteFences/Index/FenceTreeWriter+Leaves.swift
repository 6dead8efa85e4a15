// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FenceTreeWriter {
    /// Takes apart the polygons that do not lie in one child, so that their rings are among the cell's parts.
    ///
    /// - Parameters:
    ///   - cell: the one whose polygons are taken apart.
    ///   - level: of the children.
    ///   - childOf: written: where each polygon goes; 16 or more where it was taken apart.
    ///   - counts: added to: polygons that go to each child.
    ///   - weights: added to: their edges.
    mutating func expand(
        _ cell: inout Cell, _ level: UInt32, _ childOf: UnsafeMutablePointer<UInt8>, _ counts: UnsafeMutablePointer<Int>,
        _ weights: UnsafeMutablePointer<Int>
    ) {
        var (rings, edges) = (0, 0)
        for index in 0..<cell.polygonCount {
            let polygon = cell.polygons[index]
            let (left, right) = (UInt32(bitPattern: polygon.left &- cell.x) >> level, UInt32(bitPattern: polygon.right &- cell.x) >> level)
            let (bottom, top) = (UInt32(bitPattern: polygon.bottom &- cell.y) >> level, UInt32(bitPattern: polygon.top &- cell.y) >> level)
            if left == right, bottom == top {
                let child = Int(bottom << 2 | left)
                childOf[index] = UInt8(truncatingIfNeeded: child)
                counts[child] += 1
                weights[child] += Int(polygon.edgeCount)
            } else {
                childOf[index] = .max
                rings += Int(polygon.ringCount)
                edges += Int(polygon.edgeCount)
            }
        }
        guard rings > 0 else { return }
        grow(&cell, rings: rings, edges: edges)
        for index in 0..<cell.polygonCount where childOf[index] >= 16 { Self.append(cell.polygons[index], to: &cell) }
    }

    /// Makes room for more parts and edges.
    private mutating func grow(_ cell: inout Cell, rings: Int, edges: Int) {
        let newParts = scratch.take(FenceWorkPart.self, cell.partCount + rings)
        let newEdges = scratch.take(FenceWorkEdge.self, cell.edgeCount + edges)
        newParts.update(from: cell.parts, count: cell.partCount)
        newEdges.update(from: cell.edges, count: cell.edgeCount)
        (cell.parts, cell.edges) = (newParts, newEdges)
    }

    /// Adds the rings of a polygon that lies in the cell to its parts; there is room.
    static func append(_ polygon: FenceWholePolygon, to cell: inout Cell) {
        let table = polygon.shape + 1
        var vertices = table + 2 * Int(polygon.shape[0])
        for ring in 0..<Int(polygon.firstRing) { vertices += 2 * Int(table[2 * ring]) }
        let hasRings = polygon.shape[0] > 1
        // Only what reaches the cell's left and bottom side can hold its corner.
        let mayHoldCorner = polygon.left == cell.x && polygon.bottom == cell.y
        for order in 0..<Int(polygon.ringCount) {
            let ring = Int(polygon.firstRing) + order
            let count = Int(table[2 * ring])
            let edges = cell.edges + cell.edgeCount
            var isInside = false
            for index in 0..<count {
                let next = index + 1 == count ? 0 : index + 1
                let edge = FenceWorkEdge(
                    ax: vertices[2 * index], ay: vertices[2 * index + 1], bx: vertices[2 * next], by: vertices[2 * next + 1])
                edges[index] = edge
                if mayHoldCorner {
                    let segment = edge.from(cell.x, cell.y)
                    if (segment.ay <= 0) != (segment.by <= 0), !segment.isRight(of: 0, 0) { isInside.toggle() }
                }
            }
            cell.parts[cell.partCount] = FenceWorkPart(
                fence: polygon.fence, ring: UInt32(ring), edgeCount: UInt32(count),
                flags: (isInside ? FenceWorkPart.cornerFlag : 0) | (order > 0 ? FenceWorkPart.holeFlag : 0)
                    | (hasRings ? FenceWorkPart.ringFlag : 0))
            cell.partCount += 1
            cell.edgeCount += count
            vertices += 2 * count
        }
    }

    // MARK: Writing

    /// Writes the content of a cell that is divided further: the fences that cover it.
    mutating func writeCoverings(_ cell: Cell) throws(FenceIndexError) {
        guard cell.coveringCount > 0 else {
            tree.nodes[cell.node].content = 0
            return
        }
        let offset = try takeWords(FenceCellContent.headerSize(coverings: cell.coveringCount, parts: 0) + cell.coveringCount)
        let coverings = FenceCellContent.writeHeader(coverings: cell.coveringCount, parts: 0, to: tree.words + offset)
        coverings.update(from: cell.coverings, count: cell.coveringCount)
        tree.nodes[cell.node].content = UInt32(offset)
    }

    /// Writes the content of a leaf.
    mutating func writeLeaf(_ cell: Cell, _ total: Int) throws(FenceIndexError) {
        var cell = cell
        if cell.polygonCount > 0 {
            var rings = 0
            for index in 0..<cell.polygonCount { rings += Int(cell.polygons[index].ringCount) }
            grow(&cell, rings: rings, edges: total - cell.edgeCount)
            for index in 0..<cell.polygonCount { Self.append(cell.polygons[index], to: &cell) }
        }
        guard cell.partCount > 0 else { return try writeCoverings(cell) }
        keptEdges += cell.edgeCount
        gather(&cell)
        write(cell, at: try takeWords(Self.size(of: cell)))
    }

    /// How many words the content of a leaf without whole polygons takes.
    static func size(of cell: Cell) -> Int {
        var size = FenceCellContent.headerSize(coverings: cell.coveringCount, parts: cell.partCount) + cell.coveringCount
        var edges = cell.edges
        for index in 0..<cell.partCount {
            let count = Int(cell.parts[index].edgeCount)
            size += cell.parts[index].headerSize + 2 * vertexCount(edges, count)
            edges += count
        }
        return size
    }

    /// Writes the content of a leaf without whole polygons, its parts in order, where there is room for it.
    func write(_ cell: Cell, at offset: Int) {
        let coverings = FenceCellContent.writeHeader(coverings: cell.coveringCount, parts: cell.partCount, to: tree.words + offset)
        coverings.update(from: cell.coverings, count: cell.coveringCount)
        var next = coverings + cell.coveringCount
        var edges = cell.edges
        for index in 0..<cell.partCount {
            next = Self.write(cell.parts[index], edges, to: next)
            edges += Int(cell.parts[index].edgeCount)
        }
        tree.nodes[cell.node].content = UInt32(offset)
    }

    /// Puts the parts of a fence of several rings beside each other: they come by themselves, where they were cut, and with whole polygons.
    private mutating func gather(_ cell: inout Cell) {
        var (isInOrder, flags) = (true, cell.parts[0].flags)
        for index in 1..<max(1, cell.partCount) {
            if cell.parts[index].fence < cell.parts[index - 1].fence { isInOrder = false }
            flags |= cell.parts[index].flags
        }
        guard !isInOrder, flags & FenceWorkPart.ringFlag != 0 else { return }
        let order = scratch.take(FencePartPlace.self, cell.partCount)
        var first = 0
        for index in 0..<cell.partCount {
            order[index] = FencePartPlace(fence: cell.parts[index].fence, index: index, firstEdge: first)
            first += Int(cell.parts[index].edgeCount)
        }
        var places = UnsafeMutableBufferPointer(start: order, count: cell.partCount)
        places.sort { ($0.fence, $0.index) < ($1.fence, $1.index) }
        let parts = scratch.take(FenceWorkPart.self, cell.partCount)
        let edges = scratch.take(FenceWorkEdge.self, cell.edgeCount)
        first = 0
        for (index, place) in places.enumerated() {
            let part = cell.parts[place.index]
            parts[index] = part
            (edges + first).update(from: cell.edges + place.firstEdge, count: Int(part.edgeCount))
            first += Int(part.edgeCount)
        }
        (cell.parts, cell.edges) = (parts, edges)
    }

    /// How many vertices edges have, where one that begins at the end of the one before shares its vertex.
    private static func vertexCount(_ edges: UnsafeMutablePointer<FenceWorkEdge>, _ count: Int) -> Int {
        var result = count
        for index in 0..<count where index == 0 || edges[index].ax != edges[index - 1].bx || edges[index].ay != edges[index - 1].by {
            result += 1
        }
        return result
    }

    /// Writes a part; returns where the next one goes.
    private static func write(
        _ part: FenceWorkPart, _ edges: UnsafeMutablePointer<FenceWorkEdge>, to words: UnsafeMutablePointer<UInt32>
    ) -> UnsafeMutablePointer<UInt32> {
        let count = Int(part.edgeCount)
        words[0] = part.fence << 1 | (part.isCornerInside ? 1 : 0)
        var flags: UInt32 = part.isHole ? FenceTree.holeFlag : 0
        if part.flags & FenceWorkPart.ringFlag != 0 {
            flags |= FenceTree.ringFlag
            words[2] = part.ring
        }
        words[1] = UInt32(vertexCount(edges, count)) | flags
        var next = words + part.headerSize
        for index in 0..<count {
            let edge = edges[index]
            if index == 0 || edge.ax != edges[index - 1].bx || edge.ay != edges[index - 1].by {
                next[0] = UInt32(bitPattern: edge.ax)
                next[1] = UInt32(bitPattern: edge.ay &<< 1 | 1)
                next += 2
            }
            next[0] = UInt32(bitPattern: edge.bx)
            next[1] = UInt32(bitPattern: edge.by &<< 1)
            next += 2
        }
        return next
    }
}

/// Which part of a leaf it is, and where its edges begin.
private struct FencePartPlace {
    var fence: UInt32
    var index: Int
    var firstEdge: Int
}
