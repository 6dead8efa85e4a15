// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Keeps an observer registered; letting go of it ends the observation.
package final class Observation: Sendable {
    private let end: @Sendable () -> Void

    package init(onEnd end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }
}

/// Functions that are called in turn, on the thread that makes a change.
///
/// For parts of the library that must see every change and may not miss one; what an application sees are bounded streams.
package final class Observers<Event>: Sendable {
    private struct State {
        var nextIdentifier = 0
        var bodies: [(identifier: Int, body: @Sendable (borrowing Event) -> Void)] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var isEmpty: Bool { state.withLock { $0.bodies.isEmpty } }

    package func add(_ body: @escaping @Sendable (borrowing Event) -> Void) -> Observation {
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            state.bodies.append((state.nextIdentifier, body))
            return state.nextIdentifier
        }
        return Observation { [weak self] in
            self?.state.withLock { state in state.bodies.removeAll { $0.identifier == identifier } }
        }
    }

    /// Calls every observer, in the order in which they were added, outside any lock.
    package func notify(_ event: borrowing Event) {
        for (_, body) in state.withLock({ $0.bodies }) { body(event) }
    }
}

package typealias ChangeObservers = Observers<Void>

extension Observers<Void> {
    package func notify() { notify(()) }
    package func add(_ body: @escaping @Sendable () -> Void) -> Observation { add { _ in body() } }
}
