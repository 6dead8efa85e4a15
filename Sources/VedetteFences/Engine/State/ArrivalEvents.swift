// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The events of one fix without a time: they give an event on the way to it its ordinal among equal ones.
struct ArrivalEvents: Sendable {
    private var track = UInt32.max
    private var observation: UInt64 = 0
    private var events = RecentEvents()

    func count(_ fence: UInt32, _ kind: FenceEvent.Kind, of track: UInt32, _ observation: UInt64) -> UInt32 {
        track == self.track && observation == self.observation ? events.count(fence, kind, at: 0) : 0
    }

    /// Notes an event; says how many equal ones there were before.
    @discardableResult
    mutating func add(_ fence: UInt32, _ kind: FenceEvent.Kind, of track: UInt32, _ observation: UInt64) -> UInt32 {
        if track != self.track || observation != self.observation {
            (self.track, self.observation, events) = (track, observation, RecentEvents())
        }
        return events.add(fence, kind, at: 0)
    }
}
