// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

extension FenceEngine {
    /// What a rule that waited has to tell.
    struct Elapsed {
        /// When it became sure.
        var due: Int64
        var told: FenceRuleSet.Told
        var fence: UInt32
    }

    /// Tells what the rules of a track had waiting for a time that has come.
    ///
    /// - Complexity: O(1) where nothing is due, else O(stays · log stays).
    @inline(__always)
    func elapse(_ track: UInt32, upTo time: Int64, row: Int, into events: inout [FenceEvent]) {
        guard time >= table.lines[Int(track)].nextDue else { return }
        elapseDue(track, upTo: time, row: row, dues: nil, into: &events)
    }

    /// Does that for what is due; `dues` gets when each event told was sure.
    private func elapseDue(_ track: UInt32, upTo time: Int64, row: Int, dues: DueList?, into events: inout [FenceEvent]) {
        forgetGone(track)
        let memory = table.memories + Int(track)
        let silenceDue = silenceDue(of: track)
        elapsed.removeAll(keepingCapacity: true)
        for stay in memory.pointee.stays {
            rules.elapse(stay, upTo: time, silenceDue: silenceDue) { told, due in
                elapsed.append(Elapsed(due: due, told: told, fence: stay.fence))
            }
        }
        if elapsed.count > 1 {
            elapsed.sort {
                if $0.due != $1.due { return $0.due < $1.due }
                return $0.told == $1.told ? index.precedes($0.fence, $1.fence) : $0.told.rawValue < $1.told.rawValue
            }
        }
        for place in elapsed.indices {
            tell(elapsed[place], of: track, silenceDue: silenceDue, row: row, into: &events)
            dues?.list.append(elapsed[place].due)
        }
        setNextDue(of: track)
    }

    private func tell(_ elapsed: Elapsed, of track: UInt32, silenceDue: Int64, row: Int, into events: inout [FenceEvent]) {
        let memory = table.memories + Int(track)
        let line = table.lines + Int(track)
        let (place, isThere) = memory.pointee.place(ofStay: elapsed.fence)
        guard isThere else { return }
        let stay = memory.pointee.stays[place]
        switch elapsed.told {
        case .entered:
            memory.pointee.stays[place].state = .inside
            tell(.entered, elapsed.fence, track, stay.crossing, confirmedAt: elapsed.due, row: row, into: &events)
        case .exited:
            memory.pointee.stays.remove(at: place)
            tell(.exited, elapsed.fence, track, stay.crossing, confirmedAt: elapsed.due, row: row, into: &events)
        case .dwelled, .dwelledBefore:
            memory.pointee.stays[place].isDwellTold = true
            let isOfEdit = stay.dwellOrdinal & FenceEvent.firstOrdinalOfEdits != 0
            if !isOfEdit { memory.pointee.recent.add(identities.identity(of: elapsed.fence), .dwelled, at: stay.entry) }
            append(
                .dwelled, elapsed.fence, track, at: rules.dwell.due(entry: stay.entry, isTold: false), stay.dwellOrdinal, row, into: &events
            )
        case .silent, .silentSince:
            memory.pointee.stays[place].isSilenceTold = true
            let ordinal = memory.pointee.recent.add(
                identities.identity(of: elapsed.fence), .silent, at: line.pointee.decidedTime)
            append(.silent, elapsed.fence, track, at: silenceDue, ordinal, row, into: &events)
        }
    }

    /// Appends an event that only time has made.
    private func append(
        _ kind: FenceEvent.Kind, _ fence: UInt32, _ track: UInt32, at time: Int64, _ ordinal: UInt32, _ row: Int,
        into events: inout [FenceEvent]
    ) {
        events.append(
            FenceEvent(
                kind: kind, cause: .clock, track: track, fence: fence, time: .event(Instant(microsecondsSince1970: time)),
                position: table.lines[Int(track)].position, ordinal: ordinal, row: row))
    }

    // MARK: The clock

    /// When each event of a clock was due, beside the events.
    private final class DueList {
        var list: [Int64] = []
    }

    /// Lets the clock look at a track when its next due time has come.
    func schedule(_ track: UInt32) {
        let due = table.lines[Int(track)].nextDue
        guard due != .max, table.memories[Int(track)].waiting.isEmpty else { return }
        timers.schedule(track, at: due)
    }

    func fireTimers(upTo now: Int64, into events: inout [FenceEvent]) {
        var tracks: [UInt32] = []
        // A track with waiting fixes is scheduled again when the last of them is decided.
        while let track = timers.next(upTo: now) {
            if table.memories[Int(track)].waiting.isEmpty { tracks.append(track) }
        }
        guard !tracks.isEmpty else { return }
        let first = events.count
        let dues = DueList()
        for track in names.sorted(tracks) {
            if table.lines[Int(track)].nextDue <= now { elapseDue(track, upTo: now, row: -1, dues: dues, into: &events) }
            schedule(track)
        }
        guard events.count - first > 1 else { return }
        // By due time; each track's own keep their order, and tracks that of their ids.
        let told = Array(events[first...])
        let order = told.indices.sorted { (dues.list[$0], $0) < (dues.list[$1], $1) }
        for (place, source) in order.enumerated() { events[first + place] = told[source] }
    }
}
