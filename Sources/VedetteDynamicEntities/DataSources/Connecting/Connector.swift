// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteModel

/// Connects a data source, and connects it again: the owner of the connection's task and status.
///
/// Nothing awaits while a lock is held. Every connection has a number, and what a connection that is not the current one reports changes nothing.
final class Connector: Sendable {
    private struct State {
        /// The number of the current connection; counted up when one begins and when one is ended from outside.
        var number = 0
        var error: (any Error)?
        /// Whether the last connection was ended by its stream.
        var hasEnded = false
        /// What everybody waits for who called connect: set while connecting.
        var outcome: Outcome<Void>?
        var task: Task<Void, Never>?
        /// Where what the stream delivers now passes.
        var gate: ConnectionGate?
        var maximumReconnectionAttempts = 12
        var reconnectionInterval = 10.0
    }

    /// How long disconnecting waits for a stream that does not end, in seconds; then the stream is left to itself, and what it delivers is ignored.
    static let patience = 2.0

    private let state = Mutex(State())
    private let status: Streamed<ConnectionStatus>
    private let driver: FeedDriver
    private let timing: SourceTiming
    private let load: @Sendable () async throws -> Void
    private let makeSink: @Sendable (ConnectionGate) -> FeedSink

    init(
        status: Streamed<ConnectionStatus>, driver: FeedDriver, timing: SourceTiming, load: @escaping @Sendable () async throws -> Void,
        makeSink: @escaping @Sendable (ConnectionGate) -> FeedSink
    ) {
        (self.status, self.driver, self.timing, self.load, self.makeSink) = (status, driver, timing, load, makeSink)
    }

    /// How many wait for the connection.
    var waiterCount: Int { state.withLock { $0.outcome?.joinedCount ?? 0 } }

    var error: (any Error)? { state.withLock { $0.error } }

