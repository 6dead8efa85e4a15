// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Memory for what is given back in the opposite order of taking: blocks that grow, never moved.
struct FenceScratch: ~Copyable {
    private var blocks: [UnsafeMutableRawPointer] = []
    private var sizes: [Int] = []
    /// Which block is in use.
    private var block = 0
    private var used = 0

    struct Mark {
        fileprivate var block: Int
        fileprivate var used: Int
    }

    init() {}

    deinit { for block in blocks { block.deallocate() } }

    var mark: Mark { Mark(block: block, used: used) }

    /// Gives back all that was taken since.
    mutating func release(to mark: Mark) { (block, used) = (mark.block, mark.used) }

    /// Memory for `count` values of a type without references, not initialised.
    mutating func take<Value>(_ type: Value.Type, _ count: Int) -> UnsafeMutablePointer<Value> {
        let size = (count * MemoryLayout<Value>.stride + 15) & ~15
        if blocks.isEmpty || used + size > sizes[block] { nextBlock(size) }
        defer { used += size }
        return (blocks[block] + used).assumingMemoryBound(to: Value.self)
    }

    private mutating func nextBlock(_ size: Int) {
        var next = blocks.isEmpty ? 0 : block + 1
        while next < blocks.count, sizes[next] < size { next += 1 }
        if next == blocks.count {
            let capacity = max(size, 1 << 20)
            blocks.append(.allocate(byteCount: capacity, alignment: 64))
            sizes.append(capacity)
        }
        (block, used) = (next, 0)
    }
}
