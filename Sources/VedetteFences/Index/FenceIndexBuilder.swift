// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Builds the cells of a ``FenceIndex``.
///
/// First every fence is cut along the cells of the top level, then every top cell is divided until its leaves have few edges.
struct FenceIndexBuilder {
    private(set) var nodes = Array(repeating: FenceIndex.Node(), count: FenceIndex.columns * FenceIndex.rows)
    private(set) var coverings: [UInt32] = []
    private(set) var parts: [FenceIndex.Part] = []
    private(set) var edges: [FenceEdge] = []

    /// The most edges in a leaf that is larger than the smallest cell.
    private static let maximumLeafEdges = 24

    /// A ring as far as one cell is concerned.
    private struct Piece {
        var fence: UInt32
        /// Counted within the fence.
        var ring: UInt32 = 0
        /// Counted within the fence.
        var polygon: UInt32
        var isHole: Bool
        /// Whether the cell's lower left corner is inside the ring.
        var isCornerInside: Bool
        /// The ring's edges that meet the cell; none where the ring covers it whole.
        var edges: [FenceEdge]
    }

    /// What a top cell has: the fences that cover it, and the pieces of the others.
    private struct TopCell {
        var coverings: [UInt32] = []
        var pieces: [Piece] = []
    }

    private var topCells: [Int: TopCell] = [:]

    // MARK: Cutting along top cells

    mutating func add(_ shape: FenceShape, number: UInt32) {
        var cells: [Int: [Piece]] = [:]
        var ringNumber = UInt32(0)
        for (polygon, rings) in shape.polygons.enumerated() {
            for (order, ring) in rings.enumerated() {
                defer { ringNumber += 1 }
                for (cell, var piece) in Self.cut(ring, fence: number, polygon: UInt32(polygon), isHole: order > 0) {
                    piece.ring = ringNumber
                    cells[cell, default: []].append(piece)
                }
            }
        }
        for (cell, pieces) in cells {
            let outcome = Self.reduce(pieces)
            if outcome.isCovered {
                topCells[cell, default: TopCell()].coverings.append(number)
            } else if !outcome.pieces.isEmpty {
                topCells[cell, default: TopCell()].pieces += outcome.pieces
            }
        }
    }

    /// The pieces of a ring in the top cells that it meets or covers.
    private static func cut(_ ring: FenceRing, fence: UInt32, polygon: UInt32, isHole: Bool) -> [(Int, Piece)] {
        let level = FenceIndex.topLevel
        let edges = ring.edges
        guard var box = bounds(edges) else { return [] }
        let containsPole = ring.winding != 0
        let containsNorthPole = containsPole && ring.containsNorthPole
        if containsNorthPole { box.top = FenceRing.poleLatitude }
        if containsPole, !containsNorthPole { box.bottom = -FenceRing.poleLatitude }
        let columns =
            index(box.left + FenceRing.worldRight, FenceIndex.columns)...index(box.right + FenceRing.worldRight, FenceIndex.columns)
        let rows = index(box.bottom + FenceRing.poleLatitude, FenceIndex.rows)...index(box.top + FenceRing.poleLatitude, FenceIndex.rows)

        var edgesOfCell: [Int: [FenceEdge]] = [:]
        for edge in edges {
            // One step around the edge, so that cells whose closed border it touches get it too.
            for row in index(
                edge.bottom - 1 + FenceRing.poleLatitude, FenceIndex.rows)...index(edge.top + FenceRing.poleLatitude, FenceIndex.rows)
            {
                for column in index(
                    edge.left - 1 + FenceRing.worldRight, FenceIndex.columns)...index(edge.right + FenceRing.worldRight, FenceIndex.columns)
                {
                    let cell = FenceIndex.cell(column: column << level, row: row << level, level: level)
                    if edge.meets(cell) { edgesOfCell[row * FenceIndex.columns + column, default: []].append(edge) }
                }
            }
        }

        var result: [(Int, Piece)] = []
        for row in rows {
            // Whether the corner of the first cell of the row is inside: count crossings upwards. Then walk along the row.
            let first = FenceIndex.cell(column: columns.lowerBound << level, row: row << level, level: level)
            var isInside = containsNorthPole
            if first.left >= box.left || containsPole {
                for edge in edges where edge.isCrossedByRay(up: first.left, first.bottom) { isInside.toggle() }
            }
            for column in columns {
                let number = row * FenceIndex.columns + column
                let cell = FenceIndex.cell(column: column << level, row: row << level, level: level)
                let mine = edgesOfCell[number] ?? []
                if !mine.isEmpty || isInside {
                    result.append((number, Piece(fence: fence, polygon: polygon, isHole: isHole, isCornerInside: isInside, edges: mine)))
                }
                for edge in mine where edge.isCrossedByPath(fromX: cell.left, cell.bottom, to: cell.right, cell.bottom) {
                    isInside.toggle()
                }
            }
        }
        return result
    }

    /// Which cell of `count` a distance from the first one's border falls into.
    private static func index(_ distance: Int64, _ count: Int) -> Int {
        min(max(Int(distance >> Int64(FenceIndex.topLevel)), 0), count - 1)
    }

