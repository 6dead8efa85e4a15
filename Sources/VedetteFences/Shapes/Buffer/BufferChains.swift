// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// The rings, lines and points of a fence as closed chains in one plane of unrolled longitudes, with the outside on their right.
struct BufferChains {
    private(set) var chains: [[SIMD2<Int64>]] = []

    /// nil where such a plane will not do: for what is round a pole or near one, and what reaches round the world.
    init?(_ area: FenceShape?, _ geometry: FenceGeometry, metres: Double) {
        for rings in area?.polygons ?? [] {
            for (order, ring) in rings.enumerated() {
                guard ring.winding == 0 else { return nil }
                let (x, y) = (ring.x, ring.y)
                let chain = x.indices.map { SIMD2(x[$0], y[$0]) }
                chains.append(Self.isAnticlockwise(chain) == (order == 0) ? chain : chain.reversed())
            }
        }
        for line in geometry.lines { chains.append(Self.thereAndBack(line)) }
        for point in geometry.points { chains.append([SIMD2(Int64(point.longitude), Int64(point.latitude))]) }
        guard !chains.isEmpty, let reach = Self.reach(chains, metres), moveTogether(reach) else { return nil }
        if let area, area.polygons.contains(where: { $0.count > 1 }), !takeOutline(of: area.polygons.map(\.count)) { return nil }
    }

    /// Leaves out what of holes is outside their outer rings, and what of rings is within other polygons: it is no border.
    ///
    /// - Returns: whether that was possible.
    private mutating func takeOutline(of ringCounts: [Int]) -> Bool {
        let holeWeight = 1 << 20
        var union = FenceOutline()
        var next = 0
        for count in ringCounts {
            var polygon = FenceOutline()
            for order in 0..<count { polygon.add(chains[next + order], weight: order == 0 ? 1 : -holeWeight) }
            next += count
            guard let outlines = polygon.polygons(isInside: { $0 > 0 && $0 < holeWeight }) else { return false }
            for ring in outlines.joined() { union.add(ring) }
        }
        guard let outlines = union.polygons(isInside: { $0 > 0 }) else { return false }
        chains = Array(outlines.joined())
        return !chains.isEmpty
    }

    private static func isAnticlockwise(_ chain: [SIMD2<Int64>]) -> Bool {
        var sum = 0.0
        for index in 1..<max(1, chain.count - 1) {
            sum += OutlineProduct.cross(chain[index] &- chain[0], chain[index + 1] &- chain[0])
        }
        return sum > 0
    }

    /// A line to its end and back to its beginning, the shorter way round the world at each edge.
    private static func thereAndBack(_ line: [GridPosition]) -> [SIMD2<Int64>] {
        var chain: [SIMD2<Int64>] = []
        for position in line {
            var vertex = SIMD2(Int64(position.longitude), Int64(position.latitude))
            if let last = chain.last {
                var step = (vertex.x - last.x) % FenceRing.worldWidth
                if step > FenceRing.worldRight { step -= FenceRing.worldWidth }
                if step < -FenceRing.worldRight { step += FenceRing.worldWidth }
                vertex.x = last.x + step
                guard vertex != last else { continue }
            }
            chain.append(vertex)
        }
        return chain + chain.dropFirst().dropLast().reversed()
    }

    /// How many steps of longitude the buffer reaches at the most; nil where it comes too near to a pole.
    private static func reach(_ chains: [[SIMD2<Int64>]], _ metres: Double) -> Int64? {
        var steepest: Int64 = 0
        for chain in chains {
            for vertex in chain { steepest = max(steepest, abs(vertex.y)) }
        }
        let frame = EarthFrame(x: 0, y: Double(steepest))
        // A line beside an edge folds over where the edge is bent more sharply than that: not at four times the distance from a pole.
        guard Double(FenceRing.poleLatitude - steepest) * frame.north >= 4 * metres else { return nil }
        // A circle about a place at colatitude c reaches asin(sin r / sin c), which is below 2 r / sin c here.
        return Int64(2 * metres / frame.east) + 16
    }

    /// Moves chains by whole turns of the world until they leave a gap in common.
    private mutating func moveTogether(_ reach: Int64) -> Bool {
        let width = FenceRing.worldWidth
        var spans: [(low: Int64, high: Int64, chain: Int)] = []
        for (index, chain) in chains.enumerated() {
            var (low, high) = (Int64.max, Int64.min)
            for vertex in chain { (low, high) = (min(low, vertex.x), max(high, vertex.x)) }
            let turned = ((low - reach) % width + width) % width
            spans.append((turned, turned + high - low + 2 * reach, index))
            guard high - low + 2 * reach < width else { return false }
        }
        spans.sort { ($0.low, $0.chain) < ($1.low, $1.chain) }
        // The beginning after the widest gap. What reaches past the end of the turn covers its beginning.
        guard let furthest = spans.map(\.high).max(), let first = spans.first else { return false }
        var covered = furthest - width
        var best = (gap: first.low - covered, low: first.low)
        for span in spans {
            if span.low - covered > best.gap { best = (span.low - covered, span.low) }
            covered = max(covered, span.high)
        }
        guard best.gap > 0 else { return false }
        for span in spans {
            let low = span.low >= best.low ? span.low : span.low + width
            guard let old = chains[span.chain].map(\.x).min() else { continue }
            for index in chains[span.chain].indices { chains[span.chain][index].x += low + reach - old }
        }
        return true
    }
}
