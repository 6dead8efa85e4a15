// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// What is made of one geometry. Of null, and of a feature without geometry, null is made.
enum ArcadeGeometryShapes {
    // MARK: Buffers

    /// `Buffer`: in the plane, in the units of the spatial reference unless a unit is given. A negative distance makes areas smaller, and
    /// leaves nothing, null, of lines and points.
    static func buffer(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let unit = try ArcadeMeasurementUnit(arguments[2], "Buffer", isArea: false)
        let stated = try arguments.number(1, "Buffer", "a distance", in: run)
        guard let shape = try arguments.geometry(0, "Buffer", in: run), !shape.isEmpty else { return .null }
        let distance = stated * (unit.map { $0.metres / shape.metresPerUnit } ?? 1)
        if distance == 0, shape.dimension == 2 { return try run.made(shape.edged) }
        guard distance > 0 || shape.dimension == 2 else { return .null }
        let reduced = try run.chargedForBuffer(shape, distance: distance)
        guard let area = GeometryEngine.buffer(around: reduced, distance: distance) else {
            throw ArcadeGeometryOverlays.refused("Buffer")
        }
        return try run.madeOrNull(area)
    }

    /// `BufferGeodetic`: on the ellipsoid, in metres unless a unit is given.
    static func bufferGeodetic(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let unit = try ArcadeMeasurementUnit(arguments[2], "BufferGeodetic", isArea: false)
        let metres = try arguments.number(1, "BufferGeodetic", "a distance", in: run) * (unit?.metres ?? 1)
        guard let shape = try arguments.geometry(0, "BufferGeodetic", in: run), !shape.isEmpty else { return .null }
        if metres == 0, shape.dimension == 2 { return try run.made(shape.edged) }
        guard metres > 0 || shape.dimension == 2 else { return .null }
        try ArcadeGeometryMeasures.chargeGeodetic(shape, "BufferGeodetic", run)
        try chargeGeodeticBuffer(shape, metres, run)
        do {
            return try run.madeOrNull(try geodeticBuffer(shape, metres))
        } catch let error as ArcadeFailure {
            throw error
        } catch {
            throw ArcadeFailure(.invalidArgument, "BufferGeodetic cannot be made: \((error as? GeometryError)?.message ?? "\(error)")")
        }
    }

    private static func geodeticBuffer(_ shape: Geometry, _ metres: Double) throws -> Polygon {
        try GeometryEngine.geodeticallyBuffered(shape, distance: metres)
    }

    /// Strips along geodesics are put together from pieces, long ones from many.
    private static func chargeGeodeticBuffer(_ shape: Geometry, _ metres: Double, _ run: ArcadeRun) throws(ArcadeFailure) {
        try run.chargeProduct(shape.positionCount, shape.dimension == 0 ? 3_000 : 1_500, over: 1)
        guard shape.positionCount > 1 else { return }
        // Long edges have vertices between their ends, so close that the line through them stays within the deviation.
        let deviation = max(abs(metres) / 10_000, 1e-3)
        let pieces = GeometryEngine.length(of: shape) * shape.metresPerUnit / (8 * 6_378_137 * deviation).squareRoot()
        if shape.dimension != 0, pieces >= 1 {
            try run.charge(pieces < 1e9 ? Int(pieces) * (shape.spatialReference?.isGeographic == false ? 450 : 170) : .max / 2)
        }
        _ = try run.chargedForBuffer(shape, distance: min(abs(metres) / shape.metresPerUnit, 1e50))
    }

    // MARK: Vertices

    /// `Densify`: vertices along straight segments, in the units of the spatial reference unless a unit is given.
    static func densify(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let unit = try ArcadeMeasurementUnit(arguments[2], "Densify", isArea: false)
        let stated = try positive(arguments, "Densify", run)
        guard let shape = try arguments.geometry(0, "Densify", in: run) else { return .null }
        guard shape.dimension != 0 else { return try run.made(shape) }
        let longest = stated * (unit.map { $0.metres / shape.metresPerUnit } ?? 1)
        try run.chargePass(over: shape)
        try chargeVertices(shape.positionCount, adding: GeometryEngine.length(of: shape) / longest, each: 1, run)
        guard let dense = GeometryEngine.densify(shape, maxSegmentLength: longest) else { throw ArcadeGeometryOverlays.refused("Densify") }
        return try run.made(dense)
    }

