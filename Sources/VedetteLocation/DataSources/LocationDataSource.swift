// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteModel

/// Something that knows where a device is: the base of every location source, and of yours.
///
/// A source of your own overrides ``doStart()`` and ``doStop()``, calls ``didStartOrFailWithError(_:)`` once for each start and ``didStop()`` once for each
/// stop, and hands over what it learns with ``didUpdate(_:)`` and ``didUpdateHeading(_:)``:
///
///     final class Beacon: LocationDataSource, @unchecked Sendable {
///         override func doStart() { …; didStartOrFailWithError(nil) }
///         override func doStop() { …; didStop() }
///     }
///
// Sendable by hand: what changes here is behind locks; a subclass says so of itself.
open class LocationDataSource: @unchecked Sendable {
    /// How far a source is between stopped and started.
    public enum Status: Hashable, Sendable {
        case stopped
        case starting
        case started
        case stopping
        case failedToStart
    }

    /// Started or not. `$status` gives the current value first, then each change.
    @Streamed(capacity: 256) public private(set) var status = Status.stopped

    private typealias Waiter = CheckedContinuation<Result<Void, any Error>, Never>

    private struct State {
        var generation = 0
        var starters: [Waiter] = []
        var stoppers: [Waiter] = []
        var task: Task<Void, Never>?
        var error: (any Error)?
        var location: Location?
        var heading: Double?
    }

    private let state = Mutex(State())
    private let driver: LocationDriver?
    private let locationEvents = EventSource<Location>()
    private let headingEvents = EventSource<Double>()

    /// Told of every location, on the task that brought it.
    package let arrivals = Observers<Location>()

    public init() {
        driver = nil
    }

    package init(driver: LocationDriver) {
        self.driver = driver
    }

    deinit {
        state.withLock { $0.task }?.cancel()
    }

    // MARK: For everybody

    /// Why the source could not be started, or what is wrong with it while it runs; nil where all is well.
    public var error: (any Error)? { state.withLock { $0.error } }

    /// The location that was told last, also before a start.
    public var location: Location? { state.withLock { $0.location } }

    /// The heading that was told last: degrees clockwise from true north.
    public var heading: Double? { state.withLock { $0.heading } }

    /// Every location from now on.
    public var locations: EventStream<Location> { locationEvents.stream() }

    /// Every heading from now on: degrees clockwise from true north.
    public var headings: EventStream<Double> { headingEvents.stream() }

    /// Starts; returns once locations can come. Does nothing when started; waits with the others when starting.
    ///
    /// - Throws: the reason why the source could not be started; `CancellationError` when ``stop()`` is called meanwhile.
    open func start() async throws {
        let outcome = await withCheckedContinuation { (waiter: Waiter) in
            let isMine = state.withLock { state -> Bool in
                if status == .started { waiter.resume(returning: .success(())) } else { state.starters.append(waiter) }
                guard status == .stopped || status == .failedToStart else { return false }
                state.generation += 1
                state.error = nil
                status = .starting
                return true
            }
            if isMine { doStart() }
        }
        try outcome.get()
    }

    /// Stops; returns once the source has stopped. Does nothing when stopped.
    open func stop() async {
        let (isMine, isStopped, starters) = state.withLock { state -> (Bool, Bool, [Waiter]) in
            guard status == .starting || status == .started else {
                if status == .failedToStart { status = .stopped }
                return (false, status == .stopped, [])
            }
            status = .stopping
            state.generation += 1
            defer { state.starters = [] }
            return (true, false, state.starters)
        }
        starters.forEach { $0.resume(returning: .failure(CancellationError())) }
        if isStopped { return }
        _ = await withCheckedContinuation { (waiter: Waiter) in
            let isWaiting = state.withLock { state -> Bool in
                guard status == .stopping else { return false }
                state.stoppers.append(waiter)
                return true
            }
            if isMine { doStop() }
            if !isWaiting { waiter.resume(returning: .success(())) }
        }
    }

    // MARK: For authors

    /// Begins to find out where the device is. Called by ``start()``, never by you. Calls ``didStartOrFailWithError(_:)`` once, now or later.
    open func doStart() {
        guard let driver else { return didStartOrFailWithError(nil) }
        state.withLock { state in
            let generation = state.generation
            let sink = LocationSink(
                start: { [weak self] in self?.ifCurrent(generation) { $0.didStartOrFailWithError(nil) } },
                location: { [weak self] location in self?.ifCurrent(generation) { $0.didUpdate(location) } },
                heading: { [weak self] heading in self?.ifCurrent(generation) { $0.didUpdateHeading(heading) } },
                trouble: { [weak self] error in self?.state.withLock { if $0.generation == generation { $0.error = error } } })
            state.task = Task { [weak self] in
                do {
                    try await driver.run(sink)
                    self?.end(generation, nil)
                } catch {
                    self?.end(generation, error is CancellationError ? nil : error)
                }
            }
        }
    }

    /// Stops what ``doStart()`` began. Called by ``stop()``, never by you. Calls ``didStop()`` once, now or later.
    open func doStop() {
        guard driver != nil else { return didStop() }
        let task = state.withLock { state in
            defer { state.task = nil }
            return state.task
        }
        task?.cancel()
        Task {
            await task?.value
            didStop()
        }
    }

    /// Says that the source has started, or why it has not, or, once it had, why it runs no more.
    public func didStartOrFailWithError(_ error: (any Error)?) {
        let starters = state.withLock { state -> [Waiter] in
            guard status == .starting || (status == .started && error != nil) else { return [] }
            state.error = error
            status = error == nil ? .started : .failedToStart
            defer { state.starters = [] }
            return state.starters
        }
        starters.forEach { $0.resume(returning: error.map { .failure($0) } ?? .success(())) }
    }

    /// Says that the source has stopped.
    public func didStop() {
        let stoppers = state.withLock { state -> [Waiter] in
            guard status == .stopping else { return [] }
            status = .stopped
            defer { state.stoppers = [] }
            return state.stoppers
        }
        stoppers.forEach { $0.resume(returning: .success(())) }
    }

    /// Tells a location to everybody who listens. Before a start it becomes the current ``location`` too, and is told.
    public func didUpdate(_ location: Location) {
        state.withLock { $0.location = location }
        locationEvents.send(location)
        arrivals.notify(location)
    }

    /// Tells a heading to everybody who listens: degrees clockwise from true north.
    public func didUpdateHeading(_ heading: Double) {
        state.withLock { $0.heading = heading }
        headingEvents.send(heading)
    }

    private func ifCurrent(_ generation: Int, _ body: (LocationDataSource) -> Void) {
        if state.withLock({ $0.generation == generation }) { body(self) }
    }

    /// The driver has come to its end.
    private func end(_ generation: Int, _ error: (any Error)?) {
        let starters = state.withLock { state -> [Waiter] in
            guard state.generation == generation else { return [] }
            state.error = error
            status = error == nil ? .stopped : .failedToStart
            defer { state.starters = [] }
            return state.starters
        }
        starters.forEach { $0.resume(returning: .failure(error ?? CancellationError())) }
    }
}
