// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

@testable import VedetteDynamicEntities

/// The track store as one would first write it: a list of everything. The real one must behave like it.
struct NaiveTrackStore {
    struct Observation: Equatable {
        var track: String
        var entity: UInt64
        var sequence: UInt32
        var time: Int64
        var position: Int32
        var text: String?
        var arrival: Int
    }

    enum Event: Equatable {
        case entityReceived(String)
        case received(String, UInt32)
        case purged(String, UInt32)
        case entityPurged(String)
    }

    var limits: TrackStoreLimits
    var entities: [String: (id: UInt64, count: UInt32)] = [:]
    /// Each track in the order of its observations.
    var tracks: [String: [Observation]] = [:]
    var nextEntity: UInt64 = 1
    var arrivals = 0

    init(limits: TrackStoreLimits) {
        self.limits = limits
    }

    var all: [Observation] { tracks.values.flatMap { $0 } }

    mutating func observe(_ track: String, time: Int64, position: Int32, text: String?) -> [Event] {
        var events: [Event] = []
        if entities[track] == nil {
            entities[track] = (nextEntity, 0)
            nextEntity += 1
            events.append(.entityReceived(track))
        }
        entities[track]?.count += 1
        arrivals += 1
        let observation = Observation(
            track: track, entity: entities[track]?.id ?? 0, sequence: entities[track]?.count ?? 0, time: time, position: position,
            text: text,
            arrival: arrivals)
        var list = tracks[track] ?? []
        var place = list.count
        if time != ObservationBatch.noTime {
            while place > 0, list[place - 1].time != ObservationBatch.noTime, list[place - 1].time > time { place -= 1 }
        }
        list.insert(observation, at: place)
        tracks[track] = list
        events.append(.received(track, observation.sequence))
        if limits.maximumObservationsPerTrack > 0 {
            while (tracks[track]?.count ?? 0) > limits.maximumObservationsPerTrack { events += removeOldest(track) }
        }
        while limits.maximumObservations > 0, all.count > limits.maximumObservations { events += removeOldest(trackToShorten()) }
        return events
    }

    /// The track whose turn it is: turns come in the order of arrival, and a track that has lost an observation otherwise has used up its oldest turn.
    private mutating func trackToShorten() -> String {
        while true {
            let turn = turns.removeFirst()
            if let stale = used[turn], stale > 0 {
                used[turn] = stale - 1
            } else {
                return turn
            }
        }
    }

    var turns: [String] = []
    var used: [String: Int] = [:]

    mutating func removeOldest(_ track: String) -> [Event] {
        guard var list = tracks[track], !list.isEmpty else { return [] }
        let gone = list.removeFirst()
        tracks[track] = list.isEmpty ? nil : list
        var events: [Event] = [.purged(track, gone.sequence)]
        if list.isEmpty {
            entities[track] = nil
            events.append(.entityPurged(track))
        }
        return events
    }
}
