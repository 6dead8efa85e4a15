// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// The straight way between two positions in longitude and latitude, the shorter way round; one of exactly 180° goes as it is written.
///
/// Ranges on which all that is exact here rests: |dx| and |dy| are at most 1.8e9 (2^30.75), and so are those of every edge. Hence the
/// cross product of the two directions is at most 6.48e18, under 2^63.
struct FenceWay {
    /// Where it begins. Not brought into −180…180°: a leaf beyond the antimeridian moves it by whole turns.
    var x: Int64
    var y: Int64
    let dx: Int64
    let dy: Int64

    init(from start: GridPosition, to end: GridPosition) {
        (x, y) = (Int64(start.longitude), Int64(start.latitude))
        var step = Int64(end.longitude) - x
        if step > FenceRing.worldRight { step -= FenceRing.worldWidth }
        if step < -FenceRing.worldRight { step += FenceRing.worldWidth }
        (dx, dy) = (step, Int64(end.latitude) - y)
    }

    /// Meeting an edge: a fraction of the way, or a stretch of it.
    enum Meeting {
        case none
        /// At numerator / denominator. `changesSide`: a point that goes along the way just left of it passes from one side of the edge to the other.
        case point(Int64, Int64, changesSide: Bool)
        /// The edge lies on the line of the way, from the first numerator to the second, which is greater; either may be off the way's ends.
        case stretch(Int64, Int64, denominator: Int64)
    }

    /// Where the way meets a closed edge.
    ///
    /// - Precondition: the edge's box is no more than a step from the way's box.
    @inline(__always)
    func meeting(_ edge: FenceEdge) -> Meeting {
        // The edge's ends are no further from the start than way and edge are wide together. Where that is under 2^31 − 1, a side is less than
        // 1.8e9 · (1.8e9 + 2^31) < 7.2e18, and no product below overflows. Latitudes are always under 1.8e9 apart.
        guard abs(dx) + abs(Int64(edge.dx)) < Int64(Int32.max) - 1 else { return wideMeeting(edge) }
        let (ax, ay) = (Int64(edge.ax) &- x, Int64(edge.ay) &- y)
        let (ex, ey) = (Int64(edge.dx), Int64(edge.dy))
        let sideOfA = dx &* ay &- dy &* ax
        let sideOfB = dx &* (ay &+ ey) &- dy &* (ax &+ ex)
        if (sideOfA > 0 && sideOfB > 0) || (sideOfA < 0 && sideOfB < 0) { return .none }
        return meeting(
            ax, ay, ex, ey, sideOfA: sideOfA.signum(), sideOfB: sideOfB.signum(), numerator: ax &* ey &- ay &* ex)
    }

    /// The same in 128 bits, for ways and edges that are very wide.
    private func wideMeeting(_ edge: FenceEdge) -> Meeting {
        let (ax, ay) = (Int64(edge.ax) - x, Int64(edge.ay) - y)
        let (ex, ey) = (Int64(edge.dx), Int64(edge.dy))
        let sideOfA = Int128(dx) * Int128(ay) - Int128(dy) * Int128(ax)
        let sideOfB = Int128(dx) * Int128(ay + ey) - Int128(dy) * Int128(ax + ex)
        if (sideOfA > 0 && sideOfB > 0) || (sideOfA < 0 && sideOfB < 0) { return .none }
        let numerator = Int128(ax) * Int128(ey) - Int128(ay) * Int128(ex)
        // A numerator beyond the denominator's range is a meeting beyond the ends, whichever its sign.
        guard let short = Int64(exactly: numerator) else { return .none }
        return meeting(
            ax, ay, ex, ey, sideOfA: Int64(sideOfA.signum()), sideOfB: Int64(sideOfB.signum()), numerator: short)
    }

    @inline(__always)
    private func meeting(
        _ ax: Int64, _ ay: Int64, _ ex: Int64, _ ey: Int64, sideOfA: Int64, sideOfB: Int64, numerator: Int64
    ) -> Meeting {
        if sideOfA == 0, sideOfB == 0 {
            var (first, second, length) = dx != 0 ? (ax, ax + ex, dx) : (ay, ay + ey, dy)
            if length < 0 { (first, second, length) = (-first, -second, -length) }
            if first > second { swap(&first, &second) }
            return second < 0 || first > length ? .none : .stretch(first, second, denominator: length)
        }
        // a + s·e is on the line of the way where t·(d × e) = (a − start) × e. The sides differ, so d × e is not 0.
        var (above, below) = (numerator, dx &* ey &- dy &* ex)
        if below < 0 { (above, below) = (0 &- above, 0 &- below) }
        guard above >= 0, above <= below else { return .none }
        return .point(above, below, changesSide: (sideOfA > 0) != (sideOfB > 0))
    }

    /// The place at a fraction of the way, to the nearest step, ties to even.
    func position(_ numerator: Int64, _ denominator: Int64) -> GridPosition {
        func moved(_ start: Int64, _ length: Int64) -> Int64 {
            let product = length.multipliedReportingOverflow(by: numerator)
            let step =
                product.overflow
                ? Int64(
                    truncatingIfNeeded: Self.quotient(Int128(length) * Int128(numerator), Int128(denominator), evenWith: start & 1 != 0))
                : Int64(truncatingIfNeeded: Self.quotient(Int128(product.partialValue), Int128(denominator), evenWith: start & 1 != 0))
            return start + step
        }
        var longitude = moved(x, dx)
        if longitude > FenceRing.worldRight { longitude -= FenceRing.worldWidth }
        if longitude < -FenceRing.worldRight { longitude += FenceRing.worldWidth }
        return GridPosition(uncheckedLongitude: Int32(truncatingIfNeeded: longitude), latitude: Int32(truncatingIfNeeded: moved(y, dy)))
    }

    /// A quotient to the nearest whole number; halfway, the one that is even, or odd where what it is added to is odd.
    static func quotient(_ dividend: Int128, _ divisor: Int128, evenWith isOdd: Bool) -> Int128 {
        var (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        if rest < 0 { (quotient, rest) = (quotient - 1, rest + divisor) }
        // Not 2 · rest, which could need 128 bits.
        let other = divisor - rest
        return rest > other || rest == other && (quotient & 1 != 0) != isOdd ? quotient + 1 : quotient
    }
}
