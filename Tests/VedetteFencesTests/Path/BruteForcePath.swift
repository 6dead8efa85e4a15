// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

@testable import VedetteFences

/// A fraction, its denominator more than 0.
struct Fraction: Comparable, CustomStringConvertible {
    let numerator: Int128
    let denominator: Int128

    init(_ numerator: Int128, _ denominator: Int128) {
        (self.numerator, self.denominator) = denominator < 0 ? (-numerator, -denominator) : (numerator, denominator)
    }

    static func == (one: Self, other: Self) -> Bool { one.numerator * other.denominator == other.numerator * one.denominator }
    static func < (one: Self, other: Self) -> Bool { one.numerator * other.denominator < other.numerator * one.denominator }
    var description: String { "\(numerator)/\(denominator)" }

    /// The fraction of the smallest denominator between two, which keeps the arithmetic that follows small (Stern, Brocot).
    static func simplest(between low: Fraction, and high: Fraction) -> Fraction {
        let whole = low.numerator / low.denominator
        if Fraction(whole + 1, 1) < high { return Fraction(whole + 1, 1) }
        let (a, b) = (low.numerator - whole * low.denominator, low.denominator)
        let (c, d) = (high.numerator - whole * high.denominator, high.denominator)
        // whole + 1/x with x between d/c and b/a. Where a is 0, x has no upper bound.
        let inner = a == 0 ? Fraction(d / c + 1, 1) : simplest(between: Fraction(d, c), and: Fraction(b, a))
        return Fraction(whole * inner.numerator + inner.denominator, inner.numerator)
    }
}

/// What a way does with fences, as one would first write it: all edges of all fences, fractions throughout, and a point in each interval.
struct BruteForcePath {
    struct Crossing: Equatable {
        var at: Fraction
        var kind: FenceEvent.Kind
        var fence: String
    }

    private struct Ring {
        var vertices: [(x: Int128, y: Int128)]
        /// The last vertex is the first one again, a turn further where the ring goes round a pole.
        var holdsNorth = false
        var low: Int128 = 0
        var high: Int128 = 0

        init(_ positions: [GridPosition]) {
            let width: Int128 = 3_600_000_000
            vertices = [(Int128(positions[0].longitude), Int128(positions[0].latitude))]
            for position in positions.dropFirst() + positions.prefix(1) {
                var step = Int128(position.longitude) - vertices[vertices.count - 1].x
                step %= width
                if step > width / 2 { step -= width }
                if step < -width / 2 { step += width }
                vertices.append((vertices[vertices.count - 1].x + step, Int128(position.latitude)))
            }
            (low, high) = (vertices.map(\.x).min() ?? 0, vertices.map(\.x).max() ?? 0)
            let turn = vertices[vertices.count - 1].x - vertices[0].x
            guard turn != 0 else { return }
            var area: Int128 = 0
            for (a, b) in zip(vertices, vertices.dropFirst()) { area += (b.x - a.x) * (a.y + b.y) }
            holdsNorth = (turn > 0) == (area >= 0)
        }

        /// The edges of all copies that come between two longitudes, in steps / scale.
        func forEachEdge(
            from left: Int128, to right: Int128, over scale: Int128 = 1, _ body: ((x: Int128, y: Int128), (x: Int128, y: Int128)) -> Void
        ) {
            for turn in Int128(-3)...3 {
                let shift = turn * 3_600_000_000
                guard (low + shift) * scale <= right, (high + shift) * scale >= left else { continue }
                for (a, b) in zip(vertices, vertices.dropFirst()) { body((a.x + shift, a.y), (b.x + shift, b.y)) }
            }
        }

