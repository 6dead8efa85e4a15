// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Divides cells and writes leaves, for one thread: the memory that it has taken from the store, and scratch.
struct FenceTreeWriter: ~Copyable {
    let store: FenceTreeStore
    let tree: FenceTree
    var scratch = FenceScratch()

    private var node = 0
    private var nodeEnd = 0
    private var word = 0
    private var wordEnd = 0
    /// Content that edits have given up, by size: see `FenceTreeWriter+Edits`.
    var spare = FenceSpareWords()
    /// How many nodes and words are taken at once.
    private let nodeRun: Int
    private let wordRun: Int

    /// The most edges in a leaf that is larger than the smallest cell.
    static let maximumLeafEdges = 24

    init(_ store: FenceTreeStore, nodeRun: Int, wordRun: Int) {
        self.store = store
        tree = store.tree
        (self.nodeRun, self.wordRun) = (nodeRun, wordRun)
    }

    // MARK: Memory

    /// 16 nodes, each an empty leaf; the number of the first.
    mutating func takeBlock() -> Int {
        if node == nodeEnd {
            node = store.takeNodes(nodeRun * 16)
            nodeEnd = node + nodeRun * 16
        }
        defer { node += 16 }
        return node
    }

    mutating func takeWords(_ size: Int) -> Int {
        let count = FenceSpareWords.rounded(size)
        if let offset = spare.take(count, from: tree.words) { return offset }
        if word + count > wordEnd {
            if count > wordRun / 4 { return store.takeWords(count) }
            spare.put(word, wordEnd - word, in: tree.words)
            word = store.takeWords(wordRun)
            wordEnd = word + wordRun
        }
        defer { word += count }
        return word
    }

    // MARK: Dividing

    /// What a cell has, on the way down.
    struct Cell {
        var node: Int
        /// The lower left corner, counted from that of the world.
        var column: UInt32
        var row: UInt32
        var level: UInt32
        /// Fences that cover it.
        var coverings: UnsafeMutablePointer<UInt32>
        var coveringCount: Int
        var parts: UnsafeMutablePointer<FenceWorkPart>
        var partCount: Int
        var edges: UnsafeMutablePointer<FenceWorkEdge>
        var edgeCount: Int
        var polygons: UnsafeMutablePointer<FenceWholePolygon>
        var polygonCount: Int
        /// How many edges may be kept below it: long edges that cross each other everywhere would otherwise be kept without end.
        var budget: Int

        @inline(__always) var x: Int32 { Int32(truncatingIfNeeded: column) &+ FenceTree.originX }
        @inline(__always) var y: Int32 { Int32(truncatingIfNeeded: row) &+ FenceTree.originY }
    }

    /// Writes a cell and all below it.
    mutating func place(_ cell: Cell) {
        var total = cell.edgeCount
        for index in 0..<cell.polygonCount { total += Int(cell.polygons[index].edgeCount) }
        let mark = scratch.mark
        if total <= Self.maximumLeafEdges || cell.level <= FenceTree.bottomLevel || !divide(cell, total) {
            writeLeaf(cell, total)
        }
        scratch.release(to: mark)
    }

    /// Divides a cell, where its budget allows it.
    private mutating func divide(_ cell: Cell, _ total: Int) -> Bool {
        let level = cell.level - 2
        // Polygons that lie in one child go there whole; the others are taken apart.
        var cell = cell
        let childOf = scratch.take(UInt8.self, cell.polygonCount)
        let childPolygons = scratch.take(Int.self, 16)
        let childEdges = scratch.take(Int.self, 16)
        let childParts = scratch.take(Int.self, 16)
        let childCoverings = scratch.take(Int.self, 16)
        let weights = scratch.take(Int.self, 16)
        for child in 0..<16 {
            (childPolygons[child], childEdges[child], childParts[child], childCoverings[child], weights[child]) = (0, 0, 0, 0, 0)
        }
        expand(&cell, level, childOf, childPolygons, weights)

        // What each edge and each part does to the children.
        let edgeMasks = scratch.take(UInt16.self, cell.edgeCount)
        let masks = scratch.take(FenceChildMasks.self, cell.partCount)
        classify(cell, level, edgeMasks, masks)
        Self.decide(cell.parts, masks, cell.partCount)

        // Count, then scatter.
        var edge = 0
        for index in 0..<cell.partCount {
            let kept = masks[index].present
            for _ in 0..<cell.parts[index].edgeCount {
                var mask = UInt32(edgeMasks[edge]) & kept
                edge += 1
                while mask != 0 {
                    childEdges[mask.trailingZeroBitCount] += 1
                    mask &= mask &- 1
                }
            }
            for child in FenceBits(kept) { childParts[child] += 1 }
            for child in FenceBits(masks[index].toggled) { childCoverings[child] += 1 }
        }
        var kept = 0
        for child in 0..<16 {
            weights[child] += childEdges[child]
            kept += weights[child]
        }
        guard kept <= cell.budget else { return false }
        for child in 0..<16 { weights[child] = kept == 0 ? 0 : Int(Double(cell.budget) * Double(weights[child]) / Double(kept)) }
        scatter(cell, level, masks, edgeMasks, childOf, (childPolygons, childEdges, childParts, childCoverings), budgets: weights)
        return true
    }

