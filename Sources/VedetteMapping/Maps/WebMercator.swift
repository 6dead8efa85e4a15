// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Web Mercator (EPSG:3857) without PROJ, for what is asked at every frame: a sphere of the semi-major axis of WGS 84, on which geodetic latitudes
/// are taken as they are.
///
/// It has the same numbers as `GeometryEngine.project(_:into:)`, to a ten-thousandth of a millimetre; longitudes beyond ±180° go on past the edge of the map.
package enum WebMercator {
    /// In metres.
    package static let radius = 6_378_137.0

    /// The length of the equator in metres, which is the width and the height of the map.
    package static let worldWidth = 2 * Double.pi * radius

    /// The latitude in degrees where the map, a square, ends.
    package static let maximumLatitude = atan(sinh(Double.pi)) * 180 / .pi

    /// - Parameter longitude: degrees.
    /// - Returns: metres.
    package static func x(longitude: Double) -> Double { longitude / 180 * .pi * radius }

    /// - Parameter latitude: degrees; beyond the edge of the map, the edge.
    /// - Returns: metres.
    package static func y(latitude: Double) -> Double {
        let within = min(max(latitude, -maximumLatitude), maximumLatitude)
        return asinh(tan(within * .pi / 180)) * radius
    }

    /// - Parameter x: metres.
    /// - Returns: degrees.
    package static func longitude(x: Double) -> Double { x / radius * 180 / .pi }

    /// - Parameter y: metres.
    /// - Returns: degrees.
    package static func latitude(y: Double) -> Double { atan(sinh(y / radius)) * 180 / .pi }
}
