// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Fences that are dynamic entities: the surroundings of each, which move with every observation of it.
///
/// The entity's place is that of its newest observation; an entity that is purged is no fence any more, and is forgotten without a word. Where the feed
/// watches the same data source, a fence tells nothing of its own entity.
///
/// A fence's id in events is the track id of the entity.
public final class DynamicEntityFenceParameters: FenceParameters, @unchecked Sendable {
    public let dataSource: DynamicEntityDataSource

    /// - Parameters:
    ///   - dataSource: its entities are the fences. It is neither connected nor disconnected.
    ///   - bufferDistance: metres around each entity, above 0.
    public init(dataSource: DynamicEntityDataSource, bufferDistance: Double) {
        self.dataSource = dataSource
        super.init(bufferDistance: bufferDistance)
    }

    package override var elements: [FenceElement] {
        dataSource.entityStore.entities.map { FenceElement(key: .track($0.trackID), element: $0) }
    }

    override func follow(
        _ sink: @escaping @Sendable ([FenceElementChange]) -> Void
    ) async throws -> (elements: [FenceElement], observation: Observation) {
        let fences = EntityFences(dataSource.entityStore) { [observers] changes in
            sink(changes)
            observers.notify()
        }
        let held = [
            dataSource.entityStore.arrivals.add { [weak fences] arrival in fences?.take(arrival.batch) },
            dataSource.entityStore.removals.add { [weak fences] in fences?.takeRemovals() },
        ]
        return (fences.begin(), Observation { _ = (held, fences) })
    }

    override func isItself(_ key: FenceKey, track: @autoclosure () -> String, of feed: GeotriggerFeed) -> Bool {
        guard case .track(let id) = key, let feed = feed as? DynamicEntityGeotriggerFeed, feed.dataSource === dataSource else {
            return false
        }
        return id == track()
    }
}

/// Follows the entities of a store.
private final class EntityFences: Sendable {
    private let store: EntityStore
    private let sink: @Sendable ([FenceElementChange]) -> Void
    /// The entity that was told of for each track id; held while changes are told, so that they keep their order.
    private let told = Mutex<[String: UInt64]>([:])

    init(_ store: EntityStore, _ sink: @escaping @Sendable ([FenceElementChange]) -> Void) {
        (self.store, self.sink) = (store, sink)
    }

    func begin() -> [FenceElement] {
        told.withLock { told in
            let entities = store.entities
            for entity in entities { told[entity.trackID] = entity.id }
            return entities.map { FenceElement(key: .track($0.trackID), element: $0) }
        }
    }

    func take(_ batch: ObservationBatch) {
        told.withLock { told in
            var seen: Set<String> = []
            var changes: [FenceElementChange] = []
            for range in batch.trackRanges {
                let name = batch.text(range)
                guard seen.insert(name).inserted, let entity = store.entity(ofTrack: name) else { continue }
                changes.append(
                    told.updateValue(entity.id, forKey: name) == entity.id
                        ? .changed(.track(name)) : .added(FenceElement(key: .track(name), element: entity)))
            }
            if !changes.isEmpty { sink(changes) }
        }
    }

    func takeRemovals() {
        told.withLock { told in
            let gone = store.gone(among: told)
            for name in gone { told[name] = nil }
            if !gone.isEmpty { sink(gone.sorted().map { .removed(.track($0)) }) }
        }
    }
}
