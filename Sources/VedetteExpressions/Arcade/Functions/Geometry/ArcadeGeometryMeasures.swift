// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// Directions, lengths, areas and distances.
///
/// Those in the plane are in the units of the spatial reference unless a unit is given; see `Geometry.metresPerUnit` for degrees. Those called
/// geodetic are on the ellipsoid of WGS 84, in metres unless a unit is given. Of null, of a feature without geometry and of an empty geometry
/// a length, an area and a distance is 0, and a direction null.
enum ArcadeGeometryMeasures {
    // MARK: Directions

    /// `Angle`: counter-clockwise from east, 0 to below 360; of three points, from the first to the third around the second.
    static func angle(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try direction("Angle", arguments, run) { dx, dy in atan2(dy, dx) * 180 / .pi }
    }

    /// `Bearing`: clockwise from north, 0 to below 360; of three points, from the first to the third around the second.
    static func bearing(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try direction("Bearing", arguments, run) { dx, dy in atan2(dx, dy) * 180 / .pi }
    }

    private static func direction(
        _ function: String, _ arguments: ArcadeArguments, _ run: ArcadeRun, _ degrees: (Double, Double) -> Double
    ) throws(ArcadeFailure) -> ArcadeValue {
        guard let first = try arguments.point(0, function, in: run), let second = try arguments.point(1, function, in: run) else {
            return .null
        }
        guard let to = try run.aligned(second, with: first, function) as? Point else { return .null }
        func along(_ from: Point, _ to: Point) -> Double {
            from.x == to.x && from.y == to.y ? 0 : degrees(to.x - from.x, to.y - from.y)
        }
        guard arguments.count > 2 else { return .number(wholeTurn(along(first, to))) }
        guard let third = try arguments.point(2, function, in: run), let end = try run.aligned(third, with: first, function) as? Point
        else { return .null }
        return .number(wholeTurn(along(to, end) - along(to, first)))
    }

    /// An angle between 0 and below 360.
    private static func wholeTurn(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let turned = rest < 0 ? rest + 360 : rest
        return turned >= 360 ? 0 : turned
    }

    /// `RingIsClockwise`: whether points, closed or not, run clockwise.
    static func ringIsClockwise(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        if case .null = arguments[0] { return .boolean(false) }
        guard case .array(let array) = arguments[0] else {
            throw ArcadeFailure(.type, "RingIsClockwise takes an array of points, such as polygon.rings[0], not a \(arguments[0].typeName)")
        }
        let ring = try run.geometry(ofPoints: array, as: .ring, "RingIsClockwise") as? Polygon
        return .boolean((ring?.parts.first?.doubledSignedArea ?? 0) < 0)
    }

    // MARK: Areas

    static func area(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        if ArcadeFeatureSetFunctions.concerns(arguments) {
            return try ArcadeFeatureSetFunctions.measure(arguments, run, by: area)
        }
        let unit = try ArcadeMeasurementUnit(arguments[1], "Area", isArea: true)
        guard let shape = try arguments.geometry(0, "Area", in: run, orPointsAs: .ring) else { return .number(0) }
        try run.chargePass(over: shape)
        let side = unit.map { shape.metresPerUnit / $0.metres } ?? 1
        return .number(GeometryEngine.area(of: shape) * side * side)
    }

    static func areaGeodetic(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        if ArcadeFeatureSetFunctions.concerns(arguments) {
            return try ArcadeFeatureSetFunctions.measure(arguments, run, by: areaGeodetic)
        }
        let unit = try ArcadeMeasurementUnit(arguments[1], "AreaGeodetic", isArea: true)
        guard let shape = try arguments.geometry(0, "AreaGeodetic", in: run, orPointsAs: .ring), !shape.isEmpty else { return .number(0) }
        guard shape.dimension == 2 else { return .number(0) }
        try chargeGeodetic(shape, "AreaGeodetic", run)
        guard let area = GeometryEngine.geodeticArea(of: shape) else { throw notOnEarth("AreaGeodetic") }
        let side = unit?.metres ?? 1
        return .number(area.value / (side * side))
    }

    // MARK: Lengths

    static func length(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        if ArcadeFeatureSetFunctions.concerns(arguments) {
            return try ArcadeFeatureSetFunctions.measure(arguments, run, by: length)
        }
        let unit = try ArcadeMeasurementUnit(arguments[1], "Length", isArea: false)
        guard let shape = try arguments.geometry(0, "Length", in: run, orPointsAs: .line) else { return .number(0) }
        try run.chargePass(over: shape)
        return .number(GeometryEngine.length(of: shape) * (unit.map { shape.metresPerUnit / $0.metres } ?? 1))
    }

