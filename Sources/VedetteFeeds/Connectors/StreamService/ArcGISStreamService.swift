// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import VedetteDynamicEntities
public import VedetteModel

/// A stream service of ArcGIS GeoEvent Server, ArcGIS Velocity, or of another server that speaks their interface, `vedette serve` among them.
///
///     let service = ArcGISStreamService(url: URL(string: "https://…/arcgis/rest/services/Snowplows/StreamServer")!)
///     let filter = ArcGISStreamServiceFilter()
///     filter.whereClause = "speed > 0"
///     service.filter = filter
///     try await service.connect()
///
/// Loading reads the description; connecting opens the socket. Each message may hold a feature, a list of features or a feature result.
/// Positions are asked for in WGS 84. The event time is that of the service's start time field, in milliseconds since 1970. Where the
/// service keeps the latest observation of each entity, these are fetched whenever a connection has been opened; those that are not newer than
/// what is there are passed over. What cannot be read is passed over, counted in ``statistics`` and told in ``issues``.
///
/// Errors are of type ``FeedError``. See `docs/stream-service.md` for the protocol.
public final class ArcGISStreamService: DynamicEntityDataSource, @unchecked Sendable {
    /// Where the service is, as it was given.
    public let url: URL
    private let session: StreamServiceSession

    /// - Parameters:
    ///   - url: the address of the service, such as `https://…/StreamServer`. Of what stands behind a `?`, only a `token` is used.
    ///   - token: what the service wants to see; nil for the one in the address, or none. It is sent as the interface asks, in the query of
    ///     requests and of the socket, to this host alone, and is in no message of ours. Use `https`.
    ///   - options: patience and limits.
    public convenience init(url: URL, token: String? = nil, options: StreamServiceOptions = StreamServiceOptions()) {
        self.init(url: url, token: token, options: options, timing: .system)
    }

    package init(url: URL, token: String?, options: StreamServiceOptions, timing: SourceTiming) {
        self.url = url
        let session = StreamServiceSession(address: StreamServiceAddress(url, token: token), options: options)
        self.session = session
        super.init(
            fields: [],
            driver: FeedDriver(info: { session.info }, canReconnect: true, load: { try await session.load() }) { onOpen, sink in
                try await session.run(onOpen: onOpen, sink: sink)
            },
            timing: timing)
        session.state.withLock { $0.store = entityStore }
    }

    /// What the service says of itself; nil before it is loaded.
    public var info: ArcGISStreamServiceInfo? { session.info }

    /// Which observations the service sends; nil for all.
    ///
    /// Where the service is connected, it is told at once; what it does not take is in ``filterError`` and ``issues``, and it goes on with
    /// the filter that it had. What came in before is kept as it is.
    public var filter: ArcGISStreamServiceFilter? {
        get { session.state.withLock { $0.filter } }
        set { session.setFilter(newValue) }
    }

    /// Why the filter that was set last while connected is not in effect; nil where nothing is known against it.
    public var filterError: (any Error)? { session.state.withLock { $0.filterError } }

    /// What is wrong with messages, observations and the archive, from now on.
    public var issues: EventStream<FeedIssue> { session.issueEvents.stream() }

    /// What came in so far, and what was passed over.
    public var statistics: StreamServiceStatistics { session.state.withLock { $0.statistics } }
}

extension StreamServiceSession {
    var info: ArcGISStreamServiceInfo? { state.withLock { $0.description?.info } }
}
