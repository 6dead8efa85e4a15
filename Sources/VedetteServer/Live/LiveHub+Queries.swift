// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteDynamicEntities
import VedetteModel

extension LiveHub {
    /// Begins a query for a viewer, in place of the one of that number.
    ///
    /// - Throws: ``QueryRefusal``; then no query of that number runs.
    func begin(_ wish: QueryWish, for viewer: inout LiveViewer) throws(QueryRefusal) {
        viewer.queries.removeAll { $0.number == wish.number }
        let source = sources[wish.source]
        let request: QueryRequest
        switch wish.content {
        case .own(let own): request = own
        case .offered(let index, let parameter):
            guard source.queries.indices.contains(index) else {
                throw QueryRefusal("missing", .query, "the source offers no query of that number")
            }
            request = try QueryRequest(source.queries[index], parameter: parameter)
        case .refused(let refusal): throw refusal
        }
        guard viewer.queries.count < QueryLimits.queriesPerViewer else {
            throw QueryRefusal("too-many", .query, "a viewer may run \(QueryLimits.queriesPerViewer) queries at a time; cancel one")
        }
        let shared = try queries.query(request, source: wish.source, store: source.dataSource.entityStore, now: clock())
        viewer.queries.append(ViewerQuery(number: wish.number, shared: shared, fields: wish.fields))
    }

    /// What the viewer has to be told of its queries.
    func queryMessages(for viewer: inout LiveViewer, at now: Instant) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var ended: Set<Int> = []
        for index in viewer.queries.indices {
            let shared = viewer.queries[index].shared
            let source = sources[shared.source]
            let store = source.dataSource.entityStore
            queries.refresh(shared, store: store, clock: clock)
            if let refusal = shared.refusal {
                metrics.queriesRefused.add(1)
                messages.append(LiveMessages.queryError(viewer.queries[index].number, refusal))
                ended.insert(viewer.queries[index].number)
                continue
            }
            if !viewer.queries[index].isAnnounced {
                viewer.queries[index].isAnnounced = true
                messages.append(LiveMessages.query(viewer.queries[index]))
            }
            guard let finding = shared.finding else { continue }
            var query = viewer.queries[index]
            let (after, message) = store.withStore { store in
                let message = query.results(of: finding, in: store, source: source, now: now)
                return (query, message)
            }
            viewer.queries[index] = after
            if let message { messages.append(message) }
        }
        if !ended.isEmpty { viewer.queries.removeAll { ended.contains($0.number) } }
        return messages
    }
}
