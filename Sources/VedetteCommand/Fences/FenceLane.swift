// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions
import VedetteFeeds
import VedetteFences
import VedetteGeotriggers
import VedetteGeometry
import VedetteValues

/// Judges the tracks that are its own, and writes their events.
///
// Sendable by hand: in each round one thread has it; between rounds the caller has.
final class FenceLane: @unchecked Sendable {
    /// What all lanes share.
    struct Plan: Sendable {
        var index: FenceIndex
        var options: FenceEngineOptions
        var rule: FenceRuleArguments.Rule
        var writer: FenceEventWriter
        var messages: FenceMessages?
        /// How long after a fix an event can name it, in microseconds; 0 where only its own events do.
        var longestWait: Int64
    }

    /// Where an event is in the lane's text, and what it comes after.
    struct Mark {
        /// The share and the row that brought it out; at the end of the feed, the deciding fix.
        var key: UInt64
        /// At the end of the feed: the record in which the track first came.
        var trackKey: UInt64 = 0
        var start: Int
        var end: Int
    }

    private let plan: Plan
    let engine: FenceEngine
    private let numbers = TrackNumbers()
    private var fixes = FenceFixes()
    /// The share and row of each of the fixes.
    private var places: [UInt64] = []
    private var events: [FenceEvent] = []
    let output = TextBuffer()
    private(set) var marks: [Mark] = []
    /// In which record each track first came.
    private var firstOrdinals: [UInt64] = []
    /// By track: what is known of fixes that events may yet name.
    private(set) var kept: [UInt32: [FenceFixNote]] = [:]

    init(_ plan: Plan, engine: FenceEngine? = nil, notes: [(track: [UInt8], note: FenceFixNote)] = []) {
        self.plan = plan
        self.engine = engine ?? FenceEngine(index: plan.index, options: plan.options)
        for (name, note) in notes {
            let track = name.withUnsafeBytes { self.engine.track(named: $0, hash: FixOptions.hash(of: $0)) }
            kept[track, default: []].append(note)
        }
    }

    private var keepsNotes: Bool { plan.longestWait > 0 }

    /// Judges the lane's fixes among those of the shares, and writes what happened.
    ///
    /// - Parameters:
    ///   - shares: what was read of a block, in order.
    ///   - number: the lane's.
    ///   - firstUnwanted: the record from which on nothing is reported.
    func judge(_ shares: ArraySlice<FixBatch>, lane number: UInt32, upTo firstUnwanted: UInt64) {
        output.removeAll()
        marks.removeAll(keepingCapacity: true)
        fixes.removeAll()
        places.removeAll(keepingCapacity: true)
        for (share, batch) in shares.enumerated() { gather(batch, share: share, lane: Int(number), upTo: firstUnwanted) }
        events.removeAll(keepingCapacity: true)
        engine.apply(fixes, into: &events)
        for event in events {
            let place = places[event.row]
            let batch = shares[shares.startIndex + Int(place >> 32)]
            write(event, key: place, batch, row: Int(place & 0xFFFF_FFFF))
        }
        if keepsNotes { forget() }
    }

    private func gather(_ batch: FixBatch, share: Int, lane: Int, upTo firstUnwanted: UInt64) {
        let first = fixes.count
        let (base, place) = (batch.firstOrdinal, UInt64(share) << 32)
        // In hand while the rows are gone through: a property of a class costs a check at every use.
        var (fixes, places, firstOrdinals) = (FenceFixes(), [UInt64](), [UInt64]())
        exchange(&fixes, &places, &firstOrdinals)
        defer { exchange(&fixes, &places, &firstOrdinals) }
        let (engine, numbers) = (engine, numbers)
        batch.withRows(ofLane: lane) { own in
            var count = own.numbers.count
            while count > 0, base &+ UInt64(own.rows[Int(own.numbers[count - 1])].record) >= firstUnwanted { count -= 1 }
            fixes.append(count: count, hasNumbers: batch.hasNumbers) { output in
                let ahead = 16
                var knownTracks = firstOrdinals.count
                for item in 0..<count {
                    if item &+ ahead < count { numbers.prefetch(own.rows[Int(own.numbers[item &+ ahead])].trackHash) }
                    let row = Int(own.numbers[item])
                    let fix = own.rows[row]
                    let ordinal = base &+ UInt64(fix.record)
                    let track = numbers.number(of: own.bytes(of: fix.track), hash: fix.trackHash, in: engine)
                    if Int(track) >= knownTracks {
                        while firstOrdinals.count <= Int(track) { firstOrdinals.append(ordinal) }
                        knownTracks = firstOrdinals.count
                    }
                    output.tracks[item] = track
                    output.longitudes[item] = fix.longitude
                    output.latitudes[item] = fix.latitude
                    output.times[item] = fix.time
                    output.ordinals[item] = ordinal
                    if let accuracies = output.accuracies { accuracies[item] = fix.accuracy }
                    if let speeds = output.speeds { speeds[item] = fix.speed }
                }
            }
            places.reserveCapacity(first + count)
            for item in 0..<count { places.append(place | UInt64(own.numbers[item])) }
            if keepsNotes {
                for item in 0..<count {
                    let row = Int(own.numbers[item])
                    note(own.rows[row], fixes.ordinals[first + item], fixes.tracks[first + item], batch, row)
                }
            }
        }
    }

