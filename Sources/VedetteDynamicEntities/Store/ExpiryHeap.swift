// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds the track with the oldest observation by event time: a binary heap with at least one entry a track, none later than that track's oldest
/// observation. An entry may be too early; whoever takes the first looks, and puts it right.
struct ExpiryHeap {
    struct Entry {
        /// Microseconds since 1970.
        var begin: Int64
        var entity: UInt64
        var track: UInt32

        /// The older one is first; of two that are as old, that of the older entity.
        static func < (first: Entry, second: Entry) -> Bool {
            first.begin != second.begin ? first.begin < second.begin : first.entity < second.entity
        }
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }
    var first: Entry? { entries.first }
    var byteCount: Int { entries.count * MemoryLayout<Entry>.stride }

    /// - Complexity: O(log *n*).
    mutating func insert(_ entry: Entry) {
        entries.append(entry)
        var index = entries.count - 1
        while index > 0, entries[index] < entries[(index - 1) / 2] {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func removeFirst() {
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        siftDown(0)
    }

    /// Makes the first entry later.
    mutating func delayFirst(to begin: Int64) {
        entries[0].begin = begin
        siftDown(0)
    }

    /// Starts anew with these.
    ///
    /// - Complexity: O(*n*).
    mutating func reset(_ entries: [Entry]) {
        self.entries = entries
        for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
    }

    private mutating func siftDown(_ start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < entries.count && entries[child] < entries[least] { least = child }
            guard least != index else { return }
            entries.swapAt(index, least)
            index = least
        }
    }
}
