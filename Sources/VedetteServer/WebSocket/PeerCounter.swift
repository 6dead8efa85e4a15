// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts the connections of each peer address.
final class PeerCounter: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    private let maximum: Int

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// Counts a connection; false where its address has as many as it may have.
    func enter(_ address: String) -> Bool {
        counts.withLock { counts in
            guard counts[address, default: 0] < maximum else { return false }
            counts[address, default: 0] += 1
            return true
        }
    }

    func leave(_ address: String) {
        counts.withLock { counts in
            guard let count = counts[address] else { return }
            counts[address] = count > 1 ? count - 1 : nil
        }
    }
}