    private func exchange(
        _ fixes: inout FenceFixes, _ places: inout [UInt64], _ firstOrdinals: inout [UInt64]
    ) {
        swap(&fixes, &self.fixes)
        swap(&places, &self.places)
        swap(&firstOrdinals, &self.firstOrdinals)
    }

    // MARK: The end

    /// Decides the fixes that wait for late ones, of which there will be none, and writes what happened.
    func finish() {
        output.removeAll()
        marks.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: true)
        engine.finish(into: &events)
        // By the deciding fix; an event without one comes before the next of its track that has one. A track keeps its order.
        var next: [UInt32: UInt64] = [:]
        var keys = Array(repeating: UInt64.max, count: events.count)
        for place in events.indices.reversed() {
            let event = events[place]
            if let observation = event.observation { next[event.track] = observation }
            keys[place] = next[event.track] ?? .max
        }
        var latest: [UInt32: UInt64] = [:]
        for (place, event) in events.enumerated() {
            keys[place] = max(keys[place], latest[event.track] ?? 0)
            latest[event.track] = keys[place]
        }
        for (place, event) in events.enumerated() { write(event, key: keys[place], nil, row: -1) }
    }

    // MARK: Writing

    private func write(_ event: FenceEvent, key: UInt64, _ batch: FixBatch?, row: Int) {
        guard plan.rule.type.reports(event.kind) else { return }
        let start = output.count
        var note: FenceFixNote?
        // The fix that brought it out need not be the one that decided it.
        let isOwn = batch.map { event.observation == $0.ordinal($0.rows[row]) } ?? false
        if !isOwn, let observation = event.observation { note = kept[event.track]?.first { $0.ordinal == observation } }
        let remarks = plan.messages.flatMap { messages in
            let content = isOwn ? batch?.contents[row] : note?.content
            return messages.remarks(on: event, feed: content ?? bareContent(event))
        }
        if isOwn, let batch {
            batch.withBytes(batch.rows[row].id) {
                plan.writer.append(event, of: engine, observation: $0, remarks: remarks, to: output)
            }
        } else {
            (note?.id ?? []).withUnsafeBytes { plan.writer.append(event, of: engine, observation: $0, remarks: remarks, to: output) }
        }
        let trackKey = Int(event.track) < firstOrdinals.count ? firstOrdinals[Int(event.track)] : 0
        marks.append(Mark(key: key, trackKey: trackKey, start: start, end: output.count))
    }

    /// What is known of a fix whose own fields are gone: where it was, and when.
    private func bareContent(_ event: FenceEvent) -> ArcadeContent {
        var known: Instant?
        if case .event(let time) = event.time { known = time }
        return FixContent.bareContent(time: known, at: event.position.point)
    }

    // MARK: Notes

    /// What the next run has to know, tracks in the order in which they came.
    var state: FenceState.Lane {
        var lane = FenceState.Lane(snapshot: engine.snapshot())
        for (track, notes) in kept.sorted(by: { $0.key < $1.key }) {
            let name = engine.withName(ofTrack: track) { Array($0) }
            lane.notes += notes.map { (name, $0) }
        }
        return lane
    }

    private func note(_ fix: FixRow, _ ordinal: UInt64, _ track: UInt32, _ batch: FixBatch, _ row: Int) {
        guard !fix.id.isEmpty || plan.messages != nil else { return }
        let id = batch.withBytes(fix.id) { Array($0) }
        let content = plan.messages == nil ? nil : batch.contents[row]
        kept[track, default: []].append(FenceFixNote(ordinal: ordinal, time: fix.time, id: id, content: content))
    }

    /// Forgets the notes that no event can name any more: of fixes so old that whatever they began has come to its end.
    private func forget() {
        for track in Set(fixes.tracks) {
            guard var notes = kept[track], let newest = notes.map(\.time).max() else { continue }
            let last = notes.last?.ordinal
            let (oldest, isOverflow) = newest.subtractingReportingOverflow(plan.longestWait)
            notes.removeAll { $0.ordinal != last && ($0.time == FenceFixes.noTime || !isOverflow && $0.time < oldest) }
            kept[track] = notes
        }
    }
}

/// What an event says of a fix that came before the one that brought it out.
struct FenceFixNote: Sendable {
    var ordinal: UInt64
    /// Microseconds since 1970; ``FenceFixes/noTime`` where there is none.
    var time: Int64
    /// The record's own id; empty where it has none.
    var id: [UInt8]
    /// What scripts see of it, where there is one that asks.
    var content: ArcadeContent?
}
