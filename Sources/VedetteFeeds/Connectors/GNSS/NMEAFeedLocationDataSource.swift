// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import VedetteGeometry
public import VedetteLocation
public import VedetteModel

/// Locations of a GNSS receiver whose bytes are in a log, or come from a device, a pipe or an http address.
///
/// A log is replayed as it was recorded: a location is due as long after the first as its GNSS time is after the first's. A device and a pipe are
/// read as their bytes come. The speed of a serial line is not set here: `stty` does that.
///
/// The source stops at the end of its bytes, unless it `repeats`. Its `locations` are `NMEALocation`.
public final class NMEAFeedLocationDataSource: LocationDataSource, @unchecked Sendable {
    // Sendable by hand, as the base is: what changes here is behind a lock.
    /// Where the bytes come from.
    public let url: URL
    private let satelliteEvents: EventSource<[NMEASatelliteInfo]>
    private let damageSoFar: DamageBox

    /// - Parameters:
    ///   - url: a file, a device or a named pipe (`file:`), or an `http` or `https` address.
    ///   - pace: how fast a log is replayed. What is no regular file comes as it comes.
    ///   - repeats: whether a log begins anew at its end; its times go on then.
    ///   - receiverSpatialReference: what the receiver's latitudes and longitudes are in.
    public convenience init(
        url: URL, pace: FeedPace = .recorded(), repeats: Bool = false, receiverSpatialReference: SpatialReference = .wgs84
    ) {
        let address = url.isFileURL ? FeedAddress.file(url.path) : .url(url)
        let isLog = (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile ?? false
        self.init(
            url: url, pace: isLog ? pace : .asFastAsPossible, repeats: isLog && repeats, spatialReference: receiverSpatialReference,
            timing: .system, open: { try await address.open() })
    }

    init(
        url: URL, pace: FeedPace, repeats: Bool, spatialReference: SpatialReference, timing: FeedTiming,
        open: @escaping @Sendable () async throws -> any ByteSource
    ) {
        self.url = url
        let (events, box) = (EventSource<[NMEASatelliteInfo]>(), DamageBox())
        (satelliteEvents, damageSoFar) = (events, box)
        let player = Player(
            pace: pace, repeats: repeats, spatialReference: spatialReference, timing: timing, open: open,
            onSatellites: { events.send($0) }, onDamage: { damage in box.damage.withLock { $0 = damage } })
        super.init(driver: LocationDriver { sink in try await player.run(sink) })
    }

    /// The satellites in view, whenever the receiver has told all of them.
    public var satellites: EventStream<[NMEASatelliteInfo]> { satelliteEvents.stream() }

    /// What was wrong with the bytes since the start, or since the log began anew.
    public var damage: GNSSDamage { damageSoFar.damage.withLock { $0 } }

    private final class DamageBox: Sendable {
        let damage = Mutex(GNSSDamage())
    }
}

/// Reads the bytes of a receiver, and hands over what they say when it is due.
private struct Player: Sendable {
    let pace: FeedPace
    let repeats: Bool
    let spatialReference: SpatialReference
    let timing: FeedTiming
    let open: @Sendable () async throws -> any ByteSource
    let onSatellites: @Sendable ([NMEASatelliteInfo]) -> Void
    let onDamage: @Sendable (GNSSDamage) -> Void

    /// A log with nothing to wait for does not run in circles.
    private static let shortestRound = Duration.seconds(1)

    func run(_ sink: LocationSink) async throws {
        var source = try await open()
        sink.didStart()
        let began = timing.now()
        var schedule = ReplaySchedule(pace: pace)
        while true {
            let roundBegan = timing.now()
            let count = try await playRound(source, &schedule, began, sink)
            guard repeats, count > 0 else { return }
            schedule.beginRound()
            try await timing.sleep(roundBegan + Self.shortestRound)
            source = try await open()
        }
    }

    /// Says how many locations there were.
    private func playRound(
        _ source: any ByteSource, _ schedule: inout ReplaySchedule, _ began: Duration, _ sink: LocationSink
    ) async throws -> Int {
        let input = BlockReader(source)
        var reader = NMEALocationReader(spatialReference: spatialReference)
        var count = 0
        while let bytes = try await input.next() {
            let events = reader.push(bytes)
            onDamage(reader.damage)
            for event in events {
                try Task.checkCancellation()
                switch event {
                case .heading(let heading): sink.deliver(heading: heading)
                case .satellites(let satellites): onSatellites(satellites)
                case .location(let location):
                    count += 1
                    try await deliver(location, &schedule, began, sink)
                }
            }
        }
        return count
    }

    private func deliver(
        _ location: NMEALocation, _ schedule: inout ReplaySchedule, _ began: Duration, _ sink: LocationSink
    ) async throws {
        let time = location.timestamp.map { Instant($0).microsecondsSince1970 }
        let now = timing.now() - began
        let taken = schedule.take(time, now: now)
        if schedule.isPaced, taken.due > now { try await timing.sleep(began + taken.due) }
        guard let shifted = taken.time, shifted != time else { return sink.deliver(location) }
        sink.deliver(location.moved(to: Instant(microsecondsSince1970: shifted).date))
    }
}
