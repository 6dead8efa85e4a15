// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import VedetteGeometry
public import VedetteModel

/// Locations from a GNSS receiver whose bytes you have: NMEA 0183, and the binary protocols of some makers, as they come.
///
///     let source = NMEALocationDataSource()
///     try await source.start()
///     source.pushData(bytes)
///
/// Its `locations` are NMEALocation; its `headings` are the true headings of HDT, THS and the like. Bytes that are pushed before `start()`,
/// or after `stop()`, are ignored. To read a file or a device, take `NMEAFeedLocationDataSource`.
public final class NMEALocationDataSource: LocationDataSource, @unchecked Sendable {
    // Sendable by hand, as the base is: what changes here is behind a lock.
    private struct State {
        var reader: NMEALocationReader
        var waiting: [NMEALocationReader.Event] = []
        var isDelivering = false
    }

    /// What the receiver's latitudes and longitudes are in.
    public let receiverSpatialReference: SpatialReference
    private let state: Mutex<State>
    private let satelliteEvents = EventSource<[NMEASatelliteInfo]>()

    /// - Parameter receiverSpatialReference: what the receiver's latitudes and longitudes are in; receivers use WGS 84 unless they were told
    ///   otherwise.
    public init(receiverSpatialReference: SpatialReference = .wgs84) {
        self.receiverSpatialReference = receiverSpatialReference
        state = Mutex(State(reader: NMEALocationReader(spatialReference: receiverSpatialReference)))
        super.init()
    }

    /// The satellites in view, whenever the receiver has told all of them.
    public var satellites: EventStream<[NMEASatelliteInfo]> { satelliteEvents.stream() }

    /// What was wrong with the bytes since the start.
    public var damage: GNSSDamage { state.withLock { $0.reader.damage } }

    /// Takes the next bytes of the receiver, however they are cut: a sentence goes on where the last piece ended.
    ///
    /// What they make whole is delivered before this returns, unless another call is delivering at the time: then that one does it.
    public func pushData(_ data: Data) {
        guard status == .started else { return }
        let isMine = state.withLock { state -> Bool in
            state.waiting += state.reader.push(data)
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        while isMine {
            let events = state.withLock { state -> [NMEALocationReader.Event] in
                defer { state.waiting = [] }
                if state.waiting.isEmpty { state.isDelivering = false }
                return state.waiting
            }
            if events.isEmpty { return }
            events.forEach(deliver)
        }
    }

    private func deliver(_ event: NMEALocationReader.Event) {
        switch event {
        case .location(let location): didUpdate(location)
        case .heading(let heading): didUpdateHeading(heading)
        case .satellites(let satellites): satelliteEvents.send(satellites)
        }
    }

    /// Begins anew: what was pushed before is forgotten.
    public override func doStart() {
        state.withLock { state in
            state.reader = NMEALocationReader(spatialReference: receiverSpatialReference)
            state.waiting = []
        }
        didStartOrFailWithError(nil)
    }
}
