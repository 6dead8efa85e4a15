// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities

/// Who matched a query when it was last asked: a value.
struct QueryAnswer: Sendable {
    /// The last change of the store that it takes into account.
    let stamp: Int64
    /// The numbers of the tracks that matched, in the order of the store's answer.
    let members: [UInt32]
    /// A bit for each number.
    private let bits: [UInt64]

    /// - Complexity: that of the query.
    init(of query: TrackQuery, in store: borrowing TrackStore) {
        stamp = store.lastStamp
        members = store.numbers(matching: query)
        var bits = [UInt64](repeating: 0, count: (store.numberCount + 63) / 64)
        for number in members { bits[Int(number) / 64] |= 1 << UInt64(number % 64) }
        self.bits = bits
    }

    /// An answer without members.
    init(stamp: Int64) {
        (self.stamp, members, bits) = (stamp, [], [])
    }

    var count: Int { members.count }

    func contains(_ number: UInt32) -> Bool {
        let word = Int(number) / 64
        return word < bits.count && bits[word] & (1 << UInt64(number % 64)) != 0
    }
}