        /// 1, 0 or −1: inside, on the ring, outside.
        func place(_ x: Int128, _ y: Int128, over scale: Int128) -> Int {
            var isInside = holdsNorth
            var isOn = false
            forEachEdge(from: x, to: x, over: scale) { a, b in
                let (ax, ay, bx, by) = (a.x * scale - x, a.y * scale - y, b.x * scale - x, b.y * scale - y)
                guard min(ax, bx) <= 0, max(ax, bx) >= 0 else { return }
                let cross = (b.x - a.x) * ay - (b.y - a.y) * ax
                if cross == 0, min(ay, by) <= 0, max(ay, by) >= 0 { isOn = true }
                // The edge is above: at longitude 0 its height is ay − ax (by − ay) / (bx − ax).
                if (ax <= 0) != (bx <= 0), (cross > 0) == (b.x > a.x) { isInside.toggle() }
            }
            return isOn ? 0 : isInside ? 1 : -1
        }
    }

    private let fences: [(id: String, polygons: [[Ring]])]

    init(_ fences: [(id: String, polygons: [[[GridPosition]]])]) {
        self.fences = fences.map { ($0.id, $0.polygons.map { $0.map(Ring.init) }) }
    }

    private static func holds(_ polygons: [[Ring]], _ x: Int128, _ y: Int128, over scale: Int128) -> Bool {
        polygons.contains { rings in
            rings[0].place(x, y, over: scale) >= 0 && !rings.dropFirst().contains { $0.place(x, y, over: scale) > 0 }
        }
    }

    func fences(at position: GridPosition) -> [String] {
        fences.filter { Self.holds($0.polygons, Int128(position.longitude), Int128(position.latitude), over: 1) }.map(\.id)
    }

    func crossings(from start: GridPosition, to end: GridPosition) -> [Crossing] {
        let (x, y) = (Int128(start.longitude), Int128(start.latitude))
        var dx = Int128(end.longitude) - x
        let dy = Int128(end.latitude) - y
        if dx > 1_800_000_000 { dx -= 3_600_000_000 }
        if dx < -1_800_000_000 { dx += 3_600_000_000 }
        guard dx != 0 || dy != 0 else { return [] }
        var result: [Crossing] = []
        for fence in fences {
            var contacts = [Fraction(0, 1), Fraction(1, 1)]
            for ring in fence.polygons.joined() {
                ring.forEachEdge(from: min(x, x + dx), to: max(x, x + dx)) { a, b in
                    let (ax, ay, ex, ey) = (a.x - x, a.y - y, b.x - a.x, b.y - a.y)
                    let below = dx * ey - dy * ex
                    guard below == 0 else {
                        // Where only the lines meet, nothing changes.
                        let along = Fraction(ax * dy - ay * dx, below)
                        if along >= Fraction(0, 1), along <= Fraction(1, 1) { contacts.append(Fraction(ax * ey - ay * ex, below)) }
                        return
                    }
                    guard ax * dy == ay * dx else { return }
                    contacts += [
                        dx != 0 ? Fraction(ax, dx) : Fraction(ay, dy), dx != 0 ? Fraction(ax + ex, dx) : Fraction(ay + ey, dy),
                    ]
                }
            }
            contacts = contacts.filter { $0 >= Fraction(0, 1) && $0 <= Fraction(1, 1) }.sorted()
            func isIn(_ at: Fraction) -> Bool {
                Self.holds(
                    fence.polygons, x * at.denominator + dx * at.numerator, y * at.denominator + dy * at.numerator, over: at.denominator)
            }
            var isInside = isIn(Fraction(0, 1))
            for (low, high) in zip(contacts, contacts.dropFirst()) where low < high {
                let isInNext = isIn(.simplest(between: low, and: high))
                if isInNext != isInside { result.append(Crossing(at: low, kind: isInNext ? .entered : .exited, fence: fence.id)) }
                isInside = isInNext
            }
            if !isInside, isIn(Fraction(1, 1)) { result.append(Crossing(at: Fraction(1, 1), kind: .entered, fence: fence.id)) }
        }
        return result.sorted { one, other in
            if one.at != other.at { return one.at < other.at }
            if one.kind != other.kind { return one.kind == .exited }
            return one.fence.utf8.lexicographicallyPrecedes(other.fence.utf8)
        }
    }
}
