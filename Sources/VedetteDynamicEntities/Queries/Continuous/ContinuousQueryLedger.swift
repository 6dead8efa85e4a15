// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// Who matches a continuous query, what its consumer has been told, and what it has still to be told: a core without lock or task.
///
/// Each change of the store is judged at once. What follows waits, in order, as long as there is room. When there is no more, those changes are replaced by the
/// names of their entities; for each of them, the consumer is told the difference between what it knows and what is true when it reads on.
struct ContinuousQueryLedger {
    private struct Member {
        var number: UInt32
        var trackID: String
        /// The sequence of the observation by which it matches; nil where it does not.
        var live: UInt32?
        /// The same as the consumer knows it once it has read `pending`.
        var told: UInt32?
    }

    /// A change on its way to the consumer.
    struct Entry {
        let kind: DynamicEntityQueryChange.Kind
        let entity: UInt64
        let number: UInt32
        let trackID: String
        let observation: DynamicEntityObservation?
        /// What the consumer knew before.
        fileprivate let before: UInt32?
    }

    /// Makes an observation of a row: the row, entity, number, track id.
    typealias Describe = (TrackRowView, UInt64, UInt32, String) -> DynamicEntityObservation

    let query: TrackQuery
    private let trackIDs: Set<String>?
    private let capacity: Int
    private var members: [UInt64: Member] = [:]
    private var pending = FIFO<Entry>()
    /// Entities of whom the consumer will be told the difference.
    private var behind: Set<UInt64> = []
    private var behindOrder = FIFO<UInt64>()
    /// Differences that have been made already; they come before `pending`.
    private var differences = FIFO<Entry>()

    /// Changes that the consumer was or will be told together with others.
    private(set) var coalescedCount = 0

    init(query: TrackQuery, capacity: Int) {
        (self.query, self.capacity) = (query, max(1, capacity))
        trackIDs = query.trackIDs.map { Set($0) }
    }

    // MARK: Reading

    /// Whether there is something to be told.
    var hasNews: Bool { !differences.isEmpty || !pending.isEmpty || !behindOrder.isEmpty }

    /// Whether the next thing to be told has to be found out first, with ``findDifferences(in:describe:)``.
    var needsStore: Bool { differences.isEmpty && !behindOrder.isEmpty }

    mutating func popFirst() -> Entry? {
        differences.popFirst() ?? (behindOrder.isEmpty ? pending.popFirst() : nil)
    }

    /// Finds out for some of those of whom the consumer is behind what to tell it.
    mutating func findDifferences(in store: borrowing TrackStore, describe: Describe) {
        var rest = 256
        while rest > 0, let entity = behindOrder.popFirst() {
            rest -= 1
            behind.remove(entity)
            guard var member = members[entity] else { continue }
            let before = member.told
            member.told = member.live
            let isThere = store.entity(member.number) == entity
            var observation: DynamicEntityObservation?
            if isThere, member.live != nil || query.nearest == nil {
                observation = describe(store.latest(member.number), entity, member.number, member.trackID)
            }
            members[entity] = member.live == nil ? nil : member
            guard let kind = Self.kind(from: before, to: member.live) else { continue }
            differences.append(
                Entry(
                    kind: kind, entity: entity, number: member.number, trackID: member.trackID, observation: observation, before: before))
        }
    }

    private static func kind(from before: UInt32?, to after: UInt32?) -> DynamicEntityQueryChange.Kind? {
        if before == after { return nil }
        if before == nil { return .added }
        return after == nil ? .removed : .updated
    }

    // MARK: Judging

    /// Takes those who match now as the first to be told of.
    mutating func begin(in store: borrowing TrackStore, describe: Describe) {
        let matches = store.matches(of: query)
        for match in matches {
            guard let entity = store.entity(match.number) else { continue }
            let trackID = store.name(match.number)
            members[entity] = Member(number: match.number, trackID: trackID, live: match.row.sequence, told: nil)
            if matches.count > capacity {
                fallBehind(entity)
            } else {
                tell(entity, describe(match.row, entity, match.number, trackID))
            }
        }
    }

