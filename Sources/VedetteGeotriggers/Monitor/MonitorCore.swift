// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteFences
import VedetteGeometry
import VedetteLocation
import VedetteModel

/// The engine of a monitor and what is known around it: a core without clock, lock or task.
///
// Sendable by hand: the engine is in here alone, and whoever has this has it behind a lock.
struct MonitorCore: @unchecked Sendable {
    private let engine: FenceEngine
    var registry: FenceRegistry
    private let options: FenceEngineOptions
    private let ruleType: FenceRuleType
    /// Whether a fence is the very thing that is watched.
    private let isItself: @Sendable (FenceKey, String) -> Bool

    private var fixes = FenceFixes()
    /// For each fix the row of the arrival that it was.
    private var rows: [Int] = []
    private var events: [FenceEvent] = []
    private var facts: [TrackFacts?] = []
    /// Fixes that wait for late ones, by their place in the feed; the oldest go first.
    private var waiting: [UInt64: FixFact] = [:]
    private var waitingOrder = FIFO<UInt64>()
    private var clock = MonitorClock()

    private static let maximumWaiting = 65_536

    init(
        engine: sending FenceEngine, registry: FenceRegistry, options: FenceEngineOptions, ruleType: FenceRuleType,
        isItself: @escaping @Sendable (FenceKey, String) -> Bool
    ) {
        (self.engine, self.registry, self.options, self.ruleType, self.isItself) = (engine, registry, options, ruleType, isItself)
    }

    var counts: FenceEngineStatistics { engine.counts }

    func snapshot() -> [UInt8] { engine.snapshot() }

    // MARK: Steps

    /// Judges fixes; returns what happened.
    mutating func judge(_ arrival: FeedArrival, rows range: Range<Int>, uptime: Duration) -> [FenceOutcome] {
        fixes.removeAll()
        rows.removeAll(keepingCapacity: true)
        let batch = arrival.batch
        for row in range where batch.longitudes[row] != ObservationBatch.noPosition {
            let hash = batch.trackHashes[row]
            let track = batch.withBytes(batch.trackRanges[row]) { engine.track(named: $0, hash: hash) }
            let given = batch.times[row]
            let time = given == ObservationBatch.noTime ? arrival.receivedAt.microsecondsSince1970 : given
            fixes.append(
                track: track, longitude: batch.longitudes[row], latitude: batch.latitudes[row], time: time, ordinal: batch.ordinals[row],
                accuracy: arrival.accuracies.isEmpty ? .nan : arrival.accuracies[row],
                speed: arrival.speeds.isEmpty ? .nan : arrival.speeds[row])
            rows.append(row)
            clock.note(fixAt: time, uptime: uptime)
        }
        guard !fixes.isEmpty else { return [] }
        if options.allowedLateness > 0 { keepWaiting(arrival) }
        events.removeAll(keepingCapacity: true)
        engine.apply(fixes, into: &events)
        let outcomes = outcomes(of: arrival)
        for index in 0..<fixes.count { keep(fact(index, arrival), track: fixes.tracks[index]) }
        return outcomes
    }

    /// Time has passed.
    mutating func advance(now: Instant, uptime: Duration) -> [FenceOutcome] {
        guard let time = clock.time(now: now, uptime: uptime) else { return [] }
        events.removeAll(keepingCapacity: true)
        engine.advance(to: time, into: &events)
        return outcomes(of: nil)
    }

    /// Changes fences, at the time that it is for rules that wait.
    mutating func edit(_ edits: [FenceEdit], now: Instant, uptime: Duration) -> [FenceOutcome] {
        guard !edits.isEmpty else { return [] }
        events.removeAll(keepingCapacity: true)
        let time = clock.time(now: now, uptime: uptime) ?? now
        let refused = engine.edit(edits, at: time, into: &events)
        // What there is no room for is no fence, as an area that cannot be used is none: nor is the one that it had.
        for refusal in refused { registry.refuse(refusal) }
        engine.edit(refused.map { .remove(id: $0.id) }, at: time, into: &events)
        return outcomes(of: nil)
    }

    // MARK: Fixes

    private func fact(_ index: Int, _ arrival: FeedArrival) -> FixFact {
        let row = rows[index]
        return FixFact(
            location: arrival.locations.isEmpty ? nil : arrival.locations[row],
            position: GridPosition(uncheckedLongitude: fixes.longitudes[index], latitude: fixes.latitudes[index]),
            time: fixes.times[index], ordinal: fixes.ordinals[index], accuracy: fixes.accuracy(index), speed: fixes.speed(index),
            course: arrival.courses.isEmpty ? .nan : arrival.courses[row])
    }

    private mutating func keep(_ fact: FixFact, track: UInt32) {
        while facts.count <= Int(track) { facts.append(nil) }
        facts[Int(track)] = TrackFacts(latest: fact, previous: facts[Int(track)]?.latest)
    }

    private mutating func keepWaiting(_ arrival: FeedArrival) {
        for index in 0..<fixes.count {
            let ordinal = fixes.ordinals[index]
            if waiting.updateValue(fact(index, arrival), forKey: ordinal) == nil { waitingOrder.append(ordinal) }
        }
        while waitingOrder.count > Self.maximumWaiting, let oldest = waitingOrder.popFirst() { waiting[oldest] = nil }
    }

    // MARK: Outcomes

    private func outcomes(of arrival: FeedArrival?) -> [FenceOutcome] {
        var result: [FenceOutcome] = []
        for event in events where ruleType.reports(event.kind) {
            guard let fence = registry.fence(withID: engine.index.id(of: event.fence)) else { continue }
            let track = engine.name(ofTrack: event.track)
            guard !isItself(fence.key, track) else { continue }
            let (fix, previous) = fixes(of: event, arrival)
            result.append(
                FenceOutcome(
                    event: event, fence: fence, trackID: track, eventID: engine.id(of: event), fix: fix, previous: previous,
                    options: options))
        }
        return result
    }

    /// The fix that decided an event, or else the last one before it; and the one before that.
    private func fixes(of event: FenceEvent, _ arrival: FeedArrival?) -> (FixFact?, FixFact?) {
        let known = Int(event.track) < facts.count ? facts[Int(event.track)] : nil
        guard let arrival, fixes.tracks.indices.contains(event.row), fixes.tracks[event.row] == event.track else {
            guard let observation = event.observation else { return (known?.latest, known?.previous) }
            return (waiting[observation], nil)
        }
        let before = (0..<event.row).last { fixes.tracks[$0] == event.track }.map { fact($0, arrival) } ?? known?.latest
        guard let observation = event.observation else { return (before, nil) }
        if fixes.ordinals[event.row] == observation { return (fact(event.row, arrival), before) }
        return (waiting[observation], nil)
    }
}
