// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// The way of a view from where it is to where a command sends it: what every view that obeys such commands should look like on the way.
///
/// On the screen, what the command is about goes straight and evenly from where it is to the anchor. Meanwhile the map turns evenly the shorter way round,
/// and the scale changes by equal shares in equal times. A view that is sent on before it has arrived begins a new transition from where it is.
package struct ViewTransition: Sendable {
    package let command: ViewpointCommand
    private let start: LocationDisplayView
    private let startedAt: Instant

    package init(from start: LocationDisplayView, to command: ViewpointCommand, at now: Instant) {
        (self.start, self.command, startedAt) = (start.usable ?? command.destination, command, now)
    }

    /// How the view is at some time; where it was sent, from the end on.
    package func view(at now: Instant) -> LocationDisplayView {
        let passed = now.seconds(since: startedAt)
        guard passed < command.duration, let plane = MapPlane(start.spatialReference) else { return command.destination }
        let share = max(0, passed / command.duration)
        let target = plane.nearest(MapPosition(x: command.center.x, y: command.center.y), to: start.middle)
        let (first, last) = (start.offset(of: target, in: plane), command.destination.offset(of: target, in: plane))
        var view = start
        let turn = Bearing.turn(from: start.rotation, to: command.destination.rotation)
        view.rotation = Bearing.normalized(start.rotation + share * turn) ?? start.rotation
        view.scale = start.scale * pow(command.destination.scale / start.scale, share)
        return view.showing(
            target, right: first.right + share * (last.right - first.right), up: first.up + share * (last.up - first.up), in: plane)
    }
}
