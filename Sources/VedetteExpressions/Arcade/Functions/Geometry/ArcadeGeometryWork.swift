// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// Counts the work of operations on geometries before it is done: their time grows with the vertices, and far more with the places where edges
/// cross, of which two combs have as many as the product of their teeth.
///
/// The factors come from measurements of GEOS 3.11, rounded up; a step stands for 100 to 500 ns.
extension ArcadeRun {
    /// What copies or looks at each position once.
    func chargePass(over geometries: Geometry...) throws(ArcadeFailure) {
        for geometry in geometries { try charge(1 + geometry.positionCount / 8) }
    }

    /// What looks for each position of one geometry among all of another.
    func chargeProduct(_ first: Int, _ second: Int, over divisor: Int) throws(ArcadeFailure) {
        let (work, isTooMuch) = first.multipliedReportingOverflow(by: second)
        try charge(isTooMuch ? .max / 2 : work / divisor)
    }

    /// What asks how two geometries lie.
    func chargeRelation(_ first: Geometry, _ second: Geometry) throws(ArcadeFailure) {
        let (count1, count2) = (first.positionCount, second.positionCount)
        guard first.dimension != 0, second.dimension != 0 else {
            try chargePlacing(of: [first, second])
            return try chargeProduct(count1, count2, over: 32)
        }
        try charge(16 + 3 * (count1 + count2))
        // Parts are looked for one after another.
        if first.runs.count > 4 { try chargeProduct(first.runs.count, count2, over: 16) }
        if second.runs.count > 4 { try chargeProduct(second.runs.count, count1, over: 16) }
        try chargeCrossings(of: [first, second], each: 20)
    }

    /// What hands geometries to the engine, and looks at each position once; a point on its own costs more than a vertex of a line.
    func chargePlacing(of geometries: [Geometry]) throws(ArcadeFailure) {
        try charge(32)
        for geometry in geometries {
            let count = geometry.positionCount
            try charge(geometry.dimension == 0 ? 4 * count : geometry.dimension == 1 ? count / 2 : count / 4)
        }
    }

    /// What takes rings that cross apart and puts them together again: for each place where they cross it looks at all others.
    func chargeMending(of geometry: Geometry) throws(ArcadeFailure) {
        try charge(1_200 + 6 * geometry.positionCount)
        guard geometry.dimension == 2 else { return try chargeCrossings(of: [geometry], each: 25) }
        try chargeCrossings(of: [geometry], each: 60, eachFurther: 14)
    }

    /// What cuts geometries wherever their edges cross.
    func chargeNoding(of geometries: [Geometry]) throws(ArcadeFailure) {
        for geometry in geometries { try charge(20 + 6 * geometry.positionCount + 120 * geometry.runs.count) }
        // Rings that cross themselves are tried again and again before they are refused.
        try chargeCrossings(of: geometries, each: 60)
    }

    /// What looks for the first place where edges of a geometry cross.
    func chargeCheck(of geometry: Geometry) throws(ArcadeFailure) {
        try charge(16 + 3 * geometry.positionCount)
        try chargeCrossings(of: [geometry], each: 1)
    }

    /// Counts the places where edges cross or touch other than as neighbours, and looking for them.
    private func chargeCrossings(of geometries: [Geometry], each cost: Int, eachFurther further: Int = 0) throws(ArcadeFailure) {
        var edges: [Edge] = []
        for geometry in geometries where geometry.dimension != 0 { Edge.append(of: geometry, to: &edges) }
        try charge(edges.count)
        var cost = cost
        try Edge.forEachMeeting(&edges, in: self) { first, second in
            guard first.crosses(second) else { return 0 }
            cost += further
            return cost
        }
    }

    // MARK: Buffers

    /// A geometry whose buffer is to be made, and counts making it.
    ///
    /// Arcs around corners cross those of all corners nearby, so sharp and crowded corners cost most. Where they would cost much, vertices are
    /// left out that are within a two-thousandth of the distance of what is left: less than what straight segments take off arcs.
    func chargedForBuffer(_ geometry: Geometry, distance: Double) throws(ArcadeFailure) -> Geometry {
        let count = geometry.positionCount
        guard count > 16, geometry.dimension != 0 else {
            try chargeBuffer(around: geometry, distance: distance)
            return geometry
        }
        var runs: [Coordinates] = []
        for run in geometry.segmentRuns {
            runs.append(
                try ArcadeGeometryGeneralization.reduced(run, isClosed: geometry.dimension == 2, abs(distance) / 2_000, in: self))
        }
        // A ring that collapses would be lost.
        let isWhole = runs.allSatisfy { $0.count >= (geometry.dimension == 2 ? 3 : 2) }
        let shape = isWhole ? geometry.edged.rebuilt(runs, in: geometry.spatialReference) : geometry
        try chargeBuffer(around: shape, distance: distance)
        return shape
    }