    /// Takes a change of the store, in its order; `store` is as it was after it.
    mutating func take(_ result: TrackChanges, in store: borrowing TrackStore, describe: Describe) {
        if result.changes.isEmpty { return }
        if query.nearest != nil { return takeAll(in: store, describe: describe) }
        var doubtful: [(entity: UInt64, number: UInt32)] = []
        var test = query.condition.map { TrackTest($0, store) }
        result.rows.withUnsafeBufferPointer { words in
            guard let rows = words.baseAddress else { return }
            for change in result.changes {
                switch change.kind {
                case .entityReceived: break
                case .observationReceived:
                    guard change.isLatest else { break }
                    judge(
                        change.entity, change.track, TrackRowView(words: rows + change.row), &test, in: store,
                        trackID: { $0.trackID(of: change) }, describe: describe)
                case .entityPurged: remove(change.entity, nil)
                case .observationPurged: doubtful.append((change.entity, change.track))
                }
            }
        }
        // Where an entity went without a word of its own, or its latest observation went and an older one is the latest again.
        for (entity, number) in doubtful {
            guard store.entity(number) == entity else {
                remove(entity, nil)
                continue
            }
            let latest = store.latest(number)
            if members[entity]?.live == latest.sequence { continue }
            judge(entity, number, latest, &test, in: store, trackID: { $0.name(number) }, describe: describe)
        }
    }

    private mutating func judge(
        _ entity: UInt64, _ number: UInt32, _ row: TrackRowView, _ test: inout TrackTest?, in store: borrowing TrackStore,
        trackID: (borrowing TrackStore) -> String, describe: Describe
    ) {
        let known = members[entity]
        var name: String?
        if known == nil, let trackIDs {
            let found = trackID(store)
            guard trackIDs.contains(found) else { return }
            name = found
        }
        guard query.isInPlace(row.position), test == nil || test?.matches(row) == true else {
            if let known, known.live != nil { remove(entity, describe(row, entity, number, known.trackID)) }
            return
        }
        let track = known?.trackID ?? name ?? trackID(store)
        members[entity, default: Member(number: number, trackID: track)].live = row.sequence
        tell(entity, behind.contains(entity) ? nil : describe(row, entity, number, track))
    }

    /// For queries in which one entity's place depends on others': asks anew.
    private mutating func takeAll(in store: borrowing TrackStore, describe: Describe) {
        let matches = store.matches(of: query)
        var found: Set<UInt64> = []
        for match in matches {
            if let entity = store.entity(match.number) { found.insert(entity) }
        }
        for entity in members.filter({ $0.value.live != nil && !found.contains($0.key) }).keys.sorted() { remove(entity, nil) }
        for match in matches {
            guard let entity = store.entity(match.number), members[entity]?.live != match.row.sequence else { continue }
            let track = members[entity]?.trackID ?? store.name(match.number)
            members[entity, default: Member(number: match.number, trackID: track)].live = match.row.sequence
            tell(entity, behind.contains(entity) ? nil : describe(match.row, entity, match.number, track))
        }
    }

    private mutating func remove(_ entity: UInt64, _ observation: DynamicEntityObservation?) {
        guard members[entity]?.live != nil else { return }
        members[entity]?.live = nil
        tell(entity, observation)
    }

    // MARK: Telling

    /// Has the consumer told what is live of an entity.
    private mutating func tell(_ entity: UInt64, _ observation: DynamicEntityObservation?) {
        guard var member = members[entity] else { return }
        if behind.contains(entity) { return coalescedCount += 1 }
        if pending.count >= capacity { dropPending() }
        // It may have been among those whose changes were just dropped.
        if behind.contains(entity) { return coalescedCount += 1 }
        let before = member.told
        guard let kind = Self.kind(from: before, to: member.live) else { return }
        pending.append(
            Entry(kind: kind, entity: entity, number: member.number, trackID: member.trackID, observation: observation, before: before))
        member.told = member.live
        members[entity] = member.live == nil ? nil : member
    }

    /// Replaces the changes that wait by the names of their entities.
    private mutating func dropPending() {
        let entries = pending.all
        pending.removeAll()
        coalescedCount += entries.count
        for entry in entries.reversed() {
            members[entry.entity, default: Member(number: entry.number, trackID: entry.trackID)].told = entry.before
        }
        for entry in entries { fallBehind(entry.entity) }
    }

    private mutating func fallBehind(_ entity: UInt64) {
        if behind.insert(entity).inserted { behindOrder.append(entity) }
    }
}