    /// `Length3D`: heights count where both ends of a segment have one; in the units of the plane, unless the spatial reference says which
    /// heights are in.
    static func length3D(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        if ArcadeFeatureSetFunctions.concerns(arguments) {
            return try ArcadeFeatureSetFunctions.measure(arguments, run, by: length3D)
        }
        let unit = try ArcadeMeasurementUnit(arguments[1], "Length3D", isArea: false)
        guard let shape = try arguments.geometry(0, "Length3D", in: run, orPointsAs: .line), shape.dimension != 0 else { return .number(0) }
        try run.chargePass(over: shape)
        let height = shape.spatialReference?.verticalUnitFactor.map { $0 / shape.metresPerUnit } ?? 1
        var length = 0.0
        for positions in shape.segmentRuns where positions.count > 1 {
            for index in 0..<(shape.dimension == 2 ? positions.count : positions.count - 1) {
                let next = index + 1 < positions.count ? index + 1 : 0
                let (dx, dy) = (positions.x[next] - positions.x[index], positions.y[next] - positions.y[index])
                let rise = positions.z.map { ($0[next] - $0[index]) * height } ?? 0
                length += (dx * dx + dy * dy + (rise.isNaN ? 0 : rise * rise)).squareRoot()
            }
        }
        return .number(length * (unit.map { shape.metresPerUnit / $0.metres } ?? 1))
    }

    static func lengthGeodetic(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        if ArcadeFeatureSetFunctions.concerns(arguments) {
            return try ArcadeFeatureSetFunctions.measure(arguments, run, by: lengthGeodetic)
        }
        let unit = try ArcadeMeasurementUnit(arguments[1], "LengthGeodetic", isArea: false)
        guard let shape = try arguments.geometry(0, "LengthGeodetic", in: run, orPointsAs: .line), !shape.isEmpty, shape.dimension != 0
        else { return .number(0) }
        try chargeGeodetic(shape, "LengthGeodetic", run)
        guard let length = GeometryEngine.geodeticLength(of: shape) else { throw notOnEarth("LengthGeodetic") }
        return .number(length.value / (unit?.metres ?? 1))
    }

    // MARK: Distances

    /// `Distance`: the shortest in the plane; an array of points is the line through them.
    static func distance(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let unit = try ArcadeMeasurementUnit(arguments[2], "Distance", isArea: false)
        guard let first = try arguments.geometry(0, "Distance", in: run, orPointsAs: .line), !first.isEmpty,
            let other = try arguments.geometry(1, "Distance", in: run, orPointsAs: .line), !other.isEmpty
        else { return .number(0) }
        let second = try run.aligned(other, with: first, "Distance")
        let distance: Double?
        if let from = first as? Point, let to = second as? Point {
            distance = ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y)).squareRoot()
        } else {
            try run.chargePlacing(of: [first, second])
            try run.chargeProduct(first.positionCount, second.positionCount, over: 32)
            distance = GeometryEngine.distance(from: first, to: second)
        }
        guard let distance else {
            throw ArcadeFailure(.invalidArgument, "Distance takes geometries whose coordinates are finite numbers")
        }
        return .number(distance * (unit.map { first.metresPerUnit / $0.metres } ?? 1))
    }

    static func distanceGeodetic(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let unit = try ArcadeMeasurementUnit(arguments[2], "DistanceGeodetic", isArea: false)
        guard let first = try arguments.point(0, "DistanceGeodetic", in: run),
            let second = try arguments.point(1, "DistanceGeodetic", in: run)
        else { return .number(0) }
        try chargeGeodetic(first, "DistanceGeodetic", run)
        try chargeGeodetic(second, "DistanceGeodetic", run)
        guard let result = GeometryEngine.geodeticDistance(from: first, to: second) else { throw notOnEarth("DistanceGeodetic") }
        return .number(result.distance.value / (unit?.metres ?? 1))
    }

    /// Counts geodesics between vertices, and the way to WGS 84.
    static func chargeGeodetic(_ shape: Geometry, _ function: String, _ run: ArcadeRun) throws(ArcadeFailure) {
        let isUsual = shape.spatialReference.map { $0 == .wgs84 || $0 == .webMercator } ?? true
        // The edges of an envelope are divided into as many as 4,096.
        try run.charge((shape is Envelope ? 8_192 : 4 * shape.positionCount) + (isUsual ? 1 : 2_000))
    }

    static func notOnEarth(_ function: String) -> ArcadeFailure {
        ArcadeFailure(
            .invalidArgument,
            "\(function) takes places on the Earth in a spatial reference that is known, such as { wkid: 4326 } with latitudes of at most 90°"
        )
    }
}
