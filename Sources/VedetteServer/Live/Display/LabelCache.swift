// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Vedette
import VedetteDynamicEntities
import VedetteMapping
import VedetteModel

/// What the labels of a source's entities say, for all viewers: worked out once for each entity that has changed, so many at a time, in turn.
final class LabelCache: Sendable {
    /// The most entities whose labels are worked out in one step.
    static let stepSize = 2_000

    private struct Entry {
        var entity: UInt64 = 0
        /// The stamp of the entity that its labels are of.
        var stamp = Int64.min
        /// The generation in which its labels came to say what they say.
        var generation = 0
        var labels: [LabelPlan.Label] = []
    }

    private struct State {
        var entries: [Entry] = []
        var generation = 0
        var renderingRevision = 0
        /// Up to this stamp of the store everything is worked out.
        var settled = Int64.min
        /// Where the next step begins.
        var next: UInt32 = 0
        var steppedAt: Instant?
    }

    private let state = Mutex(State())

    /// Works out labels of entities that have changed, at most once every `interval` seconds.
    func advance(
        _ plan: LabelPlan, renderingRevision: Int, of store: borrowing TrackStore, at now: Instant, interval: Double,
        maximum: Int = stepSize
    ) {
        state.withLock { state in
            if state.renderingRevision != renderingRevision {
                state.renderingRevision = renderingRevision
                for index in state.entries.indices { state.entries[index].stamp = .min }
                state.settled = .min
            } else if let before = state.steppedAt, abs(now.seconds(since: before)) < interval {
                return
            }
            let count = UInt32(store.numberCount)
            guard store.lastStamp > state.settled, count > 0 else { return }
            state.steppedAt = now
            state.generation += 1
            if state.entries.count < store.numberCount {
                state.entries += Array(repeating: Entry(), count: store.numberCount - state.entries.count)
            }
            var labels = plan.bound(to: store, at: now)
            var evaluated = 0
            for step in 0..<count {
                let number = (state.next + step) % count
                guard evaluated < maximum else {
                    state.next = number
                    return
                }
                guard let entity = store.entity(number) else { continue }
                let stamp = store.stamps(number).changed
                let entry = state.entries[Int(number)]
                guard entry.entity != entity || entry.stamp < stamp else { continue }
                evaluated += 1
                let found = labels.labels(of: store.latest(number), in: store)
                state.entries[Int(number)].stamp = stamp
                guard entry.entity != entity || entry.labels != found else { continue }
                state.entries[Int(number)].entity = entity
                state.entries[Int(number)].labels = found
                state.entries[Int(number)].generation = state.generation
            }
            state.settled = store.lastStamp
        }
    }

    /// What the labels of an entity are, and the generation in which they came to be so.
    struct Found {
        var number: UInt32
        var labels: [LabelPlan.Label]
    }

    /// The entities whose labels a viewer does not have yet.
    ///
    /// - Parameters:
    ///   - cursor: the generation up to which the viewer has been told; moved on. `nil`: of nothing, and then of all that have labels.
    ///   - store: the same as with ``advance(_:renderingRevision:of:at:interval:maximum:)``.
    ///   - isShown: whether the viewer has an entity.
    /// - Returns: those entities, with what their labels say now.
    func changes(since cursor: inout Int?, of store: borrowing TrackStore, _ isShown: (UInt32) -> Bool) -> [Found] {
        state.withLock { state in
            let since = cursor
            cursor = state.generation
            guard since != state.generation else { return [] }
            var found: [Found] = []
            for (index, entry) in state.entries.enumerated() where since.map({ entry.generation > $0 }) ?? !entry.labels.isEmpty {
                let number = UInt32(index)
                guard store.entity(number) == entry.entity, isShown(number) else { continue }
                found.append(Found(number: number, labels: entry.labels))
            }
            return found
        }
    }

    /// The labels of certain entities, where they have any.
    func labels(of numbers: [UInt32], in store: borrowing TrackStore) -> [Found] {
        state.withLock { state in
            numbers.compactMap { number in
                guard state.entries.indices.contains(Int(number)) else { return nil }
                let entry = state.entries[Int(number)]
                return store.entity(number) == entry.entity && !entry.labels.isEmpty ? Found(number: number, labels: entry.labels) : nil
            }
        }
    }
}
