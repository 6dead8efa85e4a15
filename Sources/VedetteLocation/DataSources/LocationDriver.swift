// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

/// How a source of this package comes by its locations.
package struct LocationDriver: Sendable {
    /// Delivers until the source is at its end or cancelled.
    ///
    /// It calls `didStart` of the sink once, as soon as locations can come, and reports troubles that it gets over with `report`. Where it returns
    /// the source has stopped; where it throws, the source has failed. It is cancelled by `stop()`, which waits until it has returned, but no longer than 2 seconds: then
    /// it is left to itself, and what it still delivers counts for nothing.
    package var run: @Sendable (LocationSink) async throws -> Void
    let timing: SourceTiming

    package init(timing: SourceTiming = .system, run: @escaping @Sendable (LocationSink) async throws -> Void) {
        (self.timing, self.run) = (timing, run)
    }
}

/// Where a driver puts what it has. Calls after the source was stopped, or started anew, do nothing.
package struct LocationSink: Sendable {
    let start: @Sendable () -> Void
    let location: @Sendable (Location) -> Void
    let heading: @Sendable (Double) -> Void
    let trouble: @Sendable ((any Error)?) -> Void

    /// The source is ready.
    package func didStart() { start() }

    package func deliver(_ location: Location) { self.location(location) }

    /// - Parameter heading: degrees clockwise from true north.
    package func deliver(heading: Double) { self.heading(heading) }

    /// Says what is wrong while the source goes on (`error` of the source); nil once all is well again.
    package func report(_ error: (any Error)?) { trouble(error) }
}
