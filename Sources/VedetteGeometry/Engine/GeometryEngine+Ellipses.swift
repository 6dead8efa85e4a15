// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Ellipses on the WGS 84 ellipsoid: each position lies in its direction from the middle, at the radius that the ellipse has there, along
/// a geodesic.
extension GeometryEngine {
    /// An ellipse, or its rim, or positions on it.
    ///
    /// - Returns: a shape in the spatial reference of the middle, cut where it crosses the antimeridian. nil without a middle, for axes
    ///   that are not above 0, fewer than 10 positions, another type than the three, or where it holds both poles.
    public static func geodesicEllipse<Shape: Geometry>(parameters: GeodesicEllipseParameters<Shape>) -> Shape? {
        let sector = GeodesicSectorParameters<Shape>(
            angularUnit: .degrees, axisDirection: (parameters.angularUnit ?? .degrees).degrees(parameters.axisDirection),
            center: parameters.center, linearUnit: parameters.linearUnit, maxPointCount: parameters.maxPointCount,
            maxSegmentLength: parameters.maxSegmentLength, sectorAngle: 360, semiAxis1Length: parameters.semiAxis1Length,
            semiAxis2Length: parameters.semiAxis2Length)
        return geodesicSector(parameters: sector)
    }

    /// A sector of an ellipse, or the line round it, or positions on that.
    ///
    /// - Returns: as ``geodesicEllipse(parameters:)``; nil, too, for an angle that is not above 0 and at most a full turn.
    public static func geodesicSector<Shape: Geometry>(parameters: GeodesicSectorParameters<Shape>) -> Shape? {
        let (angle, length) = (parameters.angularUnit ?? .degrees, parameters.linearUnit ?? .meters)
        let axes = (length.metres(parameters.semiAxis1Length), length.metres(parameters.semiAxis2Length))
        let (sweep, start, axis) = (
            angle.degrees(parameters.sectorAngle), angle.degrees(parameters.startDirection), angle.degrees(parameters.axisDirection)
        )
        guard let center = parameters.center, !center.isEmpty, let middle = onEllipsoid(center) as? Point, parameters.maxPointCount >= 10,
            axes.0 > 0, axes.1 > 0, axes.0 < 2e7, axes.1 < 2e7, sweep > 0, sweep <= 360 + 1e-9, start.isFinite, axis.isFinite
        else { return nil }
        let isWhole = sweep > 360 - 1e-9
        // No rim is longer than that of the circle around it.
        let rim = max(axes.0, axes.1) * sweep * .pi / 180
        let segment = length.metres(parameters.maxSegmentLength)
        let most = Double(min(parameters.maxPointCount, CurveSampler.maximumCount) - (isWhole ? 0 : 2))
        let count = max(8, Int(min(most, segment > 0 ? (rim / segment).rounded(.up) : most)))
        let place = EarthPlace(latitude: middle.y, longitude: middle.x)
        var places = (0..<(isWhole ? count : count + 1)).map { index in
            let direction = start + sweep * Double(index) / Double(count)
            let off = (direction - axis) * .pi / 180
            let (along, across) = (axes.1 * cos(off), axes.0 * sin(off))
            let radius = axes.0 * axes.1 / (along * along + across * across).squareRoot()
            return place.moved(radius, azimuth: direction).place
        }
        if !isWhole { places.append(place) }
        let shape: Geometry?
        if Shape.self == Multipoint.self {
            shape = Multipoint(points: places.map { Point(latitude: $0.latitude, longitude: $0.longitude) }, spatialReference: .wgs84)
        } else if Shape.self == Polyline.self {
            let ring = unrolled(places + places.prefix(1))
            shape = normalizeCentralMeridian(of: Polyline(lines: [ring], spatialReference: .wgs84))
        } else if Shape.self == Polygon.self || Shape.self == Geometry.self {
            shape = area(inside: places, around: place)
        } else {
            return nil
        }
        guard let reference = center.spatialReference else { return shape as? Shape }
        return shape.flatMap { project($0, into: reference) } as? Shape
    }

    private static func unrolled(_ places: [EarthPlace]) -> Coordinates {
        var run = Coordinates()
        for place in places {
            run.append(x: run.x.last.map { place.unrolled(near: $0).longitude } ?? place.longitude, y: place.latitude)
        }
        return run
    }

    private static func area(inside places: [EarthPlace], around middle: EarthPlace) -> Polygon? {
        let ring = unrolled(places)
        guard let first = places.first, let end = ring.x.last else { return nil }
        let turns = ((first.unrolled(near: end).longitude - ring.x[0]) / 360).rounded()
        guard turns != 0 else {
            return normalizeCentralMeridian(of: Polygon(polygons: [[ring]], spatialReference: .wgs84)) as? Polygon
        }
        guard abs(turns) == 1 else { return nil }
        // Seen from the middle the ring runs clockwise: eastwards round the south pole, westwards round the north pole.
        return PolarRing.area(ring, turns: Int(turns), pole: turns < 0 ? 90 : -90)
    }
}

extension UnitAngle {
    func degrees(_ value: Double) -> Double { Measurement(value: value, unit: self).converted(to: .degrees).value }
}
