// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

@testable import VedetteDynamicEntities

/// The track store as one would first write it: lists of everything, gone through from end to end for each question. The real one must behave like it.
struct NaiveTrackStore {
    struct Observation: Equatable {
        var track: String
        var entity: UInt64 = 0
        var sequence: UInt32 = 0
        var time: Int64?
        var receipt: Int64 = 0
        var position: GridPosition?
        var speed: Double?
        var name: String?
        /// Which observation of all it was.
        var arrival = 0

        /// When it counts as made.
        var begin: Int64 { time ?? receipt }
    }

    struct Event: Equatable {
        var kind: TrackChange.Kind
        var observation: Observation
    }

    struct Entity: Equatable {
        var id: UInt64
        var count: UInt32
        var created: Int64
        var changed: Int64
    }

    var limits: TrackStoreLimits
    var entities: [String: Entity] = [:]
    /// Each track in the order of its observations.
    var tracks: [String: [Observation]] = [:]
    var stamp = Int64.min
    private var nextEntity: UInt64 = 1
    private var arrivals = 0

    init(limits: TrackStoreLimits) {
        self.limits = limits
    }

    var all: [Observation] { tracks.values.flatMap { $0 } }

    /// The names of the tracks, older entities first.
    var names: [String] { tracks.keys.sorted { (entities[$0]?.id ?? 0) < (entities[$1]?.id ?? 0) } }

    mutating func nextStamp(_ now: Int64) {
        stamp = max(now, stamp == .min ? .min : stamp + 1)
    }

    // MARK: Changes

    mutating func observe(_ observations: [Observation], at now: Int64) -> [Event] {
        nextStamp(now)
        var events = keepAge(now)
        for observation in observations { events += observe(observation, at: now) }
        return events
    }

    private mutating func observe(_ new: Observation, at now: Int64) -> [Event] {
        var observation = new
        var events: [Event] = []
        var entity = entities[new.track] ?? Entity(id: 0, count: 0, created: stamp, changed: stamp)
        let isNew = entity.id == 0
        if isNew {
            entity.id = nextEntity
            nextEntity += 1
        }
        entity.count += 1
        arrivals += 1
        observation.entity = entity.id
        observation.sequence = entity.count
        observation.receipt = stamp
        observation.arrival = arrivals
        entities[new.track] = entity
        if isNew { events.append(Event(kind: .entityReceived, observation: observation)) }
        var list = tracks[new.track] ?? []
        var place = list.count
        // Late ones go before later ones; nothing passes one without a time.
        if let time = new.time {
            while place > 0, let other = list[place - 1].time, other > time { place -= 1 }
        }
        list.insert(observation, at: place)
        change(new.track, to: list)
        events.append(Event(kind: .observationReceived, observation: observation))
        events += keepAge(now)
        events += keepPerTrack(new.track)
        events += keepTotal()
        return events
    }

    private mutating func change(_ track: String, to list: [Observation]) {
        if tracks[track]?.last?.arrival != list.last?.arrival { entities[track]?.changed = stamp }
        tracks[track] = list.isEmpty ? nil : list
        if list.isEmpty { entities[track] = nil }
    }

    mutating func remove(_ observation: Observation) -> [Event] {
        var events = [Event(kind: .observationPurged, observation: observation)]
        let list = (tracks[observation.track] ?? []).filter { $0.arrival != observation.arrival }
        if list.isEmpty { events.append(Event(kind: .entityPurged, observation: observation)) }
        change(observation.track, to: list)
        return events
    }

    mutating func removeFirstArrived() -> [Event] {
        all.min { $0.arrival < $1.arrival }.map { remove($0) } ?? []
    }

    private mutating func keepPerTrack(_ track: String) -> [Event] {
        var events: [Event] = []
        while limits.maximumObservationsPerTrack > 0, let list = tracks[track], list.count > limits.maximumObservationsPerTrack {
            events += remove(list[0])
        }
        return events
    }

    private mutating func keepTotal() -> [Event] {
        var events: [Event] = []
        while limits.maximumObservations > 0, all.count > limits.maximumObservations { events += removeFirstArrived() }
        return events
    }

    /// The observations in the order in which they reach the limit of age, with the moment.
    var expiries: [(observation: Observation, moment: Int64)] {
        guard limits.maximumAge > 0 else { return [] }
        guard limits.agesByEventTime else {
            return all.sorted { $0.arrival < $1.arrival }.map { ($0, $0.receipt + limits.maximumAge) }
        }
        let places = Dictionary(uniqueKeysWithValues: tracks.values.flatMap { $0.enumerated().map { ($1.arrival, $0) } })
        return all.sorted { first, second in
            (first.begin, first.entity, places[first.arrival] ?? 0) < (second.begin, second.entity, places[second.arrival] ?? 0)
        }.map { ($0, $0.begin + limits.maximumAge) }
    }

    private mutating func keepAge(_ now: Int64) -> [Event] {
        var events: [Event] = []
        for (observation, moment) in expiries where moment <= now { events += remove(observation) }
        return events
    }

    mutating func expire(at now: Int64) -> [Event] {
        guard expiries.contains(where: { $0.moment <= now }) else { return [] }
        nextStamp(now)
        return keepAge(now)
    }

    mutating func setLimits(_ limits: TrackStoreLimits, at now: Int64) -> [Event] {
        self.limits = limits
        nextStamp(now)
        var events = keepAge(now)
        for name in names { events += keepPerTrack(name) }
        return events + keepTotal()
    }

    mutating func remove(track: String, at now: Int64) -> [Event] {
        guard let list = tracks[track] else { return [] }
        nextStamp(now)
        var events: [Event] = []
        for observation in list { events += remove(observation) }
        return events
    }

    mutating func removeAll(at now: Int64) -> [Event] {
        nextStamp(now)
        let events = names.compactMap { tracks[$0]?.last }.map { Event(kind: .observationPurged, observation: $0) }
        tracks = [:]
        entities = [:]
        return events
    }

    // MARK: Queries

    /// The newest observation of a track at a moment: the last one in the track's order that counts as made by then.
    func newest(_ track: String, at time: Int64?) -> Observation? {
        guard let time else { return tracks[track]?.last }
        return tracks[track]?.last { $0.begin <= time }
    }

    /// The observations by which tracks match, older entities first, or the nearest.
    func matches(_ query: NaiveQuery) -> [Observation] {
        let found = names.compactMap { name -> Observation? in
            if let ids = query.ids, !ids.contains(name) { return nil }
            return newest(name, at: query.time).flatMap { query.isMet($0) ? $0 : nil }
        }
        guard let (count, latitude, longitude) = query.nearest else { return found }
        let measured = found.compactMap { observation in
            observation.position.map { position in
                (
                    observation,
                    Geodesic.inverse(from: (latitude, longitude), to: (position.latitudeDegrees, position.longitudeDegrees)).metres
                )
            }
        }
        return measured.sorted { ($0.1, $0.0.entity) < ($1.1, $1.0.entity) }.prefix(max(0, count)).map(\.0)
    }
}

/// What is asked, in closures.
struct NaiveQuery {
    var ids: [String]?
    var time: Int64?
    var nearest: (count: Int, latitude: Double, longitude: Double)?
    var isMet: (NaiveTrackStore.Observation) -> Bool = { _ in true }
}
