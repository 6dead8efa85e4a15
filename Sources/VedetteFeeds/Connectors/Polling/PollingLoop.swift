// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteDynamicEntities
import VedetteModel

/// A request that has no good answer.
struct PollFailure: Error {
    let error: FeedError
    /// For how many seconds the server wants to be left alone.
    var wish: Double?
}

/// What an address says.
struct PollAnswer: Sendable {
    /// Whether nothing has changed since the last answer; then there is nothing else in this one.
    var isNotModified = false
    var batches: [ObservationBatch] = []
    var issues: [FeedIssue] = []
    /// Why it is not all of the answer.
    var failure: FeedError?
    /// Whether there was anything in it at all.
    var isEmpty = false

    var observationCount: Int { batches.reduce(0) { $0 + $1.count } }
}

/// Asks an address again and again, one request at a time, and puts what is new into a data source.
///
/// What it remembers outlives a connection: a source that is connected again does not take in again what it has.
final class PollingLoop: Sendable {
    private struct State {
        var schedule: PollingSchedule
        var intake = PollIntake()
        var statistics = PollingStatistics()
        /// When the connection before was lost or failed.
        var endedAt: Duration?
        var issues: Set<String> = []
    }

    /// A connection that is made so long after the last one failed, in seconds, is somebody's wish, and does not wait for a pause to end.
    private static let longestReconnection = Duration.seconds(30)

    private let options: PollingOptions
    private let timing: FeedTiming
    private let ask: @Sendable (ObservationSchema) async throws -> PollAnswer
    private let state: Mutex<State>
    let issueEvents = EventSource<FeedIssue>()

    /// - Parameters:
    ///   - options: how often, and what to do with answers.
    ///   - timing: clocks and chance.
    ///   - ask: makes one request, and reads its answer into batches that begin with the schema it is given. Throws ``PollFailure``.
    init(options: PollingOptions, timing: FeedTiming, ask: @escaping @Sendable (ObservationSchema) async throws -> PollAnswer) {
        (self.options, self.timing, self.ask) = (options, timing, ask)
        state = Mutex(State(schedule: PollingSchedule(interval: options.interval, maximumPause: options.maximumPause)))
    }

    var statistics: PollingStatistics { state.withLock { $0.statistics } }

    /// Asks until it is cancelled, or the connection is lost.
    ///
    /// - Throws: the error of the request that failed: the first, or of several in a row the last.
    func run(onOpen: @escaping @Sendable () -> Void, sink: FeedSink) async throws {
        begin()
        var isOpen = false
        do {
            while true {
                let due = state.withLock { $0.schedule.due }
                if due > timing.now() { try await timing.sleep(due) }
                try Task.checkCancellation()
                let failure = try await askOnce { [self] answer in
                    if !isOpen { onOpen() }
                    isOpen = true
                    deliver(answer, to: sink)
                } schema: {
                    sink.schema()
                }
                guard let failure else { continue }
                let count = state.withLock { $0.schedule.failureCount }
                if !isOpen || count >= max(1, options.failuresUntilLost) { throw failure }
            }
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            state.withLock { state in
                state.endedAt = isCancelled ? nil : timing.now()
            }
            throw isCancelled ? CancellationError() : error
        }
    }

    private func begin() {
        let now = timing.now()
        state.withLock { state in
            let isReconnection = state.endedAt.map { now - $0 <= Self.longestReconnection } ?? false
            if !isReconnection { state.schedule.reset(now: now) }
        }
    }

    /// One request; returns why it failed.
    private func askOnce(_ deliver: (PollAnswer) -> Void, schema: () -> ObservationSchema) async throws -> (any Error)? {
        let began = timing.now()
        state.withLock { $0.statistics.requestCount += 1 }
        let failure: PollFailure
        do {
            let answer = try await ask(schema())
            try Task.checkCancellation()
            // A broken answer may have good observations before the place where it breaks.
            if answer.failure == nil || answer.observationCount > 0 { deliver(answer) }
            guard let error = answer.failure else {
                let ended = timing.now()
                state.withLock { state in
                    state.schedule.succeed(began: began, ended: ended)
                    state.statistics.consecutiveFailureCount = 0
                    state.statistics.lastError = nil
                }
                return nil
            }
            failure = PollFailure(error: error)
        } catch let error as PollFailure {
            failure = error
        }
        let (ended, chance) = (timing.now(), timing.random())
        state.withLock { state in
            state.schedule.fail(ended: ended, wish: failure.wish, chance: chance)
            state.statistics.failureCount += 1
            state.statistics.consecutiveFailureCount += 1
            state.statistics.lastError = failure.error
        }
        return failure.error
    }

    private func deliver(_ answer: PollAnswer, to sink: FeedSink) {
        let (new, missing, issues) = state.withLock { state -> ([ObservationBatch], [String], [FeedIssue]) in
            guard !answer.isNotModified else {
                state.statistics.notModifiedCount += 1
                return ([], [], [])
            }
            let new = state.intake.take(answer.batches)
            let isWhole = answer.failure == nil && answer.issues.isEmpty && !answer.isEmpty
            let missing = options.deletesMissingEntities && isWhole ? state.intake.missing(in: answer.batches) : []
            state.statistics.observationCount += new.reduce(0) { $0 + $1.count }
            state.statistics.duplicateCount = state.intake.duplicateCount
            state.statistics.deletionCount += missing.count
            // What the answer before had wrong in the same way has been told.
            let texts = answer.issues.map { "\($0.code.rawValue) \($0.message)" }
            let issues = zip(texts, answer.issues).filter { !state.issues.contains($0.0) }.map(\.1)
            state.issues = Set(texts.prefix(10_000))
            return (new, missing, issues)
        }
        issues.forEach { issueEvents.send($0) }
        new.forEach { sink.ingest($0) }
        missing.forEach { sink.delete($0) }
    }
}
