// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteModel

/// A stream of observations and the entities that they are about: the base of every source.
///
/// A source is loaded (its fields become known), connected (observations flow), and keeps what ``purgeOptions`` allow in memory. Disconnecting keeps
/// what there is. A source lives at least until its connection ends. Safe to use from any thread. The rules are in `docs/dynamic-entities.md`.
///
/// Open so that the modules of this package can have subclasses; there is no public initializer, so nobody else can. For a stream of your own use a
/// ``CustomDynamicEntityDataSource``.
///
// Sendable by hand: subclasses exist only inside this package and add immutable state; what changes is behind locks.
open class DynamicEntityDataSource: Loadable, @unchecked Sendable {
    /// How many statuses are kept for a consumer that is busy.
    static let statusCapacity = 256

    /// Connected or not. `$connectionStatus` gives the current value first, then each change in order; a consumer that falls more than 256 changes behind
    /// gets the newest 256.
    @Streamed public private(set) var connectionStatus: ConnectionStatus

    /// How much is kept.
    public let purgeOptions: PurgeOptions

    /// The store behind the entities.
    package let entityStore: EntityStore

    let timing: SourceTiming
    private let loader: Loader
    private let driver: FeedDriver
    let connector: Connector
    private let loadStream: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - fields: the attributes that observations are known to have; more may show up.
    ///   - driver: what loads and runs the stream.
    ///   - timing: what observations are stamped by, what waits, and chance.
    package init(fields: [Field], driver: FeedDriver, timing: SourceTiming = .system) {
        let store = EntityStore(fields: fields, limits: TrackStoreLimits(), timing: timing)
        let loader = Loader()
        let loadStream: @Sendable () async throws -> Void = {
            try await driver.load()
            store.declare(driver.info()?.fields ?? [])
        }
        let status = Streamed(wrappedValue: ConnectionStatus.disconnected, capacity: Self.statusCapacity)
        (self.driver, self.loader, self.loadStream, self.timing, entityStore) = (driver, loader, loadStream, timing, store)
        _connectionStatus = status
        purgeOptions = PurgeOptions { limits in store.setLimits(limits, at: timing.now()) }
        connector = Connector(
            status: status, driver: driver, timing: timing,
            load: { try await loader.retry(loadStream) },
            makeSink: { gate in store.sink(through: gate) })
    }

    // MARK: Loading

    public var loadStatus: LoadStatus { loader.status }
    public var loadError: (any Error)? { loader.error }

    public func load() async throws {
        try await loader.load(loadStream)
    }

    public func retryLoad() async throws {
        try await loader.retry(loadStream)
    }

    /// Ends a load under way: it fails with `CancellationError`, and so does a ``connect()`` that waits for it.
    public func cancelLoad() {
        loader.cancel()
    }

    /// What the stream is about, as far as that is known.
    package var sourceInfo: DynamicEntityDataSourceInfo? { driver.info() }

    /// Whether a stream that broke off is opened again.
    package var connectsAgain: Bool { driver.canReconnect }

    // MARK: Connecting

    /// Why connecting failed, or the connection was lost for good. nil unless ``connectionStatus`` is `failed`.
    public var connectionError: (any Error)? { connector.error }

    /// How many attempts are made to open again a stream that was open and broke off: 12 unless set. 0 for none; a negative number counts as 0.
    ///
    /// The first two attempts are made at once, the others after ``reconnectionInterval``. They are counted anew once a connection has stood for that
    /// long, at least a second. Meanwhile ``connectionStatus`` is `connecting`; after the last failure it is `failed`. The attempt of ``connect()`` itself
    /// is not repeated. May be set at any time; holds from the next attempt.
    public var maximumReconnectionAttempts: Int {
        get { connector.maximumReconnectionAttempts }
        set { connector.maximumReconnectionAttempts = newValue }
    }

    /// Whether it is `disconnected` because its stream came to its own end, as that of a file does that was read.
    package var connectionHasEnded: Bool { connector.hasEnded }

    /// The seconds between attempts to open a stream again: 10 unless set. Each wait is up to a tenth shorter or longer, so that many clients do not come
    /// back at one moment.
    ///
    /// A negative number counts as 0, one that is not a number is ignored. May be set at any time; holds from the next wait.
    public var reconnectionInterval: Double {
        get { connector.reconnectionInterval }
        set { connector.reconnectionInterval = newValue }
    }

    /// Loads if need be and connects; returns once observations can flow. At once where the source is connected; where it is connecting, also again after
    /// a loss, it waits for the same outcome. After `failed` it starts over, loading included.
    ///
    /// When the task that waits is cancelled it throws `CancellationError`; when that was the last one that waited for a first connection, the attempt ends
    /// and the source is `disconnected`.
    ///
    /// - Throws: the reason why loading or connecting failed; a ``DynamicEntityError`` when ``disconnect()`` is called meanwhile.
    public func connect() async throws {
        try await connector.connect(for: self)
    }

    /// Ends the connection, or the attempt to make one, and keeps what has come in.
    ///
    /// Returns when the stream has ended, or after two seconds where it does not end. What it still delivers then is ignored and counted.
    public func disconnect() async {
        await connector.disconnect()
    }

    // MARK: Purging

    /// Removes everything that is kept, and stays connected.
    ///
    /// ``purgedObservations`` and ``purgedEntities`` say nothing of it; each entity's own `changes` do, once, with its last observation and
    /// `dynamicEntityWasPurged`, and end.
    public func purgeAll() async throws {
        entityStore.removeAll(at: timing.now())
    }

    // MARK: Counts

    /// How many observations were not taken in so far, by reason.
    public var rejectedObservationCounts: [ObservationRejection: Int] { entityStore.rejectedObservations.counts }

    /// How many attributes were left out or made null so far, by reason.
    public var rejectedAttributeCounts: [AttributeRejection: Int] { entityStore.rejectedAttributes.counts }

    /// How many events were dropped so far because a consumer was too slow, over all streams of this source and of its entities.
    public var missedEventCount: Int { entityStore.missedEventCount }
}
