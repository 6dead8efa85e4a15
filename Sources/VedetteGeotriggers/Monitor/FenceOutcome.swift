// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences

/// An event of the engine with all that a notification needs of the moment in which it was found.
struct FenceOutcome: Sendable {
    let event: FenceEvent
    let fence: GeotriggerFence
    let trackID: String
    let eventID: FenceEventID
    /// The fix that decided, or, where an edit or the clock did, the last one before it; nil where it is not kept.
    let fix: FixFact?
    /// The fix before that one, where the way between the two was judged.
    let previous: FixFact?
    let options: FenceEngineOptions
}
