// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import VedetteModel

/// Time that stands still until a test moves it, for data sources.
package final class VirtualTiming: Sendable {
    private struct Sleeper {
        let identifier: Int
        let due: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Instant
        var nextIdentifier = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var requested: [Double] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var randoms: [Double] = []
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - start: the first moment.
    ///   - randoms: what chance gives, in turn, over and over.
    package init(start: Instant = Instant(microsecondsSince1970: 1_750_000_000_000_000), randoms: [Double] = [0.5]) {
        state = Mutex(State(now: start, randoms: randoms))
    }

    package var timing: SourceTiming {
        SourceTiming(
            now: { [self] in now }, sleep: { [self] seconds in try await sleep(seconds) },
            random: { [self] in
                state.withLock { state in
                    state.randoms.append(state.randoms.removeFirst())
                    return state.randoms.last ?? 0.5
                }
            })
    }

    package var now: Instant { state.withLock { $0.now } }

    /// The waits that were asked for so far, in seconds.
    package var requestedSleeps: [Double] { state.withLock { $0.requested } }

    /// How many wait now.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Returns once at least so many wait.
    package func sleepers(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let isEnough = state.withLock { state in
                if state.sleepers.count < count { state.watchers.append((count, continuation)) }
                return state.sleepers.count >= count
            }
            if isEnough { continuation.resume() }
        }
    }

    /// Moves time on and wakes those whose time has come, earliest first.
    package func advance(bySeconds seconds: Double) {
        let due = state.withLock { state in
            state.now = state.now.advanced(bySeconds: seconds)
            let due = state.sleepers.filter { $0.due <= state.now }
            state.sleepers.removeAll { $0.due <= state.now }
            return due.sorted { ($0.due, $0.identifier) < ($1.due, $1.identifier) }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    private func sleep(_ seconds: Double) async throws {
        let identifier = state.withLock { state in
            state.requested.append(seconds)
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isCancelled, watchers) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                    if state.cancelled.remove(identifier) != nil { return (true, []) }
                    state.sleepers.append(
                        Sleeper(identifier: identifier, due: state.now.advanced(bySeconds: seconds), continuation: continuation))
                    let count = state.sleepers.count
                    let watchers = state.watchers.filter { $0.count <= count }.map(\.continuation)
                    state.watchers.removeAll { $0.count <= count }
                    return (false, watchers)
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.identifier == identifier }) else {
                    state.cancelled.insert(identifier)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
