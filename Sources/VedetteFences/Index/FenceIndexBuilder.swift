// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Builds the tree of a ``FenceIndex``: first every polygon goes to the top cells that it meets, then each top cell is divided.
///
/// Threads take polygons, then cells. What a cell has comes in the order of fences however many there are, so that they make the same tree;
/// only where in memory it lies differs.
struct FenceIndexBuilder {
    private let shapes: [FenceShape]
    private let store: FenceTreeStore
    private let workers: [FenceBuildWorker]

    /// How much memory threads take at once.
    private static let nodeRun = 1_024
    private static let wordRun = 1 << 18

    /// Builds with a number of threads, fewer where there is too little to do.
    static func build(
        _ shapes: [FenceShape], threadCount: Int, limits: FenceIndexLimits
    ) throws(FenceIndexError) -> FenceTreeStore {
        let vertexCount = shapes.reduce(0) { $0 + $1.vertexCount }
        let threads = max(1, min(threadCount, vertexCount / 50_000))
        let isSmall = vertexCount < 1_000_000
        let store = try FenceTreeStore(limits: limits)
        var workers: [FenceBuildWorker] = []
        for _ in 0..<threads {
            workers.append(try FenceBuildWorker(store, nodeRun: isSmall ? 16 : nodeRun, wordRun: isSmall ? 4_096 : wordRun))
        }
        let builder = FenceIndexBuilder(shapes: shapes, store: store, workers: workers)
        try builder.cut(vertexCount)
        try builder.divide()
        return store
    }

    /// Calls `body` for each worker, each in a thread of its own; throws what the first of them threw.
    private func onEach(
        _ body: @Sendable (FenceBuildWorker, Int) throws(FenceIndexError) -> Void
    ) throws(FenceIndexError) {
        guard workers.count > 1 else { return try body(workers[0], 0) }
        // A worker is touched by one thread at a time.
        nonisolated(unsafe) let workers = workers
        DispatchQueue.concurrentPerform(iterations: workers.count) { thread in
            do throws(FenceIndexError) { try body(workers[thread], thread) } catch { workers[thread].problem = error }
        }
        for worker in workers {
            if let problem = worker.problem { throw problem }
        }
    }

    /// Gives each worker a run of fences with its share of the vertices.
    private func cut(_ vertexCount: Int) throws(FenceIndexError) {
        var bounds = [0]
        var sum = 0
        for (number, shape) in shapes.enumerated() where bounds.count < workers.count {
            sum += shape.vertexCount
            if sum >= vertexCount * bounds.count / workers.count { bounds.append(number + 1) }
        }
        while bounds.count <= workers.count { bounds.append(shapes.count) }
        let (shapes, ends) = (shapes, bounds)
        try onEach { (worker, thread) throws(FenceIndexError) in
            // Each list begins with what comes last.
            for number in (ends[thread]..<ends[thread + 1]).reversed() { try worker.add(shapes[number], fence: UInt32(number)) }
        }
    }

    private func divide() throws(FenceIndexError) {
        var weights: [Int32: Int] = [:]
        for worker in workers {
            for cell in worker.touched { weights[cell, default: 0] += worker.lists[Int(cell)].weight }
        }
        // The heaviest first, so that no thread is left with one at the end.
        let cells = weights.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        let next = Atomic(0)
        nonisolated(unsafe) let lists = workers.map(\.lists)
        try onEach { (worker, _) throws(FenceIndexError) in
            while true {
                let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard place < cells.count else { break }
                try worker.divide(cells[place], lists)
            }
        }
    }
}

/// One thread's share of a build.
final class FenceBuildWorker {
    /// What a top cell has of one worker.
    struct List {
        var pieces: UnsafeMutablePointer<FenceTopPiece>?
        var polygons: UnsafeMutablePointer<ListedPolygon>?
        var partCount = 0
        var edgeCount = 0
        var coveringCount = 0
        var polygonCount = 0
        /// Edges, more or less.
        var weight = 0

        /// Each piece weighs one more than its edges.
        var givenEdges: Int { weight - pieceCount }
        var pieceCount = 0
    }

    struct ListedPolygon {
        var next: UnsafeMutablePointer<ListedPolygon>?
        var polygon: FenceWholePolygon
    }

    private let memory: FenceMemory
    /// For each top cell.
    let lists: UnsafeMutablePointer<List>
    /// The cells that have something.
    private(set) var touched: [Int32] = []
    private var cutter: FenceCutter
    private var writer: FenceTreeWriter
    /// Why it could not go on.
    fileprivate(set) var problem: FenceIndexError?

