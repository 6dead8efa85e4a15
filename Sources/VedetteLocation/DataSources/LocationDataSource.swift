// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteModel

/// Something that knows where a device is: the base of every location source, and of yours.
///
/// A source of your own overrides ``doStart()`` and ``doStop()``. It calls ``didStartOrFailWithError(_:)`` once for each start and ``didStop()`` once for each stop, at once
/// or later, on any thread, and hands over what it learns with ``didUpdate(_:)`` and ``didUpdateHeading(_:)``:
///
///     final class Beacon: LocationDataSource, @unchecked Sendable {
///         override func doStart() { …; didStartOrFailWithError(nil) }
///         override func doStop() { …; didStop() }
///     }
///
/// Or it overrides ``start()`` and ``stop()``: where it calls those of `super` the base leads the status, and where it does not, ``didStartOrFailWithError(_:)`` and ``didStop()``
/// alone do. Sources that are asked again and again are made of a ``LocationPoller``, sequences of locations of a ``LocationProvider``.
///
/// However often and from wherever ``start()`` and ``stop()`` are called, `doStart` and `doStop` are called in turn, one for each start and stop, and never two at once.
/// Which status follows which is told by ``Status``. A source lives at least until it is stopped or has failed: one that is followed goes on though nobody keeps it.
///
// Sendable by hand: what changes here is behind locks; a subclass says so of itself.
open class LocationDataSource: @unchecked Sendable {
    /// How far a source is between stopped and started.
    public enum Status: Hashable, Sendable, CaseIterable {
        /// Before the first start, after a stop, and where a source has come to its end by itself.
        case stopped
        /// Started, but not ready yet. A stop leads to ``stopping``.
        case starting
        /// Locations can come.
        case started
        /// Told to stop, and not ready yet. A start waits for ``stopped``.
        case stopping
        /// It could not be started, or runs no more; ``LocationDataSource/error`` says why. A start tries again, a stop leads to ``stopped``.
        case failedToStart
    }

    /// Started or not. `$status` gives the current value first, then each change; a consumer that is busy misses none of the latest 256.
    @Streamed(capacity: 256) public private(set) var status = Status.stopped

    /// Why the source could not be started or runs no more (``Status/failedToStart``), or what is wrong with it while it goes on; nil where all is well, and once it was
    /// stopped. `$error` gives the current value first, then each change.
    @Streamed(capacity: 256) public private(set) var error: (any Error)? = nil

    private struct State {
        var lifecycle = LocationLifecycle()
        /// What the driver does.
        var task: Task<Void, Never>?
        /// Is resolved when the driver has returned.
        var driverEnd: Outcome<Void>?
        /// The source, unless it is stopped: locations that somebody follows go on though nobody keeps their source.
        var itself: LocationDataSource?
        var location: Location?
        var heading: Double?
    }

    /// How long a stop waits for a driver.
    private static let patience = Duration.seconds(2)

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

    /// The location that was told last, also before a start.
    public var location: Location? { state.withLock { $0.location } }

    /// The heading that was told last: degrees clockwise from true north.
    public var heading: Double? { state.withLock { $0.heading } }

    /// Every location from now on, over all starts.
    public var locations: EventStream<Location> { locationEvents.stream() }

    /// Every heading from now on, over all starts: degrees clockwise from true north.
    public var headings: EventStream<Double> { headingEvents.stream() }

    /// Starts; returns once locations can come. Does nothing when started; waits with the others when starting; when stopping, waits for the end of that and starts anew.
    ///
    /// - Throws: the reason why the source could not be started; `CancellationError` when ``stop()`` is called meanwhile, and when the calling task is cancelled. When
    ///   all who waited for a start were cancelled the source is stopped.
    open func start() async throws {
        try Task.checkCancellation()
        let ticket = change { [weak self] lifecycle in
            lifecycle.start { [weak self] number in self?.change { $0.abandon(number) } }
        }
        try await ticket?.value()
    }

    /// Stops; returns once the source has stopped, also when the calling task is cancelled. Does nothing when stopped; waits with the others when stopping.
    open func stop() async {
        guard let ticket = change({ $0.stop() }) else { return }
        await Task { try? await ticket.value() }.value
    }

    // MARK: For authors

