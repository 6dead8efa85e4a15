// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import VedetteGeometry

/// How far places are from a shape on the ellipsoid, by trying all its edges: slow, and nothing like how buffers are made.
struct GeodeticBufferOracle {
    typealias Place = (latitude: Double, longitude: Double)

    /// Chains of geodesics; rings come back to where they begin.
    var chains: [[Place]]
    var isArea: Bool

    /// Below 0 inside an area.
    func metres(from place: Place) -> Double {
        var nearest = Double.infinity
        var turned = 0.0
        for chain in chains {
            for (start, end) in zip(chain, chain.dropFirst()) {
                nearest = min(nearest, Self.metres(from: place, start, end, under: nearest))
                if isArea { turned += Self.turn(seenFrom: place, start, end) }
            }
        }
        // Seen from inside, a rim goes all round.
        return isArea && abs(turned) > 180 ? -nearest : nearest
    }

    private static func turn(seenFrom place: Place, _ start: Place, _ end: Place) -> Double {
        let way = Geodesic.inverse(from: start, to: end)
        let steps = max(1, Int(way.metres / 50_000))
        var (sum, last) = (0.0, Geodesic.inverse(from: place, to: start).azimuth1)
        for step in 1...steps {
            let next = Geodesic.direct(from: start, azimuth: way.azimuth1, metres: way.metres * Double(step) / Double(steps))
            let azimuth = Geodesic.inverse(from: place, to: (next.latitude, next.longitude)).azimuth1
            sum += azimuth - last - 360 * ((azimuth - last) / 360).rounded()
            last = azimuth
        }
        return sum
    }

    private static func metres(from place: Place, _ start: Place, _ end: Place, under limit: Double) -> Double {
        let way = Geodesic.inverse(from: start, to: end)
        func off(_ metres: Double) -> Double {
            let foot = Geodesic.direct(from: start, azimuth: way.azimuth1, metres: metres)
            return Geodesic.inverse(from: place, to: (foot.latitude, foot.longitude)).metres
        }
        let ends = min(off(0), off(way.metres))
        // No place on the way is nearer than an end by more than half of it.
        guard ends - way.metres / 2 < limit else { return ends }
        let pieces = max(1, Int((way.metres / 2_000_000).rounded(.up)))
        var best = ends
        for piece in 0..<pieces {
            var (low, high) = (way.metres * Double(piece) / Double(pieces), way.metres * Double(piece + 1) / Double(pieces))
            for _ in 0..<60 where high - low > 0.001 {
                let (first, second) = (low + 0.382 * (high - low), low + 0.618 * (high - low))
                if off(first) < off(second) { high = second } else { low = first }
            }
            best = min(best, off((low + high) / 2))
        }
        return best
    }
}
