// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Vedette

/// The made-up air traffic as a live feed for a `CustomDynamicEntityDataSource`.
public struct AirTrafficFeed: CustomDynamicEntityFeed, Sendable {
    /// What a source over this feed says of itself.
    public static var info: DynamicEntityDataSourceInfo {
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "flight_number", fields: AirTrafficSimulation.fields)
        info.spatialReference = .wgs84
        info.timeFieldName = "time"
        info.description = "Made-up air traffic around Phoenix Sky Harbor"
        return info
    }

    public let events: Events

    /// Makes a feed.
    ///
    /// - Parameters:
    ///   - flightCount: how many flights.
    ///   - seed: decides everything that is left to chance.
    ///   - interval: the time between two reports of a flight.
    ///   - history: how much of the past is reported first, without waiting.
    ///   - start: when the history ends and the present begins.
    ///   - clock: what the feed waits by.
    public init(
        flightCount: Int, seed: UInt64, interval: Duration = .seconds(1), history: Duration = .zero, start: Instant = Instant(Date()),
        clock: any Clock<Duration> & Sendable = ContinuousClock()
    ) {
        events = Events(
            simulation: AirTrafficSimulation(flightCount: flightCount, seed: seed), interval: interval,
            pastSteps: interval > .zero ? Int((history / (interval * Self.pastStride)).rounded(.up)) : 0, start: start, clock: clock)
    }

    /// The past is reported less often than the present: every so many intervals.
    fileprivate static let pastStride = 5

    /// Every flight's report, then a wait, and so on for ever.
    public struct Events: AsyncSequence, Sendable {
        public typealias Element = CustomDynamicEntityFeedEvent

        let simulation: AirTrafficSimulation
        let interval: Duration
        let pastSteps: Int
        let start: Instant
        let clock: any Clock<Duration> & Sendable

        public func makeAsyncIterator() -> Iterator {
            Iterator(events: self)
        }
    }

    public struct Iterator: AsyncIteratorProtocol {
        private var simulation: AirTrafficSimulation
        private let events: Events
        private let seconds: Double
        private var reports: ArraySlice<AirTrafficSimulation.Report>
        /// Steps since the present began; negative in the past.
        private var step: Int
        /// Waits until so long after the present began, so that the feed does not fall behind the clock by what each wait is late.
        private var wait: (@Sendable (Duration) async throws -> Void)?

        init(events: Events) {
            self.events = events
            simulation = events.simulation
            reports = events.simulation.reports[...]
            step = -events.pastSteps
            seconds = events.interval / .seconds(1)
        }

        public mutating func next() async throws -> CustomDynamicEntityFeedEvent? {
            if reports.isEmpty {
                step += 1
                if step > 0 {
                    let wait = wait ?? Self.waiting(by: events.clock)
                    self.wait = wait
                    try await wait(events.interval * step)
                } else {
                    try Task.checkCancellation()
                }
                simulation.advance(bySeconds: step > 0 ? seconds : seconds * Double(AirTrafficFeed.pastStride))
                reports = simulation.reports[...]
            }
            let time = events.start.advanced(bySeconds: Double(step) * (step > 0 ? seconds : seconds * Double(AirTrafficFeed.pastStride)))
            return reports.popFirst().map { report in
                var attributes = report.attributes
                attributes["time"] = time.date
                return .newObservation(geometry: report.point, attributes: attributes)
            }
        }

        private static func waiting(by clock: some Clock<Duration>) -> @Sendable (Duration) async throws -> Void {
            let began = clock.now
            return { duration in try await clock.sleep(until: began.advanced(by: duration), tolerance: nil) }
        }
    }
}
