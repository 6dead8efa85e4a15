// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FenceIndex {
    /// A leaf of the tree, as the search along a way needs it: its cell and its parts, a fence's beside each other.
    struct PathLeaf {
        /// Closed: edges on its borders are listed.
        var cell: FenceBox
        var parts: Range<Int>
    }

    /// The leaf of the grid square right of and above a place.
    ///
    /// - Parameters:
    ///   - x: −180° or more, less than 180°.
    ///   - y: −90…90°.
    func pathLeaf(_ x: Int64, _ y: Int64) -> PathLeaf {
        let column = Int(x + FenceRing.worldRight)
        let row = Int(y + FenceRing.poleLatitude)
        var level = Self.topLevel
        var node = nodes[(row >> level) * Self.columns + column >> level]
        while node.firstChild != 0 {
            level -= 2
            node = nodes[Int(node.firstChild) + ((row >> level) & 3) * 4 + (column >> level) & 3]
        }
        return PathLeaf(
            cell: Self.cell(column: column, row: row, level: level), parts: Int(node.firstPart)..<Int(node.firstPart + node.partCount))
    }
}
