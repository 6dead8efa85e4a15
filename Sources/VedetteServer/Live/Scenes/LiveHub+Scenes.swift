// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteModel

extension LiveHub {
    /// What the viewer has to be told of graphics, and of the camera of a scene.
    func sceneMessages(for viewer: inout LiveViewer, at now: Instant) -> [[UInt8]] {
        guard viewer.isDisplaying else { return [] }
        var messages = graphics?.news(since: &viewer.graphicsCursor, at: now) ?? []
        if let message = scene?.news(for: &viewer.sceneCursor, at: now) { messages.append(message) }
        return messages
    }
}
