// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import VedetteModel

/// Asks somebody again and again where a device is: a provider for a ``CustomLocationDataSource``, whose author writes one request and no more.
///
///     let station = CustomLocationDataSource {
///         LocationPoller { try await positionOfTheStation() }
///     }
///
/// **Requests** begin an interval apart, and there is never more than one under way: one that is slow is followed by the next at once, and one that took
/// longer than the timeout is cancelled and waited for before the next begins, even if it takes no notice. After failures pauses become longer, see
/// ``LocationPollingOptions``. A failure ends nothing: it is counted, is told by ``lastError`` and becomes the `error` of a ``CustomLocationDataSource``, until there is
/// a good answer. A request that answers nil says that there is no location just now.
///
/// **Motion.** Where a fix lacks speed or course, they are derived from the fix before: the length of the geodesic between the two on WGS 84 over the time
/// between them, and its azimuth at the new fix. A device that has not moved (by 1 mm) has speed 0 and keeps its course. The first fix, from which neither can be known,
/// is told with `isLastKnown`, unless it says both itself; so is one whose fix before is more than 300 s (or three intervals, if that is longer) away. Times are
/// those of the fixes, or of their coming where they have none. A fix
///
/// - of the same time as the one before is told with the motion known so far; of the same time and place, it does not count as a new one,
/// - older than the one before is a straggler and not told, unless it is the third in a row of which each is newer than the one before it: then the clock of the
///   device was set back, and it counts as a first one,
/// - that is of a subclass of ``Location`` is told as it is, where it has speed and course, and else as a ``Location``.
///
/// **Staleness.** Where there is no new fix for a while, the last one is told once more, with `isLastKnown`.
///
/// Polling begins when ``locations`` is first iterated and ends with the last iteration; several share the requests.
public final class LocationPoller: LocationProvider {
    private struct State {
        var nextIdentifier = 0
        var listeners: [Int: AsyncStream<Location>.Continuation] = [:]
        /// The latest run, which is over or coming to its end where nobody listens.
        var task: Task<Void, Never>?
    }

    private let loop: LocationPollingLoop
    private let state = Mutex(State())
    private let troubles = Observers<(any Error)?>()

    /// - Parameters:
    ///   - options: how often to ask, and what to make of the answers.
    ///   - request: asks once. It is cancelled when it takes too long and when polling ends.
    public convenience init(
        options: LocationPollingOptions = LocationPollingOptions(), request: @escaping @Sendable () async throws -> Location?
    ) {
        self.init(options: options, timing: .system, request: request)
    }

    package init(
        options: LocationPollingOptions, timing: SourceTiming, request: @escaping @Sendable () async throws -> Location?
    ) {
        loop = LocationPollingLoop(options: options, timing: timing, request: request)
    }

    deinit {
        state.withLock { $0.task }?.cancel()
    }

    /// What came of it so far.
    public var statistics: LocationPollingStatistics { loop.statistics }

    /// Why the latest request failed; nil once there is a good answer.
    public var lastError: (any Error)? { loop.statistics.lastError }

    /// The locations, while it is iterated. A consumer that is busy gets the newest 256.
    public var locations: Locations { Locations(poller: self) }

    /// See ``LocationPoller/locations``.
    public struct Locations: AsyncSequence, Sendable {
        public typealias Element = Location
        public typealias Failure = Never

        let poller: LocationPoller

        public func makeAsyncIterator() -> AsyncStream<Location>.Iterator { poller.listen().makeAsyncIterator() }
    }

    private func listen() -> AsyncStream<Location> {
        let (stream, continuation) = AsyncStream<Location>.makeStream(bufferingPolicy: .bufferingNewest(256))
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            if state.listeners.isEmpty { state.task = makeTask(after: state.task) }
            state.listeners[state.nextIdentifier] = continuation
            return state.nextIdentifier
        }
        // The stream keeps the poller, so that one that nobody else keeps goes on.
        continuation.onTermination = { [self] _ in leave(identifier) }
        return stream
    }

    private func makeTask(after previous: Task<Void, Never>?) -> Task<Void, Never> {
        Task { [loop, troubles, weak self] in
            await previous?.value
            await loop.run { [weak self] location in
                self?.state.withLock { $0.listeners }.values.forEach { $0.yield(location) }
            } report: { error in
                troubles.notify(error)
            }
        }
    }

    private func leave(_ identifier: Int) {
        state.withLock { state in
            state.listeners[identifier] = nil
            if state.listeners.isEmpty { state.task?.cancel() }
        }
    }
}

extension LocationPoller: TroubledLocationProvider {
    package func observeTroubles(_ body: @escaping @Sendable ((any Error)?) -> Void) -> Observation {
        troubles.add { error in body(error) }
    }
}

/// A provider that goes on in spite of troubles, and tells them.
package protocol TroubledLocationProvider: LocationProvider {
    /// Calls `body` with each trouble, and with nil once all is well, until the observation is let go of.
    func observeTroubles(_ body: @escaping @Sendable ((any Error)?) -> Void) -> Observation
}
