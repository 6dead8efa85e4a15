// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Runs a load once, however many ask for it: the state behind ``Loadable``.
package final class Loader: Sendable {
    private struct State {
        var status = LoadStatus.notLoaded
        var error: (any Error)?
        /// Counted up with each load and each cancellation; what an older load still says is ignored.
        var generation = 0
        var task: Task<Void, Never>?
        var outcome: Outcome<Void>?
    }

    private let state = Mutex(State())

    package init() {}

    package var status: LoadStatus { state.withLock { $0.status } }
    package var error: (any Error)? { state.withLock { $0.error } }

    /// Loads by `body`, or waits for the load under way, or gives the outcome of the one before.
    ///
    /// When the waiting task is cancelled it throws `CancellationError` at once. A load that nobody waits for any more is cancelled, and as if it had
    /// never begun.
    package func load(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let ticket = try state.withLock { state in try join(&state, body) }
        try await ticket?.value()
    }

    /// Forgets a failure and loads anew.
    package func retry(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let ticket = try state.withLock { state in
            if state.status == .failed { (state.status, state.error) = (.notLoaded, nil) }
            return try join(&state, body)
        }
        try await ticket?.value()
    }

    /// Ends the load under way: it fails with `CancellationError`, at once.
    package func cancel() {
        end(nil, .failed, CancellationError())
    }

    private func join(
        _ state: inout State, _ body: @escaping @Sendable () async throws -> Void
    ) throws -> Outcome<Void>.Ticket? {
        switch state.status {
        case .loaded: return nil
        case .failed: throw state.error ?? CancellationError()
        case .loading:
            // Where everybody who waited has left, that load is ending: begin another.
            if let ticket = state.outcome?.join() { return ticket }
        case .notLoaded: break
        }
        state.task?.cancel()
        state.generation += 1
        let generation = state.generation
        let outcome = Outcome<Void> { [weak self] in self?.end(generation, .notLoaded, CancellationError()) }
        (state.status, state.error, state.outcome) = (.loading, nil, outcome)
        state.task = Task { [self] in
            do {
                try await body()
                end(generation, .loaded, nil)
            } catch {
                end(generation, .failed, error)
            }
        }
        return outcome.join()
    }

    /// Ends the load of that generation, or whichever is under way.
    private func end(_ generation: Int?, _ status: LoadStatus, _ error: (any Error)?) {
        let (outcome, task) = state.withLock { state -> (Outcome<Void>?, Task<Void, Never>?) in
            guard state.status == .loading, generation ?? state.generation == state.generation else { return (nil, nil) }
            state.generation += 1
            (state.status, state.error) = (status, status == .failed ? error : nil)
            defer { (state.outcome, state.task) = (nil, nil) }
            return (state.outcome, state.task)
        }
        task?.cancel()
        outcome?.resolve(error.map { .failure($0) } ?? .success(()))
    }
}
