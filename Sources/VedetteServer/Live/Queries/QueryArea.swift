// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteFeeds
import VedetteGeometry

/// Where a query looks: a value that is equal for whoever asks the same.
enum QueryArea: Hashable, Sendable {
    /// Degrees, metres.
    case circle(longitude: Double, latitude: Double, radius: Double)
    /// A GeoJSON geometry, Polygon or MultiPolygon, as text.
    case geoJSON(String)

    /// The area on the map of the world: the geodetic buffer of a circle; a polygon without faults, cut at the antimeridian.
    func polygon() throws(QueryRefusal) -> Polygon {
        switch self {
        case .circle(let longitude, let latitude, let radius):
            let center = Point(x: longitude, y: latitude, spatialReference: .wgs84)
            do {
                return try GeometryEngine.geodeticallyBuffered(center, distance: radius)
            } catch {
                throw QueryRefusal("bad-geometry", .geometry, "there is no such circle: \(error)")
            }
        case .geoJSON(let text):
            let drawn: Polygon
            do {
                drawn = try Polygon.fromGeoJSON(text)
            } catch {
                throw QueryRefusal("bad-geometry", .geometry, "\(error)")
            }
            guard let simple = GeometryEngine.simplify(drawn), let area = GeometryEngine.normalizeCentralMeridian(of: simple) as? Polygon,
                !area.isEmpty
            else { throw QueryRefusal("bad-geometry", .geometry, "the polygon has no area; draw one of three corners or more") }
            return area
        }
    }

    /// The area as it is to be drawn: where edges are long, with vertices on them, since they are straight in degrees and not on the map.
    static func drawing(of area: Polygon) -> [UInt8]? {
        let dense = area.extent.width > 2 ? GeometryEngine.densify(area, maxSegmentLength: 1) ?? area : area
        return (try? dense.toGeoJSON()).map { Array($0.utf8) }
    }
}

extension QueryArea {
    /// nil for a polygon that cannot be written in WGS 84.
    init?(_ area: LiveQuery.Area) {
        switch area {
        case .circle(let longitude, let latitude, let radius):
            self = .circle(longitude: longitude, latitude: latitude, radius: radius)
        case .polygon(let polygon):
            guard let text = try? polygon.toGeoJSON() else { return nil }
            self = .geoJSON(text)
        }
    }
}
