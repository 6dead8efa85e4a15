// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A cell of the tree: 8 bytes, so that the 16 children of a cell take two cache lines.
struct FenceNode {
    /// Where what the cell has lies in the words; 0 where it has nothing.
    var content: UInt32
    /// The first of 16 children, row by row from the bottom; 0 for a leaf.
    var child: UInt32
}

/// The tree of cells as raw memory, for whoever reads it: see ``FenceIndex`` for what it means. A value of two addresses, valid as long as
/// the index lives and is not edited.
///
/// Content of a cell, in words of 32 bits: how many fences cover the cell whole and how many parts it has (16 bits each; 0xFFFF_FFFF and two words where
/// they need more); the numbers of those fences; the parts. A part: fence << 1 | whether the corner is inside; how many vertices, with flags; the ring, where
/// the flag says so; the vertices, each x (modulo 2^32, see ``FenceVertices``) and y << 1 | whether no edge leads here from the vertex before.
struct FenceTree {
    let nodes: UnsafeMutablePointer<FenceNode>
    let words: UnsafeMutablePointer<UInt32>

    /// Cells of the top level: 2^24 steps. There are 256 × 256, more than the world has, so that no position of 32 bits leads out of them.
    static let topLevel: UInt32 = 24
    /// The smallest cells: 2^12 steps.
    static let bottomLevel: UInt32 = 12
    static let topCount = 65_536

    // What steps count from: x −180°, y −90°.
    static let originX: Int32 = -1_800_000_000
    static let originY: Int32 = -900_000_000

    static let holeFlag: UInt32 = 1 << 31
    static let ringFlag: UInt32 = 1 << 30
    static let vertexCountMask: UInt32 = (1 << 30) - 1
    static let wideCounts: UInt32 = .max

    @inline(__always)
    static func topNode(column: UInt32, row: UInt32) -> Int {
        Int((row &>> topLevel) &<< 8 | column &>> topLevel)
    }

    /// The child that a place falls into, of a cell one level above `level`.
    @inline(__always)
    static func child(_ column: UInt32, _ row: UInt32, level: UInt32) -> Int {
        Int((row &>> level) & 3) &<< 2 | Int((column &>> level) & 3)
    }
}

/// What a cell has: a view of its words.
struct FenceCellContent {
    let coveringCount: Int
    let partCount: Int
    /// The numbers of the fences that cover the cell.
    let coverings: UnsafeMutablePointer<UInt32>

    @inline(__always)
    init(_ words: UnsafeMutablePointer<UInt32>) {
        let counts = words[0]
        if counts != FenceTree.wideCounts {
            (coveringCount, partCount, coverings) = (Int(counts & 0xFFFF), Int(counts &>> 16), words + 1)
        } else {
            (coveringCount, partCount, coverings) = (Int(words[1]), Int(words[2]), words + 3)
        }
    }

    @inline(__always) var parts: UnsafeMutablePointer<UInt32> { coverings + coveringCount }

    /// How many words the counts take.
    @inline(__always)
    static func headerSize(coverings: Int, parts: Int) -> Int { coverings < 0xFFFF && parts < 0xFFFF ? 1 : 3 }

    /// Writes counts; returns where the numbers of covering fences go.
    static func writeHeader(coverings: Int, parts: Int, to words: UnsafeMutablePointer<UInt32>) -> UnsafeMutablePointer<UInt32> {
        if headerSize(coverings: coverings, parts: parts) == 1 {
            words[0] = UInt32(coverings) | UInt32(parts) << 16
            return words + 1
        }
        (words[0], words[1], words[2]) = (FenceTree.wideCounts, UInt32(coverings), UInt32(parts))
        return words + 3
    }
}

/// One part of a leaf: a view of its words.
struct FencePartView {
    let words: UnsafeMutablePointer<UInt32>

    @inline(__always) var fence: UInt32 { words[0] &>> 1 }
    @inline(__always) var isCornerInside: Bool { words[0] & 1 != 0 }
    @inline(__always) var isHole: Bool { words[1] & FenceTree.holeFlag != 0 }
    @inline(__always) var vertexCount: Int { Int(words[1] & FenceTree.vertexCountMask) }
    @inline(__always) var hasRing: Bool { words[1] & FenceTree.ringFlag != 0 }
    @inline(__always) var ring: UInt32 { hasRing ? words[2] : 0 }
    @inline(__always) var vertices: UnsafeMutablePointer<UInt32> { words + (hasRing ? 3 : 2) }
    /// Where the next part begins.
    @inline(__always) var end: UnsafeMutablePointer<UInt32> { vertices + 2 &* vertexCount }

    /// Calls `body` with the ends of each edge, x modulo 2^32.
    @inline(__always)
    func visitEdges(_ body: (_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32) -> Void) {
        let end = end
        var vertex = vertices
        var (ax, ay) = (Int32(0), Int32(0))
        while vertex < end {
            let word = Int32(bitPattern: vertex[1])
            let (bx, by) = (Int32(bitPattern: vertex[0]), word &>> 1)
            if word & 1 == 0 { body(ax, ay, bx, by) }
            (ax, ay) = (bx, by)
            vertex += 2
        }
    }
}
