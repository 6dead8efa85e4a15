// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The events that wait for one consumer, and what was dropped between them.
final class EventBuffer<Event: Sendable>: Sendable {
    private struct State {
        var entries = FIFO<(event: Event, missedBefore: Int)>()
        /// Events dropped after the last entry.
        var missedAfter = 0
        var isFinished = false
        var nextIdentifier = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]

        var hasNews: Bool { !entries.isEmpty || missedAfter > 0 || isFinished }
    }

    private let state = Mutex(State())
    private let buffering: EventBuffering
    let missed = Counter()

    init(_ buffering: EventBuffering) {
        self.buffering = buffering
    }

    /// Takes an event, and says how many were dropped for it: itself, the oldest, or none.
    func offer(_ event: Event) -> Int {
        let (dropped, waiting) = state.withLock { state -> (Int, [Int: CheckedContinuation<Void, Never>]) in
            guard !state.isFinished else { return (0, [:]) }
            var dropped = 0
            if state.entries.count >= buffering.size {
                dropped = 1
                if buffering.policy == .keepOldest {
                    state.missedAfter += 1
                    return (1, [:])
                }
                let gap = (state.entries.popFirst()?.missedBefore ?? 0) + 1
                if state.entries.isEmpty { state.missedAfter += gap } else { state.entries.updateFirst { $0.missedBefore += gap } }
            }
            state.entries.append((event, state.missedAfter))
            state.missedAfter = 0
            defer { state.waiting = [:] }
            return (dropped, state.waiting)
        }
        if dropped > 0 { missed.add(dropped) }
        for (_, continuation) in waiting { continuation.resume() }
        return dropped
    }

    /// Lets the consumer have what there is, then the end; or the end at once.
    func finish(discarding: Bool = false) {
        let waiting = state.withLock { state -> [Int: CheckedContinuation<Void, Never>] in
            state.isFinished = true
            if discarding {
                state.entries.removeAll()
                state.missedAfter = 0
            }
            defer { state.waiting = [:] }
            return state.waiting
        }
        for (_, continuation) in waiting { continuation.resume() }
    }

    private enum Taken {
        case element(EventStreamElement<Event>)
        case end
        case nothing
    }

    /// The next event, or the next gap where the caller wants to know of gaps; nil at the end, and when the task is cancelled.
    func next(reportingMissed: Bool, isolation: isolated (any Actor)?) async -> EventStreamElement<Event>? {
        while true {
            if Task.isCancelled { finish(discarding: true) }
            switch take(reportingMissed) {
            case .element(let element): return element
            case .end: return nil
            case .nothing: await waitForNews(isolation: isolation)
            }
        }
    }

    private func take(_ reportingMissed: Bool) -> Taken {
        state.withLock { state in
            var gap = 0
            state.entries.updateFirst { entry in
                gap = entry.missedBefore
                entry.missedBefore = 0
            }
            if reportingMissed, gap > 0 { return .element(.missed(gap)) }
            if let entry = state.entries.popFirst() { return .element(.event(entry.event)) }
            gap = state.missedAfter
            state.missedAfter = 0
            if reportingMissed, gap > 0 { return .element(.missed(gap)) }
            return state.isFinished ? .end : .nothing
        }
    }

    private func waitForNews(isolation: isolated (any Actor)?) async {
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: isolation) { continuation in
                let hasNews = state.withLock { state in
                    if !state.hasNews { state.waiting[identifier] = continuation }
                    return state.hasNews
                }
                if hasNews { continuation.resume() }
            }
        } onCancel: {
            finish(discarding: true)
        }
    }
}