    private static func bounds(_ edges: [FenceEdge]) -> FenceBox? {
        guard let first = edges.first else { return nil }
        var box = FenceBox(left: first.left, bottom: first.bottom, right: first.right, top: first.top)
        for edge in edges {
            box = FenceBox(
                left: min(box.left, edge.left), bottom: min(box.bottom, edge.bottom), right: max(box.right, edge.right),
                top: max(box.top, edge.top))
        }
        return box
    }

    /// What the rings of one fence, in order of polygons with the outer ring first, make of a cell.
    ///
    /// - Returns: whether the fence covers it; and if not, the pieces that decide, where any do.
    private static func reduce(_ pieces: [Piece]) -> (isCovered: Bool, pieces: [Piece]) {
        var result: [Piece] = []
        var start = 0
        while start < pieces.count {
            var end = start + 1
            while end < pieces.count, pieces[end].polygon == pieces[start].polygon { end += 1 }
            let rings = pieces[start..<end]
            start = end
            // Without its outer ring, a polygon has nothing here.
            guard let outer = rings.first, !outer.isHole else { continue }
            if outer.edges.isEmpty, !outer.isCornerInside { continue }
            // A hole that covers the cell leaves nothing of the polygon; a hole that is elsewhere does not matter.
            let holes = rings.dropFirst()
            if holes.contains(where: { $0.edges.isEmpty && $0.isCornerInside }) { continue }
            let nearHoles = holes.filter { !$0.edges.isEmpty }
            if outer.edges.isEmpty, nearHoles.isEmpty { return (true, []) }
            result.append(outer)
            result += nearHoles
        }
        return (false, result)
    }

    // MARK: Dividing

    mutating func finish() {
        for (number, cell) in topCells.sorted(by: { $0.key < $1.key }) {
            let level = FenceIndex.topLevel
            let box = FenceIndex.cell(
                column: (number % FenceIndex.columns) << level, row: (number / FenceIndex.columns) << level, level: level)
            setCoverings(cell.coverings, of: number)
            divide(cell.pieces, node: number, left: box.left, bottom: box.bottom, level: level)
        }
        topCells = [:]
    }

    private mutating func setCoverings(_ fences: [UInt32], of node: Int) {
        nodes[node].firstCovering = UInt32(coverings.count)
        nodes[node].coveringCount = UInt32(fences.count)
        coverings += fences
    }

    private mutating func divide(_ pieces: [Piece], node: Int, left: Int64, bottom: Int64, level: Int) {
        let edgeCount = pieces.reduce(0) { $0 + $1.edges.count }
        guard edgeCount > Self.maximumLeafEdges, level > FenceIndex.bottomLevel else { return makeLeaf(pieces, node: node) }
        let firstChild = nodes.count
        nodes.append(contentsOf: repeatElement(FenceIndex.Node(), count: 16))
        nodes[node].firstChild = UInt32(firstChild)
        let size = Int64(1) << Int64(level - 2)
        for child in 0..<16 {
            let x = left + Int64(child & 3) * size
            let y = bottom + Int64(child >> 2) * size
            let box = FenceBox(left: x, bottom: y, right: x + size, top: y + size)
            let outcome = Self.children(of: pieces, in: box, parentLeft: left, parentBottom: bottom)
            setCoverings(outcome.coverings, of: firstChild + child)
            divide(outcome.pieces, node: firstChild + child, left: x, bottom: y, level: level - 2)
        }
    }

    private static func children(
        of pieces: [Piece], in box: FenceBox, parentLeft: Int64, parentBottom: Int64
    ) -> (coverings: [UInt32], pieces: [Piece]) {
        var coverings: [UInt32] = []
        var result: [Piece] = []
        var start = 0
        while start < pieces.count {
            var end = start
            var cut: [Piece] = []
            while end < pieces.count, pieces[end].fence == pieces[start].fence {
                var piece = pieces[end]
                for edge in piece.edges where edge.isCrossedByPath(fromX: parentLeft, parentBottom, to: box.left, box.bottom) {
                    piece.isCornerInside.toggle()
                }
                piece.edges.removeAll { !$0.meets(box) }
                cut.append(piece)
                end += 1
            }
            let outcome = reduce(cut)
            if outcome.isCovered { coverings.append(pieces[start].fence) } else { result += outcome.pieces }
            start = end
        }
        return (coverings, result)
    }

    private mutating func makeLeaf(_ pieces: [Piece], node: Int) {
        nodes[node].firstPart = UInt32(parts.count)
        nodes[node].partCount = UInt32(pieces.count)
        for piece in pieces {
            parts.append(
                FenceIndex.Part(
                    fence: piece.fence, ring: piece.ring, firstEdge: UInt32(edges.count), edgeCount: UInt32(piece.edges.count),
                    isCornerInside: piece.isCornerInside, isHole: piece.isHole, beginsPolygon: !piece.isHole))
            edges += piece.edges
        }
    }
}
