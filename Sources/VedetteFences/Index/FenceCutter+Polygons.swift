// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FenceCutter {
    /// Calls `body` with each polygon of a shape: its outer ring's number, how many rings it has with its holes, and where their vertices begin.
    static func visitPolygons(
        _ vertices: FenceVertices,
        _ body: (_ firstRing: Int, _ ringCount: Int, _ words: UnsafeMutablePointer<Int32>) throws(FenceIndexError) -> Void
    ) throws(FenceIndexError) {
        let ringCount = vertices.ringCount
        var words = vertices.words + 1 + 2 * ringCount
        var ring = 0
        while ring < ringCount {
            let first = ring
            let start = words
            repeat {
                words += 2 * vertices.count(ofRing: ring)
                ring += 1
            } while ring < ringCount && vertices.kind(ofRing: ring).isHole
            try body(first, ring - first, start)
        }
    }

    /// A polygon that lies in one top cell and is not cut by the antimeridian; nil for others.
    static func whole(
        _ vertices: FenceVertices, fence: UInt32, firstRing: Int, ringCount: Int, _ words: UnsafeMutablePointer<Int32>
    ) -> FenceWholePolygon? {
        var count = 0
        for ring in firstRing..<firstRing + ringCount {
            guard vertices.kind(ofRing: ring).winding == 0 else { return nil }
            count += vertices.count(ofRing: ring)
        }
        var (left, right, bottom, top) = (Int32.max, Int32.min, Int32.max, Int32.min)
        for index in 0..<count {
            let (x, y) = (words[2 * index], words[2 * index + 1])
            (left, right, bottom, top) = (min(left, x), max(right, x), min(bottom, y), max(top, y))
        }
        // Wrapped longitudes lie beyond the world's borders, or make the box wider than a cell.
        let world = Int32(FenceRing.worldRight)
        guard left > -world, right < world,
            UInt32(bitPattern: left &- FenceTree.originX) >> FenceTree.topLevel
                == UInt32(bitPattern: right &- FenceTree.originX) >> FenceTree.topLevel,
            UInt32(bitPattern: bottom &- FenceTree.originY) >> FenceTree.topLevel
                == UInt32(bitPattern: top &- FenceTree.originY) >> FenceTree.topLevel
        else { return nil }
        return FenceWholePolygon(
            shape: vertices.words, fence: fence, firstRing: UInt32(firstRing), ringCount: UInt32(ringCount), edgeCount: UInt32(count),
            left: left, bottom: bottom, right: right, top: top)
    }

    /// The top cell that a whole polygon lies in.
    static func cell(of polygon: FenceWholePolygon) -> Int32 {
        Int32(
            FenceTree.topNode(
                column: UInt32(bitPattern: polygon.left &- FenceTree.originX), row: UInt32(bitPattern: polygon.bottom &- FenceTree.originY))
        )
    }
}
