// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// A ring of a fence, unrolled: longitudes run on past ±180° where the ring crosses the antimeridian.
struct FenceRing: Equatable, Sendable {
    /// 1e-7 degree. The ring closes from the last vertex to the first, `winding` times round the world.
    let x: [Int64]
    let y: [Int64]

    /// −1, 0 or 1: how often the ring goes round the world eastwards. Not 0: the ring goes round a pole, which it contains.
    let winding: Int

    static let worldWidth: Int64 = 3_600_000_000
    static let worldRight: Int64 = 1_800_000_000
    static let poleLatitude: Int64 = 900_000_000

    /// Takes vertices, the first not repeated at the end or repeated, whichever way round.
    ///
    /// Each edge takes the shorter way round; one of exactly 180° goes as it is written.
    init(_ vertices: some Sequence<GridPosition>) throws(FenceShapeError) {
        var xs: [Int64] = []
        var ys: [Int64] = []
        for vertex in vertices {
            let (longitude, latitude) = (Int64(vertex.longitude), Int64(vertex.latitude))
            guard let lastX = xs.last, let lastY = ys.last else {
                xs.append(longitude)
                ys.append(latitude)
                continue
            }
            let step = Self.shorter(longitude - lastX)
            if step != 0 || latitude != lastY {
                xs.append(lastX + step)
                ys.append(latitude)
            }
        }
        guard let firstX = xs.first, let lastX = xs.last, let firstY = ys.first, let lastY = ys.last else {
            throw FenceShapeError(.empty, "a ring has no vertices")
        }
        let total = lastX + Self.shorter(firstX - lastX) - firstX
        // What does not come back to where it began has gone round the world.
        winding = Int(total / Self.worldWidth)
        if xs.count > 1, Self.shorter(firstX - lastX) == 0, firstY == lastY {
            xs.removeLast()
            ys.removeLast()
        }
        (x, y) = (xs, ys)
        guard abs(winding) <= 1 else { throw FenceShapeError(.tooWide, "a ring goes round the world more than once; split it") }
        guard winding != 0 || right - left < Self.worldWidth else {
            throw FenceShapeError(.tooWide, "a ring is wider than the world; split it")
        }
        guard count >= 3 else { throw Self.noArea }
    }

    private static let noArea = FenceShapeError(
        .noArea, "a ring encloses no area (an edge of more than 180° takes the shorter way round: split long edges)")

    /// Throws where the ring crosses itself or encloses no area.
    func check() throws(FenceShapeError) {
        if let place = try RingCrossing.find(in: self) {
            throw FenceShapeError(
                .selfCrossing, "a ring crosses itself near \(Double(place.x) / 1e7), \(Double(place.y) / 1e7); repair the polygon")
        }
        guard winding != 0 || doubledArea != 0 else { throw Self.noArea }
    }

    /// The same difference of longitude by the shorter way round.
    private static func shorter(_ difference: Int64) -> Int64 {
        var rest = difference % worldWidth
        if rest > worldRight { rest -= worldWidth }
        if rest < -worldRight { rest += worldWidth }
        return rest
    }

    var count: Int { x.count }
    var left: Int64 { x.min() ?? 0 }
    var right: Int64 { max(x.max() ?? 0, (x.first ?? 0) + Int64(winding) * Self.worldWidth) }

    /// Twice the signed area in the unrolled plane. Differences from the first vertex keep the terms small.
    private var doubledArea: Int128 {
        var sum: Int128 = 0
        for index in 1..<max(1, count - 1) {
            sum +=
                Int128(x[index] - x[0]) * Int128(y[index + 1] - y[0]) - Int128(x[index + 1] - x[0]) * Int128(y[index] - y[0])
        }
        return sum
    }

    /// Which pole a ring that goes round the world contains: the one on the side where its cap is the smaller.
    var containsNorthPole: Bool {
        var sum: Int128 = 0
        for index in 0..<count {
            let next = end(of: index)
            sum += Int128(next.x - x[index]) * Int128(next.y + y[index])
        }
        return (winding > 0) == (sum >= 0)
    }

    /// Where the edge from vertex `index` ends.
    func end(of index: Int) -> (x: Int64, y: Int64) {
        index + 1 < count ? (x[index + 1], y[index + 1]) : (x[0] + Int64(winding) * Self.worldWidth, y[0])
    }

    /// The edges inside −180…180° of longitude, from every copy of the ring that reaches there.
    var edges: [FenceEdge] {
        var result: [FenceEdge] = []
        result.reserveCapacity(count)
        let width = Self.worldWidth
        // The copies that reach −180…180°, borders included: left + k·width ≤ 180° and right + k·width ≥ −180°.
        let first = -floorDivide(right + Self.worldRight, width)
        let last = floorDivide(Self.worldRight - left, width)
        guard first <= last else { return [] }
        for copy in first...last {
            for index in 0..<count {
                let ax = x[index] + copy * width
                let next = end(of: index)
                let bx = next.x + copy * width
                guard min(ax, bx) <= Self.worldRight, max(ax, bx) >= -Self.worldRight else { continue }
                // An edge is at most 180° long, so one end at least is inside.
                if abs(ax) <= Self.worldRight {
                    result.append(FenceEdge(ax: Int32(ax), ay: Int32(y[index]), dx: Int32(bx - ax), dy: Int32(next.y - y[index])))
                } else {
                    result.append(FenceEdge(ax: Int32(bx), ay: Int32(next.y), dx: Int32(ax - bx), dy: Int32(y[index] - next.y)))
                }
            }
        }
        return result
    }

    private func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
