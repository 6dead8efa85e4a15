// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

extension FenceEngine {
    /// A track came into a fence or left it: tells it, or keeps it until it is sure.
    func cross(_ fence: UInt32, of track: UInt32, isEntry: Bool, _ occasion: Occasion, into events: inout [FenceEvent]) {
        let kind: FenceEvent.Kind = isEntry ? .entered : .exited
        let memory = table.memories + Int(track)
        var crossing = FenceStay.Crossing(
            time: occasion.time, position: occasion.position, cause: occasion.cause, observation: occasion.observation)
        guard !rules.isEmpty else {
            crossing.ordinal = ordinal(of: kind, fence, track, occasion)
            return tell(kind, fence, track, crossing, confirmedAt: nil, row: occasion.row, into: &events)
        }
        let (place, isThere) = memory.pointee.place(ofStay: fence)
        if !isThere {
            guard isEntry else { return }
            memory.pointee.stays.insert(FenceStay(fence: fence, crossing: crossing), at: place)
        }
        let stay = memory.pointee.stays.withUnsafeMutableBufferPointer { $0.baseAddress.map { $0 + place } }
        guard let stay else { return }
        let before = stay.pointee.state
        let outcome = rules.presence.cross(&stay.pointee.state, isEntry: isEntry, isTimed: occasion.time != FenceFixes.noTime)
        guard stay.pointee.state != before else { return }
        if outcome != .nothing { crossing.ordinal = ordinal(of: kind, fence, track, occasion) }
        stay.pointee.crossing = crossing
        if before == .outside {
            stay.pointee.entry = occasion.time
            stay.pointee.dwellOrdinal = dwellOrdinal(fence, track, crossing)
        }
        let isOver = stay.pointee.state == .outside
        if !isOver { expect(stay.pointee, of: track) }
        if isOver { memory.pointee.stays.remove(at: place) }
        if case .told(let kind) = outcome { tell(kind, fence, track, crossing, confirmedAt: nil, row: occasion.row, into: &events) }
    }

    /// Whether a track is out of a fence, but not yet sure to be.
    func isAbsent(_ fence: UInt32, _ track: UInt32) -> Bool {
        guard rules.presence.minimumOut > 0 else { return false }
        let memory = table.memories + Int(track)
        let (place, isThere) = memory.pointee.place(ofStay: fence)
        return isThere && memory.pointee.stays[place].state == .exiting
    }

    /// Lets the rules look at a track no later than a stay has something to tell.
    private func expect(_ stay: FenceStay, of track: UInt32) {
        let line = table.lines + Int(track)
        line.pointee.nextDue = min(line.pointee.nextDue, rules.nextDue(stay, silenceDue: silenceDue(of: track)))
        lookAgain(track)
    }

    /// Has the next fix looked at, wherever it is, where a rule asks for its speed, or this gap is silence no more, or not at every fence: with the next
    /// one, another gap begins.
    private func lookAgain(_ track: UInt32) {
        let line = table.lines + Int(track)
        if !rules.speed.isEmpty, !table.memories[Int(track)].stays.isEmpty { line.pointee.needsLook = true }
        guard rules.silence.duration != nil else { return }
        if line.pointee.nextDue > silenceDue(of: track) || table.memories[Int(track)].stays.contains(where: \.isSilenceTold) {
            line.pointee.needsLook = true
        }
    }

    /// When the gap since a track's last decided fix has lasted long enough; the end of time where that fix had no time.
    func silenceDue(of track: UInt32) -> Int64 {
        let line = table.lines + Int(track)
        return line.pointee.isTimed ? rules.silence.due(lastFix: line.pointee.decidedTime) : .max
    }

    /// Finds anew when the rules have something to tell of a track, from all that they know of it.
    func setNextDue(of track: UInt32) {
        let silenceDue = silenceDue(of: track)
        let line = table.lines + Int(track)
        line.pointee.nextDue = table.memories[Int(track)].stays.reduce(.max) { min($0, rules.nextDue($1, silenceDue: silenceDue)) }
        lookAgain(track)
    }

    // MARK: Ordinals

