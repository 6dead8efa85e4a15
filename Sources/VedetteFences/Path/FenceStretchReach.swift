// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Which edges may meet a stretch of a way: those whose box has a point in common with the stretch's, unless both ends are on one side of the way. What is left
/// out does not meet it for certain; most leaves and fences end here.
///
/// Vertices of edges that meet a leaf are less than 2^31 steps from it, so wrapped differences to the box's corner are true. Where the way is at most 2^29 long
/// either way, its start is so near to the box that differences to it are under 1.25 · 2^31, and sums of two products under 2^62.
struct FenceStretchReach {
    /// The box's lower left corner.
    private let x: Int32
    private let y: Int32
    private let width: Int
    private let height: Int
    /// The way, its start counted from the corner.
    private let startX: Int
    private let startY: Int
    private let dx: Int
    private let dy: Int
    private let isLong: Bool

    init(_ stretch: FenceWayLeaves.Stretch, of way: FenceWay) {
        let box = stretch.box
        (x, y) = (Int32(truncatingIfNeeded: box.left), Int32(truncatingIfNeeded: box.bottom))
        (width, height) = (Int(box.right - box.left), Int(box.top - box.bottom))
        (startX, startY) = (Int(way.x - stretch.shift - box.left), Int(way.y - box.bottom))
        (dx, dy) = (Int(way.dx), Int(way.dy))
        isLong = max(abs(dx), abs(dy)) > 1 << 29
    }

    @inline(__always)
    func isMet(by part: FencePartView) -> Bool {
        let end = part.end
        var vertex = part.vertices
        var (ax, ay) = (Int32(0), Int32(0))
        while vertex < end {
            let word = Int32(bitPattern: vertex[1])
            let (bx, by) = (Int32(bitPattern: vertex[0]) &- x, (word &>> 1) &- y)
            vertex += 2
            // One test for four comparisons: none is negative.
            let besides = (width &- Int(min(ax, bx))) | Int(max(ax, bx))
            let above = (height &- Int(min(ay, by))) | Int(max(ay, by))
            if word & 1 == 0, besides | above >= 0, isLong || touchesLine(Int(ax), Int(ay), Int(bx), Int(by)) { return true }
            (ax, ay) = (bx, by)
        }
        return false
    }

    /// Whether the ends of an edge are not on one side of the way's line.
    @inline(__always)
    private func touchesLine(_ ax: Int, _ ay: Int, _ bx: Int, _ by: Int) -> Bool {
        let first = dx &* (ay &- startY) &- dy &* (ax &- startX)
        let second = dx &* (by &- startY) &- dy &* (bx &- startX)
        return !(first > 0 && second > 0) && !(first < 0 && second < 0)
    }
}
