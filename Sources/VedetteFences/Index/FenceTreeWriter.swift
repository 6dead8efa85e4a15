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
    /// The first of 16 nodes that an edit has given up, each an empty leaf.
    var spareBlocks: [Int] = []
    /// How many edges all leaves that were written keep.
    var keptEdges = 0
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
    mutating func takeBlock() throws(FenceIndexError) -> Int {
        if let block = spareBlocks.popLast() { return block }
        if node == nodeEnd {
            node = try store.takeNodes(nodeRun * 16)
            nodeEnd = node + nodeRun * 16
        }
        defer { node += 16 }
        return node
    }

    mutating func takeWords(_ size: Int) throws(FenceIndexError) -> Int {
        let count = FenceSpareWords.rounded(size)
        if let offset = spare.take(count, from: tree.words) { return offset }
        if word + count > wordEnd {
            if count > wordRun / 4 { return try store.takeWords(count) }
            word = try store.takeWords(wordRun)
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
    ///
    /// Where there is no room, some of what is below it may have been written.
    mutating func place(_ cell: Cell) throws(FenceIndexError) {
        var total = cell.edgeCount
        for index in 0..<cell.polygonCount { total += Int(cell.polygons[index].edgeCount) }
        let mark = scratch.mark
        var isLeaf = total <= Self.maximumLeafEdges || cell.level <= FenceTree.bottomLevel
        if !isLeaf { isLeaf = try !divide(cell, total) }
        if isLeaf { try writeLeaf(cell, total) }
        scratch.release(to: mark)
    }

    /// Divides a cell, where its budget allows it.
    private mutating func divide(_ cell: Cell, _ total: Int) throws(FenceIndexError) -> Bool {
        let level = cell.level - 2
        // Polygons that lie in one child go there whole; the others are taken apart.
        var cell = cell
        let childOf = scratch.take(UInt8.self, cell.polygonCount)
        let counts = FenceChildCounts(scratch.take(Int.self, FenceChildCounts.size))
        let weights = counts.weights
        expand(&cell, level, childOf, counts.polygons, weights)

        // What each edge and each part does to the children; then count, then scatter.
        let edgeMasks = scratch.take(UInt16.self, cell.edgeCount)
        let masks = scratch.take(FenceChildMasks.self, cell.partCount)
        let hasHoles = classify(cell, level, edgeMasks, masks, counts.edges)
        Self.decide(cell.parts, masks, cell.partCount)
        if hasHoles { Self.recount(cell, edgeMasks, masks, counts.edges) }
        for index in 0..<cell.partCount {
            for child in FenceBits(masks[index].present) { counts.parts[child] &+= 1 }
            for child in FenceBits(masks[index].toggled) { counts.coverings[child] &+= 1 }
        }
        var kept = 0
        for child in 0..<16 {
            weights[child] &+= counts.edges[child]
            kept &+= weights[child]
        }
        guard kept <= cell.budget else { return false }
        for child in 0..<16 { weights[child] = kept == 0 ? 0 : Int(Double(cell.budget) * Double(weights[child]) / Double(kept)) }
        try scatter(cell, level, masks, edgeMasks, childOf, counts)
        return true
    }

    /// Counts the edges that children get, where holes hide some.
    private static func recount(
        _ cell: Cell, _ edgeMasks: UnsafeMutablePointer<UInt16>, _ masks: UnsafeMutablePointer<FenceChildMasks>,
        _ counts: UnsafeMutablePointer<Int>
    ) {
        for child in 0..<16 { counts[child] = 0 }
        var edge = 0
        for index in 0..<cell.partCount {
            for _ in 0..<cell.parts[index].edgeCount {
                for child in FenceBits(UInt32(edgeMasks[edge]) & masks[index].present) { counts[child] &+= 1 }
                edge &+= 1
            }
        }
    }

    /// Finds out which children each edge meets, and for each part in which children it has edges and whose corners it holds.
    ///
    /// - Parameters:
    ///   - cell: the one that is divided.
    ///   - level: of the children.
    ///   - edgeMasks: written: a bit for each child that an edge may meet.
    ///   - masks: written: what each part has in the children.
    ///   - counts: added to: how many edges each child gets.
    /// - Returns: whether there are holes.
    func classify(
        _ cell: Cell, _ level: UInt32, _ edgeMasks: UnsafeMutablePointer<UInt16>, _ masks: UnsafeMutablePointer<FenceChildMasks>,
        _ counts: UnsafeMutablePointer<Int>
    ) -> Bool {
        let (x, y) = (cell.x, cell.y)
        var edge = cell.edges
        var edgeMask = edgeMasks
        var hasHoles = false
        for index in 0..<cell.partCount {
            let part = cell.parts[index]
            if part.isHole { hasHoles = true }
            var (present, toggled) = (UInt32(0), part.isCornerInside ? UInt32(0xFFFF) : 0)
            let end = edge + Int(part.edgeCount)
            while edge < end {
                let one = FenceChildMasks(edge.pointee.from(x, y), level: level)
                edge += 1
                edgeMask.pointee = UInt16(truncatingIfNeeded: one.present)
                edgeMask += 1
                present |= one.present
                toggled ^= one.toggled
                var bits = one.present
                while bits != 0 {
                    counts[bits.trailingZeroBitCount] &+= 1
                    bits &= bits &- 1
                }
            }
            masks[index] = FenceChildMasks(present: present, toggled: toggled, corners: 0)
        }
        return hasHoles
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
        _ childOf: UnsafeMutablePointer<UInt8>, _ counts: FenceChildCounts
    ) throws(FenceIndexError) {
        let children = scratch.take(Cell.self, 16)
        let block = try takeBlock()
        var coverings = scratch.take(UInt32.self, counts.sum(counts.coverings))
        var parts = scratch.take(FenceWorkPart.self, counts.sum(counts.parts))
        var edges = scratch.take(FenceWorkEdge.self, counts.sum(counts.edges))
        var polygons = scratch.take(FenceWholePolygon.self, counts.sum(counts.polygons))
        // Where each child's next edge goes.
        let next = scratch.take(UnsafeMutablePointer<FenceWorkEdge>.self, 16)
        let starts = scratch.take(UnsafeMutablePointer<FenceWorkEdge>.self, 16)
        for child in 0..<16 {
            (children + child).initialize(
                to: Cell(
                    node: block &+ child, column: cell.column &+ UInt32(truncatingIfNeeded: child & 3) &<< level,
                    row: cell.row &+ UInt32(truncatingIfNeeded: child &>> 2) &<< level, level: level, coverings: coverings,
                    coveringCount: 0,
                    parts: parts, partCount: 0, edges: edges, edgeCount: counts.edges[child], polygons: polygons, polygonCount: 0,
                    budget: counts.weights[child]))
            next[child] = edges
            coverings += counts.coverings[child]
            parts += counts.parts[child]
            edges += counts.edges[child]
            polygons += counts.polygons[child]
        }
        var edge = cell.edges
        var edgeMask = edgeMasks
        for index in 0..<cell.partCount {
            let part = cell.parts[index]
            let mask = masks[index]
            for child in FenceBits(mask.present) { starts[child] = next[child] }
            let end = edge + Int(part.edgeCount)
            while edge < end {
                var bits = UInt32(edgeMask.pointee) & mask.present
                edgeMask += 1
                while bits != 0 {
                    let child = bits.trailingZeroBitCount
                    bits &= bits &- 1
                    next[child].pointee = edge.pointee
                    next[child] += 1
                }
                edge += 1
            }
            for child in FenceBits(mask.present) {
                let place = children[child].partCount
                children[child].parts[place] = FenceWorkPart(
                    fence: part.fence, ring: part.ring, edgeCount: UInt32(truncatingIfNeeded: next[child] - starts[child]),
                    flags: part.flags & ~FenceWorkPart.cornerFlag
                        | (mask.corners &>> UInt32(truncatingIfNeeded: child) & 1) &* FenceWorkPart.cornerFlag)
                children[child].partCount = place &+ 1
            }
            for child in FenceBits(mask.toggled) {
                children[child].coverings[children[child].coveringCount] = part.fence
                children[child].coveringCount &+= 1
            }
        }
        for index in 0..<cell.polygonCount {
            let child = Int(childOf[index])
            guard child < 16 else { continue }
            children[child].polygons[children[child].polygonCount] = cell.polygons[index]
            children[child].polygonCount &+= 1
        }
        tree.nodes[cell.node].child = UInt32(block)
        try writeCoverings(cell)
        for child in 0..<16 { try place(children[child]) }
    }
}
