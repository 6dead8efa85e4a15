// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

@testable import VedetteFences

/// Whether a position is in a fence, as one would first write it: a ray against every edge, in 128-bit arithmetic.
struct BruteForceFence {
    let polygons: [[[(x: Int128, y: Int128)]]]

    /// - Parameter polygons: rings in grid steps, without the antimeridian and the poles.
    init(_ polygons: [[[GridPosition]]]) {
        self.polygons = polygons.map { rings in rings.map { ring in ring.map { (Int128($0.longitude), Int128($0.latitude)) } } }
    }

    func holds(_ x: Int128, _ y: Int128) -> Bool {
        polygons.contains { rings in
            guard place(x, y, rings[0]) != .outside else { return false }
            return !rings.dropFirst().contains { place(x, y, $0) == .inside }
        }
    }

    private enum Place {
        case inside
        case border
        case outside
    }

    private func place(_ x: Int128, _ y: Int128, _ ring: [(x: Int128, y: Int128)]) -> Place {
        var isInside = false
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            let cross = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
            if cross == 0, min(a.x, b.x) <= x, x <= max(a.x, b.x), min(a.y, b.y) <= y, y <= max(a.y, b.y) { return .border }
            if (a.y > y) != (b.y > y), (cross > 0) == (b.y > a.y) { isInside.toggle() }
        }
        return isInside ? .inside : .outside
    }
}
