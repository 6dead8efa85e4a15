// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How many edges a top cell was given, and how many its leaves keep: an edge is kept in every leaf that it meets.
struct FenceCellLoad {
    var given: Int
    var kept: Int
}

/// The memory of a tree, and what of it is taken: handed out in pieces, so that several threads can build at once.
final class FenceTreeStore {
    let nodes: FenceMemory
    let words: FenceMemory
    /// How many nodes and words are taken. The first word is nobody's, so that 0 means nothing.
    private let nodeCount: Atomic<Int>
    private let wordCount: Atomic<Int>

    let limits: FenceIndexLimits
    private let loadMemory: FenceMemory
    /// What each top cell has to do with edges: written by whoever writes the cell.
    let loads: UnsafeMutablePointer<FenceCellLoad>

    /// - Parameter limits: how many nodes and words there may be; fewer where the system does not give so many addresses.
    /// - Throws: where the system gives none.
    init(limits: FenceIndexLimits) throws(FenceIndexError) {
        nodes = try FenceMemory(capacity: 1 << 35)
        words = try FenceMemory(capacity: 1 << 34)
        // All bits zero are no load.
        loadMemory = try FenceMemory(capacity: FenceTree.topCount * MemoryLayout<FenceCellLoad>.stride)
        loads = loadMemory.base.bindMemory(to: FenceCellLoad.self, capacity: FenceTree.topCount)
        var limits = limits
        limits.cellCount = min(limits.cellCount, Int(UInt32.max), nodes.capacity / MemoryLayout<FenceNode>.stride)
        limits.wordCount = min(limits.wordCount, Int(UInt32.max), words.capacity / 4)
        self.limits = limits
        nodeCount = Atomic(FenceTree.topCount)
        wordCount = Atomic(16)
    }

    var tree: FenceTree {
        FenceTree(
            nodes: nodes.base.assumingMemoryBound(to: FenceNode.self), words: words.base.assumingMemoryBound(to: UInt32.self))
    }

    /// Bytes taken.
    var byteCount: Int {
        nodeCount.load(ordering: .relaxed) * MemoryLayout<FenceNode>.stride + wordCount.load(ordering: .relaxed) * 4
    }

    /// Takes nodes that are zero; the number of the first.
    func takeNodes(_ count: Int) throws(FenceIndexError) -> Int {
        let first = nodeCount.wrappingAdd(count, ordering: .relaxed).oldValue
        guard first + count <= limits.cellCount else {
            nodeCount.wrappingSubtract(count, ordering: .relaxed)
            throw .tooManyCells(limit: limits.cellCount)
        }
        return first
    }

    /// Takes words; the number of the first.
    func takeWords(_ count: Int) throws(FenceIndexError) -> Int {
        let first = wordCount.wrappingAdd(count, ordering: .relaxed).oldValue
        guard first + count <= limits.wordCount else {
            wordCount.wrappingSubtract(count, ordering: .relaxed)
            throw .tooManyEdges(limit: limits.wordCount)
        }
        return first
    }
}
