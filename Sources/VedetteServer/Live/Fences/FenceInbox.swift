// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Wishes about fences in the order in which they came, never more than a bound: a core.
struct FenceInbox<Reply: Sendable>: Sendable {
    struct Entry: Sendable {
        var wish: FenceWish
        /// Which viewer has it; numbers are never used twice.
        var viewer: Int
        var reply: Reply
    }

    private(set) var entries: [Entry] = []

    /// Takes a wish in. Of a viewer's moves of one fence that wait for their turn, one after the other, only the newest stays.
    ///
    /// - Throws: ``FenceRefusal`` where too many wait.
    mutating func add(_ entry: Entry) throws(FenceRefusal) {
        if case .move = entry.wish.action,
            let last = entries.lastIndex(where: { $0.wish.fence == entry.wish.fence }), entries[last].viewer == entry.viewer,
            case .move = entries[last].wish.action
        {
            entries[last] = entry
            return
        }
        guard entries.count < FenceLimits.waiting, entries.count(where: { $0.viewer == entry.viewer }) < FenceLimits.waitingPerViewer else {
            throw FenceRefusal("too-many", .fence, "too many changes of fences wait already; try again in a moment")
        }
        entries.append(entry)
    }

    /// The oldest, which is taken out.
    mutating func next() -> Entry? {
        entries.isEmpty ? nil : entries.removeFirst()
    }
}
