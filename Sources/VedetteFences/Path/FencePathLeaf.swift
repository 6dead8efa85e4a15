// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A leaf of the tree, as the search along a way needs it: its cell and its parts, a polygon's beside each other.
///
/// Needed of the tree: every edge that has a point in the half-open cell, also between places of the grid, is among the parts, unless its polygon
/// has nothing there or covers the cell.
struct FencePathLeaf {
    /// Its right and top borders belong to its neighbours.
    let cell: FenceBox
    let partCount: Int
    /// The parts, one after the other.
    let parts: Cursor

    /// The leaf of the grid square right of and above a place.
    ///
    /// - Parameters:
    ///   - index: valid and not edited as long as the leaf is used.
    ///   - x: −180° or more, less than 180°.
    ///   - y: −90…90°.
    init(_ index: FenceIndex, _ x: Int64, _ y: Int64) {
        let tree = index.tree
        let column = UInt32(truncatingIfNeeded: x + FenceRing.worldRight)
        let row = UInt32(truncatingIfNeeded: y + FenceRing.poleLatitude)
        var level = FenceTree.topLevel
        var node = tree.nodes[FenceTree.topNode(column: column, row: row)]
        while node.child != 0 {
            level -= 2
            node = tree.nodes[Int(node.child) + FenceTree.child(column, row, level: level)]
        }
        let left = Int64((column >> level) << level) - FenceRing.worldRight
        let bottom = Int64((row >> level) << level) - FenceRing.poleLatitude
        cell = FenceBox(left: left, bottom: bottom, right: left + 1 << level, top: bottom + 1 << level)
        let content = node.content == 0 ? nil : FenceCellContent(tree.words + Int(node.content))
        partCount = content?.partCount ?? 0
        parts = Cursor(words: content?.parts ?? tree.words, rest: partCount, cornerX: Int32(truncatingIfNeeded: left))
    }

    /// Whether a polygon of the fence covers the leaf, of which others may have parts all the same.
    ///
    /// - Complexity: O(levels + fences that cover the leaf).
    func isCovered(by fence: UInt32, in index: FenceIndex) -> Bool {
        let tree = index.tree
        let column = UInt32(truncatingIfNeeded: cell.left + FenceRing.worldRight)
        let row = UInt32(truncatingIfNeeded: cell.bottom + FenceRing.poleLatitude)
        var level = FenceTree.topLevel
        var node = tree.nodes[FenceTree.topNode(column: column, row: row)]
        while true {
            if node.content != 0 {
                let content = FenceCellContent(tree.words + Int(node.content))
                for place in 0..<content.coveringCount where content.coverings[place] == fence { return true }
            }
            guard node.child != 0 else { return false }
            level -= 2
            node = tree.nodes[Int(node.child) + FenceTree.child(column, row, level: level)]
        }
    }

    /// Goes through parts; valid as long as the index lives and is not edited.
    struct Cursor {
        fileprivate var words: UnsafeMutablePointer<UInt32>
        fileprivate(set) var rest: Int
        fileprivate let cornerX: Int32

        /// The number of the fence of the next part; only where there is one.
        var fence: UInt32 { FencePartView(words: words).fence }

        /// Whether that fence has more than one ring; so it may have more polygons, which need not be beside each other.
        var isOfManyRings: Bool { FencePartView(words: words).hasRing }

        /// Goes behind the next part; says whether one of its edges may meet a stretch. Only where there is one.
        @inline(__always)
        mutating func pass(_ reach: FenceStretchReach) -> Bool {
            let view = FencePartView(words: words)
            words = view.end
            rest -= 1
            return reach.isMet(by: view)
        }

        /// The next part; only where there is one.
        @inline(__always)
        mutating func next() -> FenceLeafPart {
            let view = FencePartView(words: words)
            words = view.end
            rest -= 1
            return FenceLeafPart(view, cornerX: cornerX)
        }
    }
}
