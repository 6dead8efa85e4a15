// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
package import VedetteModel

extension LocationDriver {
    /// A driver that follows an orbit.
    ///
    /// - Parameters:
    ///   - orbit: the orbit. Where it leads nowhere (``OrbitError``) the source fails with that.
    ///   - interval: seconds between locations, counted from the first. Less than 0.05, and what is no number, counts as 0.05. Locations whose time has
    ///     passed, on a busy machine, are left out.
    ///   - timing: the clock.
    /// - Returns: a driver for one source.
    package static func orbiting(_ orbit: Orbit, interval: Double, timing: SourceTiming = .system) -> LocationDriver {
        LocationDriver { sink in
            let first = try orbit.state(at: timing.now()).location()
            sink.didStart()
            sink.deliver(first)
            try await OrbitPace(interval: interval, timing: timing).run {
                sink.deliver(try orbit.state(at: timing.now()).location())
            }
        }
    }

    /// Polling that goes on along an orbit where there are no answers; see ``OrbitFailover``.
    ///
    /// Locations on the orbit have `ORBIT` as their position source and are marked `isLastKnown`. Failures stay in `error` meanwhile.
    package static func polling(_ polling: LocationPolling, failover: OrbitFailover, timing: SourceTiming = .system) -> LocationDriver {
        LocationDriver { sink in
            let detour = OrbitDetour(failover, timing, sink)
            sink.didStart()
            await polling.loop.run {
                detour.tell($0)
            } report: {
                detour.report($0)
            }
            await detour.end()
        }
    }
}

/// Beats at an even pace.
struct OrbitPace: Sendable {
    private let interval: Duration
    private let timing: SourceTiming

    init(interval: Double, timing: SourceTiming) {
        self.interval = .seconds(interval >= 0.05 ? min(interval, 604_800) : 0.05)
        self.timing = timing
    }

    /// Calls `beat` one interval from now, and so on until it throws or the task is cancelled.
    func run(_ beat: () throws -> Void) async throws {
        var due = timing.uptime()
        while true {
            let now = timing.uptime()
            due += interval
            if due < now { due += interval * Int64(((now - due) / interval).rounded(.up)) }
            try await timing.sleep((due - now) / .seconds(1))
            try Task.checkCancellation()
            try beat()
        }
    }
}
