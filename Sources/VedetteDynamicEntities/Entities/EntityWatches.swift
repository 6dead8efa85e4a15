// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// The streams of changes of single entities.
struct EntityWatches {
    private var sources: [UInt64: Watch] = [:]
    /// How many watched entities have a track id of that hash.
    private var hashes: [UInt64: Int] = [:]
    /// How many sources there may be before those are looked for that nobody listens to any more.
    private var sweepSize = 64

    struct Watch {
        let source: EventSource<DynamicEntityChangedInfo>
        let hash: UInt64

        /// Tells the streams, and says how many events they dropped for it.
        func send(received observation: DynamicEntityObservation) -> Int {
            send(DynamicEntityChangedInfo(receivedObservation: observation, purgedObservation: nil, dynamicEntityWasPurged: false))
        }

        /// Tells the streams, and says how many events they dropped for it.
        func send(purged observation: DynamicEntityObservation, wasPurged: Bool) -> Int {
            send(DynamicEntityChangedInfo(receivedObservation: nil, purgedObservation: observation, dynamicEntityWasPurged: wasPurged))
        }

        private func send(_ info: DynamicEntityChangedInfo) -> Int {
            let before = source.droppedCount
            source.send(info)
            return source.droppedCount - before
        }
    }

    var isEmpty: Bool { sources.isEmpty }

    /// The streams of an entity that somebody listens to.
    subscript(entity: UInt64) -> Watch? {
        mutating get {
            guard let watch = sources[entity] else { return nil }
            guard watch.source.hasListeners else {
                remove(entity)
                return nil
            }
            return watch
        }
    }

    /// Whether track ids of these hashes may be those of watched entities.
    func concern(_ trackHashes: [UInt64]) -> Bool {
        trackHashes.contains { hashes[$0] != nil }
    }

    /// A new stream of the changes of an entity.
    mutating func stream(of entity: UInt64, hash: UInt64, _ buffering: EventBuffering) -> EventStream<DynamicEntityChangedInfo> {
        if let known = sources[entity] { return known.source.stream(buffering) }
        sweepIfDue()
        let source = EventSource<DynamicEntityChangedInfo>()
        sources[entity] = Watch(source: source, hash: hash)
        hashes[hash, default: 0] += 1
        return source.stream(buffering)
    }

    /// A purged entity never comes back, so its streams end.
    mutating func end(_ entity: UInt64) {
        remove(entity)?.source.finish()
    }

    @discardableResult
    private mutating func remove(_ entity: UInt64) -> Watch? {
        guard let watch = sources.removeValue(forKey: entity) else { return nil }
        if let count = hashes[watch.hash] { hashes[watch.hash] = count > 1 ? count - 1 : nil }
        return watch
    }

    private mutating func sweepIfDue() {
        guard sources.count >= sweepSize else { return }
        for (entity, watch) in sources where !watch.source.hasListeners { remove(entity) }
        sweepSize = max(64, 2 * sources.count)
    }
}
