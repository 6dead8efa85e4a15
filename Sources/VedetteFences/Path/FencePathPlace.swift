// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The place just left of a way just after a fraction of it: on which side of it does an edge pass?
///
/// The place is moved by δ along the way and by δ² to its left, δ as small as it needs to be (simulation of simplicity, as in ``FenceEdge``), and the
/// corner of a leaf, from which crossings are counted, by much less, right and up. So a product that is 0 is decided by the terms in δ.
///
/// Ranges: the denominator is at most 1.8e9 and the numerators 3.3e18, since the place is in the world. Where boxes do not decide, products
/// need up to 95 bits, which 128 have.
struct FencePathPlace {
    private let dx: Int64
    private let dy: Int64
    private let x: Int64
    private let y: Int64
    private let denominator: Int64
    /// The whole numbers at or below.
    private let floorX: Int64
    private let floorY: Int64
    /// Which way δ moves the place's level.
    private let isMovedUp: Bool
    /// The greatest whole number under the level.
    private let underLevel: Int64

    init(on way: FenceWay, at fraction: FenceWayLeaves.Fraction) {
        (dx, dy) = (way.dx, way.dy)
        denominator = fraction.1
        // way.x · denominator alone may be twice too large; the sum is in range, and wrapping sums come out right.
        x = way.x &* denominator &+ dx &* fraction.0
        y = way.y &* denominator &+ dy &* fraction.0
        (floorX, floorY) = (Self.floor(x, denominator), Self.floor(y, denominator))
        isMovedUp = dy != 0 ? dy > 0 : dx > 0
        underLevel = !isMovedUp && floorY * denominator == y ? floorY - 1 : floorY
    }

    private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }

    /// Whether the path from a corner up or down to the level of the place, and then right or left to it, crosses the edge an odd number of times.
    func isPathCrossing(_ edge: FenceEdge, fromX cornerX: Int64, _ cornerY: Int64) -> Bool {
        var isOdd = false
        if (edge.left <= cornerX) != (edge.right <= cornerX) {
            isOdd = isAboveCorner(edge, cornerX, cornerY) != isAboveLevel(edge, cornerX)
        }
        if (edge.bottom <= underLevel) != (edge.top <= underLevel), isRightOfCorner(edge, cornerX) != isRight(edge) { isOdd.toggle() }
        return isOdd
    }

    /// Whether the edge, which the vertical through the corner cuts, is above the corner there.
    private func isAboveCorner(_ edge: FenceEdge, _ cornerX: Int64, _ cornerY: Int64) -> Bool {
        if cornerY < edge.bottom { return true }
        if cornerY > edge.top { return false }
        let (ex, ey) = (Int128(edge.dx), Int128(edge.dy))
        let height = Int128(Int64(edge.ay) - cornerY) * ex + Int128(cornerX - Int64(edge.ax)) * ey
        if height == 0 { return (ex > 0) == (ey > 0) && ey != 0 }
        return (height > 0) == (ex > 0)
    }

    /// Whether the edge, which the vertical through the corner cuts, is above the level of the place there.
    private func isAboveLevel(_ edge: FenceEdge, _ cornerX: Int64) -> Bool {
        if floorY < edge.bottom { return true }
        if floorY > edge.top { return false }
        let (ex, ey) = (Int128(edge.dx), Int128(edge.dy))
        let height = Int128(Int64(edge.ay) * denominator - y) * ex + Int128(cornerX - Int64(edge.ax)) * ey * Int128(denominator)
        return height == 0 ? !isMovedUp : (height > 0) == (ex > 0)
    }

    /// Whether the edge, which the level of the place cuts, is right of the corner there.
    private func isRightOfCorner(_ edge: FenceEdge, _ cornerX: Int64) -> Bool {
        if cornerX < edge.left { return true }
        if cornerX >= edge.right { return false }
        let (ex, ey) = (Int128(edge.dx), Int128(edge.dy))
        let side = Int128(Int64(edge.ax) - cornerX) * ey * Int128(denominator) + Int128(y - Int64(edge.ay) * denominator) * ex
        // The edge is not upright, or the corner would not be between its ends: at the moved level it is a little off.
        return side == 0 ? isMovedUp == ((ex > 0) == (ey > 0)) : (side > 0) == (ey > 0)
    }

    /// Whether the edge, which the level of the place cuts, is right of the place.
    private func isRight(_ edge: FenceEdge) -> Bool {
        if floorX < edge.left { return true }
        if floorX > edge.right { return false }
        let (ex, ey) = (Int64(edge.dx), Int64(edge.dy))
        let side = Int128(Int64(edge.ax) * denominator - x) * Int128(ey) + Int128(y - Int64(edge.ay) * denominator) * Int128(ex)
        if side != 0 { return (side > 0) == (ey > 0) }
        let along = dy * ex - dx * ey
        return ((along != 0 ? along : dy * ey + dx * ex) > 0) == (ey > 0)
    }
}
