// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FenceShape {
    /// Boxes that hold the area, within −180…180° of longitude: one, or two where it crosses the antimeridian. A ring round a pole has its whole cap.
    package var boxes: [FenceBox] {
        let width = FenceRing.worldWidth
        var result: [FenceBox] = []
        visitRings { ring, isHole in
            guard !isHole else { return }
            let (left, right) = ring.extent
            var (bottom, top) = ring.withWords { words in
                (0..<ring.count).reduce(into: (Int64.max, Int64.min)) { range, index in
                    range.0 = min(range.0, Int64(words[2 * index + 1]))
                    range.1 = max(range.1, Int64(words[2 * index + 1]))
                }
            }
            if ring.winding != 0 {
                if ring.containsNorthPole { top = FenceRing.poleLatitude } else { bottom = -FenceRing.poleLatitude }
                return Self.add(FenceBox(left: -FenceRing.worldRight, bottom: bottom, right: FenceRing.worldRight, top: top), to: &result)
            }
            // The copies that reach into −180…180°: the ring begins there, and is narrower than the world.
            for copy in [-width, 0, width] {
                let (first, last) = (max(left + copy, -FenceRing.worldRight), min(right + copy, FenceRing.worldRight))
                if first <= last { Self.add(FenceBox(left: first, bottom: bottom, right: last, top: top), to: &result) }
            }
        }
        return result
    }

    /// Joins a box with one that it meets or comes near; parts of a fence are mostly near each other, and a few boxes do.
    private static func add(_ box: FenceBox, to boxes: inout [FenceBox]) {
        let reach: Int64 = 10_000_000
        for index in boxes.indices {
            let other = boxes[index]
            guard
                boxes.count >= 16
                    || box.left <= other.right + reach && other.left <= box.right + reach && box.bottom <= other.top + reach
                        && other.bottom <= box.top + reach
            else { continue }
            boxes[index] = FenceBox(
                left: min(box.left, other.left), bottom: min(box.bottom, other.bottom), right: max(box.right, other.right),
                top: max(box.top, other.top))
            return
        }
        boxes.append(box)
    }
}
