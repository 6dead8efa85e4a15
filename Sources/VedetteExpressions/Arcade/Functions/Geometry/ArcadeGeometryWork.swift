// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Counts the work of operations on geometries before it is done: their time grows with the vertices, and with the pairs of edges that may
/// cross, which two combs have as many of as the product of their teeth.
///
/// The factors come from measurements of GEOS 3.11; a step stands for 100 to 300 ns.
extension ArcadeRun {
    /// What copies or looks at each position once.
    func chargePass(over geometries: Geometry...) throws(ArcadeFailure) {
        for geometry in geometries { try charge(1 + geometry.positionCount / 8) }
    }

    /// What asks how two geometries lie.
    func chargeRelation(_ first: Geometry, _ second: Geometry) throws(ArcadeFailure) {
        let (count1, count2) = (first.positionCount, second.positionCount)
        if first.dimension == 0 || second.dimension == 0 {
            // Each point is looked for among all the edges.
            let points = first.dimension == 0 ? count1 : count2
            let (work, isTooMuch) = points.multipliedReportingOverflow(by: points == count1 ? count2 : count1)
            try charge(4 + (count1 + count2) / 4 + (isTooMuch ? .max / 2 : work) / 32)
        } else {
            try charge(8 + 4 * (count1 + count2))
            try chargePairs(of: [first, second], within: 0, each: 4)
        }
    }

    /// What cuts two geometries at each other.
    func chargeOverlay(_ first: Geometry, _ second: Geometry) throws(ArcadeFailure) {
        try chargeNoding(of: [first, second])
    }

    /// What finds all places where edges of the geometries cross.
    func chargeNoding(of geometries: [Geometry]) throws(ArcadeFailure) {
        for geometry in geometries { try charge(10 + 8 * geometry.positionCount) }
        if geometries.contains(where: { $0.dimension != 0 }) { try chargePairs(of: geometries, within: 0, each: 10) }
    }

    /// What makes the places within a distance; `vertices` is how many vertices an arc may have.
    func chargeBuffer(around geometry: Geometry, distance: Double, vertices: Int) throws(ArcadeFailure) {
        let count = geometry.positionCount
        let (work, isTooMuch) = count.multipliedReportingOverflow(by: vertices)
        try charge(50 + (isTooMuch ? .max / 2 : work))
        if count > 1 { try chargePairs(of: [geometry], within: abs(distance), each: 10) }
    }

    /// Counts the pairs of edges whose boxes, grown by `distance`, have something in common; each is so many steps. Looking for them counts too.
    private func chargePairs(of geometries: [Geometry], within distance: Double, each cost: Int) throws(ArcadeFailure) {
        var boxes: [Box] = []
        boxes.reserveCapacity(geometries.reduce(0) { $0 + $1.positionCount })
        for geometry in geometries {
            let isClosed = geometry.dimension == 2
            for run in geometry.segmentRuns {
                let last = isClosed ? run.count : max(run.count - 1, 1)
                for index in 0..<min(last, run.count) where geometry.dimension != 0 {
                    let next = index + 1 < run.count ? index + 1 : 0
                    boxes.append(Box(run.x[index], run.y[index], run.x[next], run.y[next], distance))
                }
                for index in 0..<run.count where geometry.dimension == 0 {
                    boxes.append(Box(run.x[index], run.y[index], run.x[index], run.y[index], distance))
                }
            }
        }
        try charge(boxes.count)
        boxes.sort { $0.xMin < $1.xMin }
        var (pairs, looks) = (0, 0)
        for (index, box) in boxes.enumerated() {
            var other = index + 1
            while other < boxes.count, boxes[other].xMin <= box.xMax {
                if boxes[other].yMin <= box.yMax, boxes[other].yMax >= box.yMin { pairs += 1 }
                other += 1
            }
            looks += other - index
            // Now and then, so that what is refused is refused early.
            if looks > 4_096 || pairs > 256 {
                try charge(looks / 64 + pairs * cost)
                (looks, pairs) = (0, 0)
            }
        }
        try charge(looks / 64 + pairs * cost)
    }

    private struct Box {
        let xMin, yMin, xMax, yMax: Double

        init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ margin: Double) {
            (xMin, yMin, xMax, yMax) = (min(x1, x2) - margin, min(y1, y2) - margin, max(x1, x2) + margin, max(y1, y2) + margin)
        }
    }
}
