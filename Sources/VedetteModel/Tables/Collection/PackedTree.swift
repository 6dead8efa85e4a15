// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A tree of boxes that is built once: which of many boxes have something in common with a given one.
///
/// Sort-Tile-Recursive packing (Leutenegger, Lopez, Edgington: STR, a simple and efficient algorithm for R-tree packing, 1997).
package struct PackedTree: Sendable {
    private static let nodeSize = 16

    /// The boxes of each level, the leaves first; a node's children are the `nodeSize` boxes from its number times `nodeSize` on.
    private var levels: [[Box]] = []
    private var items: [Int64] = []

    package var count: Int { items.count }

    /// - Complexity: O(*n* log *n*).
    package init(_ entries: [(box: Box, item: Int64)]) {
        guard !entries.isEmpty else { return }
        // Halves keep the sum from going beyond what a number holds.
        func middleX(_ box: Box) -> Double { box.xMin / 2 + box.xMax / 2 }
        func middleY(_ box: Box) -> Double { box.yMin / 2 + box.yMax / 2 }
        var entries = entries
        entries.sort { middleX($0.box) < middleX($1.box) }
        let leafCount = (entries.count + Self.nodeSize - 1) / Self.nodeSize
        let sliceCount = max(1, Int(Double(leafCount).squareRoot().rounded(.up)))
        let sliceSize = (leafCount + sliceCount - 1) / sliceCount * Self.nodeSize
        for start in stride(from: 0, to: entries.count, by: sliceSize) {
            entries[start..<min(start + sliceSize, entries.count)].sort { middleY($0.box) < middleY($1.box) }
        }
        items = entries.map(\.item)
        levels = [entries.map(\.box)]
        while let below = levels.last, below.count > 1 {
            levels.append(
                stride(from: 0, to: below.count, by: Self.nodeSize).map { start in
                    var box = below[start]
                    for index in start + 1..<max(start + 1, min(start + Self.nodeSize, below.count)) { box.formUnion(below[index]) }
                    return box
                })
        }
    }

    /// The items whose boxes have something in common with `box`, in no order.
    ///
    /// - Complexity: O(log *n* + matches) for boxes that do not overlap much.
    package func items(in box: Box) -> [Int64] {
        guard let top = levels.indices.last else { return [] }
        var found: [Int64] = []
        var stack: [(level: Int, index: Int)] = [(top, 0)]
        while let (level, index) = stack.popLast() {
            guard levels[level][index].intersects(box) else { continue }
            guard level > 0 else {
                found.append(items[index])
                continue
            }
            let start = index * Self.nodeSize
            for child in start..<min(start + Self.nodeSize, levels[level - 1].count) { stack.append((level - 1, child)) }
        }
        return found
    }
}
