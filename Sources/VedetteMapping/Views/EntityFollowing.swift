// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteLocation
import VedetteModel

/// Keeps an entity in the middle of a view, until somebody moves that: a value that is told of places and views, and the time.
///
/// It goes by the rules of a location display that recentres always: a view takes half a second at most, never longer than it has until the next observation
/// is expected, and stays where it is for less than half a point. Scale and turn stay as they are.
struct EntityFollowing: Sendable {
    private var core = LocationDisplayCore()

    init() {
        var settings = LocationDisplaySettings()
        (settings.initialZoomScale, settings.wanderExtentFactor) = (0, 0)
        core.setSettings(settings)
        core.setAutoPanMode(.recenter)
    }

    /// Whether nobody has moved the view yet.
    var isFollowing: Bool { core.autoPanMode != .off }

    /// The entity is somewhere. A place that is none changes nothing.
    mutating func receive(_ place: Point, at now: Instant) { core.receive(Location(position: place), at: now) }

    /// The view is another one now; see ``LocationDisplayCore/updateView(_:because:obeyed:at:)``.
    mutating func updateView(
        _ view: LocationDisplayView?, because change: LocationDisplayView.Change, obeyed: Int? = nil, at now: Instant
    ) {
        core.updateView(view, because: change, obeyed: obeyed, at: now)
    }

    /// Where the view should go by now; nil where it is well where it is.
    mutating func nextViewpoint(at now: Instant) -> ViewpointCommand? { core.nextViewpoint(at: now) }
}
