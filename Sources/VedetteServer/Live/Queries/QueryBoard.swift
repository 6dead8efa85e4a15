// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Vedette
import VedetteDynamicEntities
import VedetteModel

/// The queries that the viewers of a server run: each once, however many ask it, and all of them together within a share of the time.
final class QueryBoard: Sendable {
    /// After a query has taken a time, none is asked for this many times as long: so queries take a quarter of one core at the most.
    static let rest = 3.0

    private struct Key: Hashable {
        var source: Int
        var request: QueryRequest
    }

    private struct Entry {
        weak var query: SharedQuery?
    }

    private let entries = Mutex<[Key: Entry]>([:])
    /// When the next query may be asked. It is held while one is: one is asked at a time.
    private let gate = Mutex(Instant(microsecondsSince1970: .min))
    private let interval: Double
    let evaluations = Counter()

    /// - Parameter interval: the least time between two askings of a query, in seconds.
    init(interval: Double) {
        self.interval = interval
    }

    /// The query that a request asks for, shared with those who ask the same.
    ///
    /// - Throws: ``QueryRefusal``.
    func query(_ request: QueryRequest, source: Int, store: EntityStore, now: Instant) throws(QueryRefusal) -> SharedQuery {
        let key = Key(source: source, request: request)
        if let known = entries.withLock({ $0[key]?.query }), known.refusal == nil { return known }
        let made = try SharedQuery(request, source: source, store: store, now: now)
        let isKept = entries.withLock { entries in
            if entries.count >= QueryLimits.queriesPerServer { entries = entries.filter { $0.value.query != nil } }
            guard entries.count < QueryLimits.queriesPerServer || entries[key] != nil else { return false }
            entries[key] = Entry(query: made)
            return true
        }
        guard isKept else {
            throw QueryRefusal(
                "too-many", .query, "the server runs \(QueryLimits.queriesPerServer) different queries already; try again later")
        }
        return made
    }

    /// How many different queries are run now.
    var count: Int { entries.withLock { $0.values.count { $0.query != nil } } }

    /// Asks the store where that is due and the share of time allows it. Whoever comes while another asks does not wait.
    func refresh(_ query: SharedQuery, store: EntityStore, clock: @Sendable () -> Instant) {
        _ = gate.withLockIfAvailable { next in
            let began = clock()
            guard began >= next, query.isDue(at: began) else { return }
            let wasAsked = store.withStore { query.refresh(from: $0, now: began) }
            guard wasAsked else { return }
            evaluations.add(1)
            let ended = clock()
            let cost = max(0, ended.seconds(since: began))
            next = ended.advanced(bySeconds: Self.rest * cost)
            query.postpone(until: began.advanced(bySeconds: interval))
        }
    }
}
