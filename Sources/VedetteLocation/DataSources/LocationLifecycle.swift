// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// How a source goes from stopped to started and back: a core, to which everything that happens is told in turn, and which says what follows.
///
/// Every start has one call of `doStart`, every stop one of `doStop`, in order and never two at once. What comes at the wrong time counts for nothing.
struct LocationLifecycle: Sendable {
    typealias Status = LocationDataSource.Status

    enum Hook: Sendable {
        case start
        case stop
    }

    /// What becomes of the properties of the source.
    enum Change: Sendable {
        case status(Status)
        case error((any Error)?)
    }

    /// Those who wait for a start or a stop, and what they are told.
    struct Settlement: Sendable {
        var outcome: Outcome<Void>
        var result: Result<Void, any Error>
    }

    /// Those who wait for a start.
    private struct Attempt: Sendable {
        var number: Int
        var outcome: Outcome<Void>
    }

    private(set) var status = Status.stopped {
        didSet { changes.append(.status(status)) }
    }
    /// Grows with each start, stop and failure: what belongs to an earlier one counts no more.
    private(set) var cycle = 0
    /// The cycle of the latest start.
    private(set) var startCycle = 0

    private var starting: Attempt?
    /// A start that waits for the stop under way.
    private var restarting: Attempt?
    private var stopping: Outcome<Void>?
    private var attemptCount = 0
    /// Whether `start()` of the base was ever called. Where not, the author drives the status.
    private var isDriven = false

    private var hooks: [Hook] = []
    private var isHookRunning = false
    private var changes: [Change] = []
    private var settlements: [Settlement] = []

    // MARK: What users do

    /// - Parameter onAbandon: is called with the number of an attempt, when the last of those who waited for it was cancelled.
    /// - Returns: a place to wait for the start; nil where there is nothing to wait for.
    mutating func start(onAbandon: @escaping @Sendable (Int) -> Void) -> Outcome<Void>.Ticket? {
        switch status {
        case .started:
            return nil
        case .starting:
            if let ticket = starting?.outcome.join() { return ticket }
            // The last of those who waited gave up just now, and has not said so yet.
            beginStop()
        case .stopping:
            if let ticket = restarting?.outcome.join() { return ticket }
        case .stopped, .failedToStart:
            let attempt = makeAttempt(onAbandon)
            begin(attempt)
            return attempt.outcome.join()
        }
        let attempt = makeAttempt(onAbandon)
        restarting = attempt
        return attempt.outcome.join()
    }

    private mutating func makeAttempt(_ onAbandon: @escaping @Sendable (Int) -> Void) -> Attempt {
        attemptCount += 1
        let number = attemptCount
        return Attempt(number: number, outcome: Outcome { onAbandon(number) })
    }

    /// Nobody waits for the attempt any more.
    mutating func abandon(_ number: Int) {
        if starting?.number == number { beginStop() }
        if restarting?.number == number { restarting = nil }
    }

    /// - Returns: a place to wait for the stop; nil where there is nothing to wait for.
    mutating func stop() -> Outcome<Void>.Ticket? {
        switch status {
        case .stopped:
            return nil
        case .failedToStart:
            changes.append(.error(nil))
            status = .stopped
            return nil
        case .starting:
            settle(\.starting, .failure(CancellationError()))
            beginStop()
        case .started:
            beginStop()
        case .stopping:
            settle(\.restarting, .failure(CancellationError()))
        }
        return stopping?.join()
    }

    // MARK: What the source does

    /// The source has started, or failed.
    mutating func didStart(_ error: (any Error)?) {
        switch status {
        case .starting: finishStart(error)
        case .started where error != nil: fail(error)
        case .stopped where !isDriven, .failedToStart where !isDriven: finishStart(error)
        case .started, .stopped, .failedToStart, .stopping: break
        }
    }

    /// The source has stopped.
    mutating func didStop() {
        switch status {
        case .stopping: finishStop()
        case .started: end(cycle, nil)
        case .failedToStart where !isDriven: end(cycle, nil)
        case .stopped, .starting, .failedToStart: break
        }
    }

    /// What began with a start has come to its end by itself.
    mutating func end(_ cycle: Int, _ error: (any Error)?) {
        guard cycle == self.cycle else { return }
        if let error { return fail(error) }
        self.cycle += 1
        changes.append(.error(nil))
        status = .stopped
        settle(\.starting, .failure(CancellationError()))
    }

    /// Something is wrong, or nothing any more, while it runs.
    mutating func report(_ error: (any Error)?, cycle: Int) {
        guard cycle == self.cycle, status == .starting || status == .started else { return }
        changes.append(.error(error))
    }

    // MARK: What follows

    private mutating func begin(_ attempt: Attempt) {
        cycle += 1
        startCycle = cycle
        isDriven = true
        starting = attempt
        changes.append(.error(nil))
        status = .starting
        hooks.append(.start)
    }

    private mutating func finishStart(_ error: (any Error)?) {
        if let error { return fail(error) }
        changes.append(.error(nil))
        status = .started
        settle(\.starting, .success(()))
    }

    private mutating func fail(_ error: (any Error)?) {
        cycle += 1
        changes.append(.error(error))
        status = .failedToStart
        settle(\.starting, .failure(error ?? CancellationError()))
    }

    private mutating func beginStop() {
        cycle += 1
        starting = nil
        stopping = Outcome()
        status = .stopping
        hooks.append(.stop)
    }

    private mutating func finishStop() {
        changes.append(.error(nil))
        status = .stopped
        if let stopping { settlements.append(Settlement(outcome: stopping, result: .success(()))) }
        stopping = nil
        guard let attempt = restarting else { return }
        restarting = nil
        begin(attempt)
    }

    private mutating func settle(_ path: WritableKeyPath<Self, Attempt?>, _ result: Result<Void, any Error>) {
        if let attempt = self[keyPath: path] { settlements.append(Settlement(outcome: attempt.outcome, result: result)) }
        self[keyPath: path] = nil
    }

    // MARK: To be carried out

    /// The changes since the last call, in order.
    mutating func takeChanges() -> [Change] {
        defer { changes = [] }
        return changes
    }

    /// Those who are to be told, since the last call.
    mutating func takeSettlements() -> [Settlement] {
        defer { settlements = [] }
        return settlements
    }

    /// The next function of the author's to call; ``hookReturned()`` is called after it.
    mutating func nextHook() -> Hook? {
        guard !isHookRunning, !hooks.isEmpty else { return nil }
        isHookRunning = true
        return hooks.removeFirst()
    }

    mutating func hookReturned() { isHookRunning = false }
}
