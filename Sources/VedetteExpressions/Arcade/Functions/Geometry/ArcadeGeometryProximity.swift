// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// `NearestCoordinate` and `NearestVertex`: a dictionary with the place, `coordinate`, and how far it is, `distance`, in the units of the
/// spatial reference; for a line and the nearest coordinate also `sideOfLine`: on which side the point lies, seen along the line, `left` or
/// `right`, or `straddle` on it.
enum ArcadeGeometryProximity {
    static func nearestCoordinate(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let (shape, point) = try places("NearestCoordinate", arguments, run),
            let nearest = GeometryEngine.nearestCoordinate(in: shape, to: point)
        else { return .null }
        let answer = try answer(nearest, run)
        if let line = shape as? Polyline {
            try run.chargeValue(bytes: 16)
            answer["sideOfLine"] = .text(side(of: point, line, nearest))
        }
        return .dictionary(answer)
    }

    static func nearestVertex(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let (shape, point) = try places("NearestVertex", arguments, run),
            let nearest = GeometryEngine.nearestVertex(in: shape, to: point)
        else { return .null }
        return .dictionary(try answer(nearest, run))
    }

    private static func places(
        _ function: String, _ arguments: ArcadeArguments, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> (Geometry, Point)? {
        guard let shape = try arguments.geometry(0, function, in: run), let other = try arguments.point(1, function, in: run),
            !shape.isEmpty, let point = try run.aligned(other, with: shape, function) as? Point
        else { return nil }
        try run.charge(32 + shape.positionCount)
        return (shape, point)
    }

    private static func answer(_ nearest: ProximityResult, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeDictionary {
        try run.chargeValue(bytes: 96)
        let dictionary = try run.makeDictionary()
        dictionary["coordinate"] = .geometry(nearest.coordinate)
        dictionary["distance"] = .number(nearest.distance)
        return dictionary
    }

    private static func side(of point: Point, _ line: Polyline, _ nearest: ProximityResult) -> String {
        guard nearest.distance > 0, line.runs.indices.contains(nearest.partIndex) else { return "straddle" }
        let run = line.runs[nearest.partIndex]
        func way(_ from: Int) -> (x: Double, y: Double)? {
            guard from >= 0, from + 1 < run.count else { return nil }
            return (run.x[from + 1] - run.x[from], run.y[from + 1] - run.y[from])
        }
        func turn(_ first: (x: Double, y: Double), _ second: (x: Double, y: Double)) -> Double { first.x * second.y - first.y * second.x }
        func named(_ turn: Double) -> String { turn > 0 ? "left" : turn < 0 ? "right" : "straddle" }
        let segment = nearest.pointIndex
        guard let along = way(segment) else { return "straddle" }
        let place = nearest.coordinate
        // What is nearest to a corner lies on the outside of it.
        for (corner, before, after) in [(segment, segment - 1, segment), (segment + 1, segment, segment + 1)]
        where corner < run.count && run.x[corner] == place.x && run.y[corner] == place.y {
            guard let first = way(before), let second = way(after) else { continue }
            let bend = turn(first, second)
            if bend != 0 { return named(-bend) }
        }
        return named(turn(along, (point.x - run.x[segment], point.y - run.y[segment])))
    }
}
