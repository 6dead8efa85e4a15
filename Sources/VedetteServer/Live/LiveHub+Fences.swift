// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteModel

extension LiveHub {
    /// Watches the fences that viewers draw, until it is cancelled.
    func watchDrawnFences() async {
        await fences?.run { [self] info, watched, message in note(info, of: watched, message: message, explanation: info.explanation) }
    }

    /// What the viewer has to be told of drawn fences.
    func fenceMessages(for viewer: inout LiveViewer) -> [[UInt8]] {
        guard let fences else { return [] }
        var messages: [[UInt8]] = []
        if let news = fences.news(since: &viewer.fenceCursor) { messages.append(LiveMessages.drawnFences(news)) }
        let fault = fences.fault
        if fault.revision != viewer.fenceFaultRevision {
            viewer.fenceFaultRevision = fault.revision
            messages.append(LiveMessages.fencesKept(fault.text))
        }
        return messages
    }
}
