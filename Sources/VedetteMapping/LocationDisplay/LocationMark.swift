// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// How a location is drawn at one moment.
package struct LocationMark: Hashable, Sendable {
    /// Which of the symbols of a location display is drawn.
    package enum Symbol: String, Hashable, Sendable, CaseIterable {
        /// The place, and no direction.
        case `default`
        /// The place, and the direction of movement.
        case course
        /// The place, and where the device points to.
        case heading
        /// A place that was known before, and may be so no more.
        case acquiring
        /// Nothing is drawn.
        case none
    }

    package var symbol: Symbol
    /// Where, in the spatial reference of the map; nil where no place is known, or the map does not have it.
    package var mapLocation: Point?
    /// Degrees clockwise from the top of the map by which the symbol is turned, with the map; nil for one that is upright on the screen.
    package var angle: Double?
    /// The radius of the circle in metres on the Earth; nil for none.
    package var accuracyRadius: Double?
    /// From 0 to 1, for all of it.
    package var opacity: Double
    /// How many fixes there have been that deserve a ping. One more than when it was drawn last: animate once.
    package var pings: Int
    /// Whether the location was known before, as its source says.
    package var isLastKnown: Bool
    /// Whether nothing newer came for too long, or its source does not run.
    package var isStale: Bool
}
