// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteGeometry
import VedetteModel

/// Follows an orbit while requests for locations fail.
///
/// Locations are told inside the lock, so that none of the orbit comes behind the answer that ends it.
final class OrbitDetour: Sendable {
    private struct State {
        var failureCount = 0
        /// The last place that was answered with speed and course.
        var last: Location?
        var task: Task<Void, Never>?
        /// Counts detours: what an older one still has to tell is not told.
        var generation = 0
    }

    private let failover: OrbitFailover
    private let timing: SourceTiming
    private let sink: LocationSink
    private let state = Mutex(State())

    init(_ failover: OrbitFailover, _ timing: SourceTiming, _ sink: LocationSink) {
        (self.failover, self.timing, self.sink) = (failover, timing, sink)
    }

    func tell(_ location: Location) {
        state.withLock { state in
            // While it follows the orbit there is nothing to tell but that the last answer has become old.
            guard state.task == nil else { return }
            if !location.course.isNaN { state.last = location }
            sink.deliver(location)
        }
    }

    func report(_ error: (any Error)?) {
        sink.report(error)
        state.withLock { state in
            guard error != nil else {
                state.failureCount = 0
                return leave(&state)
            }
            state.failureCount += 1
            guard state.failureCount >= failover.failureCount, state.task == nil else { return }
            let orbit = orbit(through: state.last)
            guard let first = try? location(on: orbit) else { return }
            sink.deliver(first)
            let generation = state.generation
            state.task = Task { [self] in
                // It ends by being cancelled, or where the orbit does; the failures tell what is wrong.
                try? await OrbitPace(interval: failover.interval, timing: timing).run {
                    let location = try location(on: orbit)
                    self.state.withLock { if $0.generation == generation { sink.deliver(location) } }
                }
            }
        }
    }

    /// Leaves the orbit for good.
    func end() async {
        let task = state.withLock { state in
            defer { leave(&state) }
            return state.task
        }
        await task?.value
    }

    private func leave(_ state: inout State) {
        state.task?.cancel()
        state.task = nil
        state.generation += 1
    }

    private func location(on orbit: Orbit) throws(OrbitError) -> Location {
        try orbit.state(at: timing.now()).location(isLastKnown: true)
    }

    private func orbit(through last: Location?) -> Orbit {
        if let orbit = failover.orbit { return orbit }
        guard let last, let time = last.timestamp else { return .spaceStation }
        let isNorthbound = last.course < 90 || last.course > 270
        return Orbit.spaceStation(over: last.position, at: Instant(time), isNorthbound: isNorthbound) ?? .spaceStation
    }
}
