// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// An edge of a fence on the grid, with the exact tests that decide on which side of it a position lies.
///
/// Positions are lattice points, but the tests are made for points moved a little to the right and a much smaller little
/// up (simulation of simplicity: Edelsbrunner, Mücke, ACM Trans. Graphics 9, 1990). So no vertex is ever exactly level with a position,
/// every crossing is counted once, and a path between two positions crosses a ring an odd number of times exactly if one of them is inside.
///
/// Range: |dx| and |dy| are at most 1.8e9 (180°), since an edge takes the shorter way round. Each test first compares with the edge's
/// box, so the factors of its products are at most 1.8e9 and the sum of two products stays under 2^63.
struct FenceEdge: Equatable, Sendable {
    /// One end, inside −180…180° of longitude: 1e-7 degree.
    var ax: Int32
    var ay: Int32
    /// The other end, from this one.
    var dx: Int32
    var dy: Int32

    @inline(__always) var left: Int64 { Int64(ax) &+ Int64(min(dx, 0)) }
    @inline(__always) var right: Int64 { Int64(ax) &+ Int64(max(dx, 0)) }
    @inline(__always) var bottom: Int64 { Int64(ay) &+ Int64(min(dy, 0)) }
    @inline(__always) var top: Int64 { Int64(ay) &+ Int64(max(dy, 0)) }

    /// Whether the ray from (x, y) to the right crosses the edge.
    @inline(__always)
    func isCrossedByRay(right x: Int64, _ y: Int64) -> Bool {
        guard (bottom <= y) != (top <= y) else { return false }
        return isRight(of: x, y)
    }

    /// Whether the edge, which the level of `y` cuts, is right of (x, y) there.
    @inline(__always)
    private func isRight(of x: Int64, _ y: Int64) -> Bool {
        if x < left { return true }
        if x >= right { return false }
        let (dx, dy) = (Int64(dx), Int64(dy))
        let side = (Int64(ax) &- x) &* dy &+ (y &- Int64(ay)) &* dx
        return dy > 0 ? side > 0 : side < 0
    }

    /// Whether the edge, which the vertical through `x` cuts, is above (x, y) there.
    @inline(__always)
    private func isAbove(_ x: Int64, _ y: Int64) -> Bool {
        if y < bottom { return true }
        if y > top { return false }
        let (dx, dy) = (Int64(dx), Int64(dy))
        let height = (Int64(ay) &- y) &* dx &+ (x &- Int64(ax)) &* dy
        if height == 0 {
            // Level with the edge: a little to the right of here it has risen or not.
            return (dx > 0) == (dy > 0) && dy != 0
        }
        return dx > 0 ? height > 0 : height < 0
    }

    /// Whether the ray from (x, y) upwards crosses the edge.
    func isCrossedByRay(up x: Int64, _ y: Int64) -> Bool {
        guard (left <= x) != (right <= x) else { return false }
        return isAbove(x, y)
    }

    /// Whether the path from (cornerX, cornerY) up to the level of `y` and then right to (x, y) crosses the edge an odd number of times.
    @inline(__always)
    func isCrossedByPath(fromX cornerX: Int64, _ cornerY: Int64, to x: Int64, _ y: Int64) -> Bool {
        var isOdd = false
        if (left <= cornerX) != (right <= cornerX) {
            isOdd = isAbove(cornerX, cornerY) != isAbove(cornerX, y)
        }
        if (bottom <= y) != (top <= y), isRight(of: cornerX, y) != isRight(of: x, y) { isOdd.toggle() }
        return isOdd
    }

    /// Whether (x, y) lies on the edge, ends included.
    @inline(__always)
    func contains(_ x: Int64, _ y: Int64) -> Bool {
        guard x >= left, x <= right, y >= bottom, y <= top else { return false }
        return (x &- Int64(ax)) &* Int64(dy) == (y &- Int64(ay)) &* Int64(dx)
    }

    /// Whether the edge has a point in common with the closed box.
    func meets(_ box: FenceBox) -> Bool {
        guard left <= box.right, right >= box.left, bottom <= box.top, top >= box.bottom else { return false }
        // The line of the edge passes the box on one side exactly if all four corners are strictly on the other.
        // A corner is at most a cell (2^24) further from `a` than the edge is long, so products stay in range.
        func side(_ x: Int64, _ y: Int64) -> Int64 {
            (Int64(dx) &* (y &- Int64(ay)) &- Int64(dy) &* (x &- Int64(ax))).signum()
        }
        let sides = (
            side(box.left, box.bottom), side(box.right, box.bottom), side(box.left, box.top), side(box.right, box.top)
        )
        let sum = sides.0 + sides.1 + sides.2 + sides.3
        return abs(sum) != 4
    }
}

/// A closed box on the grid.
package struct FenceBox: Equatable, Sendable {
    package var left: Int64
    package var bottom: Int64
    package var right: Int64
    package var top: Int64
}