    private func chargeBuffer(around geometry: Geometry, distance: Double) throws(ArcadeFailure) {
        var edges: [Edge] = []
        Edge.append(of: geometry, within: abs(distance), to: &edges)
        var vertices = 0.0
        for edge in edges { vertices += edge.arc }
        try charge(100 + 8 * edges.count + Int(min(vertices * 3, 1e15)))
        guard edges.count > 1 else { return }
        try Edge.forEachMeeting(&edges, in: self) { first, second in 1 + Int((first.arc + second.arc) * 1.2) }
    }
}

/// A segment of a geometry, or a point, in a box.
private struct Edge {
    let x1, y1, x2, y2: Double
    let margin: Double
    /// Vertices of the arc around its end in a buffer.
    let arc: Double
    let number: Int
    /// The number of the segment after it.
    let next: Int

    var xMin: Double { min(x1, x2) - margin }
    var xMax: Double { max(x1, x2) + margin }
    var yMin: Double { min(y1, y2) - margin }
    var yMax: Double { max(y1, y2) + margin }

    static func append(of geometry: Geometry, within margin: Double = 0, to edges: inout [Edge]) {
        let isClosed = geometry.dimension == 2
        for run in geometry.segmentRuns {
            let base = edges.count
            guard geometry.dimension != 0, run.count > 1 else {
                for index in 0..<run.count {
                    edges.append(
                        Edge(
                            x1: run.x[index], y1: run.y[index], x2: run.x[index], y2: run.y[index], margin: margin, arc: 60,
                            number: base + index, next: -1))
                }
                continue
            }
            let count = isClosed ? run.count : run.count - 1
            for index in 0..<count {
                let end = (index + 1) % run.count
                let hasNext = isClosed || index + 1 < count
                edges.append(
                    Edge(
                        x1: run.x[index], y1: run.y[index], x2: run.x[end], y2: run.y[end], margin: margin,
                        arc: margin > 0 ? (hasNext ? arc(run, index, end, (end + 1) % run.count) : 60) : 0, number: base + index,
                        next: hasNext ? base + (index + 1) % count : -1))
            }
        }
    }

    /// 30 vertices for a quarter of a turn.
    private static func arc(_ run: Coordinates, _ from: Int, _ at: Int, _ to: Int) -> Double {
        let (ax, ay) = (run.x[at] - run.x[from], run.y[at] - run.y[from])
        let (bx, by) = (run.x[to] - run.x[at], run.y[to] - run.y[at])
        // Where positions come twice an arc may go any way.
        if ax == 0 && ay == 0 || bx == 0 && by == 0 { return 20 }
        let angle = abs(atan2(ax * by - ay * bx, ax * bx + ay * by))
        return angle.isNaN ? 60 : angle / .pi * 60
    }

    /// Calls `cost` for each two edges whose boxes meet, but for neighbours, and counts what it says, with the looking.
    static func forEachMeeting(_ edges: inout [Edge], in run: ArcadeRun, _ cost: (Edge, Edge) -> Int) throws(ArcadeFailure) {
        edges.sort { $0.xMin < $1.xMin }
        var (steps, looks) = (0, 0)
        for (index, edge) in edges.enumerated() {
            let (xMax, yMin, yMax) = (edge.xMax, edge.yMin, edge.yMax)
            var other = index + 1
            while other < edges.count, edges[other].xMin <= xMax {
                let second = edges[other]
                if second.yMin <= yMax, second.yMax >= yMin, second.number != edge.next, edge.number != second.next {
                    looks += 16
                    steps += cost(edge, second)
                }
                other += 1
            }
            looks += other - index
            // Now and then, so that what is refused is refused early.
            if looks > 4_096 || steps > 1_024 {
                try run.charge(looks / 64 + steps)
                (looks, steps) = (0, 0)
            }
        }
        try run.charge(looks / 64 + steps)
    }

    /// Whether two segments have a place in common.
    func crosses(_ other: Edge) -> Bool {
        func side(_ x: Double, _ y: Double, _ edge: Edge) -> Double {
            (edge.x2 - edge.x1) * (y - edge.y1) - (edge.y2 - edge.y1) * (x - edge.x1)
        }
        return side(other.x1, other.y1, self) * side(other.x2, other.y2, self) <= 0 && side(x1, y1, other) * side(x2, y2, other) <= 0
    }
}
