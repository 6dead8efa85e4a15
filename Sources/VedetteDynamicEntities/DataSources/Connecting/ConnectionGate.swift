// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteModel

/// What one opening of a stream delivers passes here, until it is closed: then nothing passes any more.
final class ConnectionGate: Sendable {
    private struct State {
        var isOpen = true
        var openedAt: Instant?
    }

    private let state = Mutex(State())

    /// Runs `body` unless the gate is closed. A gate cannot be closed while something passes.
    ///
    /// - Returns: whether it was open.
    func pass(_ body: () -> Void) -> Bool {
        state.withLock { state in
            if state.isOpen { body() }
            return state.isOpen
        }
    }

    /// Notes that the stream is open since `now`; false where the gate is closed already.
    func noteOpen(at now: Instant) -> Bool {
        state.withLock { state in
            state.openedAt = state.openedAt ?? now
            return state.isOpen
        }
    }

    /// Lets nothing pass from now on; says since when the stream was open, where it was.
    @discardableResult
    func close() -> Instant? {
        state.withLock { state in
            state.isOpen = false
            return state.openedAt
        }
    }
}
