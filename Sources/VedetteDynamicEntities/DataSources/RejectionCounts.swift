// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How often something was left out, by reason.
final class RejectionCounts<Reason: Hashable & Sendable>: Sendable {
    private let state = Mutex<[Reason: Int]>([:])

    var counts: [Reason: Int] { state.withLock { $0 } }

    func add(_ reason: Reason, _ count: Int = 1) {
        guard count > 0 else { return }
        state.withLock { $0[reason, default: 0] += count }
    }
}
