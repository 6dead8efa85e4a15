// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteModel

/// Carries out what a ``LocationPollingCore`` says: one request at a time, also over several runs.
final class LocationPollingLoop: Sendable {
    /// A request that was begun, and has perhaps ended.
    private struct Asked: Sendable {
        let outcome = Outcome<Result<Location?, any Error>>()
        let task: Task<Void, Never>

        init(_ request: @escaping @Sendable () async throws -> Location?) {
            task = Task { [outcome] in
                do {
                    outcome.resolve(.success(.success(try await request())))
                } catch {
                    outcome.resolve(.success(.failure(error)))
                }
            }
        }
    }

    private struct State {
        var core: LocationPollingCore
        var asked: Asked?
        var isRunning = false
    }

    private let timing: SourceTiming
    private let request: @Sendable () async throws -> Location?
    private let state: Mutex<State>

    init(options: LocationPollingOptions, timing: SourceTiming, request: @escaping @Sendable () async throws -> Location?) {
        (self.timing, self.request) = (timing, request)
        state = Mutex(State(core: LocationPollingCore(options)))
    }

    var statistics: LocationPollingStatistics { state.withLock { $0.core.statistics } }

    /// Asks until it is cancelled. One run at a time.
    ///
    /// - Parameters:
    ///   - tell: is called with each location.
    ///   - report: is called with what is wrong, and with nil once all is well again.
    func run(tell: @Sendable (Location) -> Void, report: @Sendable ((any Error)?) -> Void) async {
        let now = timing.uptime()
        state.withLock { $0.core.begin(now: now) }
        while !Task.isCancelled {
            perform(state.withLock { $0.core.advance(to: timing.uptime(), chance: timing.random()) }, tell, report)
            let (asked, deadline) = state.withLock { ($0.asked, $0.core.deadline) }
            guard let answer = await timing.wait(for: asked?.outcome, until: deadline) else { continue }
            let (now, date) = (timing.uptime(), timing.now().date)
            let actions = state.withLock { state in
                state.asked = nil
                return state.core.end(answer, at: now, date: date, chance: timing.random())
            }
            if Task.isCancelled { break }
            perform(actions, tell, report)
        }
        // It is left to itself if it takes no notice; the next run waits for its end before it asks again.
        state.withLock { $0.asked }?.task.cancel()
    }

    private func perform(
        _ actions: [LocationPollingCore.Action], _ tell: (Location) -> Void, _ report: ((any Error)?) -> Void
    ) {
        for action in actions {
            switch action {
            case .request: state.withLock { $0.asked = Asked(request) }
            case .cancelRequest: state.withLock { $0.asked }?.task.cancel()
            case .tell(let location): tell(location)
            case .report(let error): report(error)
            }
        }
    }
}
