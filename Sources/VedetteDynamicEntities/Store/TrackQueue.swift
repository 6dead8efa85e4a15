// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A first-in, first-out queue of track numbers: one entry for each observation, oldest first.
struct TrackQueue {
    private var entries: [UInt32] = []
    private var head = 0

    var count: Int { entries.count - head }

    mutating func append(_ track: UInt32) {
        entries.append(track)
    }

    mutating func popFirst() -> UInt32? {
        guard head < entries.count else { return nil }
        defer {
            head += 1
            // Amortised: half the array is dead when it is moved down.
            if head > 4_096, head * 2 > entries.count {
                entries.removeSubrange(..<head)
                head = 0
            }
        }
        return entries[head]
    }

    /// Keeps the entries for which `isKept` says so, asked from the oldest to the newest.
    mutating func filter(_ isKept: (UInt32) -> Bool) {
        entries = entries[head...].filter(isKept)
        head = 0
    }

    mutating func removeAll() {
        entries = []
        head = 0
    }
}
