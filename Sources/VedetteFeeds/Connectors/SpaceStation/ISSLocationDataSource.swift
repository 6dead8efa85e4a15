// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
public import Foundation
import NIOCore
public import VedetteLocation
package import VedetteModel

/// Where the International Space Station is.
///
///     let station = ISSLocationDataSource()                        // asks api.open-notify.org every 5 s
///     let offline = ISSLocationDataSource(orbit: .spaceStation)    // a propagated orbit, no network
///
/// **From a service.** It asks an address that answers in the shape of Open Notify,
/// `{"message":"success","timestamp":1750000000,"iss_position":{"latitude":"12.3","longitude":"-45.6"}}`, in the manner of a ``LocationPoller``: never two
/// requests at once, the first location last known, speed and course derived from the one before along the geodesic. The source is started at once, and goes on
/// whatever happens to its requests: what is wrong with them is in ``LocationDataSource/error`` until there is a good answer. Answers of more than 64 KiB are
/// refused, up to five redirections followed, and a `Retry-After` is obeyed. Such a service tells whole seconds, so that derived speeds waver by a fifth at an interval of 5 s;
/// they are what was measured, not what is so.
///
/// **From an orbit.** Without network it follows an ``Orbit``, propagated by SGP4. ``Orbit/spaceStation`` is one like the station's, *not* where the station is; give
/// today's two-line elements for that. Speed and course are those of the point below the station, its height is the z of the position, and its
/// ``Location/SourcePropertyKey/positionSource`` is `ORBIT`.
///
/// **From both.** With a ``OrbitFailover`` it asks a service, and while that does not answer it goes on along an orbit, from where the station was last seen.
// Sendable by hand: it adds only what never changes.
public final class ISSLocationDataSource: LocationDataSource, @unchecked Sendable {
    /// Open Notify's address.
    public static let defaultURL = URL(string: "http://api.open-notify.org/iss-now.json") ?? URL(fileURLWithPath: "/")

    private let polling: LocationPolling?

    /// A source that asks Open Notify every 5 s.
    public override convenience init() {
        self.init(url: Self.defaultURL)
    }

    /// A source that asks an address.
    ///
    /// - Parameters:
    ///   - url: an http or https address; starting fails with another one.
    ///   - options: how often to ask, and what to make of the answers.
    ///   - failover: what to do while there are no answers; nil for nothing.
    public convenience init(
        url: URL = ISSLocationDataSource.defaultURL, options: LocationPollingOptions = LocationPollingOptions(),
        failover: OrbitFailover? = nil
    ) {
        self.init(url: url, options: options, failover: failover, timing: .system)
    }

    package init(url: URL, options: LocationPollingOptions, failover: OrbitFailover?, timing: SourceTiming) {
        let request = SpaceStationRequest(url: url, timeout: options.timeout, date: timing.now)
        let polling = LocationPolling(options: options, timing: timing) { try await request.location() }
        self.polling = polling
        let driver = failover.map { LocationDriver.polling(polling, failover: $0, timing: timing) } ?? .polling(polling)
        super.init(
            driver: LocationDriver { sink in
                try request.check()
                try await driver.run(sink)
            })
    }

    /// A source that follows an orbit and needs no network.
    ///
    /// - Parameters:
    ///   - orbit: the orbit. Where it leads nowhere (``OrbitError``), the source fails with that.
    ///   - interval: seconds between locations. Less than 0.05, and what is no number, counts as 0.05.
    public convenience init(orbit: Orbit = .spaceStation, interval: Double = 1) {
        self.init(orbit: orbit, interval: interval, timing: .system)
    }

    package init(orbit: Orbit, interval: Double, timing: SourceTiming) {
        polling = nil
        super.init(driver: .orbiting(orbit, interval: interval, timing: timing))
    }

    /// What came of its requests so far; nil where it follows an orbit and makes none.
    public var statistics: LocationPollingStatistics? { polling?.statistics }
}

/// One question after the other.
private struct SpaceStationRequest: Sendable {
    private let url: URL
    private let poller: HTTPPoller

    /// A good answer has about a hundred bytes.
    private static let maximumAnswerLength = 1 << 16

    init(url: URL, timeout: Double, date: @escaping @Sendable () -> Instant) {
        self.url = url
        var options = PollingOptions()
        // Only where cancelling takes no effect: the poller of locations has counted to the timeout before.
        options.requestTimeout = timeout + 5
        options.maximumAnswerLength = Self.maximumAnswerLength
        poller = HTTPPoller(url: url, options: options, date: date)
    }

    /// - Throws: ``FeedError`` for an address that cannot be asked.
    func check() throws {
        guard ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false else {
            throw FeedError(
                .unreachable,
                "\(url.absoluteString) is no address of a service; use one that begins with http:// or https://, such as \(ISSLocationDataSource.defaultURL.absoluteString)"
            )
        }
    }

    /// - Returns: nil where nothing has changed since the last answer.
    /// - Throws: ``FeedError``, `CancellationError`.
    func location() async throws -> Location? {
        do {
            guard let answer = try await poller.ask() else { return nil }
            let location = try answer.body.withUnsafeReadableBytes { bytes throws(FeedError) in
                try SpaceStationAnswer(bytes, from: url.absoluteString).location
            }
            answer.accept()
            return location
        } catch let failure as PollFailure {
            var error = failure.error
            if error.code == .tooLarge {
                error = FeedError(
                    .tooLarge,
                    "\(url.absoluteString) answers with more than \(Self.maximumAnswerLength) bytes, which is no position; check the address"
                )
            }
            error.secondsToWait = failure.wish
            throw error
        }
    }
}
