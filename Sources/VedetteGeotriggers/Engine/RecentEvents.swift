// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The events of one track at one time: they give an event its ordinal among equal ones.
///
/// Times seldom repeat, so the events of the first fix at a time are only noted; a count for each is made when a second one comes.
struct RecentEvents: Sendable {
    private struct Event: Hashable, Sendable {
        var fence: UInt32
        var kind: FenceTransition.Kind
    }

    private var time: FenceTransition.Time?
    private var noted: [Event] = []
    private var counts: [Event: UInt32] = [:]
    private var isRepeat = false

    /// Begins the events of a fix.
    mutating func begin(_ time: FenceTransition.Time) {
        guard self.time == time else {
            self.time = time
            noted.removeAll(keepingCapacity: true)
            counts = [:]
            isRepeat = false
            return
        }
        isRepeat = true
        for event in noted { counts[event, default: 0] += 1 }
        noted.removeAll(keepingCapacity: true)
    }

    /// Notes an event and says how many equal ones there were before.
    mutating func add(_ fence: UInt32, _ kind: FenceTransition.Kind) -> UInt32 {
        noted.append(Event(fence: fence, kind: kind))
        return isRepeat ? counts[Event(fence: fence, kind: kind)] ?? 0 : 0
    }

    /// Gives fences other numbers; forgets those that get none.
    mutating func renumber(_ newNumber: (UInt32) -> UInt32?) {
        noted = noted.compactMap { event in newNumber(event.fence).map { Event(fence: $0, kind: event.kind) } }
        counts = Dictionary(
            uniqueKeysWithValues: counts.compactMap { event, count in
                newNumber(event.fence).map { (Event(fence: $0, kind: event.kind), count) }
            })
    }
}
