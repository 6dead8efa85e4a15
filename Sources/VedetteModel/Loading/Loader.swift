// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Runs a load once, however many ask for it: the state behind ``Loadable``.
package final class Loader: Sendable {
    private struct State {
        var status = LoadStatus.notLoaded
        var error: (any Error)?
        var task: Task<Void, any Error>?
    }

    private let state = Mutex(State())

    package init() {}

    package var status: LoadStatus { state.withLock { $0.status } }
    package var error: (any Error)? { state.withLock { $0.error } }

    /// Loads by `body`, or waits for the load under way, or gives the outcome of the one before.
    package func load(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let task = state.withLock { state -> Task<Void, any Error>? in
            if state.status == .loaded { return nil }
            if let task = state.task { return task }
            let task = Task { [self] in
                do {
                    try await body()
                    try Task.checkCancellation()
                    finish(.loaded, nil)
                } catch {
                    finish(.failed, error)
                    throw error
                }
            }
            state.task = task
            state.status = .loading
            return task
        }
        try await task?.value
    }

    /// Forgets a failure and loads anew.
    package func retry(_ body: @escaping @Sendable () async throws -> Void) async throws {
        state.withLock { state in
            if state.status == .failed { state = State() }
        }
        try await load(body)
    }

    package func cancel() {
        state.withLock { $0.status == .loading ? $0.task : nil }?.cancel()
    }

    private func finish(_ status: LoadStatus, _ error: (any Error)?) {
        state.withLock { state in
            state.status = status
            state.error = error
        }
    }
}
