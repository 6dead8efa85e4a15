// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What was found and is still to be told, in its order. Put in under a lock, sent outside of it, by one thread at a time.
final class NotificationOutbox<Element: Sendable>: Sendable {
    private struct State {
        var waiting: [Element] = []
        var isSending = false
    }

    /// How many may wait before those who bring more wait too.
    private static var limit: Int { 65_536 }

    private let state = Mutex(State())
    /// Held while a run of elements is sent.
    private let sending = Mutex(())

    /// Puts elements in; to be called in the order in which they are to be sent.
    func append(_ elements: [Element]) {
        if !elements.isEmpty { state.withLock { $0.waiting += elements } }
    }

    /// Sends what waits, unless another thread is at it, which then sends that as well. `isPatient` is whether to wait for that thread where very much is
    /// waiting, so that it does not become ever more.
    func send(isPatient: Bool, _ body: (Element) -> Void) {
        let isMine = state.withLock { state in
            guard !state.isSending, !state.waiting.isEmpty else { return false }
            state.isSending = true
            return true
        }
        guard isMine else {
            while isPatient, state.withLock({ $0.isSending && $0.waiting.count > Self.limit }) { sending.withLock { _ in } }
            return
        }
        while true {
            let isDone = sending.withLock { _ in
                let elements = state.withLock { state in
                    defer { state.waiting = [] }
                    if state.waiting.isEmpty { state.isSending = false }
                    return state.waiting
                }
                for element in elements { body(element) }
                return elements.isEmpty
            }
            if isDone { return }
        }
    }
}
