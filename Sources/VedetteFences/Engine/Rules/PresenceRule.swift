// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Entering and exiting, each told only once the new state has held for its minimum time.
///
/// A pure state machine: what crosses and when is handed in; what follows is handed back.
struct PresenceRule: Sendable {
    /// Microseconds, 0 or more; 0 tells at once.
    let minimumIn: Int64
    let minimumOut: Int64

    enum State: UInt8, Sendable {
        /// Out, and told so, or never in.
        case outside = 0
        /// In, not told yet: a return before the minimum gives nothing.
        case entering = 1
        /// In, and told so.
        case inside = 2
        /// Out, not told yet: a return before the minimum gives nothing.
        case exiting = 3

        /// Whether the track is in the fence, told or not.
        var isIn: Bool { self == .entering || self == .inside }
        /// Whether the last word about the fence was `entered`.
        var isToldIn: Bool { self == .inside || self == .exiting }
    }

    enum Outcome: Equatable, Sendable {
        /// Nothing to tell, now or later.
        case nothing
        /// To be told if it holds until the state's due time.
        case pending
        case told(FenceEvent.Kind)
    }

    /// The track came in or went out. Without a time nothing can be waited for: it is told at once.
    func cross(_ state: inout State, isEntry: Bool, isTimed: Bool) -> Outcome {
        switch (state, isEntry) {
        case (.outside, true):
            state = isTimed && minimumIn > 0 ? .entering : .inside
            return state == .entering ? .pending : .told(.entered)
        case (.inside, false):
            state = isTimed && minimumOut > 0 ? .exiting : .outside
            return state == .exiting ? .pending : .told(.exited)
        case (.entering, false): state = .outside
        case (.exiting, true): state = .inside
        case (.outside, false), (.entering, true), (.inside, true), (.exiting, false): break
        }
        return .nothing
    }

    /// When a state that began at `since` is sure; the end of time where it is already.
    func due(_ state: State, since: Int64) -> Int64 {
        switch state {
        case .entering: since.later(by: minimumIn)
        case .exiting: since.later(by: minimumOut)
        case .inside, .outside: .max
        }
    }
}
