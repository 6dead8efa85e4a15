// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

extension ReferenceFence {
    /// The geodesic distance in metres from a place to the nearest place of any edge, by looking at many; infinity where it is certainly above `limit`.
    func distanceToBorder(from position: GridPosition, limit: Double) -> Double {
        var least = Double.infinity
        for ring in polygons.joined() {
            for edge in ring.edges { least = min(least, Self.distance(from: position, to: edge, limit: min(limit, least))) }
        }
        return least
    }

    private static func distance(from position: GridPosition, to edge: Edge, limit: Double) -> Double {
        let place = (position.latitudeDegrees, position.longitudeDegrees)
        let (ax, ay) = (Double(edge.ax) / 1e7, Double(edge.ay) / 1e7)
        let (dx, dy) = (Double(edge.bx - edge.ax) / 1e7, Double(edge.by - edge.ay) / 1e7)
        func measure(_ part: Double) -> Double { Geodesic.inverse(from: place, to: (ay + dy * part, ax + dx * part)).metres }
        // No place of the edge is further from its middle than half its length, and a degree is below 111.7 km everywhere.
        let reach = (dx * dx + dy * dy).squareRoot() / 2 * 111_700
        if measure(0.5) - reach > limit { return .infinity }
        let count = max(abs(dx), abs(dy)) > 1 ? 64 : 8
        var best = 0
        var least = Double.infinity
        for index in 0...count {
            let metres = measure(Double(index) / Double(count))
            if metres < least { (least, best) = (metres, index) }
        }
        var low = Double(max(best - 1, 0)) / Double(count)
        var high = Double(min(best + 1, count)) / Double(count)
        for _ in 0..<60 where (high - low) * reach > 1e-5 {
            let (first, second) = (low + (high - low) * 0.45, low + (high - low) * 0.55)
            let (before, after) = (measure(first), measure(second))
            least = min(least, before, after)
            if before < after { high = second } else { low = first }
        }
        return least
    }
}
