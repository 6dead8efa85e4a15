// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteLocation
public import VedetteModel

/// A location source over a gpsd: the daemon that reads the receivers of a machine and tells their fixes over TCP (https://gpsd.io).
///
/// Each fix of the daemon (`TPV`) with a position is a location. A start ends once the daemon has agreed to tell its fixes, which it can before any
/// receiver has one: ``fixMode`` says how that goes. Where the daemon cannot be reached, is none, or refuses, the start fails.
///
/// A connection that is lost is made anew, after a second at first, and after pauses that double up to a minute; each is shortened by up to a quarter by
/// chance, so that many clients do not come at once. Meanwhile the source stays started, and `error` says what is wrong; it is nil again once the daemon
/// answers. A daemon that says nothing for ten seconds is asked for a sign of life, and left where it gives none in as many again.
///
/// `horizontalAccuracy` and `verticalAccuracy` are gpsd's estimates of errors, which it means to hold in 95 % of cases. The z of a position is the height above
/// mean sea level, in a three-dimensional fix. `positionSource` is `GNSS`, and `satelliteCount` that of the satellites used, by the daemon's last word on
/// them. A device's heading, where it has a compass, is a heading.
public final class GPSDLocationDataSource: LocationDataSource, @unchecked Sendable {
    // Sendable by hand: what changes is in the client, behind locks.

    /// What a receiver can tell of where it is.
    public enum FixMode: Int, Hashable, Sendable {
        /// Nothing has been said yet.
        case unknown = 0
        /// The receiver has no fix.
        case none = 1
        /// Without a height.
        case twoDimensional = 2
        case threeDimensional = 3
    }

    public let host: String
    public let port: Int
    /// The only device that is listened to, as the daemon calls it, such as `/dev/ttyACM0`; nil for all that it has.
    public let device: String?
    private let client: GPSDClient

    /// - Parameters:
    ///   - host: where the daemon runs: a name or an address.
    ///   - port: 2947 unless it was told another.
    ///   - device: the only device to listen to; nil for all.
    public convenience init(host: String = "127.0.0.1", port: Int = 2947, device: String? = nil) {
        self.init(host: host, port: port, device: device, timing: .system)
    }

    init(host: String, port: Int, device: String?, timing: SourceTiming) {
        (self.host, self.port, self.device) = (host, port, device)
        let client = GPSDClient(host: host, port: port, device: device, timing: timing)
        self.client = client
        super.init(driver: LocationDriver { sink in try await client.run(sink) })
    }

    /// What the receiver can tell at the moment; `unknown` while there is no connection.
    public var fixMode: FixMode { client.fixMode.wrappedValue }

    /// The ``fixMode`` of the moment, and each that follows.
    public var fixModes: ValueStream<FixMode> { client.fixMode.projectedValue }

    /// The satellites in view, whenever the daemon tells them (`SKY`), from now on.
    public var satellites: EventStream<[NMEASatelliteInfo]> { client.satellites.stream() }

    /// What came and went since the source was made.
    public var statistics: GPSDStatistics { client.statistics }
}
