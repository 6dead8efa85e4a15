// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Geodesic distances to edges that are straight in longitude and latitude, as one would first find them: many places of each edge, then ever finer about the nearest.
struct EdgeDistances {
    typealias Place = (longitude: Double, latitude: Double)

    private var edges: [(start: Place, dx: Double, dy: Double)] = []

    /// Takes runs of places in degrees; an edge goes the shorter way round.
    init(_ runs: [[Place]], isClosed: Bool) {
        for run in runs {
            if run.count == 1 { edges.append((run[0], 0, 0)) }
            for (start, end) in zip(run, run.dropFirst() + (isClosed ? Array(run.prefix(1)) : [])) {
                let dx = end.longitude - start.longitude
                edges.append((start, dx - 360 * (dx / 360).rounded(.toNearestOrAwayFromZero), end.latitude - start.latitude))
                if abs(dx) == 180 { edges[edges.count - 1].dx = dx }
            }
        }
    }

    func metres(from place: Place) -> Double {
        var best = Double.infinity
        for edge in edges {
            func metres(_ share: Double) -> Double {
                Geodesic.inverse(
                    from: (place.latitude, place.longitude),
                    to: (edge.start.latitude + share * edge.dy, edge.start.longitude + share * edge.dx)
                ).metres
            }
            let pieces = edge.dx == 0 && edge.dy == 0 ? 1 : 8 + Int(abs(edge.dx) * 2 + abs(edge.dy))
            let values = (0...pieces).map { metres(Double($0) / Double(pieces)) }
            guard let nearest = values.indices.min(by: { values[$0] < values[$1] }) else { continue }
            // A whole piece is no longer than this.
            let reach = 120_000 * (abs(edge.dx) + abs(edge.dy)) / Double(pieces)
            guard values[nearest] - reach < best else { continue }
            var low = max(0, Double(nearest - 1) / Double(pieces))
            var high = min(1, Double(nearest + 1) / Double(pieces))
            for _ in 0..<45 {
                let (first, second) = (low + 0.382 * (high - low), low + 0.618 * (high - low))
                if metres(first) < metres(second) { high = second } else { low = first }
            }
            best = min(best, values[nearest], metres((low + high) / 2))
        }
        return best
    }
}
