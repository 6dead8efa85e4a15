// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

extension LocationDriver {
    /// A driver that asks again and again, see ``LocationPoller``: the source is started at once, and goes on whatever its requests answer; what is wrong is in its `error`
    /// until there is a good answer.
    ///
    /// - Parameters:
    ///   - options: how often to ask, and what to make of the answers.
    ///   - timing: clocks and chance.
    ///   - request: asks once. It is cancelled when it takes too long and when the source is stopped.
    /// - Returns: a driver for one source.
    package static func polling(
        options: LocationPollingOptions, timing: SourceTiming = .system, request: @escaping @Sendable () async throws -> Location?
    ) -> LocationDriver {
        polling(LocationPolling(options: options, timing: timing, request: request))
    }

    /// The same, of polling whose counters are of interest.
    package static func polling(_ polling: LocationPolling) -> LocationDriver {
        LocationDriver { sink in
            sink.didStart()
            await polling.loop.run {
                sink.deliver($0)
            } report: {
                sink.report($0)
            }
        }
    }
}

/// Polling for one source, over all of its starts.
package struct LocationPolling: Sendable {
    let loop: LocationPollingLoop

    package init(
        options: LocationPollingOptions, timing: SourceTiming = .system, request: @escaping @Sendable () async throws -> Location?
    ) {
        loop = LocationPollingLoop(options: options, timing: timing, request: request)
    }

    package var statistics: LocationPollingStatistics { loop.statistics }
}
