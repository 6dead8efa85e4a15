// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteModel

/// A continuous query of a store: its ledger behind a lock, and whoever waits for it.
///
/// Locks are taken in this order: the store's, then this one's.
final class ContinuousQueryCore: Sendable {
    private struct State {
        var ledger: ContinuousQueryLedger
        var isFinished = false
        var nextIdentifier = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state: Mutex<State>

    init(query: TrackQuery, capacity: Int) {
        state = Mutex(State(ledger: ContinuousQueryLedger(query: query, capacity: capacity)))
    }

    var coalescedCount: Int { state.withLock { $0.ledger.coalescedCount } }

    /// Takes those who match now; call it while the store is locked.
    func begin(in store: borrowing TrackStore, of owner: EntityStore) {
        wake { state in
            state.ledger.begin(in: store) { row, entity, number, trackID in
                DynamicEntityObservation(row, entity: entity, track: number, trackID: trackID, in: store, owner: owner)
            }
            return state.ledger.hasNews
        }
    }

    /// Takes a change of the store; call it while the store is locked.
    func take(_ result: TrackChanges, in store: borrowing TrackStore, of owner: EntityStore) {
        wake { state in
            state.ledger.take(result, in: store) { row, entity, number, trackID in
                DynamicEntityObservation(row, entity: entity, track: number, trackID: trackID, in: store, owner: owner)
            }
            return state.ledger.hasNews
        }
    }

    func finish() {
        wake { state in
            state.isFinished = true
            return true
        }
    }

    /// Changes the state, and wakes those who wait where it says so.
    private func wake(_ body: (inout State) -> Bool) {
        let waiting = state.withLock { state -> [Int: CheckedContinuation<Void, Never>] in
            guard body(&state) else { return [:] }
            defer { state.waiting = [:] }
            return state.waiting
        }
        for (_, continuation) in waiting { continuation.resume() }
    }

    // MARK: Reading

    enum Taken {
        case change(DynamicEntityQueryChange)
        case nothing
        case end
    }

    /// The next change; nil once the query has ended or the task is cancelled.
    func next(of owner: EntityStore, isolation: isolated (any Actor)?) async -> DynamicEntityQueryChange? {
        while true {
            if Task.isCancelled { finish() }
            switch nextAvailable(of: owner) {
            case .change(let change): return change
            case .nothing: await waitForNews(isolation: isolation)
            case .end: return nil
            }
        }
    }

    /// The next change, if there is one now.
    func nextAvailable(of owner: EntityStore) -> Taken {
        while true {
            let (taken, isBehind) = state.withLock { state -> (Taken, Bool) in
                if state.isFinished { return (.end, false) }
                if state.ledger.needsStore { return (.nothing, true) }
                guard let entry = state.ledger.popFirst() else { return (.nothing, false) }
                let entity = DynamicEntity(id: entry.entity, track: entry.number, trackID: entry.trackID, owner: owner)
                return (.change(DynamicEntityQueryChange(kind: entry.kind, dynamicEntity: entity, observation: entry.observation)), false)
            }
            guard isBehind else { return taken }
            catchUp(owner)
        }
    }

    private func catchUp(_ owner: EntityStore) {
        owner.withStore { store in
            wake { state in
                state.ledger.findDifferences(in: store) { row, entity, number, trackID in
                    DynamicEntityObservation(row, entity: entity, track: number, trackID: trackID, in: store, owner: owner)
                }
                return state.ledger.hasNews
            }
        }
    }

    private func waitForNews(isolation: isolated (any Actor)?) async {
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: isolation) { continuation in
                let isNews = state.withLock { state in
                    let isNews = state.isFinished || state.ledger.hasNews
                    if !isNews { state.waiting[identifier] = continuation }
                    return isNews
                }
                if isNews { continuation.resume() }
            }
        } onCancel: {
            finish()
        }
    }
}
