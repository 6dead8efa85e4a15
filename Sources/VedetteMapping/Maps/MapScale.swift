// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How scales, resolutions and zoom levels go together, for everything that draws or moves a map: the number under the fraction line of a scale is
/// meant at 96 dots an inch, and in the units of the map. On Web Mercator it is not corrected by the latitude.
package enum MapScale {
    /// Metres from one dot of a screen to the next.
    package static let metresPerPoint = 0.0254 / 96

    /// How many metres of a map lie between two points of the screen.
    package static func resolution(scale: Double) -> Double { scale * metresPerPoint }

    /// The scale at which so many metres of a map lie between two points of the screen.
    package static func scale(resolution: Double) -> Double { resolution / metresPerPoint }

    /// The zoom level for tiles of 512 points, of which one shows the world at level 0 (as MapLibre counts).
    package static func zoomLevel(scale: Double) -> Double { log2(WebMercator.worldWidth / 512 / resolution(scale: scale)) }

    /// The scale of a zoom level for tiles of 512 points.
    package static func scale(zoomLevel: Double) -> Double { self.scale(resolution: WebMercator.worldWidth / 512 / exp2(zoomLevel)) }
}