    /// Begins to find out where the device is. Called by ``start()``, never by you. Calls ``didStartOrFailWithError(_:)`` once, now or later. Unless overridden, it does that at
    /// once.
    open func doStart() {
        guard let driver else { return didStartOrFailWithError(nil) }
        state.withLock { state in
            let (cycle, end) = (state.lifecycle.startCycle, Outcome<Void>())
            let sink = makeSink(cycle)
            state.driverEnd = end
            state.task = Task { [weak self] in
                defer { end.resolve(.success(())) }
                do {
                    try await driver.run(sink)
                    self?.change { $0.end(cycle, nil) }
                } catch {
                    self?.change { $0.end(cycle, error is CancellationError ? nil : error) }
                }
            }
        }
    }

    /// Stops what ``doStart()`` began, which may not have come so far as to call ``didStartOrFailWithError(_:)``: it need not any more. Called by ``stop()``, never by you. Calls
    /// ``didStop()`` once, now or later. Unless overridden, it does that at once.
    open func doStop() {
        guard let driver else { return didStop() }
        let (task, end) = state.withLock { state in
            defer { (state.task, state.driverEnd) = (nil, nil) }
            return (state.task, state.driverEnd)
        }
        task?.cancel()
        Task {
            if let end { await driver.timing.wait(for: end, until: driver.timing.uptime() + Self.patience) }
            didStop()
        }
    }

    /// Says that the source has started (nil), or why it has not; or, once it had, why it runs no more. Either way an error makes the status ``Status/failedToStart``, and ``doStop()`` is
    /// not called: what was begun has ended.
    ///
    /// Where it is not the time for it, it does nothing: a second time, or while the source stops.
    public func didStartOrFailWithError(_ error: (any Error)?) {
        change { $0.didStart(error) }
    }

    /// Says that the source has stopped: as it was told to, or, once it had started, by itself. Does nothing at other times.
    public func didStop() {
        change { $0.didStop() }
    }

    /// Tells a location to everybody who listens. Before a start it becomes the current ``location`` too, and is told.
    public func didUpdate(_ location: Location) {
        state.withLock { tell(location, &$0) }
        arrivals.notify(location)
    }

    /// Tells a heading to everybody who listens: degrees clockwise from true north. Another whole turn makes no difference: −90 is told as 270. What is no number is not told.
    public func didUpdateHeading(_ heading: Double) {
        state.withLock { tell(heading: heading, &$0) }
    }

    /// Says what is wrong while the source goes on, or with nil that all is well again: it becomes ``error``, and the status stays. Does nothing when it is not started.
    public func didUpdateError(_ error: (any Error)?) {
        change { $0.report(error, cycle: $0.cycle) }
    }

    // MARK: Inside

    private func makeSink(_ cycle: Int) -> LocationSink {
        LocationSink(
            start: { [weak self] in self?.change { if $0.cycle == cycle { $0.didStart(nil) } } },
            location: { [weak self] location in
                guard let self else { return }
                let isCurrent = state.withLock { state in
                    guard state.lifecycle.cycle == cycle else { return false }
                    self.tell(location, &state)
                    return true
                }
                if isCurrent { arrivals.notify(location) }
            },
            heading: { [weak self] heading in
                guard let self else { return }
                state.withLock { if $0.lifecycle.cycle == cycle { self.tell(heading: heading, &$0) } }
            },
            trouble: { [weak self] error in self?.change { $0.report(error, cycle: cycle) } })
    }

    // Streams are told inside the lock, so that they keep the order of changes.
    private func tell(_ location: Location, _ state: inout State) {
        state.location = location
        locationEvents.send(location)
    }

    private func tell(heading: Double, _ state: inout State) {
        let heading = Location.direction(heading)
        guard !heading.isNaN else { return }
        state.heading = heading
        headingEvents.send(heading)
    }

    /// Tells the lifecycle what happens, and carries out what follows.
    @discardableResult
    private func change<Result: Sendable>(_ body: (inout LocationLifecycle) -> Result) -> Result {
        let (result, settlements) = state.withLock { state in
            let result = body(&state.lifecycle)
            for change in state.lifecycle.takeChanges() {
                switch change {
                case .status(let status): self.status = status
                case .error(let error): if error != nil || self.error != nil { self.error = error }
                }
            }
            let isOver = state.lifecycle.status == .stopped || state.lifecycle.status == .failedToStart
            state.itself = isOver ? nil : self
            return (result, state.lifecycle.takeSettlements())
        }
        settlements.forEach { $0.outcome.resolve($0.result) }
        while let hook = state.withLock({ $0.lifecycle.nextHook() }) {
            switch hook {
            case .start: doStart()
            case .stop: doStop()
            }
            state.withLock { $0.lifecycle.hookReturned() }
        }
        return result
    }
}
