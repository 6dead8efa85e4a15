// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// `Generalize`: fewer vertices, none of those left out farther than a distance from what is left (Douglas and Peucker, 1973).
enum ArcadeGeometryGeneralization {
    /// Takes a geometry, the distance, whether to leave out what has collapsed (no unless told), and a unit. Points are returned as they are.
    static func generalize(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let unit = try ArcadeMeasurementUnit(arguments[3], "Generalize", isArea: false)
        let stated = try arguments.number(1, "Generalize", "the largest deviation", in: run)
        guard stated >= 0 else { throw ArcadeFailure(.invalidArgument, "Generalize takes a deviation of 0 or more") }
        let removesDegenerateParts = run.boolean(arguments[2])
        guard let geometry = try arguments.geometry(0, "Generalize", in: run) else { return .null }
        let shape = geometry.edged
        guard let dimension = shape.dimension, dimension > 0 else { return try run.made(geometry) }
        let deviation = stated * (unit.map { $0.metres / shape.metresPerUnit } ?? 1)
        var parts: [Coordinates] = []
        for positions in shape.runs {
            let kept = try spans(of: dimension == 2 ? closed(positions) : positions, deviation, in: run)
            let isDegenerate = dimension == 2 ? kept.count < 4 : kept.count < 2 || isPoint(kept)
            if !isDegenerate {
                parts.append(kept)
            } else if !removesDegenerateParts {
                parts.append(kept)
            }
        }
        return try run.madeOrNull(shape.rebuilt(parts, in: shape.spatialReference))
    }

    /// The vertices of a line or ring that are left; those of a ring without the first again.
    static func reduced(
        _ positions: Coordinates, isClosed: Bool, _ deviation: Double, in run: ArcadeRun
    ) throws(ArcadeFailure) -> Coordinates {
        guard isClosed else { return try spans(of: positions, deviation, in: run) }
        let ring = try spans(of: closed(positions), deviation, in: run)
        return Coordinates(x: Array(ring.x.dropLast()), y: Array(ring.y.dropLast()))
    }

    /// The vertices that are left; the first and the last always are.
    private static func spans(
        of positions: Coordinates, _ deviation: Double, in run: ArcadeRun
    ) throws(ArcadeFailure) -> Coordinates {
        let count = positions.count
        guard count > 2 else { return positions }
        var isKept = [Bool](repeating: false, count: count)
        (isKept[0], isKept[count - 1]) = (true, true)
        var spans = [(0, count - 1)]
        while let (start, end) = spans.popLast() {
            guard end > start + 1 else { continue }
            try run.charge(1 + (end - start) / 32)
            var (farthest, largest) = (start, -1.0)
            for index in (start + 1)..<end {
                let off = squaredDistance(positions, index, start, end)
                if off > largest { (farthest, largest) = (index, off) }
            }
            guard largest > deviation * deviation else { continue }
            isKept[farthest] = true
            spans.append((start, farthest))
            spans.append((farthest, end))
        }
        var kept = Coordinates()
        for index in 0..<count where isKept[index] {
            kept.append(x: positions.x[index], y: positions.y[index], z: positions.z?[index], m: positions.m?[index])
        }
        return kept
    }

    /// From a vertex to the segment between two others.
    private static func squaredDistance(_ run: Coordinates, _ index: Int, _ start: Int, _ end: Int) -> Double {
        let (ax, ay) = (run.x[start], run.y[start])
        let (dx, dy) = (run.x[end] - ax, run.y[end] - ay)
        let (px, py) = (run.x[index] - ax, run.y[index] - ay)
        let length = dx * dx + dy * dy
        let share = length > 0 ? min(max((px * dx + py * dy) / length, 0), 1) : 0
        let (x, y) = (px - share * dx, py - share * dy)
        return x * x + y * y
    }

    private static func closed(_ ring: Coordinates) -> Coordinates {
        guard let x = ring.x.first, let y = ring.y.first else { return ring }
        var closed = ring
        closed.append(x: x, y: y, z: ring.z?.first, m: ring.m?.first)
        return closed
    }

    private static func isPoint(_ run: Coordinates) -> Bool {
        run.x.allSatisfy { $0 == run.x[0] } && run.y.allSatisfy { $0 == run.y[0] }
    }
}
