// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Which track numbers were freed, and when: what a reader that keeps a copy needs in order to follow.
package struct RemovalLog: Sendable {
    /// The most entries kept.
    package static let capacity = 65_536

    private var entries: [(stamp: Int64, number: UInt32)] = []
    private var head = 0
    /// The stamp of the newest entry that was dropped for want of room.
    package private(set) var forgottenStamp = Int64.min

    /// How many there ever were.
    package private(set) var total = 0

    mutating func append(stamp: Int64, number: UInt32) {
        if entries.count - head == Self.capacity {
            forgottenStamp = entries[head].stamp
            head += 1
            if head == Self.capacity {
                entries.removeSubrange(..<head)
                head = 0
            }
        }
        entries.append((stamp, number))
        total += 1
    }

    /// The numbers freed after `stamp`, oldest first; nil where some of them are forgotten.
    package func numbers(after stamp: Int64) -> [UInt32]? {
        guard stamp >= forgottenStamp else { return nil }
        var low = head
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].stamp > stamp { high = middle } else { low = middle + 1 }
        }
        return entries[low...].map(\.number)
    }
}
