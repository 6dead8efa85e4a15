// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// An edge on its way down the tree: x modulo 2^32, see ``FenceVertices``.
struct FenceWorkEdge {
    var ax: Int32
    var ay: Int32
    var bx: Int32
    var by: Int32

    /// Counted from a corner of a cell that the edge meets.
    @inline(__always)
    func from(_ x: Int32, _ y: Int32) -> FenceSegment {
        FenceSegment(ax: Int(ax &- x), ay: Int(ay &- y), bx: Int(bx &- x), by: Int(by &- y))
    }
}

/// A ring on its way down the tree, as far as one cell is concerned. Its edges lie in the cell's list, one part's after the other's.
struct FenceWorkPart {
    var fence: UInt32
    var ring: UInt32
    var edgeCount: UInt32
    var flags: UInt32

    static let cornerFlag: UInt32 = 1
    static let holeFlag: UInt32 = 2
    /// The fence has several rings, so the leaf says which.
    static let ringFlag: UInt32 = 4

    @inline(__always) var isCornerInside: Bool { flags & Self.cornerFlag != 0 }
    @inline(__always) var isHole: Bool { flags & Self.holeFlag != 0 }

    /// How many words it takes in a leaf beside its vertices.
    @inline(__always) var headerSize: Int { flags & Self.ringFlag != 0 ? 3 : 2 }
}

/// A polygon on its way down the tree that has not met the border of a cell yet: nothing was done to its edges.
struct FenceWholePolygon {
    var shape: UnsafeMutablePointer<Int32>
    var fence: UInt32
    /// Its outer ring, and how many rings there are with its holes.
    var firstRing: UInt32
    var ringCount: UInt32
    var edgeCount: UInt32
    /// Holds all its rings: 1e-7 degree, within the world.
    var left: Int32
    var bottom: Int32
    var right: Int32
    var top: Int32
}

/// What edges do to the 16 children of a cell: a bit for each.
struct FenceChildMasks {
    /// The children that edges may meet: at least those that they do.
    var present: UInt32 = 0
    /// The children whose corner lies on the other side than the cell's own.
    var toggled: UInt32 = 0
    /// Once decided: the children whose corner is inside the ring. See ``FenceTreeWriter``.
    var corners: UInt32 = 0

    init() {}

    init(present: UInt32, toggled: UInt32, corners: UInt32) {
        (self.present, self.toggled, self.corners) = (present, toggled, corners)
    }

    /// Classifies one edge: the one routine by which trees are built, fences added and removed.
    ///
    /// - Parameters:
    ///   - edge: counted from the cell's lower left corner.
    ///   - level: of the children.
    @inline(__always)
    init(_ edge: FenceSegment, level: UInt32) {
        let shift = Int(level)
        let (minX, maxX, minY, maxY) = (min(edge.ax, edge.bx), max(edge.ax, edge.bx), min(edge.ay, edge.by), max(edge.ay, edge.by))
        let (firstColumn, lastColumn) = (max(minX &>> shift, 0), min(maxX &>> shift, 3))
        let (firstRow, lastRow) = (max(minY &>> shift, 0), min(maxY &>> shift, 3))
        if firstColumn == lastColumn, firstRow == lastRow {
            present = 1 &<< UInt32(truncatingIfNeeded: firstRow &<< 2 | firstColumn)
        } else {
            present = Self.children(edge, firstColumn, lastColumn, firstRow, lastRow, shift)
        }
        // Base lines of children in [bottom, top), and the cell's left side.
        let round = (1 &<< shift) &- 1
        let crossesBase = (minY &+ round) &>> shift != (maxY &+ round) &>> shift
        if crossesBase || (minX <= 0 && maxX > 0) { toggled = Self.toggled(edge, minX, maxX, minY, maxY, shift) }
    }

    private static func children(
        _ edge: FenceSegment, _ firstColumn: Int, _ lastColumn: Int, _ firstRow: Int, _ lastRow: Int, _ shift: Int
    ) -> UInt32 {
        guard firstColumn <= lastColumn, firstRow <= lastRow else { return 0 }
        let isFlat = firstColumn == lastColumn || firstRow == lastRow
        let size = 1 << shift
        var mask: UInt32 = 0
        for row in firstRow...lastRow {
            for column in firstColumn...lastColumn where isFlat || !edge.passes(column << shift, row << shift, size: size) {
                mask |= 1 << UInt32(row << 2 | column)
            }
        }
        return mask
    }

    /// The path from the cell's corner to a child's goes up, then right.
    private static func toggled(_ edge: FenceSegment, _ minX: Int, _ maxX: Int, _ minY: Int, _ maxY: Int, _ shift: Int) -> UInt32 {
        var mask: UInt32 = 0
        if minX <= 0, maxX > 0 {
            let isAboveCorner = edge.isAbove(0, 0)
            for row in 1..<4 where edge.isAbove(0, row << shift) != isAboveCorner { mask ^= 0xF << UInt32(row << 2) }
        }
        for row in 0..<4 {
            let y = row << shift
            guard minY <= y, maxY > y, edge.isRight(of: 0, y) else { continue }
            for column in 1..<4 where !edge.isRight(of: column << shift, y) { mask ^= 1 << UInt32(row << 2 | column) }
        }
        return mask
    }
}
