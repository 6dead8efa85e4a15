// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteModel

/// Something that knows where a device is: the base of every location source.
///
// Sendable by hand: subclasses exist only inside this package and add immutable state; what changes is behind locks.
public class LocationDataSource: @unchecked Sendable {
    /// How far a source is between stopped and started.
    public enum Status: Hashable, Sendable {
        case stopped
        case starting
        case started
        case stopping
        case failedToStart
    }

    /// Started or not. `$status` gives the current value first, then each change.
    @Streamed public private(set) var status = Status.stopped

    private struct State {
        var generation = 0
        var task: Task<Void, Never>?
        var error: (any Error)?
    }

    private let state = Mutex(State())
    private let locationEvents = EventSource<Location>()
    private let headingEvents = EventSource<Double>()

    /// Told of every location, on the task that brought it.
    package let arrivals = Observers<Location>()

    init() {}

    deinit {
        state.withLock { $0.task }?.cancel()
    }

    /// Delivers until the source ends; calls `onStart` once it is ready.
    func run(onStart: @escaping @Sendable () -> Void) async throws {}

    /// Why the source could not be started, or stopped by itself.
    public var error: (any Error)? { state.withLock { $0.error } }

    /// Every location from now on.
    public var locations: EventStream<Location> { locationEvents.stream() }

    /// Every heading from now on: degrees clockwise from north.
    public var headings: EventStream<Double> { headingEvents.stream() }

    /// Starts; returns once locations can come. Does nothing when started or starting.
    ///
    /// - Throws: the reason why the source could not be started; also when ``stop()`` is called meanwhile.
    public func start() async throws {
        let (started, continuation) = AsyncStream<Result<Void, any Error>>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let begun = state.withLock { state -> Bool in
            guard status != .started, status != .starting else { return false }
            state.generation += 1
            state.error = nil
            status = .starting
            let generation = state.generation
            state.task = Task { [weak self] in
                await self?.run(generation, continuation)
                continuation.finish()
            }
            return true
        }
        guard begun else { return }
        for await outcome in started { return try outcome.get() }
        throw CancellationError()
    }

    private func run(_ generation: Int, _ started: AsyncStream<Result<Void, any Error>>.Continuation) async {
        do {
            try await run(onStart: { [weak self] in
                if self?.setStatus(.started, generation) == true { started.yield(.success(())) }
            })
            setStatus(.stopped, generation)
        } catch is CancellationError {
            setStatus(.stopped, generation)
        } catch {
            setStatus(.failedToStart, generation, error)
            started.yield(.failure(error))
        }
    }

    /// Stops. What the source still delivers is ignored.
    public func stop() async {
        let task = state.withLock { state in
            state.generation += 1
            defer { state.task = nil }
            if status != .stopped { status = .stopped }
            return state.task
        }
        task?.cancel()
    }

    @discardableResult
    private func setStatus(_ status: Status, _ generation: Int, _ error: (any Error)? = nil) -> Bool {
        state.withLock { state in
            guard state.generation == generation else { return false }
            state.error = error
            self.status = status
            return true
        }
    }

    /// Hands a location to everybody who listens, while started.
    func deliver(_ location: Location) {
        guard status == .started else { return }
        locationEvents.send(location)
        arrivals.notify(location)
    }

    /// Hands a heading to everybody who listens, while started.
    func deliver(heading: Double) {
        guard status == .started else { return }
        headingEvents.send(heading)
    }
}
