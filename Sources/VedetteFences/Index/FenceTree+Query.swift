// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A box around a position, counted from it: what is left of a cell once every edge's box has been cut off.
///
/// Sides are inclusive; `left` and `bottom` at most 0, `right` and `top` at least 0.
struct FenceReach {
    var left: Int32
    var bottom: Int32
    var right: Int32
    var top: Int32

    /// The cell of a level around a position, whose distance from the cell's lower left corner is given.
    @inline(__always)
    init(offsetX: UInt32, _ offsetY: UInt32, level: UInt32) {
        let size = Int32(truncatingIfNeeded: (UInt32(1) &<< level) &- 1)
        (left, bottom) = (0 &- Int32(truncatingIfNeeded: offsetX), 0 &- Int32(truncatingIfNeeded: offsetY))
        (right, top) = (left &+ size, bottom &+ size)
    }

    /// Takes away a box, counted from the position, on the side where the gap to it is the widest; nothing is left but the position
    /// where that is in the box.
    ///
    /// What is left holds the square that reaches as far as the nearest edge's box.
    @inline(__always)
    mutating func cut(_ minX: Int32, _ minY: Int32, _ maxX: Int32, _ maxY: Int32) {
        // Distances are at most 1.8e9 + 2^24 in size, so none of these overflows. One test for four comparisons: none is negative.
        guard (maxX &- left) | (right &- minX) | (maxY &- bottom) | (top &- minY) >= 0 else { return }
        let (toLeft, toBottom) = (0 &- maxX, 0 &- maxY)
        let besides = max(toLeft, minX)
        let above = max(toBottom, minY)
        if max(besides, above) <= 0 {
            (left, bottom, right, top) = (0, 0, 0, 0)
        } else if besides >= above {
            if toLeft > 0 { left = maxX &+ 1 } else { right = minX &- 1 }
        } else {
            if toBottom > 0 { bottom = maxY &+ 1 } else { top = minY &- 1 }
        }
    }
}

extension FenceTree {
    /// Judges the parts of a leaf for a position.
    ///
    /// All arithmetic is in differences from the position. A vertex of an edge that meets the leaf is at most 1.8e9 + 2^24 < 2^31 from it in x and 1.8e9 in
    /// y, so wrapped 32-bit differences are true, and a product of two is under 3.3e18: the difference of two products fits 63 bits.
    ///
    /// - Parameters:
    ///   - first: the first part.
    ///   - count: how many parts there are.
    ///   - x: the position, 1e-7 degree.
    ///   - y: the position, 1e-7 degree.
    ///   - reach: on the way in the leaf's cell.
    ///   - result: the fences that the position is in are written here, one a polygon; room for `count` is there.
    /// - Returns: behind the last one.
    @inline(__always)
    static func judge(
        _ first: UnsafeMutablePointer<UInt32>, count: Int, x: Int32, _ y: Int32, reach: inout FenceReach,
        into result: UnsafeMutablePointer<UInt32>
    ) -> UnsafeMutablePointer<UInt32> {
        var result = result
        // The leaf's lower left corner.
        let (cornerX, cornerY) = (reach.left, reach.bottom)
        var part = FencePartView(words: first)
        var fence: UInt32 = 0
        var isInside = false
        for _ in 0..<count {
            let isHole = part.isHole
            if !isHole {
                result.pointee = fence
                result += isInside ? 1 : 0
                (fence, isInside) = (part.fence, true)
            }
            let place = judge(ring: part, x, y, cornerX, cornerY, &reach)
            // The border of an outer ring is inside, and so is the border of a hole.
            isInside = isInside && (isHole ? place <= 0 : place >= 0)
            part = FencePartView(words: part.end)
        }
        result.pointee = fence
        result += isInside ? 1 : 0
        return result
    }

