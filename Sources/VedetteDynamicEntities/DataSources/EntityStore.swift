// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import VedetteModel

/// A track store behind a lock, with everybody who wants to hear of its changes: what a data source and its entities share.
package final class EntityStore: Sendable {
    private struct State: ~Copyable {
        var store: TrackStore
        /// Streams of changes of single entities, by entity id.
        var entityChanges: [UInt64: EventSource<DynamicEntityChangedInfo>] = [:]
    }

    private let state: Mutex<State>
    let receivedEntities = EventSource<DynamicEntityInfo>()
    let purgedEntities = EventSource<DynamicEntityInfo>()
    let receivedObservations = EventSource<DynamicEntityObservationInfo>()
    let purgedObservations = EventSource<DynamicEntityObservationInfo>()
    /// Told of every batch after it is in the store, on the thread that brought it.
    package let arrivals = Observers<ObservationArrival>()
    private let rejections = Mutex<[ObservationRejection: Int]>([:])

    init(fields: [Field], limits: TrackStoreLimits) {
        state = Mutex(State(store: TrackStore(schema: ObservationSchema(fields: fields), limits: limits)))
    }

    /// Runs `body` with the store; nothing else touches it meanwhile. Keep it short.
    package func withStore<Result: ~Copyable>(_ body: (borrowing TrackStore) throws -> sending Result) rethrows -> Result {
        try state.withLock { state in try body(state.store) }
    }

    /// How many observations were rejected so far, by reason.
    package var rejectionCounts: [ObservationRejection: Int] { rejections.withLock { $0 } }

    func reject(_ reason: ObservationRejection) {
        rejections.withLock { $0[reason, default: 0] += 1 }
    }

    // MARK: Changing

    /// Takes in a batch and tells those who listen.
    package func ingest(_ batch: ObservationBatch, at now: Instant) {
        change { store, kinds in store.apply(batch, at: now, reporting: kinds) }
        if !arrivals.isEmpty { arrivals.notify(ObservationArrival(batch: batch, receivedAt: now)) }
    }

    func setLimits(_ limits: TrackStoreLimits, at now: Instant) {
        change { store, kinds in store.setLimits(limits, at: now, reporting: kinds) }
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
        change(tellingSource: false) { store, kinds in store.removeAll(at: now, reporting: kinds.union(.purgedObservations)) }
    }

    /// Runs a change and yields its events before the next change can begin, so that streams keep the order of changes.
    private func change(tellingSource: Bool = true, _ body: (inout TrackStore, TrackChange.Kinds) -> TrackChanges) {
        state.withLock { state in
            let kinds = wantedKinds(hasEntityListeners: !state.entityChanges.isEmpty)
            let result = body(&state.store, kinds)
            guard !result.changes.isEmpty else { return }
            let pending = result.changes.map { change in event(for: change, rows: result.rows, in: state.store) }
            for (index, (change, observation)) in zip(result.changes, pending).enumerated() {
                if tellingSource { tellSource(change, observation) }
                // An entity hears of its last observation and of its end in one.
                let next = index + 1 < result.changes.count ? result.changes[index + 1] : nil
                if change.kind == .observationPurged, next?.kind == .entityPurged, next?.entity == change.entity { continue }
                tellEntity(change, observation, wasPurged: !tellingSource, &state.entityChanges)
            }
        }
    }

    private func wantedKinds(hasEntityListeners: Bool) -> TrackChange.Kinds {
        if hasEntityListeners { return .all }
        var kinds: TrackChange.Kinds = []
        if receivedEntities.hasListeners || purgedEntities.hasListeners { kinds.insert(.entities) }
        if receivedObservations.hasListeners { kinds.insert(.receivedObservations) }
        if purgedObservations.hasListeners { kinds.insert(.purgedObservations) }
        return kinds
    }

    private func event(
        for change: TrackChange, rows: [UInt64], in store: borrowing TrackStore
    ) -> DynamicEntityObservation {
        rows.withUnsafeBufferPointer { words in
            // `row` is inside `rows`: the store made both together.
            let view = words.baseAddress.map { TrackRowView(words: $0 + change.row) } ?? store.latest(change.track)
            return DynamicEntityObservation(view, entity: change.entity, track: change.track, in: store, owner: self)
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

    private func tellEntity(
        _ change: TrackChange, _ observation: DynamicEntityObservation, wasPurged: Bool,
        _ listeners: inout [UInt64: EventSource<DynamicEntityChangedInfo>]
    ) {
        guard let listener = listeners[change.entity] else { return }
        switch change.kind {
        case .entityReceived: break
        case .observationReceived:
            listener.send(
                DynamicEntityChangedInfo(receivedObservation: observation, purgedObservation: nil, dynamicEntityWasPurged: false))
        case .observationPurged:
            listener.send(
                DynamicEntityChangedInfo(receivedObservation: nil, purgedObservation: observation, dynamicEntityWasPurged: wasPurged))
            if wasPurged { end(listener, change.entity, &listeners) }
        case .entityPurged:
            listener.send(
                DynamicEntityChangedInfo(receivedObservation: nil, purgedObservation: observation, dynamicEntityWasPurged: true))
            end(listener, change.entity, &listeners)
        }
    }

    /// A purged entity never comes back, so its streams end.
    private func end(
        _ listener: EventSource<DynamicEntityChangedInfo>, _ entity: UInt64,
        _ listeners: inout [UInt64: EventSource<DynamicEntityChangedInfo>]
    ) {
        listener.finish()
        listeners[entity] = nil
    }

    /// The changes of one entity from now on; ended at once where it is gone.
    func changes(of entity: UInt64, track: UInt32) -> EventStream<DynamicEntityChangedInfo> {
        state.withLock { state in
            guard state.store.entity(track) == entity else {
                let source = EventSource<DynamicEntityChangedInfo>()
                let stream = source.stream()
                source.finish()
                return stream
            }
            let source = state.entityChanges[entity] ?? EventSource()
            state.entityChanges[entity] = source
            return source.stream()
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

/// Why an observation was not taken in.
public enum ObservationRejection: String, Hashable, Sendable, CaseIterable {
    /// It had no value, or none that can be an id, in the entity id field.
    case noEntityID
    /// Its geometry was not a point.
    case notAPoint
    /// Its position was outside −180…180° and −90…90°, or could not be projected there.
    case invalidPosition
}