    /// `DensifyGeodetic`: vertices along geodesics, in metres unless a unit is given.
    static func densifyGeodetic(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let unit = try ArcadeMeasurementUnit(arguments[2], "DensifyGeodetic", isArea: false)
        let longest = try positive(arguments, "DensifyGeodetic", run) * (unit?.metres ?? 1)
        guard let shape = try arguments.geometry(0, "DensifyGeodetic", in: run) else { return .null }
        guard shape.dimension != 0, !shape.isEmpty else { return try run.made(shape) }
        try ArcadeGeometryMeasures.chargeGeodetic(shape, "DensifyGeodetic", run)
        guard let length = GeometryEngine.geodeticLength(of: shape) else { throw ArcadeGeometryMeasures.notOnEarth("DensifyGeodetic") }
        try chargeVertices(shape.positionCount, adding: length.value / longest, each: 12, run)
        guard let dense = GeometryEngine.geodeticDensify(shape, maxSegmentLength: longest) else {
            throw ArcadeGeometryMeasures.notOnEarth("DensifyGeodetic")
        }
        return try run.made(dense)
    }

    private static func positive(_ arguments: ArcadeArguments, _ function: String, _ run: ArcadeRun) throws(ArcadeFailure) -> Double {
        let length = try arguments.number(1, function, "the longest segment", in: run)
        guard length > 0 else { throw ArcadeFailure(.invalidArgument, "\(function) takes a length of segments above 0") }
        return length
    }

    /// Counts the vertices that there are and so many more, before they are made.
    private static func chargeVertices(
        _ count: Int, adding more: Double, each cost: Int, _ run: ArcadeRun
    ) throws(ArcadeFailure) {
        let total = Double(count) + more
        guard total < 1e9 else { throw ArcadeFailure(.limitExceeded, "a value is larger than \(run.context.limits.valueSize) bytes") }
        try run.chargeGeometry(positions: Int(total))
        try run.charge(Int(total) * cost)
    }

    /// `Simplify`: the same positions without rings that cross or lines that cross.
    static func simplify(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let shape = try arguments.geometry(0, "Simplify", in: run) else { return .null }
        try run.chargeCheck(of: shape)
        if GeometryEngine.isSimple(shape) { return try run.made(shape) }
        try run.chargeMending(of: shape)
        guard let simple = GeometryEngine.simplify(shape) else { throw ArcadeGeometryOverlays.refused("Simplify") }
        return try run.made(simple)
    }

    static func isSimple(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let shape = try arguments.geometry(0, "IsSimple", in: run) else { return .boolean(false) }
        try run.chargeCheck(of: shape)
        return .boolean(GeometryEngine.isSimple(shape))
    }

    static func isSelfIntersecting(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let shape = try arguments.geometry(0, "IsSelfIntersecting", in: run), !shape.isEmpty else { return .boolean(false) }
        try run.chargeCheck(of: shape)
        return .boolean(!GeometryEngine.isSimple(shape))
    }

    // MARK: Shapes

    /// `Centroid`: of an area, or the ring that an array of points is; of other geometries, too.
    static func centroid(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let shape = try arguments.geometry(0, "Centroid", in: run, orPointsAs: .ring), !shape.isEmpty else { return .null }
        if shape is Point { return try run.made(shape) }
        try run.charge(16 + shape.positionCount * (shape.dimension == 0 ? 2 : 1))
        return try run.made(GeometryEngine.centroid(of: shape))
    }

    static func convexHull(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let shape = try arguments.geometry(0, "ConvexHull", in: run), !shape.isEmpty else { return .null }
        try run.charge(16 + 2 * shape.positionCount)
        guard let hull = GeometryEngine.convexHull(for: shape) else { throw ArcadeGeometryOverlays.refused("ConvexHull") }
        return try run.made(hull)
    }