    /// Where a position lies to a ring: 1 inside, 0 on it, −1 outside. Cuts the boxes of the ring's edges off the reach.
    @inline(__always)
    private static func judge(
        ring part: FencePartView, _ x: Int32, _ y: Int32, _ cornerX: Int32, _ cornerY: Int32, _ reach: inout FenceReach
    ) -> Int {
        var isInside = part.isCornerInside
        var isOn = false
        var vertex = part.vertices
        let end = part.end
        var (ux, uy) = (Int32(0), Int32(0))
        while vertex < end {
            let word = Int32(bitPattern: vertex[1])
            let (vx, vy) = (Int32(bitPattern: vertex[0]) &- x, (word &>> 1) &- y)
            vertex += 2
            if word & 1 == 0 {
                let (minX, maxX, minY, maxY) = (min(ux, vx), max(ux, vx), min(uy, vy), max(uy, vy))
                // Positions count as a little right of where they are and a much smaller little up: see `FenceEdge`.
                if (uy <= 0) != (vy <= 0), minX <= 0 {
                    if isLeft(ux, uy, vx, vy, maxX), minX > cornerX || isRight(of: cornerX, ux, uy, vx, vy, maxX) { isInside.toggle() }
                }
                if (ux <= cornerX) != (vx <= cornerX) {
                    let edge = FenceSegment(ax: Int(ux), ay: Int(uy), bx: Int(vx), by: Int(vy))
                    if edge.isAbove(Int(cornerX), Int(cornerY)) != edge.isAbove(Int(cornerX), 0) { isInside.toggle() }
                }
                reach.cut(minX, minY, maxX, maxY)
                if (0 &- minX) | maxX | (0 &- minY) | maxY >= 0 {
                    if Int(ux) &* Int(vy) == Int(uy) &* Int(vx) { isOn = true }
                }
            }
            (ux, uy) = (vx, vy)
        }
        return isOn ? 0 : isInside ? 1 : -1
    }

    /// Whether an edge that the level of the position cuts passes it on the left, or through it.
    @inline(__always)
    private static func isLeft(_ ux: Int32, _ uy: Int32, _ vx: Int32, _ vy: Int32, _ maxX: Int32) -> Bool {
        if maxX <= 0 { return true }
        let side = Int(ux) &* Int(vy) &- Int(uy) &* Int(vx)
        return vy > uy ? side <= 0 : side >= 0
    }

    /// Whether an edge that the level of the position cuts is right of the leaf's left side there.
    @inline(__always)
    private static func isRight(
        of cornerX: Int32, _ ux: Int32, _ uy: Int32, _ vx: Int32, _ vy: Int32, _ maxX: Int32
    ) -> Bool {
        if maxX <= cornerX { return false }
        let (ax, bx) = (Int(ux) &- Int(cornerX), Int(vx) &- Int(cornerX))
        let side = ax &* Int(vy) &- Int(uy) &* bx
        return vy > uy ? side > 0 : side < 0
    }
}

/// An edge, counted from a corner or a position near it, with the tests of ``FenceEdge``: which is where they are explained.
///
/// Range: coordinates are at most 1.8e9 + 2^24 in size, as ``FenceTree`` has them, and products of two stay under 2^62.
struct FenceSegment {
    var ax: Int
    var ay: Int
    var bx: Int
    var by: Int

    /// Whether the segment, which the level of `y` cuts, is right of (x, y) there.
    @inline(__always)
    func isRight(of x: Int, _ y: Int) -> Bool {
        if x < min(ax, bx) { return true }
        if x >= max(ax, bx) { return false }
        let (dx, dy) = (bx &- ax, by &- ay)
        let side = (ax &- x) &* dy &+ (y &- ay) &* dx
        return dy > 0 ? side > 0 : side < 0
    }

    /// Whether the segment, which the vertical through `x` cuts, is above (x, y) there.
    @inline(__always)
    func isAbove(_ x: Int, _ y: Int) -> Bool {
        if y < min(ay, by) { return true }
        if y > max(ay, by) { return false }
        let (dx, dy) = (bx &- ax, by &- ay)
        let height = (ay &- y) &* dx &+ (x &- ax) &* dy
        if height == 0 {
            // Level with the edge: a little to the right of here it has risen or not.
            return (dx > 0) == (dy > 0) && dy != 0
        }
        return dx > 0 ? height > 0 : height < 0
    }

    /// Whether its line passes the box [x, x + size] × [y, y + size] on one side.
    @inline(__always)
    func passes(_ x: Int, _ y: Int, size: Int) -> Bool {
        let (dx, dy) = (bx &- ax, by &- ay)
        // Of the box's corners, the two that lie the furthest to the line's left and right.
        let (nearX, farX) = dy > 0 ? (x, x &+ size) : (x &+ size, x)
        let (nearY, farY) = dx > 0 ? (y &+ size, y) : (y, y &+ size)
        let left = dx &* (nearY &- ay) &- dy &* (nearX &- ax)
        let right = dx &* (farY &- ay) &- dy &* (farX &- ax)
        return left < 0 || right > 0
    }
}
