// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// How a view looks at a map at one moment: what the core of a location display is told by whoever shows the map.
package struct LocationDisplayView: Hashable, Sendable {
    /// In points of the screen. Of a view that is partly covered, the part that is not: everything else is about that part, too.
    package var width: Double
    package var height: Double
    /// What is in the middle. Without a spatial reference, in that of the map.
    package var center: Point
    /// The number under the fraction line; see ``MapScale``.
    package var scale: Double
    /// The direction that is up on the screen, in degrees clockwise from the top of the map (which is north on Web Mercator).
    package var rotation: Double
    /// That of the map.
    package var spatialReference: SpatialReference
    /// The scales that can be gone to, as the numbers under their fraction lines.
    package var scales: ClosedRange<Double>

    package init(
        width: Double, height: Double, center: Point, scale: Double, rotation: Double = 0,
        spatialReference: SpatialReference = .webMercator,
        scales: ClosedRange<Double> = 1...1e9
    ) {
        (self.width, self.height, self.center, self.scale, self.rotation) = (width, height, center, scale, rotation)
        (self.spatialReference, self.scales) = (spatialReference, scales)
    }

    /// A view of a Web Mercator map whose middle is given in degrees.
    package init(width: Double, height: Double, longitude: Double, latitude: Double, scale: Double, rotation: Double = 0) {
        let center = Point(
            x: WebMercator.x(longitude: longitude), y: WebMercator.y(latitude: latitude), spatialReference: .webMercator)
        self.init(width: width, height: height, center: center, scale: scale, rotation: rotation)
    }

    /// Why a view is as it is now.
    package enum Change: Hashable, Sendable {
        /// Somebody moved it: with fingers, a mouse, keys or a control. Ends auto-pan.
        case user
        /// The program went somewhere. Ends auto-pan.
        case program
        /// It goes, or went, where it was sent; or it has another size; or it was not there before. Ends nothing.
        case own
    }
}
