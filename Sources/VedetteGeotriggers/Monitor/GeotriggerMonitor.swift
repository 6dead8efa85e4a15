// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import VedetteExpressions
import VedetteFences
public import VedetteModel

/// Watches for the condition of a geotrigger and notifies when it is met.
///
/// Ask for ``notifications`` before ``start()``: there is no replay. The monitor neither starts nor stops the source of its feed. Several monitors can share a
/// feed and its fences. Stopping and starting it again begins with an empty memory, and what is inside a fence then is reported as entered again, unless it
/// starts with a snapshot.
///
/// Fences are judged when fixes come *and* when fences are edited: an edit is seen by the next fix, and it waits for at most 1,024 fixes that are being judged.
///
// Sendable by hand: the streamed properties are safe from any thread and never reassigned; the rest is immutable or behind locks.
public final class GeotriggerMonitor: @unchecked Sendable {
    /// Whether a monitor is at work.
    public enum Status: Hashable, Sendable, CaseIterable {
        /// Before the first start, and after a stop.
        case stopped
        /// Reads its fences.
        case starting
        /// At work; where ``GeotriggerMonitor/warning`` is not nil, perhaps not wholly.
        case started
        /// Could not start: ``GeotriggerMonitor/warning`` says why. Mend it and start again.
        case failedToStart
    }

    public let geotrigger: Geotrigger

    /// Whether the monitor is at work. `$status` gives the current value first, then each change.
    @Streamed(capacity: 64) public private(set) var status = Status.stopped

    /// What keeps the monitor, or some of its fences, from working; nil once all is well again. `$warning` gives the current value first, then each change.
    ///
    /// - Where it cannot **start** — a script that cannot be read, a setting out of range — ``start()`` throws the same error and the status is `failedToStart`.
    /// - Where the **feed or all fences** are missing — the source is not started, the table cannot be read, no element has an area — it is started and
    ///   goes on by itself once they are there: a ``GeotriggerError`` with the code `feedNotStarted`, `fencesUnavailable` or `noFences`.
    /// - Where **single fences** are faulty — without geometry, spatial reference or the buffer that they need — the others work: the code is `invalidFences`,
    ///   and ``GeotriggerError/fences`` says what is wrong with which.
    ///
    /// Of several, the first in this order is told.
    @Streamed(capacity: 64) public private(set) var warning: (any Error)? = nil

    /// The zone of `Now()` and of dates in messages; nil, UTC, unless set. Read at the start.
    @Synchronized public var timeZone: TimeZone? = nil

    private enum Phase {
        case idle
        case starting(Int, Task<Void, any Error>)
        case started(MonitorRun)
    }

    private struct State {
        var phase = Phase.idle
        var startCount = 0
        /// The run that ended last, for a snapshot of its end.
        var lastRun: MonitorRun?
    }

    private struct Problems {
        /// The start whose run may tell; nil while stopped.
        var start: Int?
        var feed: GeotriggerError?
        var table: GeotriggerError?
        var fences: GeotriggerError?
    }

    private let state = Mutex(State())
    private let problems = Mutex(Problems())
    private let events = EventSource<GeotriggerNotificationInfo>()
    private let messageErrors = Mutex((count: 0, latest: ArcadeError?.none))
    let timing: SourceTiming

    /// How often rules that wait are looked at, in seconds.
    static let tickInterval = 0.25

    public convenience init(geotrigger: Geotrigger) {
        self.init(geotrigger: geotrigger, timing: .system)
    }

    package init(geotrigger: Geotrigger, timing: SourceTiming) {
        (self.geotrigger, self.timing) = (geotrigger, timing)
    }

    deinit {
        if case .started(let run) = state.withLock({ $0.phase }) { run.end() }
    }

    // MARK: Notifications

    /// Every notification from now on. Ask for the stream before ``start()`` to miss none.
    public var notifications: EventStream<GeotriggerNotificationInfo> { events.stream() }

    /// How many notifications were dropped because a consumer was too slow, over all streams.
    public var missedNotificationCount: Int { events.droppedCount }

    // MARK: Counts

    /// For how many notifications the message expression stumbled, so that their messages are empty.
    public var messageErrorCount: Int { messageErrors.withLock { $0.count } }

    /// Over what the message expression stumbled last, and where; nil where it never did.
    public var latestMessageError: ArcadeError? { messageErrors.withLock { $0.latest } }

    /// For how many fixes the feed's filter stumbled: they were used. Counted over all monitors of the feed.
    public var filterErrorCount: Int { geotrigger.feed.filterErrorCount }

    /// How many fixes came too late to change anything, in the run that is or was last.
    public var lateFixCount: Int { latestRun?.withCore { $0.counts.late } ?? 0 }

    /// How many fixes were judged, or wait to be, in the run that is or was last.
    public var fixCount: Int { latestRun?.withCore { $0.counts.fixes } ?? 0 }

    private var latestRun: MonitorRun? {
        state.withLock { state in
            if case .started(let run) = state.phase { run } else { state.lastRun }
        }
    }

    // MARK: Starting and stopping

    /// Begins to watch; returns once the fences are read and fixes are judged. Does nothing when started; waits with the others when starting.
    ///
    /// - Throws: `ArcadeError` for a message expression, or a filter of the feed, that cannot be read; ``GeotriggerError`` for settings that cannot be; what
    ///   the fence parameters say of a filter that cannot be. `CancellationError` when ``stop()`` is called meanwhile, or the calling task is cancelled.
    public func start() async throws {
        try await start(nil)
    }

