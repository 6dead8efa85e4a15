// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Which numbers of an index are one fence: one that was taken away and came back has another number, but its events are still those of one fence.
struct FenceIdentities: Sendable {
    /// The identity of numbers that came back.
    private var identities: [UInt32: UInt32] = [:]
    /// The identities of fences that are gone, by the bytes of their ids, and the order in which they went.
    private var gone: [[UInt8]: UInt32] = [:]
    private var order: [[UInt8]] = []
    private var next = UInt32.max

    /// So many gone fences are remembered. Only what comes back later, at the very time of its last event, could have an event with an id it had before.
    private static let maximumGone = 65_536

    /// What stands for a fence in the memory of events: its number, unless it had another one before.
    @inline(__always)
    func identity(of number: UInt32) -> UInt32 {
        identities.isEmpty ? number : identities[number] ?? number
    }

    /// The ids of all identities that are not numbers of fences that are there, and the numbers of those that came back.
    var exceptions: (ids: [UInt32: String], numbers: [UInt32: UInt32]) {
        (
            Dictionary(gone.map { ($1, String(decoding: $0, as: UTF8.self)) }, uniquingKeysWith: { first, _ in first }),
            Dictionary(identities.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        )
    }

    mutating func remove(_ number: UInt32, id: String) {
        let id = Array(id.utf8)
        gone[id] = identities.removeValue(forKey: number) ?? number
        order.append(id)
        if order.count > Self.maximumGone {
            for id in order.prefix(Self.maximumGone / 2) { gone[id] = nil }
            order.removeFirst(Self.maximumGone / 2)
        }
    }

    mutating func add(_ number: UInt32, id: String) {
        if !gone.isEmpty, let identity = gone.removeValue(forKey: Array(id.utf8)) { identities[number] = identity }
    }

    /// The identity of a fence that an earlier run knew and that is not there now.
    mutating func identity(ofGone id: String) -> UInt32 {
        let id = Array(id.utf8)
        if let known = gone[id] { return known }
        gone[id] = next
        order.append(id)
        defer { next -= 1 }
        return next
    }
}
