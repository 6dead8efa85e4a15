// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// A place on the Earth: degrees on WGS 84.
package struct EarthPosition: Hashable, Sendable {
    package var longitude: Double
    package var latitude: Double

    package init(longitude: Double, latitude: Double) { (self.longitude, self.latitude) = (longitude, latitude) }

    /// The place of a point, with a longitude from −180° to 180°; nil for one that is empty, not finite, beyond a pole, or that PROJ cannot bring to
    /// WGS 84.
    ///
    /// - Parameter point: in any spatial reference; without one, in degrees on WGS 84.
    init?(_ point: Point) {
        guard point.x.isFinite, point.y.isFinite else { return nil }
        let isGeographic = point.spatialReference == nil || point.spatialReference == .wgs84
        guard let place = isGeographic ? point : GeometryEngine.project(point, into: .wgs84) else { return nil }
        guard place.x.isFinite, place.y.isFinite, abs(place.y) <= 90 else { return nil }
        (longitude, latitude) = (abs(place.x) <= 180 ? place.x : place.x.remainder(dividingBy: 360), place.y)
    }

    /// Metres on a sphere, good to half a percent: for telling steps from noise.
    func distance(to other: EarthPosition) -> Double {
        let (first, second) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let (north, east) = (sin((second - first) / 2), sin((other.longitude - longitude) * .pi / 360))
        return 2 * WebMercator.radius * asin(min(1, (north * north + cos(first) * cos(second) * east * east).squareRoot()))
    }

    /// A few metres on, in a direction in degrees clockwise from north.
    func moved(_ metres: Double, bearing: Double) -> EarthPosition {
        let (angle, step) = (bearing * .pi / 180, metres / WebMercator.radius * 180 / .pi)
        let stretch = max(cos(latitude * .pi / 180), 1e-6)
        return EarthPosition(
            longitude: longitude + step * sin(angle) / stretch, latitude: min(max(latitude + step * cos(angle), -90), 90))
    }
}
