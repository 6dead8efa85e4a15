// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A result that any number of tasks wait for, each of which can be cancelled on its own.
///
/// Unlike `Task.value`, waiting ends at once when the waiting task is cancelled. When the last of those who wait has been cancelled, the outcome is
/// abandoned: nobody can join it any more, and the closure given to the initializer is called, once.
package final class Outcome<Success: Sendable>: Sendable {
    private struct State {
        var result: Result<Success, any Error>?
        var isAbandoned = false
        var nextIdentifier = 0
        /// Those who have joined and not yet left.
        var joined: Set<Int> = []
        var continuations: [Int: CheckedContinuation<Success, any Error>] = [:]
    }

    /// A place among those who wait; to be waited for exactly once.
    package struct Ticket: Sendable {
        fileprivate let outcome: Outcome
        fileprivate let identifier: Int

        /// Waits for the result. Throws `CancellationError` as soon as the waiting task is cancelled.
        package func value() async throws -> Success {
            try await outcome.value(identifier)
        }
    }

    private let state = Mutex(State())
    private let onAbandon: (@Sendable () -> Void)?

    package init(onAbandon: (@Sendable () -> Void)? = nil) {
        self.onAbandon = onAbandon
    }

    /// A place among those who wait; nil where the outcome was abandoned.
    package func join() -> Ticket? {
        state.withLock { state in
            guard !state.isAbandoned else { return nil }
            state.nextIdentifier += 1
            state.joined.insert(state.nextIdentifier)
            return Ticket(outcome: self, identifier: state.nextIdentifier)
        }
    }

    /// How many have joined and not left.
    package var joinedCount: Int { state.withLock { $0.joined.count } }

    /// Hands the result to everybody who waits and who will; only the first one counts.
    package func resolve(_ result: Result<Success, any Error>) {
        let continuations = state.withLock { state -> [Int: CheckedContinuation<Success, any Error>] in
            guard state.result == nil else { return [:] }
            state.result = result
            defer { state.continuations = [:] }
            return state.continuations
        }
        for (_, continuation) in continuations { continuation.resume(with: result) }
    }

    private func value(_ identifier: Int) async throws -> Success {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Success, any Error>? in
                    if let result = state.result { return result }
                    guard state.joined.contains(identifier) else { return .failure(CancellationError()) }
                    state.continuations[identifier] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            leave(identifier)
        }
    }

    private func leave(_ identifier: Int) {
        let (continuation, isAbandoned) = state.withLock { state -> (CheckedContinuation<Success, any Error>?, Bool) in
            guard state.result == nil, state.joined.remove(identifier) != nil else { return (nil, false) }
            let isAbandoned = state.joined.isEmpty && onAbandon != nil
            state.isAbandoned = isAbandoned
            return (state.continuations.removeValue(forKey: identifier), isAbandoned)
        }
        if isAbandoned { onAbandon?() }
        continuation?.resume(throwing: CancellationError())
    }
}
