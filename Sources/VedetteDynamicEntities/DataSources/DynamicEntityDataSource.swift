// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
public import VedetteModel

/// A stream of observations and the entities that they are about: the base of every source.
///
/// A source is loaded (its fields become known), connected (observations flow), and keeps what ``purgeOptions`` allow in memory.
/// Disconnecting keeps what there is. Safe to use from any thread.
///
/// Open so that the modules of this package can have subclasses; there is no public initializer, so nobody else can. For a stream of your own use a
/// ``CustomDynamicEntityDataSource``.
///
// Sendable by hand: subclasses exist only inside this package and add immutable state; what changes is behind locks.
open class DynamicEntityDataSource: Loadable, @unchecked Sendable {
    /// Connected or not. `$connectionStatus` gives the current value first, then each change.
    @Streamed public private(set) var connectionStatus = ConnectionStatus.disconnected

    /// How much is kept.
    public let purgeOptions: PurgeOptions

    /// The store behind the entities.
    package let entityStore: EntityStore

    private struct ConnectionState {
        /// Counted up with each connection and each disconnection; what an older connection still delivers is ignored.
        var generation = 0
        var task: Task<Void, Never>?
        var error: (any Error)?
    }

    private let connection = Mutex(ConnectionState())
    private let loader = Loader()
    private let driver: FeedDriver
    private let clock: @Sendable () -> Instant

    /// - Parameters:
    ///   - fields: the attributes that observations are known to have; more may show up.
    ///   - driver: what loads and runs the stream.
    ///   - clock: what observations are stamped by.
    package init(fields: [Field], driver: FeedDriver, clock: @escaping @Sendable () -> Instant = { Instant(Date()) }) {
        self.driver = driver
        let store = EntityStore(fields: fields, limits: TrackStoreLimits())
        entityStore = store
        self.clock = clock
        purgeOptions = PurgeOptions { limits in store.setLimits(limits, at: clock()) }
    }

    deinit {
        connection.withLock { $0.task }?.cancel()
    }

    // MARK: Loadable

    public var loadStatus: LoadStatus { loader.status }
    public var loadError: (any Error)? { loader.error }

    public func load() async throws {
        try await loader.load(driver.load)
    }

    public func retryLoad() async throws {
        try await loader.retry(driver.load)
    }

    public func cancelLoad() {
        loader.cancel()
    }

    // MARK: Connecting

    /// Why the connection failed or was lost, where ``connectionStatus`` is `failed`.
    public var connectionError: (any Error)? { connection.withLock { $0.error } }

    /// Loads if need be and connects; returns once observations can flow. Does nothing when connected or connecting.
    ///
    /// - Throws: the reason why loading or connecting failed; also when ``disconnect()`` is called meanwhile.
    public func connect() async throws {
        try await load()
        let (opened, continuation) = AsyncStream<Result<Void, any Error>>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let begun = connection.withLock { state -> Bool in
            guard connectionStatus != .connected, connectionStatus != .connecting else { return false }
            state.generation += 1
            state.error = nil
            connectionStatus = .connecting
            let generation = state.generation
            let entityStore = entityStore
            let sink = FeedSink(
                schema: { entityStore.withStore { $0.schema } }, ingest: { [weak self] batch in self?.ingest(batch, generation) },
                delete: { [weak self] id in self?.delete(id, generation) },
                reject: { [weak self] reason in self?.entityStore.reject(reason) })
            state.task = Task { [weak self] in
                await self?.run(generation, sink, opened: continuation)
                continuation.finish()
            }
            return true
        }
        guard begun else { return }
        for await outcome in opened { return try outcome.get() }
        throw DynamicEntityError(.disconnected, "disconnected while connecting")
    }

    private func run(_ generation: Int, _ sink: FeedSink, opened: AsyncStream<Result<Void, any Error>>.Continuation) async {
        do {
            try await driver.run(
                { [weak self] in
                    if self?.setStatus(.connected, generation) == true { opened.yield(.success(())) }
                }, sink)
            setStatus(.disconnected, generation)
        } catch is CancellationError {
            setStatus(.disconnected, generation)
        } catch {
            setStatus(.failed, generation, error)
            opened.yield(.failure(error))
        }
    }

    /// Ends the connection and keeps what has come in. What the stream still delivers is ignored.
    public func disconnect() async {
        let task = connection.withLock { state in
            state.generation += 1
            defer { state.task = nil }
            if connectionStatus != .disconnected { connectionStatus = .disconnected }
            return state.task
        }
        task?.cancel()
    }

    @discardableResult
    private func setStatus(_ status: ConnectionStatus, _ generation: Int, _ error: (any Error)? = nil) -> Bool {
        connection.withLock { state in
            guard state.generation == generation else { return false }
            state.error = error
            connectionStatus = status
            return true
        }
    }

    // MARK: Data

    private func ingest(_ batch: ObservationBatch, _ generation: Int) {
        guard connection.withLock({ $0.generation == generation }) else { return }
        entityStore.ingest(batch, at: clock())
    }

    private func delete(_ trackID: String, _ generation: Int) {
        guard connection.withLock({ $0.generation == generation }) else { return }
        entityStore.remove(trackID: trackID, at: clock())
    }

    /// Removes everything that is kept, and stays connected.
    ///
    /// ``purgedObservations`` and ``purgedEntities`` say nothing of it; each entity's own `changes` do, once, with
    /// `dynamicEntityWasPurged`.
    public func purgeAll() async throws {
        entityStore.removeAll(at: clock())
    }

    /// Every observation as it comes in.
    public var receivedObservations: EventStream<DynamicEntityObservationInfo> { entityStore.receivedObservations.stream() }
    /// Every observation that is purged by a limit or with its entity.
    public var purgedObservations: EventStream<DynamicEntityObservationInfo> { entityStore.purgedObservations.stream() }
    /// Every entity as its first observation comes in.
    public var receivedEntities: EventStream<DynamicEntityInfo> { entityStore.receivedEntities.stream() }
    /// Every entity as its last observation is purged by a limit, or as it is deleted by its feed.
    public var purgedEntities: EventStream<DynamicEntityInfo> { entityStore.purgedEntities.stream() }

    /// How many observations were not taken in so far, by reason.
    public var rejectedObservationCounts: [ObservationRejection: Int] { entityStore.rejectionCounts }

    /// What the stream is about, as far as that is known.
    package var sourceInfo: DynamicEntityDataSourceInfo? { driver.info() }

    /// The entities whose newest observation matches `parameters` now.
    public func queryDynamicEntities(using parameters: DynamicEntityQueryParameters) async throws -> DynamicEntityQueryResult {
        try result(of: parameters.values)
    }

    /// The entities with these track ids.
    public func queryDynamicEntities(withTrackIDs trackIDs: some Sequence<String>) async throws -> DynamicEntityQueryResult {
        var values = DynamicEntityQueryParameters.Values()
        values.trackIDs = Array(trackIDs)
        // No ids are no condition in the parameters, and no entity here.
        return values.trackIDs.isEmpty ? DynamicEntityQueryResult([]) : try result(of: values)
    }

    private func result(of values: DynamicEntityQueryParameters.Values) throws -> DynamicEntityQueryResult {
        let matches = try entityStore.withStore { store in
            let query = try TrackQuery(values, fields: store.schema.namedFields, now: clock())
            return store.numbers(matching: query).compactMap { number in
                store.entity(number).map { DynamicEntity(id: $0, track: number, owner: entityStore) }
            }
        }
        return DynamicEntityQueryResult(matches)
    }
}
