// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import VedetteModel

/// A track store behind a lock, with everybody who wants to hear of its changes: what a data source and its entities share.
package final class EntityStore: Sendable {
    struct State: ~Copyable {
        var store: TrackStore
        /// Streams of changes of single entities.
        var watches = EntityWatches()
        /// Continuous queries, by a number of their own.
        var queries: [Int: ContinuousQueryCore] = [:]
        var nextQuery = 0
        /// What removes observations that become too old.
        var alarm: ExpiryAlarm?
    }

    let state: Mutex<State>
    let receivedEntities = EventSource<DynamicEntityInfo>()
    let purgedEntities = EventSource<DynamicEntityInfo>()
    let receivedObservations = EventSource<DynamicEntityObservationInfo>()
    let purgedObservations = EventSource<DynamicEntityObservationInfo>()
    /// Told of every batch after it is in the store, on the thread that brought it.
    package let arrivals = Observers<ObservationArrival>()
    /// Told after entities went, for whatever reason, on the thread that removed them.
    package let removals = ChangeObservers()
    let rejectedObservations = RejectionCounts<ObservationRejection>()
    let rejectedAttributes = RejectionCounts<AttributeRejection>()
    /// Events that streams of single entities dropped.
    private let missedChanges = Counter()
    let timing: SourceTiming

    init(fields: [Field], limits: TrackStoreLimits, timing: SourceTiming = .system) {
        self.timing = timing
        state = Mutex(State(store: TrackStore(schema: ObservationSchema(fields: fields), limits: limits)))
    }

    deinit {
        state.withLock { $0.alarm }?.cancel()
    }

    /// Runs `body` with the store; nothing else touches it meanwhile. Keep it short.
    package func withStore<Result: ~Copyable>(_ body: (borrowing TrackStore) throws -> sending Result) rethrows -> Result {
        try state.withLock { state in try body(state.store) }
    }

    /// Events that were dropped because a consumer was too slow, over all streams.
    var missedEventCount: Int {
        receivedEntities.droppedCount + purgedEntities.droppedCount + receivedObservations.droppedCount + purgedObservations.droppedCount
            + missedChanges.value
    }

    // MARK: Changing

    /// Takes in a batch and tells those who listen.
    package func ingest(_ batch: ObservationBatch, at now: Instant) {
        change(watching: batch.trackHashes) { store, kinds in store.apply(batch, at: now, reporting: kinds) }
        if !arrivals.isEmpty { arrivals.notify(ObservationArrival(batch: batch, receivedAt: now)) }
    }

    /// Makes fields known before the first observation has them.
    func declare(_ fields: [Field]) {
        state.withLock { state in
            var schema = state.store.schema
            for field in fields { _ = schema.column(for: field) }
            state.store.widen(to: schema)
        }
    }

    func setLimits(_ limits: TrackStoreLimits, at now: Instant) {
        change(isAlarmDue: true) { store, kinds in store.setLimits(limits, at: now, reporting: kinds) }
        if limits.maximumAge > 0 { expire(at: now) }
    }

    /// Removes what has become too old.
    func expire(at now: Instant) {
        change(isAlarmDue: true) { store, kinds in store.expire(at: now, reporting: kinds) }
    }

    /// Removes an entity with all its observations; does nothing where there is none with that track id.
    package func remove(trackID: String, at now: Instant) {
        change { store, kinds in
            guard let number = store.number(named: trackID) else { return TrackChanges() }
            return store.remove(track: number, at: now, reporting: kinds)
        }
    }

    /// Removes everything. Only the entities' own streams are told.
    func removeAll(at now: Instant) {
        change(tellingSource: false) { store, kinds in store.removeAll(at: now, reporting: kinds) }
    }

    /// Runs a change and tells of it before the next change can begin, so that streams keep the order of changes.
    ///
    /// - Parameters:
    ///   - tellingSource: whether the streams of the source are told, not only those of entities.
    ///   - hashes: those of the track ids that observations come in for; nil for none.
    ///   - isAlarmDue: whether what is removed next, for its age, may be another observation than before, and sooner.
    ///   - body: makes the change, and reports of it what is asked for.
    private func change(
        tellingSource: Bool = true, watching hashes: [UInt64]? = nil, isAlarmDue: Bool = false,
        _ body: (inout TrackStore, TrackChange.Kinds) -> TrackChanges
    ) {
        let hasRemoved = state.withLock { state in
            let removedBefore = state.store.removals.total
            var kinds = tellingSource ? kindsOfSource : []
            if !state.watches.isEmpty {
                // An entity's purge can be caused by any observation; of those that come in, only its own are of interest.
                kinds.formUnion([.entities, .purgedObservations])
                if state.watches.concern(hashes ?? []) { kinds.insert(.receivedObservations) }
            }
            if !state.queries.isEmpty { kinds = .all }
            let result = body(&state.store, kinds)
            for (index, change) in result.changes.enumerated() {
                // An entity hears of its last observation and of its end in one.
                let next = index + 1 < result.changes.count ? result.changes[index + 1] : nil
                let isEnd = change.kind == .observationPurged && next?.kind == .entityPurged && next?.entity == change.entity
                tell(of: change, in: result, &state, tellingSource: tellingSource, isToldWithNext: isEnd)
            }
            for query in state.queries.values { query.take(result, in: state.store, of: self) }
            setAlarm(&state, isDue: isAlarmDue)
            return state.store.removals.total != removedBefore
        }
        if hasRemoved { removals.notify() }
    }

    /// The kinds of changes that somebody wants to hear of from the source.
    private var kindsOfSource: TrackChange.Kinds {
        var kinds: TrackChange.Kinds = []
        if receivedEntities.hasListeners || purgedEntities.hasListeners { kinds.insert(.entities) }
        if receivedObservations.hasListeners { kinds.insert(.receivedObservations) }
        if purgedObservations.hasListeners { kinds.insert(.purgedObservations) }
        return kinds
    }

    private func tell(
        of change: TrackChange, in result: TrackChanges, _ state: inout State, tellingSource: Bool, isToldWithNext: Bool
    ) {
        let watch = isToldWithNext ? nil : state.watches[change.entity]
        let isWanted = tellingSource && hasListeners(of: change.kind)
        guard isWanted || watch != nil else { return }
        let observation = observation(of: change, in: result, state.store)
        if isWanted { tellSource(change, observation) }
        guard let watch else { return }
        let wasPurged = change.kind == .entityPurged || (!tellingSource && change.kind == .observationPurged)
        switch change.kind {
        case .entityReceived: return
        case .observationReceived: missedChanges.add(watch.send(received: observation))
        case .observationPurged, .entityPurged: missedChanges.add(watch.send(purged: observation, wasPurged: wasPurged))
        }
        if wasPurged { state.watches.end(change.entity) }
    }

    private func hasListeners(of kind: TrackChange.Kind) -> Bool {
        switch kind {
        case .entityReceived: receivedEntities.hasListeners
        case .observationReceived: receivedObservations.hasListeners
        case .observationPurged: purgedObservations.hasListeners
        case .entityPurged: purgedEntities.hasListeners
        }
    }

    private func tellSource(_ change: TrackChange, _ observation: DynamicEntityObservation) {
        switch change.kind {
        case .entityReceived: receivedEntities.send(DynamicEntityInfo(dynamicEntity: observation.entityHandle))
        case .entityPurged: purgedEntities.send(DynamicEntityInfo(dynamicEntity: observation.entityHandle))
        case .observationReceived: receivedObservations.send(DynamicEntityObservationInfo(observation: observation))
        case .observationPurged: purgedObservations.send(DynamicEntityObservationInfo(observation: observation))
        }
    }

    /// The observation that a change is about. The change must be one of `result`, and the store as it was after it.
    func observation(
        of change: TrackChange, in result: TrackChanges, _ store: borrowing TrackStore
    ) -> DynamicEntityObservation {
        result.rows.withUnsafeBufferPointer { words in
            // `row` is inside `rows`: the store made both together.
            let view = words.baseAddress.map { TrackRowView(words: $0 + change.row) } ?? store.latest(change.track)
            return DynamicEntityObservation(
                view, entity: change.entity, track: change.track, trackID: store.trackID(of: change), in: store, owner: self)
        }
    }

    /// The changes of one entity from now on; ended at once where it is gone.
    func changes(of entity: UInt64, track: UInt32, _ buffering: EventBuffering) -> EventStream<DynamicEntityChangedInfo> {
        state.withLock { state in
            guard state.store.entity(track) == entity else {
                // The source goes with this scope, and so the stream has its end already.
                return EventSource<DynamicEntityChangedInfo>().stream(buffering)
            }
            let hash = state.store.withName(track) { ByteHash.hash($0) }
            return state.watches.stream(of: entity, hash: hash, buffering)
        }
    }
}

/// A batch that a store has taken in.
package struct ObservationArrival: Sendable {
    package let batch: ObservationBatch
    package let receivedAt: Instant

    package init(batch: ObservationBatch, receivedAt: Instant) {
        self.batch = batch
        self.receivedAt = receivedAt
    }
}
