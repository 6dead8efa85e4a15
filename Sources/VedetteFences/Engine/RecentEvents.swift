// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The latest events of one track: they give an event its ordinal among equal ones.
///
/// Fixes come in the order of their times, and so do edits of the fences, but the two keep times of their own: a replay is judged by times
/// long ago, an edit happens now. Each has its last time here, so that whatever else comes between, the next event of that time finds those
/// before it. An observation without a time is alone at its place in the feed: no event is equal to its events.
struct RecentEvents: Sendable {
    private var fixes = Moment()
    private var edits = Moment()
    private var current = Current.alone

    private enum Current {
        case fixes
        case edits
        case alone
    }

    /// Begins the events of a fix, or of an edit of the fences.
    mutating func begin(_ time: FenceEvent.Time, isEdit: Bool) {
        if case .arrival = time {
            current = .alone
        } else if edits.time == time || (isEdit && fixes.time != time) {
            edits.begin(time)
            current = .edits
        } else {
            fixes.begin(time)
            current = .fixes
        }
    }

    /// Notes an event and says how many equal ones there were before.
    mutating func add(_ fence: UInt32, _ kind: FenceEvent.Kind) -> UInt32 {
        switch current {
        case .fixes: fixes.add(fence, kind)
        case .edits: edits.add(fence, kind)
        case .alone: 0
        }
    }

    /// Gives fences other numbers; forgets those that get none.
    mutating func renumber(_ newNumber: (UInt32) -> UInt32?) {
        fixes.renumber(newNumber)
        edits.renumber(newNumber)
    }
}

/// The events of one time.
///
/// Times seldom repeat, so the events of the first fix at a time are only noted; a count for each is made when a second one comes.
private struct Moment: Sendable {
    private struct Event: Hashable, Sendable {
        var fence: UInt32
        var kind: FenceEvent.Kind
    }

    private(set) var time: FenceEvent.Time?
    private var noted: [Event] = []
    private var counts: [Event: UInt32] = [:]
    private var isRepeat = false

    mutating func begin(_ time: FenceEvent.Time) {
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

    mutating func add(_ fence: UInt32, _ kind: FenceEvent.Kind) -> UInt32 {
        noted.append(Event(fence: fence, kind: kind))
        return isRepeat ? counts[Event(fence: fence, kind: kind)] ?? 0 : 0
    }

    mutating func renumber(_ newNumber: (UInt32) -> UInt32?) {
        noted = noted.compactMap { event in newNumber(event.fence).map { Event(fence: $0, kind: event.kind) } }
        counts = Dictionary(
            uniqueKeysWithValues: counts.compactMap { event, count in
                newNumber(event.fence).map { (Event(fence: $0, kind: event.kind), count) }
            })
    }
}
