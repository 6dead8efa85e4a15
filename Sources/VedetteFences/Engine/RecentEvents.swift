// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The events that one track's fixes made at the latest time at which they made any: they give an event its ordinal among equal ones.
///
/// An event belongs to the time it comes of: entering, exiting and speeds to their own, dwelling to that of the entry, silence to that of the fix before. Those
/// times never go back along a track, so one of them is enough to remember. Ordinals are taken when a track crosses, not when it is told: by then
/// nothing equal can come between.
struct RecentEvents: Sendable {
    private(set) var time = FenceFixes.noTime
    private(set) var events: [Event] = []
    /// Where the events of a fence are in `events`, once they are many.
    private var places: [Key: Int] = [:]

    struct Event: Equatable, Sendable {
        var fence: UInt32
        var kind: FenceEvent.Kind
        var count: UInt32
    }

    private struct Key: Hashable, Sendable {
        var fence: UInt32
        var kind: FenceEvent.Kind
    }

    /// Up to here, looking at each is faster than hashing.
    private static let fewEvents = 16

    init() {}

    init(time: Int64, events: [Event]) {
        self.time = time
        for event in events { append(event) }
    }

    /// How many events of the kind there were at that fence for that time.
    func count(_ fence: UInt32, _ kind: FenceEvent.Kind, at time: Int64) -> UInt32 {
        guard time == self.time, let place = place(fence, kind) else { return 0 }
        return events[place].count
    }

    /// Notes an event; says how many equal ones there were before.
    @discardableResult
    mutating func add(_ fence: UInt32, _ kind: FenceEvent.Kind, at time: Int64) -> UInt32 {
        if time != self.time {
            // Nothing can be equal any more to what comes of an earlier time.
            guard time > self.time else { return 0 }
            self.time = time
            events.removeAll(keepingCapacity: true)
            if !places.isEmpty { places.removeAll() }
        } else if let place = place(fence, kind) {
            defer { events[place].count &+= 1 }
            return events[place].count
        }
        append(Event(fence: fence, kind: kind, count: 1))
        return 0
    }

    private mutating func append(_ event: Event) {
        events.append(event)
        if events.count == Self.fewEvents + 1 {
            for (place, event) in events.enumerated() { places[Key(fence: event.fence, kind: event.kind)] = place }
        } else if events.count > Self.fewEvents {
            places[Key(fence: event.fence, kind: event.kind)] = events.count - 1
        }
    }

    private func place(_ fence: UInt32, _ kind: FenceEvent.Kind) -> Int? {
        events.count > Self.fewEvents
            ? places[Key(fence: fence, kind: kind)] : events.firstIndex { $0.fence == fence && $0.kind == kind }
    }
}