    /// `Offset`: the line at a distance on the right, or on the left for a negative distance; of an area the one inside, or outside.
    static func offset(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let unit = try ArcadeMeasurementUnit(arguments[2], "Offset", isArea: false)
        let stated = try arguments.number(1, "Offset", "a distance", in: run)
        let join = try offsetJoin(arguments[3])
        let ratio = try optionalNumber(arguments[4], 10, "Offset takes a bevelRatio as a number, such as 10", run)
        let flatten = try optionalNumber(arguments[5], 0, "Offset takes a flattenError as a number of 0 or more", run)
        guard let shape = try arguments.geometry(0, "Offset", in: run), !shape.isEmpty else { return .null }
        guard shape.dimension != 0 else { throw ArcadeFailure(.type, "Offset takes a line or an area; of points take a Buffer") }
        let scale = unit.map { $0.metres / shape.metresPerUnit } ?? 1
        guard stated != 0 else { return try run.made(shape) }
        let reduced = try run.chargedForBuffer(shape, distance: stated * scale)
        let made = GeometryEngine.offset(
            of: reduced, distance: stated * scale, join: join, bevelRatio: ratio, flattenError: flatten * scale)
        guard let made else { throw ArcadeGeometryOverlays.refused("Offset") }
        return try run.madeOrNull(made)
    }

    private static func offsetJoin(_ value: ArcadeValue) throws(ArcadeFailure) -> OffsetJoin {
        switch value {
        case .null: return .round
        case .text(let text):
            let name = text.utf8.count <= 16 ? text.lowercased() : ""
            if let join = OffsetJoin(rawValue: name == "mitre" ? "miter" : name) { return join }
        default: break
        }
        throw ArcadeFailure(.invalidArgument, "Offset takes a joinType of 'round', 'bevel', 'miter' or 'square'")
    }

    private static func optionalNumber(
        _ value: ArcadeValue, _ ordinary: Double, _ message: String, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> Double {
        if case .null = value { return ordinary }
        let number = run.number(value)
        guard number.isFinite, number >= 0 else { throw ArcadeFailure(.invalidArgument, message) }
        return number
    }

    /// `Rotate`: counter-clockwise by degrees, around the centroid or a point that is given. An extent becomes a polygon.
    static func rotate(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let angle = try arguments.number(1, "Rotate", "an angle in degrees", in: run)
        guard let shape = try arguments.geometry(0, "Rotate", in: run) else { return .null }
        let stated = try arguments.point(2, "Rotate", in: run)
        try run.charge(16 + shape.positionCount)
        guard !shape.isEmpty else { return try run.made(shape) }
        let centre =
            try stated.map { stated throws(ArcadeFailure) in try run.aligned(stated, with: shape, "Rotate") as? Point }
            ?? (shape as? Point ?? GeometryEngine.centroid(of: shape))
        guard let centre else { throw ArcadeGeometryOverlays.refused("Rotate") }
        let (cosine, sine) = turn(angle)
        let shown = shape.edged
        let runs = shown.runs.map { run in
            var turned = Coordinates()
            for index in 0..<run.count {
                let (dx, dy) = (run.x[index] - centre.x, run.y[index] - centre.y)
                turned.append(
                    x: centre.x + dx * cosine - dy * sine, y: centre.y + dx * sine + dy * cosine, z: run.z?[index], m: run.m?[index])
            }
            return turned
        }
        return try run.made(shown.rebuilt(runs, in: shape.spatialReference))
    }

    /// Cosine and sine, exact for quarter turns.
    private static func turn(_ degrees: Double) -> (Double, Double) {
        switch degrees.truncatingRemainder(dividingBy: 360) {
        case 0: (1, 0)
        case 90, -270: (0, 1)
        case 180, -180: (-1, 0)
        case 270, -90: (0, -1)
        case let rest: (cos(rest * .pi / 180), sin(rest * .pi / 180))
        }
    }
}
