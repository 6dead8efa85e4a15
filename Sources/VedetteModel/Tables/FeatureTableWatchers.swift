// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Who must have seen an edit of a table before the call that made it returns.
package final class FeatureTableWatchers: Sendable {
    private struct State {
        var nextIdentifier = 0
        var bodies: [(identifier: Int, body: @Sendable (FeatureTableChange) async -> Void)] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Calls `body` after each edit, and has whoever made it wait for that, until the observation is dropped.
    package func add(_ body: @escaping @Sendable (FeatureTableChange) async -> Void) -> Observation {
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            state.bodies.append((state.nextIdentifier, body))
            return state.nextIdentifier
        }
        return Observation { [weak self] in
            self?.state.withLock { state in state.bodies.removeAll { $0.identifier == identifier } }
        }
    }

    package func notify(_ change: FeatureTableChange) async {
        guard !change.isEmpty else { return }
        for (_, body) in state.withLock({ $0.bodies }) { await body(change) }
    }
}

/// A table that has its edits wait for those who must have seen them.
package protocol WatchedFeatureTable: FeatureTable {
    var watchers: FeatureTableWatchers { get }
}