    /// Whether the last connection is over because its stream came to its own end.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    var maximumReconnectionAttempts: Int {
        get { state.withLock { $0.maximumReconnectionAttempts } }
        set { state.withLock { $0.maximumReconnectionAttempts = max(0, newValue) } }
    }

    var reconnectionInterval: Double {
        get { state.withLock { $0.reconnectionInterval } }
        set {
            guard !newValue.isNaN else { return }
            state.withLock { $0.reconnectionInterval = min(max(0, newValue), 1e9) }
        }
    }

    // MARK: From outside

    /// Connects, or waits for the connection that is being made. `owner` lives as long as the connection.
    func connect(for owner: some AnyObject & Sendable) async throws {
        let (ticket, oldGate) = state.withLock { state -> (Outcome<Void>.Ticket?, ConnectionGate?) in
            if status.wrappedValue == .connected { return (nil, nil) }
            // One that everybody who waited for has left is ending: begin another.
            if status.wrappedValue == .connecting, let ticket = state.outcome?.join() { return (ticket, nil) }
            let oldGate = state.gate
            return (begin(&state, owner), oldGate)
        }
        oldGate?.close()
        try await ticket?.value()
    }

    private func begin(_ state: inout State, _ owner: some AnyObject & Sendable) -> Outcome<Void>.Ticket? {
        state.task?.cancel()
        state.number += 1
        (state.error, state.hasEnded, state.gate) = (nil, false, nil)
        let number = state.number
        let outcome = Outcome<Void> { [weak self] in _ = self?.end(number, .disconnected, CancellationError()) }
        state.outcome = outcome
        if status.wrappedValue != .connecting { status.wrappedValue = .connecting }
        state.task = Task { [self] in
            await run(number)
            withExtendedLifetime(owner) {}
        }
        return outcome.join()
    }

    /// Ends the connection, or the attempt to make one, and waits for its stream to end, but not for ever.
    func disconnect() async {
        let error = DynamicEntityError(.disconnected, "The source was disconnected while it was connecting; call connect() again.")
        guard let task = end(nil, .disconnected, error) else { return }
        let hasEnded = Outcome<Void>()
        let ending = Task {
            await task.value
            hasEnded.resolve(.success(()))
        }
        let waiting = Task { [timing] in
            try? await timing.sleep(Self.patience)
            hasEnded.resolve(.success(()))
        }
        try? await hasEnded.join()?.value()
        ending.cancel()
        waiting.cancel()
    }

    /// Ends the connection of that number, or whichever there is; returns its task.
    ///
    /// `outcome` is what those are told who wait for the connection; `hasEnded` says that it was the stream that came to its end.
    @discardableResult
    private func end(
        _ number: Int?, _ newStatus: ConnectionStatus, _ outcome: any Error, hasEnded: Bool = false
    ) -> Task<Void, Never>? {
        let (task, gate, waiting) = state.withLock { state -> (Task<Void, Never>?, ConnectionGate?, Outcome<Void>?) in
            guard number ?? state.number == state.number else { return (nil, nil, nil) }
            state.number += 1
            state.error = newStatus == .failed ? outcome : nil
            // Who disconnects a source whose stream is over changes nothing about that.
            if status.wrappedValue != newStatus { state.hasEnded = hasEnded }
            if status.wrappedValue != newStatus { status.wrappedValue = newStatus }
            defer { state.outcome = nil }
            return (state.task, state.gate, state.outcome)
        }
        task?.cancel()
        gate?.close()
        waiting?.resolve(.failure(outcome))
        return task
    }

    // MARK: The connection's own task

    private func run(_ number: Int) async {
        do { try await load() } catch { return _ = end(number, .failed, error) }
        var schedule = ReconnectionSchedule()
        var wasOpen = false
        while let gate = beginOpening(number) {
            let lost: any Error
            do {
                try await driver.run({ [weak self] in self?.noteOpen(number, gate) }, makeSink(gate))
                gate.close()
                return _ = end(
                    number, .disconnected,
                    DynamicEntityError(.disconnected, "The stream ended before it was open; look at what it is made of."), hasEnded: true)
            } catch {
                lost = error
            }
            let openedAt = gate.close()
            wasOpen = wasOpen || openedAt != nil
            let interval = reconnectionInterval
            if let openedAt, timing.now().seconds(since: openedAt) >= ReconnectionSchedule.standing(interval: interval) {
                schedule = ReconnectionSchedule()
            }
            guard wasOpen, driver.canReconnect, driver.allowsReconnection(lost, openedAt != nil),
                let wait = schedule.next(maximum: maximumReconnectionAttempts, interval: interval, random: timing.random())
            else { return _ = end(number, .failed, lost) }
            guard noteLost(number) else { return }
            // It throws only when the task is cancelled, and then the connection has been ended from outside.
            if wait > 0 { do { try await timing.sleep(wait) } catch { return } }
        }
    }

    /// A gate for the next opening of the stream; nil where the connection is not the current one any more.
    private func beginOpening(_ number: Int) -> ConnectionGate? {
        state.withLock { state in
            guard state.number == number else { return nil }
            let gate = ConnectionGate()
            state.gate = gate
            return gate
        }
    }

    private func noteOpen(_ number: Int, _ gate: ConnectionGate) {
        guard gate.noteOpen(at: timing.now()) else { return }
        let outcome = state.withLock { state -> Outcome<Void>? in
            guard state.number == number, state.gate === gate, status.wrappedValue == .connecting else { return nil }
            status.wrappedValue = .connected
            defer { state.outcome = nil }
            return state.outcome
        }
        outcome?.resolve(.success(()))
    }

    /// Says that the stream is to be opened again; false where the connection is not the current one any more.
    private func noteLost(_ number: Int) -> Bool {
        state.withLock { state in
            guard state.number == number else { return false }
            if status.wrappedValue != .connecting { status.wrappedValue = .connecting }
            state.gate = nil
            // Nobody who waits for a reconnection can end it by going away.
            state.outcome = state.outcome ?? Outcome()
            return true
        }
    }
}
