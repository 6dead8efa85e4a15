// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

extension FenceShape {
    /// Makes a shape from polygons, and mends those that have rings which cross themselves, where that is asked for.
    ///
    /// In such a polygon a place is inside where the outer ring goes round it an odd number of times and the holes together an even number of times. Where edges
    /// cross, the place is rounded to the grid. Rings without an area are left out of all polygons.
    ///
    /// - Throws: what cannot be mended, too: a ring round a pole that crosses itself, and one wider than the world.
    init(polygons: [[[GridPosition]]], repairs: Bool) throws(FenceShapeError) {
        guard repairs else {
            try self.init(polygons: polygons)
            return
        }
        var result: [[[GridPosition]]] = []
        for rings in polygons {
            var kept: [[GridPosition]] = []
            var isCrossing = false
            for (order, vertices) in rings.enumerated() {
                switch try Self.trouble(with: vertices) {
                case .noArea, .empty:
                    // Without its outer ring there is no polygon; without one of its holes there is.
                    continue
                case .selfCrossing, .tooComplex: isCrossing = true
                default: break
                }
                if order == kept.count || !kept.isEmpty { kept.append(vertices) }
            }
            if kept.isEmpty { continue }
            if isCrossing { result += try Self.mended(kept) } else { result.append(kept) }
        }
        guard !result.isEmpty else {
            throw FenceShapeError(
                .noArea, "no ring of the geometry encloses an area, and there is nothing to repair; give it three corners")
        }
        try self.init(polygons: result)
    }

    /// What can be mended about a ring; nil for nothing.
    private static func trouble(with vertices: [GridPosition]) throws(FenceShapeError) -> FenceShapeError.Code? {
        do throws(FenceShapeError) {
            try FenceRing(vertices).check()
            return nil
        } catch {
            guard [.noArea, .empty, .selfCrossing, .tooComplex].contains(error.code) else { throw error }
            return error.code
        }
    }

    /// Beyond how often a ring may wind round a place: outer rings count below it, holes above.
    private static let holeWeight = 1 << 24

    private static func mended(_ rings: [[GridPosition]]) throws(FenceShapeError) -> [[[GridPosition]]] {
        var outline = FenceOutline()
        var middle: Int64?
        for (order, vertices) in rings.enumerated() {
            let ring = try FenceRing(vertices)
            guard ring.winding == 0 else {
                // Says where it crosses.
                try ring.check()
                throw FenceShapeError(
                    .selfCrossing, "a polygon round a pole has a ring that crosses itself; repair it before it becomes a fence")
            }
            let (x, y) = (ring.x, ring.y)
            // Holes on the turn of the world on which the outer ring is.
            let own = (ring.left + ring.right) / 2
            let turn = Int64((Double((middle ?? own) - own) / Double(FenceRing.worldWidth)).rounded()) * FenceRing.worldWidth
            if middle == nil { middle = own }
            outline.add(x.indices.map { SIMD2(x[$0] + turn, y[$0]) }, weight: order == 0 ? 1 : holeWeight)
        }
        let polygons = outline.polygons { number in
            // The lower bits, with their sign, and the rest.
            let low = (number << 40) >> 40
            return low & 1 != 0 && ((number - low) / holeWeight) & 1 == 0
        }
        guard let polygons else {
            throw FenceShapeError(.tooComplex, "a polygon crosses itself too often to be repaired; simplify it")
        }
        return polygons.map { $0.map(FenceOutline.positions) }
    }
}
