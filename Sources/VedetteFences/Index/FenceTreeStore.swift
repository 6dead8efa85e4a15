// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The memory of a tree, and what of it is taken: handed out in pieces, so that several threads can build at once.
final class FenceTreeStore {
    let nodes: FenceMemory
    let words: FenceMemory
    /// How many nodes and words are taken. The first word is nobody's, so that 0 means nothing.
    private let nodeCount: Atomic<Int>
    private let wordCount: Atomic<Int>

    /// Both can be addressed by 32 bits.
    private static let maximumCount = Int(UInt32.max)

    init() {
        nodes = FenceMemory(capacity: 1 << 35)
        words = FenceMemory(capacity: 1 << 34)
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
    func takeNodes(_ count: Int) -> Int {
        let first = nodeCount.wrappingAdd(count, ordering: .relaxed).oldValue
        guard first + count <= min(Self.maximumCount, nodes.capacity / 8) else { fatalError("a fence index has no room for more cells") }
        return first
    }

    /// Takes words; the number of the first.
    func takeWords(_ count: Int) -> Int {
        let first = wordCount.wrappingAdd(count, ordering: .relaxed).oldValue
        guard first + count <= min(Self.maximumCount, words.capacity / 4) else { fatalError("a fence index has no room for more edges") }
        return first
    }
}
