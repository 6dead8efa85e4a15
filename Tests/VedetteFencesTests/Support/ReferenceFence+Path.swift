// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// An exact part of a way: numerator / denominator, the latter above 0.
struct ReferenceFraction: Comparable, Sendable {
    var numerator: Int128
    var denominator: Int128

    init(_ numerator: Int128, _ denominator: Int128) {
        self.numerator = denominator < 0 ? -numerator : numerator
        self.denominator = abs(denominator)
    }

    static func == (a: Self, b: Self) -> Bool { a.numerator * b.denominator == b.numerator * a.denominator }
    static func < (a: Self, b: Self) -> Bool { a.numerator * b.denominator < b.numerator * a.denominator }

    /// `start + length · self`, to the nearest whole number, ties to even.
    func rounded(from start: Int128, length: Int128) -> Int128 {
        let doubled = 2 * length * numerator + denominator
        var (quotient, remainder) = doubled.quotientAndRemainder(dividingBy: 2 * denominator)
        if remainder < 0 { quotient -= 1 }
        let value = start + quotient
        remainder = doubled - quotient * 2 * denominator
        return remainder == 0 && value % 2 != 0 ? value - 1 : value
    }
}

struct ReferenceCrossing: Sendable {
    var fraction: ReferenceFraction
    var isEntry: Bool
}

extension ReferenceFence {
    /// Where the straight way from one place to another begins and ceases to be inside.
    ///
    /// All places where the way meets an edge divide it; whether a stretch between two of them is inside shows at any place of it.
    func crossings(from start: GridPosition, to end: GridPosition) -> [ReferenceCrossing] {
        let (px, py) = (Int128(start.longitude), Int128(start.latitude))
        let (dx, dy) = (Self.shorter(Int128(end.longitude) - px), Int128(end.latitude) - py)
        guard dx != 0 || dy != 0 else { return [] }
        var contacts = [ReferenceFraction(0, 1), ReferenceFraction(1, 1)]
        for ring in polygons.joined() {
            for turn in -3...3 as ClosedRange<Int128> {
                let x = px + turn * Self.world
                if max(x, x + dx) < ring.west || min(x, x + dx) > ring.east || max(py, py + dy) < ring.south
                    || min(py, py + dy) > ring.north
                {
                    continue
                }
                for edge in ring.edges { Self.meet(x, py, dx, dy, edge, &contacts) }
            }
        }
        contacts.sort()

        var crossings: [ReferenceCrossing] = []
        var isInside = holds(start)
        for (from, to) in zip(contacts, contacts.dropFirst()) where from < to {
            // The mediant of two fractions lies between them.
            let scale = from.denominator + to.denominator
            let part = from.numerator + to.numerator
            let isStretchInside = holds(Position(x: px * scale + dx * part, y: py * scale + dy * part, scale: scale))
            if isStretchInside != isInside { crossings.append(ReferenceCrossing(fraction: from, isEntry: isStretchInside)) }
            isInside = isStretchInside
        }
        if holds(end) != isInside { crossings.append(ReferenceCrossing(fraction: ReferenceFraction(1, 1), isEntry: !isInside)) }
        return crossings
    }

    private static func meet(_ x: Int128, _ y: Int128, _ dx: Int128, _ dy: Int128, _ edge: Edge, _ contacts: inout [ReferenceFraction]) {
        let (ex, ey) = (edge.bx - edge.ax, edge.by - edge.ay)
        let (ox, oy) = (edge.ax - x, edge.ay - y)
        let denominator = dx * ey - dy * ex
        if denominator != 0 {
            let along = ReferenceFraction(ox * ey - oy * ex, denominator)
            let across = ReferenceFraction(ox * dy - oy * dx, denominator)
            if isPart(along), isPart(across) { contacts.append(along) }
        } else if ox * dy == oy * dx {
            for (vx, vy) in [(ox, oy), (ox + ex, oy + ey)] {
                let along = ReferenceFraction(vx * dx + vy * dy, dx * dx + dy * dy)
                if isPart(along) { contacts.append(along) }
            }
        }
    }

    private static func isPart(_ fraction: ReferenceFraction) -> Bool {
        fraction.numerator >= 0 && fraction.numerator <= fraction.denominator
    }
}
