// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// A ring of a fence, unrolled: longitudes run on past ±180° where the ring crosses the antimeridian.
///
/// The ring closes from the last vertex to the first, `winding` times round the world. A part of a ``FenceVertices``, which nobody changes (hence
/// `@unchecked Sendable`): copying one copies no vertex.
struct FenceRing: Equatable, @unchecked Sendable {
    private let storage: FenceVertices
    /// Where the vertices begin in the storage, in words.
    private let offset: Int
    /// How many vertices there are.
    let count: Int

    /// −1, 0 or 1: how often the ring goes round the world eastwards. Not 0: the ring goes round a pole, which it contains.
    let winding: Int

    static let worldWidth: Int64 = 3_600_000_000
    static let worldRight: Int64 = 1_800_000_000
    static let poleLatitude: Int64 = 900_000_000

    /// Takes vertices, the first not repeated at the end or repeated, whichever way round.
    ///
    /// Each edge takes the shorter way round; one of exactly 180° goes as it is written.
    init(_ vertices: some Sequence<GridPosition>) throws(FenceShapeError) {
        var (xs, ys) = Self.unrolled(
            vertices.lazy.map { (x: Int64($0.longitude), y: Int64($0.latitude)) }, count: vertices.underestimatedCount)
        if let low = xs.min(), let high = xs.max(), high - low >= Self.worldWidth { (xs, ys) = Self.withoutPoleEdge(xs, ys) }
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
        count = xs.count
        offset = 3
        let winding = winding
        storage = FenceVertices.make([(xs.count, FenceVertices.RingKind(isHole: false, winding: winding))]) { words in
            for index in xs.indices {
                words[2 * index] = Int32(truncatingIfNeeded: xs[index])
                words[2 * index + 1] = Int32(truncatingIfNeeded: ys[index])
            }
        }
        guard abs(winding) <= 1 else { throw FenceShapeError(.tooWide, "a ring goes round the world more than once; split it") }
        let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
        guard winding != 0 || right - left < Self.worldWidth else {
            throw FenceShapeError(.tooWide, "a ring is wider than the world; split it")
        }
        guard count >= 3 else { throw Self.noArea }
    }

    /// Vertices with longitudes that run on past ±180°, the shorter way round at each edge; what repeats its neighbour is left out.
    private static func unrolled(_ vertices: some Sequence<(x: Int64, y: Int64)>, count: Int) -> (x: [Int64], y: [Int64]) {
        var xs: [Int64] = []
        var ys: [Int64] = []
        xs.reserveCapacity(count)
        ys.reserveCapacity(count)
        for vertex in vertices {
            guard let lastX = xs.last, let lastY = ys.last else {
                xs.append(vertex.x)
                ys.append(vertex.y)
                continue
            }
            let step = Self.shorter(vertex.x - lastX)
            if step != 0 || vertex.y != lastY {
                xs.append(lastX + step)
                ys.append(vertex.y)
            }
        }
        return (xs, ys)
    }

    /// A ring round a pole as RFC 7946 has it, along the edge of the map and closed over the pole, without the vertices between the ends of the edge
    /// that goes round the world at the pole, which is all one place: so it goes round the pole once.
    private static func withoutPoleEdge(_ x: [Int64], _ y: [Int64]) -> (x: [Int64], y: [Int64]) {
        let count = y.count
        // Begins where the ring is off the pole, so that no run of vertices there is cut in two.
        guard let start = y.firstIndex(where: { abs($0) != poleLatitude }) else { return (x, y) }
        var kept: [(x: Int64, y: Int64)] = []
        var place = 0
        while place < count {
            let index = (start + place) % count
            var end = place
            while end + 1 < count, abs(y[index]) == poleLatitude, y[(start + end + 1) % count] == y[index] { end += 1 }
            let last = (start + end) % count
            var way: Int64 = 0
            for step in place..<max(place, end) { way += shorter(x[(start + step + 1) % count] - x[(start + step) % count]) }
            kept.append((x[index], y[index]))
            if abs(way) == worldWidth {
                kept.append((x[last], y[last]))
                place = end + 1
            } else {
                place += 1
            }
        }
        return unrolled(kept, count: kept.count)
    }

    /// A ring in a storage that it shares.
    init(storage: FenceVertices, offset: Int, count: Int, winding: Int) {
        (self.storage, self.offset, self.count, self.winding) = (storage, offset, count, winding)
    }

    /// The storage, where it holds this ring alone and as an outer one.
    var wholeStorage: FenceVertices? {
        storage.ringCount == 1 && !storage.kind(ofRing: 0).isHole ? storage : nil
    }

    // MARK: Vertices