    /// Finds out which children each edge meets, and for each part in which children it has edges and whose corners it holds.
    func classify(
        _ cell: Cell, _ level: UInt32, _ edgeMasks: UnsafeMutablePointer<UInt16>, _ masks: UnsafeMutablePointer<FenceChildMasks>
    ) {
        let (x, y) = (cell.x, cell.y)
        var edge = 0
        for index in 0..<cell.partCount {
            let part = cell.parts[index]
            var all = FenceChildMasks()
            for _ in 0..<part.edgeCount {
                let one = FenceChildMasks(cell.edges[edge].from(x, y), level: level)
                edgeMasks[edge] = UInt16(truncatingIfNeeded: one.present)
                all.present |= one.present
                all.toggled ^= one.toggled
                edge += 1
            }
            if part.isCornerInside { all.toggled ^= 0xFFFF }
            masks[index] = all
        }
    }

    /// Turns the masks of parts (edges, parity of corners) into which children keep the part and which are covered by its polygon: in place, `present` and
    /// `toggled`. A polygon is an outer ring and the holes behind it.
    static func decide(_ parts: UnsafeMutablePointer<FenceWorkPart>, _ masks: UnsafeMutablePointer<FenceChildMasks>, _ count: Int) {
        var index = 0
        while index < count {
            let outer = masks[index]
            var alive = outer.present | outer.toggled
            var holes: UInt32 = 0
            var end = index + 1
            while end < count, parts[end].isHole {
                // A hole that covers a child leaves nothing of the polygon there.
                alive &= ~(masks[end].toggled & ~masks[end].present)
                holes |= masks[end].present
                end += 1
            }
            let covered = alive & ~outer.present & ~holes
            let kept = alive & ~covered & 0xFFFF
            masks[index] = FenceChildMasks(present: kept, toggled: covered, corners: outer.toggled)
            for hole in index + 1..<max(end, index + 1) {
                masks[hole] = FenceChildMasks(present: masks[hole].present & kept, toggled: 0, corners: masks[hole].toggled)
            }
            index = end
        }
    }

    private mutating func scatter(
        _ cell: Cell, _ level: UInt32, _ masks: UnsafeMutablePointer<FenceChildMasks>, _ edgeMasks: UnsafeMutablePointer<UInt16>,
        _ childOf: UnsafeMutablePointer<UInt8>,
        _ counts: (
            polygons: UnsafeMutablePointer<Int>, edges: UnsafeMutablePointer<Int>, parts: UnsafeMutablePointer<Int>,
            coverings: UnsafeMutablePointer<Int>
        ), budgets: UnsafeMutablePointer<Int>
    ) {
        let children = scratch.take(Cell.self, 16)
        let block = takeBlock()
        for child in 0..<16 {
            let offset = (UInt32(child & 3) << level, UInt32(child >> 2) << level)
            children[child] = Cell(
                node: block + child, column: cell.column + offset.0, row: cell.row + offset.1, level: level,
                coverings: scratch.take(UInt32.self, counts.coverings[child]), coveringCount: 0,
                parts: scratch.take(FenceWorkPart.self, counts.parts[child]), partCount: 0,
                edges: scratch.take(FenceWorkEdge.self, counts.edges[child]), edgeCount: 0,
                polygons: scratch.take(FenceWholePolygon.self, counts.polygons[child]), polygonCount: 0,
                budget: budgets[child])
        }
        var edge = 0
        for index in 0..<cell.partCount {
            let part = cell.parts[index]
            let mask = masks[index]
            for child in FenceBits(mask.present) {
                let place = children[child].partCount
                children[child].parts[place] = part
                children[child].parts[place].edgeCount = 0
                children[child].parts[place].flags =
                    part.flags & ~FenceWorkPart.cornerFlag | (mask.corners >> UInt32(child) & 1) * FenceWorkPart.cornerFlag
                children[child].partCount = place + 1
            }
            for _ in 0..<part.edgeCount {
                var bits = UInt32(edgeMasks[edge]) & mask.present
                while bits != 0 {
                    let child = bits.trailingZeroBitCount
                    bits &= bits &- 1
                    children[child].edges[children[child].edgeCount] = cell.edges[edge]
                    children[child].edgeCount += 1
                    children[child].parts[children[child].partCount - 1].edgeCount += 1
                }
                edge += 1
            }
            for child in FenceBits(mask.toggled) {
                children[child].coverings[children[child].coveringCount] = part.fence
                children[child].coveringCount += 1
            }
        }
        for index in 0..<cell.polygonCount {
            let child = Int(childOf[index])
            guard child < 16 else { continue }
            children[child].polygons[children[child].polygonCount] = cell.polygons[index]
            children[child].polygonCount += 1
        }
        tree.nodes[cell.node].child = UInt32(block)
        writeCoverings(cell)
        for child in 0..<16 { place(children[child]) }
    }
}

/// The numbers of the bits that are set, ascending.
struct FenceBits: Sequence, IteratorProtocol {
    private var bits: UInt32

    @inline(__always) init(_ bits: UInt32) { self.bits = bits }

    @inline(__always)
    mutating func next() -> Int? {
        guard bits != 0 else { return nil }
        defer { bits &= bits &- 1 }
        return bits.trailingZeroBitCount
    }
}
