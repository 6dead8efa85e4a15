// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

internal import CPrefetch

/// Places on their way down the tree, all at the same time, only so that what a lookup of each will read is in the cache by then.
///
/// One lookup alone waits for memory at each level; many together wait once. Changes nothing and answers nothing.
struct FenceForerunner: ~Copyable {
    private struct Runner {
        var node: Int
        var column: UInt32
        var row: UInt32
        var level: UInt32
    }

    private let runners: UnsafeMutablePointer<Runner>
    private let capacity: Int
    private var count = 0

    /// Makes room for so many places.
    init(capacity: Int) {
        self.capacity = capacity
        runners = .allocate(capacity: capacity)
    }

    deinit { runners.deallocate() }

    /// Adds a place: 180° east must have been taken as 180° west. One for which there is no room is left out.
    @inline(__always)
    mutating func add(_ x: Int32, _ y: Int32, _ tree: FenceTree) {
        guard count < capacity else { return }
        let (column, row) = (UInt32(bitPattern: x &- FenceTree.originX), UInt32(bitPattern: y &- FenceTree.originY))
        let node = FenceTree.topNode(column: column, row: row)
        vedette_prefetch_read(tree.nodes + node)
        runners[count] = Runner(node: node, column: column, row: row, level: FenceTree.topLevel)
        count &+= 1
    }

    /// Leads all to their leaves, and forgets them.
    mutating func run(_ tree: FenceTree) {
        var running = count
        count = 0
        while running > 0 {
            var left = 0
            var place = 0
            while place < running {
                var runner = runners[place]
                place &+= 1
                let node = tree.nodes[runner.node]
                if node.content != 0 {
                    let words = UnsafeRawPointer(tree.words + Int(node.content))
                    vedette_prefetch_read(words)
                    if node.child == 0 {
                        vedette_prefetch_read(words + 64)
                        vedette_prefetch_read(words + 128)
                        vedette_prefetch_read(words + 192)
                    }
                }
                guard node.child != 0 else { continue }
                runner.level &-= 2
                runner.node = Int(node.child) &+ FenceTree.child(runner.column, runner.row, level: runner.level)
                vedette_prefetch_read(tree.nodes + runner.node)
                runners[left] = runner
                left &+= 1
            }
            running = left
        }
    }
}
