// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A leaf of the tree, as the search along a way needs it: its cell and its parts, a fence's beside each other.
///
/// Needed of the tree: every edge that has a point in the half-open cell is among the parts, and what decides nothing there has none.
struct FencePathLeaf {
    /// Its right and top borders belong to its neighbours.
    let cell: FenceBox
    let partCount: Int
    private let first: Int
    private let index: FenceIndex

    /// The leaf of the grid square right of and above a place.
    ///
    /// - Parameters:
    ///   - x: −180° or more, less than 180°.
    ///   - y: −90…90°.
    init(_ index: FenceIndex, _ x: Int64, _ y: Int64) {
        let column = Int(x + FenceRing.worldRight)
        let row = Int(y + FenceRing.poleLatitude)
        var level = FenceIndex.topLevel
        var node = index.nodes[(row >> level) * FenceIndex.columns + column >> level]
        while node.firstChild != 0 {
            level -= 2
            node = index.nodes[Int(node.firstChild) + ((row >> level) & 3) * 4 + (column >> level) & 3]
        }
        cell = FenceIndex.cell(column: column, row: row, level: level)
        (partCount, first) = (Int(node.partCount), Int(node.firstPart))
        self.index = index
    }

    /// The parts, one after the other.
    var parts: Cursor { Cursor(place: first, rest: partCount, index: index) }

    struct Cursor {
        fileprivate var place: Int
        fileprivate(set) var rest: Int
        fileprivate let index: FenceIndex

        /// The number of the fence of the next part.
        var fence: UInt32 { index.parts[place].fence }

        /// The next part; only where there is one.
        @inline(__always)
        mutating func next() -> FenceLeafPart {
            let part = index.parts[place]
            rest -= 1
            place += 1
            return FenceLeafPart(
                fence: part.fence, ring: part.ring, isHole: part.isHole, isCornerInside: part.isCornerInside,
                edges: index.edges[Int(part.firstEdge)..<Int(part.firstEdge + part.edgeCount)])
        }
    }
}
