// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// What a core keeps to follow a location: whether there is something to do, and where the view is on its way to.
struct Following: Sendable {
    /// Whether something has come since the last command that may call for another one.
    var isDue = false
    /// Whether the mode has yet to take effect: the view goes to the location wherever that is in it.
    var isBeginning = false
    /// Whether the view became larger or smaller: what was pinned is put back without easing.
    var isResized = false
    /// Whether a mode has taken effect before; the initial scale is for the first time only.
    var hasBegun = false

    /// How many commands there have been.
    var sequence = 0
    /// When the last command was given, and how long it takes.
    var commandedAt: Instant?
    var duration = 0.0
    /// Where the view is on its way to; nil where it is as it was told.
    var destination: LocationDisplayView?
    /// Where it was sent last, also when it has arrived somewhere else because it could not do better; nil where it was moved since.
    var aim: LocationDisplayView?

    /// Seconds after which a view has arrived, beyond those that were given to it.
    static let grace = 0.5

    /// A mode, a view or a source is new.
    mutating func begin() {
        (isDue, isBeginning) = (true, true)
        (destination, aim) = (nil, nil)
    }

    /// The view was moved by somebody else.
    mutating func forget() { (destination, aim) = (nil, nil) }

    /// The view moved as it was told, or has another size.
    mutating func viewMoved(from old: LocationDisplayView?, to view: LocationDisplayView, obeyed: Int?, at now: Instant) {
        if old?.width != view.width || old?.height != view.height {
            (isDue, isResized, aim) = (true, true, nil)
            destination?.width = view.width
            destination?.height = view.height
        }
        // While it is under way, what counts is where it is going.
        guard let commandedAt, let obeyed, obeyed >= sequence, now.seconds(since: commandedAt) >= duration + Self.grace else { return }
        destination = nil
    }
}
