// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// Where a view should go. Whoever shows the map obeys the newest one.
package struct ViewpointCommand: Hashable, Sendable {
    /// A place on a view, in shares of its size.
    package struct Anchor: Hashable, Sendable {
        /// From the left.
        package let x: Double
        /// From the top.
        package let y: Double
    }

    /// Counts up from 1. A view says which one it has obeyed last.
    package let sequence: Int
    /// What should be at ``anchor``, in the spatial reference of the map. On a map that goes round the world it may lie beyond its edge, which is the
    /// shorter way, and never more than one and a half times the world from the middle of the map.
    package let center: Point
    /// The same in degrees on WGS 84; longitudes go on past ±180°, to ±540° at the most.
    package let geographicCenter: EarthPosition
    /// Where on the view ``center`` should be.
    package let anchor: Anchor
    /// nil where the scale should stay as it is.
    package let scale: Double?
    /// The direction that should be up, 0 up to 360; nil where it should stay as it is. The way there is the shorter one round.
    package let rotation: Double?
    /// Seconds to take for it; 0 for at once.
    package let duration: Double
    /// What the view is when it has got there. For views that cannot go by an anchor.
    package let destination: LocationDisplayView
}