    /// The ordinal of an event that is about to be, or may come to be, told.
    private func ordinal(of kind: FenceEvent.Kind, _ fence: UInt32, _ track: UInt32, _ occasion: Occasion) -> UInt32 {
        let memory = table.memories + Int(track)
        switch occasion.cause {
        case .fenceChanged:
            // Edits keep a time of their own: a number that no fix's event has keeps the two apart, and each from the next.
            defer { memory.pointee.editCount &+= 1 }
            return FenceEvent.firstOrdinalOfEdits | memory.pointee.editCount
        case .fix, .clock:
            guard occasion.time != FenceFixes.noTime else { return arrivals.count(fence, kind, of: track, occasion.observation) }
            return memory.pointee.recent.count(identities.identity(of: fence), kind, at: occasion.time)
        }
    }

    private func dwellOrdinal(_ fence: UInt32, _ track: UInt32, _ crossing: FenceStay.Crossing) -> UInt32 {
        guard rules.dwell.duration != nil, crossing.time != FenceFixes.noTime else { return 0 }
        if crossing.cause == .fenceChanged { return crossing.ordinal }
        return table.memories[Int(track)].recent.count(identities.identity(of: fence), .dwelled, at: crossing.time)
    }

    /// Appends an event of a crossing.
    func tell(
        _ kind: FenceEvent.Kind, _ fence: UInt32, _ track: UInt32, _ crossing: FenceStay.Crossing, confirmedAt: Int64?, row: Int,
        into events: inout [FenceEvent]
    ) {
        let isEdit = crossing.cause == .fenceChanged
        if !isEdit {
            if crossing.time == FenceFixes.noTime {
                arrivals.add(fence, kind, of: track, crossing.observation)
            } else {
                (table.memories + Int(track)).pointee.recent.add(identities.identity(of: fence), kind, at: crossing.time)
            }
        }
        events.append(
            FenceEvent(
                kind: kind, cause: crossing.cause, track: track, fence: fence,
                time: Self.moment(crossing.time, ordinal: crossing.observation),
                confirmedAt: confirmedAt.map { Instant(microsecondsSince1970: $0) }, position: crossing.position,
                ordinal: crossing.ordinal, observation: isEdit ? nil : crossing.observation, row: row))
    }

    // MARK: Speed

    func judgeSpeed(_ fix: FenceFix, of track: UInt32, _ occasion: Occasion, into events: inout [FenceEvent]) {
        let memory = table.memories + Int(track)
        guard !memory.pointee.stays.isEmpty, let speed = speed(of: fix, track) else { return }
        var told: [(kind: FenceEvent.Kind, fence: UInt32)] = []
        for place in memory.pointee.stays.indices {
            let isIn = memory.pointee.stays[place].state == .inside
            let outcome = rules.speed.judge(&memory.pointee.stays[place].speed, speed: speed, isIn: isIn)
            let fence = memory.pointee.stays[place].fence
            if outcome.speeding { told.append((.speeding, fence)) }
            if outcome.slow { told.append((.slow, fence)) }
        }
        for kind in [FenceEvent.Kind.speeding, .slow] where !told.isEmpty {
            for fence in index.sortedByID(told.filter { $0.kind == kind }.map(\.fence)) {
                var crossing = FenceStay.Crossing(time: occasion.time, position: occasion.position, observation: occasion.observation)
                crossing.ordinal = ordinal(of: kind, fence, track, occasion)
                tell(kind, fence, track, crossing, confirmedAt: nil, row: occasion.row, into: &events)
            }
        }
    }

    /// Metres a second: as the fix says, else from the fix before; nil where neither knows.
    private func speed(of fix: FenceFix, _ track: UInt32) -> Double? {
        if fix.speed >= 0, fix.speed.isFinite { return fix.speed }
        let line = table.lines[Int(track)]
        guard line.hasFix, line.isTimed, fix.time > line.decidedTime else { return nil }
        let seconds = (Double(fix.time) - Double(line.decidedTime)) / 1e6
        let end = GridPosition(uncheckedLongitude: fix.longitude, latitude: fix.latitude)
        return FenceDistance.metres(from: line.position, to: end) / seconds
    }
}
