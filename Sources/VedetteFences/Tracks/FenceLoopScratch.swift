// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Memory that the loop needs beside the tracks.
struct FenceLoopScratch: ~Copyable {
    /// Fixes of a batch that need a lookup.
    let walkers: UnsafeMutablePointer<Walker>
    /// Where a lookup writes; grows.
    private(set) var found: UnsafeMutablePointer<UInt32>
    private(set) var foundCapacity = 1_024

    static let batch = 32

    /// A fix, or the start of the way to it, on its way down the tree.
    struct Walker {
        /// −1: only that its leaf is fetched.
        var row: Int
        var node: Int
        var level: UInt32
        var contentCount: UInt32
        /// Of the cells on the way, from the top.
        var contents: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0, 0, 0, 0)
        var column: UInt32
        var line: UInt32
        /// In the tree, as the column.
        var height: UInt32

        static let contentOffset = 24
    }

    init() {
        // Where paths are judged, each fix has a second one.
        walkers = .allocate(capacity: 2 * Self.batch)
        found = .allocate(capacity: foundCapacity)
    }

    deinit {
        walkers.deallocate()
        found.deallocate()
    }

    /// Makes room for `count` fences, the first `used` kept.
    mutating func grow(to count: Int, used: Int) {
        guard count > foundCapacity else { return }
        let capacity = count + count / 2
        let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
        larger.update(from: found, count: used)
        found.deallocate()
        (found, foundCapacity) = (larger, capacity)
    }
}