    /// Calls `body` with the vertices: x and y in turn, x modulo 2^32 (see ``FenceVertices``); valid during the call.
    func withWords<Result>(_ body: (UnsafePointer<Int32>) -> Result) -> Result {
        withExtendedLifetime(storage) { body(UnsafePointer(storage.words + offset)) }
    }

    /// The unrolled longitudes, 1e-7 degree. Makes an array.
    var x: [Int64] {
        withWords { words in
            guard count > 0 else { return [] }
            var result: [Int64] = []
            result.reserveCapacity(count)
            var x = Int64(words[0])
            result.append(x)
            for index in 1..<max(1, count) {
                x += Int64(words[2 * index] &- words[2 * index - 2])
                result.append(x)
            }
            return result
        }
    }

    /// The latitudes, 1e-7 degree. Makes an array.
    var y: [Int64] { withWords { words in (0..<count).map { Int64(words[2 * $0 + 1]) } } }

    static func == (first: FenceRing, second: FenceRing) -> Bool {
        guard first.count == second.count, first.winding == second.winding else { return false }
        return first.withWords { a in second.withWords { b in (0..<2 * first.count).allSatisfy { a[$0] == b[$0] } } }
    }

    private static let noArea = FenceShapeError(
        .noArea, "a ring encloses no area (an edge of more than 180° takes the shorter way round: split long edges)")

    /// Throws where the ring crosses itself or encloses no area.
    func check() throws(FenceShapeError) {
        if RingProof.isSimple(self) { return }
        if let place = try RingCrossing.find(in: self) {
            throw FenceShapeError(
                .selfCrossing, "a ring crosses itself near \(Double(place.x) / 1e7), \(Double(place.y) / 1e7); repair the polygon")
        }
        guard winding != 0 || doubledArea != 0 else { throw Self.noArea }
    }

    /// The same difference of longitude by the shorter way round.
    private static func shorter(_ difference: Int64) -> Int64 {
        if difference >= -worldRight, difference <= worldRight { return difference }
        var rest = difference % worldWidth
        if rest > worldRight { rest -= worldWidth }
        if rest < -worldRight { rest += worldWidth }
        return rest
    }

    /// The range of unrolled longitudes, the way back to the first vertex included.
    var extent: (left: Int64, right: Int64) {
        withWords { words in
            guard count > 0 else { return (0, 0) }
            let first = Int64(words[0])
            var (x, left, right) = (first, first, first)
            for index in 1..<max(1, count) {
                x += Int64(words[2 * index] &- words[2 * index - 2])
                left = min(left, x)
                right = max(right, x)
            }
            return (left, max(right, first + Int64(winding) * Self.worldWidth))
        }
    }

    var left: Int64 { extent.left }
    var right: Int64 { extent.right }

    /// Twice the signed area in the unrolled plane. Differences from the first vertex keep the terms small.
    private var doubledArea: Int128 {
        var sum: Int128 = 0
        let (x, y) = (x, y)
        for index in 1..<max(1, count - 1) {
            sum +=
                Int128(x[index] - x[0]) * Int128(y[index + 1] - y[0]) - Int128(x[index + 1] - x[0]) * Int128(y[index] - y[0])
        }
        return sum
    }

    /// Which pole a ring that goes round the world contains: the one that it has a vertex at, else the one on the side where its cap is the smaller.
    var containsNorthPole: Bool {
        var sum: Int128 = 0
        let (x, y) = (x, y)
        let (hasNorth, hasSouth) = (y.contains(Self.poleLatitude), y.contains(-Self.poleLatitude))
        if hasNorth != hasSouth { return hasNorth }
        for index in 0..<count {
            let next = end(of: index, x, y)
            sum += Int128(next.x - x[index]) * Int128(next.y + y[index])
        }
        return (winding > 0) == (sum >= 0)
    }

    /// Where the edge from vertex `index` ends.
    private func end(of index: Int, _ x: [Int64], _ y: [Int64]) -> (x: Int64, y: Int64) {
        index + 1 < count ? (x[index + 1], y[index + 1]) : (x[0] + Int64(winding) * Self.worldWidth, y[0])
    }

    /// The edges inside −180…180° of longitude, from every copy of the ring that reaches there.
    var edges: [FenceEdge] {
        var result: [FenceEdge] = []
        result.reserveCapacity(count)
        let width = Self.worldWidth
        let (x, y) = (x, y)
        let (left, right) = extent
        // The copies that reach −180…180°, borders included: left + k·width ≤ 180° and right + k·width ≥ −180°.
        let first = -floorDivide(right + Self.worldRight, width)
        let last = floorDivide(Self.worldRight - left, width)
        guard first <= last else { return [] }
        for copy in first...last {
            for index in 0..<count {
                let ax = x[index] + copy * width
                let next = end(of: index, x, y)
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