    init(_ store: FenceTreeStore, nodeRun: Int, wordRun: Int) throws(FenceIndexError) {
        // All bits zero are an empty list; pages that nobody touches take no memory.
        memory = try FenceMemory(capacity: FenceTree.topCount * MemoryLayout<List>.stride)
        lists = memory.base.bindMemory(to: List.self, capacity: FenceTree.topCount)
        writer = FenceTreeWriter(store, nodeRun: nodeRun, wordRun: wordRun)
        cutter = FenceCutter(store.limits)
    }

    func add(_ shape: FenceShape, fence: UInt32) throws(FenceIndexError) {
        try FenceCutter.visitPolygons(shape.vertices) { (firstRing, ringCount, words) throws(FenceIndexError) in
            if let polygon = FenceCutter.whole(shape.vertices, fence: fence, firstRing: firstRing, ringCount: ringCount, words) {
                let cell = FenceCutter.cell(of: polygon)
                let entry = cutter.scratch.take(ListedPolygon.self, 1)
                touch(cell)
                entry.initialize(to: ListedPolygon(next: lists[Int(cell)].polygons, polygon: polygon))
                lists[Int(cell)].polygons = entry
                lists[Int(cell)].polygonCount += 1
                lists[Int(cell)].weight += Int(polygon.edgeCount)
                return
            }
            try cutter.cut(shape.vertices, fence: fence, firstRing: firstRing, ringCount: ringCount, words)
            for piece in cutter.pieces {
                let cell = piece.pointee.cell
                touch(cell)
                piece.pointee.next = lists[Int(cell)].pieces
                lists[Int(cell)].pieces = piece
                lists[Int(cell)].partCount += Int(piece.pointee.partCount)
                lists[Int(cell)].edgeCount += Int(piece.pointee.edgeCount)
                lists[Int(cell)].coveringCount += piece.pointee.partCount == 0 ? 1 : 0
                lists[Int(cell)].weight += Int(piece.pointee.edgeCount) + 1
                lists[Int(cell)].pieceCount += 1
            }
        }
    }

    private func touch(_ cell: Int32) {
        if lists[Int(cell)].weight == 0 { touched.append(cell) }
    }

    /// Writes a top cell with what all workers have of it.
    func divide(_ number: Int32, _ all: [UnsafeMutablePointer<List>]) throws(FenceIndexError) {
        var total = List()
        for lists in all {
            let list = lists[Int(number)]
            total.partCount += list.partCount
            total.edgeCount += list.edgeCount
            total.coveringCount += list.coveringCount
            total.polygonCount += list.polygonCount
            total.weight += list.weight
            total.pieceCount += list.pieceCount
        }
        let mark = writer.scratch.mark
        var cell = writer.topCell(
            number, coverings: total.coveringCount, parts: total.partCount, edges: total.edgeCount, polygons: total.polygonCount,
            budget: FenceTreeWriter.budget(total.weight))
        for lists in all {
            var piece = lists[Int(number)].pieces
            while let one = piece {
                cell.append(one.pointee)
                piece = one.pointee.next
            }
            var entry = lists[Int(number)].polygons
            while let one = entry {
                cell.polygons[cell.polygonCount] = one.pointee.polygon
                cell.polygonCount += 1
                entry = one.pointee.next
            }
        }
        let keptBefore = writer.keptEdges
        try writer.place(cell)
        writer.store.loads[Int(number)] = FenceCellLoad(given: total.givenEdges, kept: writer.keptEdges - keptBefore)
        writer.scratch.release(to: mark)
    }
}

extension FenceTreeWriter {
    /// How many edges a cell may keep below it: 16 times what it has, and some in any case. Fences as there are keep less than twice what they have.
    static func budget(_ edges: Int) -> Int { 16 * edges + 4_096 }

    /// A top cell with room for what it has, and nothing yet.
    mutating func topCell(_ number: Int32, coverings: Int, parts: Int, edges: Int, polygons: Int, budget: Int) -> Cell {
        Cell(
            node: Int(number), column: UInt32(number & 0xFF) << FenceTree.topLevel, row: UInt32(number >> 8) << FenceTree.topLevel,
            level: FenceTree.topLevel, coverings: scratch.take(UInt32.self, coverings), coveringCount: 0,
            parts: scratch.take(FenceWorkPart.self, parts), partCount: 0, edges: scratch.take(FenceWorkEdge.self, edges), edgeCount: 0,
            polygons: scratch.take(FenceWholePolygon.self, polygons), polygonCount: 0, budget: budget)
    }
}

extension FenceTreeWriter.Cell {
    /// Adds what a polygon has in the cell; there is room.
    mutating func append(_ piece: FenceTopPiece) {
        if piece.partCount == 0 {
            coverings[coveringCount] = piece.fence
            coveringCount += 1
        }
        (parts + partCount).update(from: piece.parts, count: Int(piece.partCount))
        partCount += Int(piece.partCount)
        (edges + edgeCount).update(from: piece.edges, count: Int(piece.edgeCount))
        edgeCount += Int(piece.edgeCount)
    }
}