    /// Begins to watch where a snapshot was taken: what was inside a fence then is not reported as entered again, and events go on with the same ids.
    ///
    /// Fences are found by their ids: those that are gone since are forgotten. Give fences ids that stay: features and dynamic entities have them.
    ///
    /// - Parameter snapshot: what ``snapshot()`` gave, of a trigger with the same settings.
    /// - Throws: as ``start()``; ``GeotriggerError/Code/invalidSnapshot`` for bytes that are no such snapshot.
    public func start(restoring snapshot: Data) async throws {
        try await start(snapshot)
    }

    private func start(_ snapshot: Data?) async throws {
        try Task.checkCancellation()
        let task = state.withLock { state -> Task<Void, any Error>? in
            switch state.phase {
            case .started: return nil
            case .starting(_, let task): return task
            case .idle:
                state.startCount += 1
                let number = state.startCount
                status = .starting
                warning = nil
                let task = Task { [self] in try await begin(snapshot, number) }
                state.phase = .starting(number, task)
                return task
            }
        }
        guard let task else { return }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Ceases to watch: returns once nothing is judged any more. Does nothing when stopped. What is left in streams can still be read.
    public func stop() async {
        let (run, task) = state.withLock { state -> (MonitorRun?, Task<Void, any Error>?) in
            switch state.phase {
            case .idle: return (nil, nil)
            case .starting(_, let task):
                settle(&state, .stopped, nil)
                return (nil, task)
            case .started(let run):
                state.lastRun = run
                settle(&state, .stopped, nil)
                return (run, nil)
            }
        }
        run?.end()
        task?.cancel()
        _ = await task?.result
    }

    /// What is known of every track: which fences it is in, what its rules wait for, and which ids were given. When the monitor is stopped, as it was at the stop.
    ///
    /// - Throws: ``GeotriggerError/Code/notStarted`` where it was never started.
    public func snapshot() throws -> Data {
        guard let bytes = latestRun?.withCore({ $0.snapshot() }) else {
            throw GeotriggerError(.notStarted, "the monitor was never started and knows nothing; start it before taking a snapshot")
        }
        return Data(bytes)
    }

    private func settle(_ state: inout State, _ status: Status, _ error: (any Error)?) {
        state.phase = .idle
        problems.withLock { problems in
            problems = Problems()
            warning = error
        }
        self.status = status
    }

    // MARK: The beginning

    private func begin(_ snapshot: Data?, _ number: Int) async throws {
        do {
            problems.withLock { $0 = Problems(start: number) }
            let run = try await makeRun(snapshot, number)
            let isCurrent = state.withLock { state in
                guard case .starting(number, _) = state.phase else { return false }
                state.phase = .started(run)
                state.lastRun = nil
                status = .started
                return true
            }
            guard isCurrent else {
                run.end()
                throw CancellationError()
            }
        } catch {
            state.withLock { state in
                guard case .starting(number, _) = state.phase else { return }
                let isCancelled = error is CancellationError
                settle(&state, isCancelled ? .stopped : .failedToStart, isCancelled ? nil : error)
            }
            throw error
        }
    }

    // MARK: What comes of it

    func notify(_ outcome: FenceOutcome, _ writer: MessageWriter) {
        let location = FeedLocation.make(outcome)
        let message: GeotriggerMessage
        do throws(ArcadeError) {
            message = try writer.message(of: outcome, location, at: timing.now())
        } catch {
            messageErrors.withLock { $0 = ($0.count + 1, error) }
            message = GeotriggerMessage(text: "", actions: writer.requestedActions)
        }
        events.send(FenceGeotriggerNotificationInfo(outcome, of: self, message, location))
    }

    /// Takes what is wrong with a part, as the run of a start tells it; of runs that are over, nothing.
    func note(_ problem: MonitorProblem, ofStart number: Int) {
        problems.withLock { problems in
            guard problems.start == number else { return }
            switch problem {
            case .feed(let error): problems.feed = error
            case .table(let error): problems.table = error
            case .fences(let error): problems.fences = error
            }
            // Told inside the lock, so that warnings keep the order of what they tell.
            let next = problems.feed ?? problems.table ?? problems.fences
            if next != nil || warning != nil { warning = next }
        }
    }

    // MARK: Fences

    /// The fences that are watched, by id; before the start, those that would be, as far as they are known.
    package var fences: [(id: String, element: any GeoElement)] {
        let run = state.withLock { state in
            if case .started(let run) = state.phase { run } else { nil as MonitorRun? }
        }
        if let watched = run?.withCore({ $0.registry.fences }) { return watched.map { ($0.id, $0.element) } }
        guard let parameters = (geotrigger as? FenceGeotrigger)?.fenceParameters else { return [] }
        var registry = FenceRegistry(bufferDistance: 0)
        return parameters.elements.map { (registry.reserveID(for: $0), $0.element) }
    }

    /// The fences that are watched, with the areas that are judged, in the order of their ids; empty when stopped.
    package var watchedFences: [GeotriggerFence] {
        guard case .started(let run) = state.withLock({ $0.phase }) else { return [] }
        return run.withCore { $0.registry.fences } ?? []
    }
}
