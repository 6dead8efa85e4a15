// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteModel

extension LiveHub {
    /// Does what a viewer says of the location that it shows.
    func take(_ wish: LocationWish, for viewer: inout LiveViewer, at now: Instant) {
        switch wish {
        case .show(let number, let mode):
            metrics.locationViewers.add((number == nil ? 0 : 1) - (viewer.location.number == nil ? 0 : 1))
            viewer.location.show(number, number.map { locations[$0].description }, mode: mode, at: now)
        case .autoPan(let mode): viewer.location.choose(mode)
        case .display(let settings): viewer.location.display(settings, viewer.location.number.map { locations[$0].description })
        case .view(let view):
            viewer.view = view
            viewer.location.look(view, at: now)
        }
    }

    /// What the viewer has to be told of the location that it shows.
    func locationMessages(for viewer: inout LiveViewer, at now: Instant) -> [[UInt8]] {
        guard let number = viewer.location.number else { return [] }
        let (messages, told, viewpoints) = viewer.location.messages(from: locations[number], at: now)
        metrics.locationMessages.add(told)
        metrics.viewpoints.add(viewpoints)
        return messages
    }
}
