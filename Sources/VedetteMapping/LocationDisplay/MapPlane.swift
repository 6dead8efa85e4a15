// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// A place on a map, in the units of its spatial reference.
struct MapPosition: Hashable, Sendable {
    var x: Double
    var y: Double

    static func + (lhs: MapPosition, rhs: MapPosition) -> MapPosition { MapPosition(x: lhs.x + rhs.x, y: lhs.y + rhs.y) }
    static func - (lhs: MapPosition, rhs: MapPosition) -> MapPosition { MapPosition(x: lhs.x - rhs.x, y: lhs.y - rhs.y) }
}

/// The plane of a map in one spatial reference: where places of the Earth are on it, how wide it is, and which way north is.
struct MapPlane: Sendable {
    let spatialReference: SpatialReference
    /// What one unit of the coordinates is, in metres of the map.
    let metresPerUnit: Double
    /// How far it is once round the world, in the units of the map; nil where the map does not go round.
    let worldWidth: Double?

    /// What is farther from the origin of a map than this, in metres, is not on it.
    private static let farthest = 1e8

    private let isWebMercator: Bool
    private let isWGS84: Bool
    private let northIsUp: Bool

    /// Whether x depends on the longitude alone and y on the latitude alone, so that a rectangle of the map is one between meridians and parallels.
    var isCylindrical: Bool { isWebMercator || isWGS84 }

    /// nil for a spatial reference that PROJ does not know.
    init?(_ spatialReference: SpatialReference) {
        self.spatialReference = spatialReference
        isWebMercator = spatialReference == .webMercator
        isWGS84 = spatialReference == .wgs84
        if isWebMercator {
            (metresPerUnit, worldWidth, northIsUp) = (1, WebMercator.worldWidth, true)
        } else if spatialReference.isGeographic {
            let degrees = spatialReference.angularUnit.map { Measurement(value: 1, unit: $0).converted(to: .degrees).value } ?? 1
            (metresPerUnit, worldWidth, northIsUp) = (degrees / 360 * WebMercator.worldWidth, 360 / degrees, true)
        } else if spatialReference.isProjected {
            let metres = spatialReference.linearUnit.map { Measurement(value: 1, unit: $0).converted(to: .meters).value } ?? 1
            (metresPerUnit, worldWidth, northIsUp) = (metres, nil, false)
        } else {
            return nil
        }
    }

    /// Units of the map between two points of the screen.
    func resolution(scale: Double) -> Double { MapScale.resolution(scale: scale) / metresPerUnit }

    /// Where a place of the Earth is on the map, once round the world at the most.
    ///
    /// - Returns: on Web Mercator, beyond its edge, the edge; nil where the map does not have the place.
    func position(of place: EarthPosition) -> MapPosition? {
        if isWebMercator { return MapPosition(x: WebMercator.x(longitude: place.longitude), y: WebMercator.y(latitude: place.latitude)) }
        if isWGS84 { return MapPosition(x: place.longitude, y: place.latitude) }
        guard let point = GeometryEngine.project(Point(latitude: place.latitude, longitude: place.longitude), into: spatialReference) else {
            return nil
        }
        // Some projections have numbers for what is infinitely far away.
        let limit = Self.farthest / metresPerUnit
        return abs(point.x) <= limit && abs(point.y) <= limit ? MapPosition(x: point.x, y: point.y) : nil
    }

    /// The copy of a place that is nearest to another one, where the map goes round the world.
    func nearest(_ position: MapPosition, to other: MapPosition) -> MapPosition {
        guard let worldWidth else { return position }
        return MapPosition(x: position.x + worldWidth * ((other.x - position.x) / worldWidth).rounded(), y: position.y)
    }

    /// The same place, or its copy on the map itself where it is more than one and a half times the world from the middle of the map: who goes round
    /// the world again and again does not count the rounds.
    func bounded(_ position: MapPosition) -> MapPosition {
        guard let worldWidth, abs(position.x) > 1.5 * worldWidth else { return position }
        return MapPosition(x: position.x.remainder(dividingBy: worldWidth), y: position.y)
    }

    /// How far from the equator the map reaches, in the units of the map; nil where that is not known.
    var highest: Double? {
        if isWebMercator { return WebMercator.worldWidth / 2 }
        return isWGS84 ? 90 : nil
    }

    /// The same place on the map itself, from its left edge to its right.
    func normalized(_ position: MapPosition) -> MapPosition {
        guard let worldWidth, abs(position.x) > worldWidth / 2 else { return position }
        return MapPosition(x: position.x.remainder(dividingBy: worldWidth), y: position.y)
    }

    /// Which way a direction on the Earth goes on the map: degrees clockwise from the top of the map.
    ///
    /// On Web Mercator and on geographic maps that is the same; on others north is up only on the central meridian.
    func direction(of bearing: Double, at place: EarthPosition) -> Double {
        // Close to a pole a step may go over it; there is no better answer there.
        guard !northIsUp, let start = position(of: place), let end = position(of: place.moved(10, bearing: bearing)) else { return bearing }
        let way = end - start
        guard way.x != 0 || way.y != 0 else { return bearing }
        return Bearing.normalized(atan2(way.x, way.y) * 180 / .pi) ?? bearing
    }

    func point(_ position: MapPosition) -> Point { Point(x: position.x, y: position.y, spatialReference: spatialReference) }

    /// Longitude and latitude of a place of the map; longitudes go on past ±180°.
    func geographic(_ position: MapPosition) -> EarthPosition? {
        if isWebMercator {
            return EarthPosition(longitude: WebMercator.longitude(x: position.x), latitude: WebMercator.latitude(y: position.y))
        }
        if isWGS84 { return EarthPosition(longitude: position.x, latitude: position.y) }
        guard let point = GeometryEngine.project(point(position), into: .wgs84), !point.isEmpty else { return nil }
        return EarthPosition(longitude: point.x, latitude: point.y)
    }
}
