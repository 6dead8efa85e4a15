// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences
import VedetteGeometry
import VedetteValues

/// What should happen in a scenario, by the words of the page about fence semantics: every fence for every fix, slow and obvious.
struct ReferenceJudge {
    struct Fix {
        var position: GridPosition
        var time: Int64?
        var accuracy: Double
        var speed: Double
        var observation: UInt64
    }

    /// A track and a fence.
    struct Stay {
        var isIn = false
        /// What was reported of it: another than ``isIn`` while a minimum time passes.
        var isReported = false
        /// A crossing that waits for its minimum time.
        var pending: (due: Int64, event: ReferenceEvent)?
        /// When the stay began, whether an edit began it, and whether its dwell is still to be told.
        var entry: Int64?
        var isOfEdit = false
        var mayDwell = false
        /// When the track last came in or went out.
        var crossed = Int64.min
        var isSilenceTold = false
        var maySpeed = true
        var maySlow = true
    }

    struct Track {
        var newest: Int64?
        var waiting: [Fix] = []
        var last: Fix?
        var stays: [String: Stay] = [:]
    }

    let options: FenceEngineOptions
    var fences: [String: ReferenceFence] = [:]
    var tracks: [Int: Track] = [:]
    /// Tracks in the order in which they came.
    var order: [Int] = []
    var late = 0
    /// A measured distance or speed came too near to a limit for two ways of measuring to agree for certain.
    var isTied = false
    var events: [ReferenceEvent] = []
    private var counts: [ReferenceEvent: UInt32] = [:]
    private var observations: UInt64 = 0

    init(_ scenario: ReferenceScenario) {
        options = scenario.options
        for area in scenario.fences { fences[area.id] = ReferenceFence(id: area.id, polygons: area.polygons) }
    }

    /// The ids of all fences, in the order of their bytes.
    var fenceIDs: [String] { fences.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

    mutating func take(_ step: ReferenceScenario.Step) {
        switch step {
        case .fix(let fix): take(fix)
        case .put(let area, let now):
            // An edit is a clock too.
            fireClock(upTo: now)
            fences[area.id] = ReferenceFence(id: area.id, polygons: area.polygons)
            for track in order { judgeAnew(track, area.id, at: now) }
        case .remove(let id, let now):
            fireClock(upTo: now)
            fences[id] = nil
            for track in order { tracks[track]?.stays[id] = nil }
        case .advance(let now):
            fireClock(upTo: now)
        }
    }

    /// A clock leaves tracks alone of which fixes wait: what those say comes first.
    private mutating func fireClock(upTo now: Int64) {
        for track in order where tracks[track, default: Track()].waiting.isEmpty { fireTimers(track, upTo: now) }
    }

    mutating func finish() {
        for track in order {
            let waiting = tracks[track]?.waiting ?? []
            tracks[track]?.waiting = []
            for fix in waiting { decide(fix, track) }
        }
    }

    // MARK: Event time

    private mutating func take(_ fix: ReferenceScenario.Fix) {
        let number = fix.track
        if tracks[number] == nil {
            tracks[number] = Track()
            order.append(number)
        }
        let arrived = Fix(position: fix.position, time: fix.time, accuracy: fix.accuracy, speed: fix.speed, observation: observations)
        observations += 1
        guard let time = fix.time else { return decide(arrived, number) }
        if let newest = tracks[number, default: Track()].newest, time < newest - options.allowedLateness {
            late += 1
            return
        }
        let newest = max(tracks[number, default: Track()].newest ?? time, time)
        tracks[number, default: Track()].newest = newest
        // Behind all that are not later: ties by arrival.
        let place =
            tracks[number, default: Track()].waiting.firstIndex { ($0.time ?? time) > time }
            ?? tracks[number, default: Track()].waiting.count
        tracks[number, default: Track()].waiting.insert(arrived, at: place)
        while let first = tracks[number, default: Track()].waiting.first, first.time ?? newest <= newest - options.allowedLateness {
            tracks[number, default: Track()].waiting.removeFirst()
            decide(first, number)
        }
    }

    // MARK: Telling

    mutating func tell(
        _ kind: FenceEvent.Kind, _ track: Int, _ fence: String, time: FenceEvent.Time, position: GridPosition, cause: FenceEvent.Cause,
        observation: UInt64?, confirmedAt: Int64? = nil, isOfEdit: Bool = false
    ) {
        var event = ReferenceEvent(
            kind: kind, cause: .fix, track: track, fence: fence, time: time, confirmedAt: nil,
            position: GridPosition(uncheckedLongitude: 0, latitude: 0), ordinal: 0, observation: nil)
        if isOfEdit {
            event.ordinal = ReferenceEvent.ordinalOfEdits
        } else {
            event.ordinal = counts[event, default: 0]
            counts[event] = event.ordinal + 1
        }
        event.cause = cause
        event.position = ReferenceEvent.named(position)
        event.observation = observation
        event.confirmedAt = confirmedAt
        events.append(event)
    }

    /// The track is in or out of a fence from now on.
    mutating func turn(
        _ track: Int, _ fence: String, isIn: Bool, time: FenceEvent.Time, position: GridPosition, cause: FenceEvent.Cause,
        observation: UInt64?
    ) {
        var stay = tracks[track, default: Track()].stays[fence] ?? Stay()
        guard stay.isIn != isIn else { return }
        stay.isIn = isIn
        var microseconds: Int64?
        if case .event(let instant) = time { microseconds = instant.microsecondsSince1970 }
        stay.crossed = microseconds ?? .min
        if stay.pending != nil {
            // Back before the minimum time had passed: nothing has happened.
            stay.pending = nil
            if !isIn { stay = Stay() }
        } else {
            if isIn {
                stay = Stay(
                    isIn: true, isReported: false, entry: microseconds, isOfEdit: cause == .fenceChanged,
                    mayDwell: options.rules.dwell != nil,
                    crossed: stay.crossed)
            }
            if let minimum = isIn ? options.rules.minimumIn : options.rules.minimumOut, let microseconds {
                let event = ReferenceEvent(
                    kind: isIn ? .entered : .exited, cause: cause, track: track, fence: fence, time: time,
                    confirmedAt: microseconds + minimum,
                    position: position, ordinal: 0, observation: observation)
                stay.pending = (microseconds + minimum, event)
            } else {
                stay.isReported = isIn
                tell(
                    isIn ? .entered : .exited, track, fence, time: time, position: position, cause: cause, observation: observation,
                    isOfEdit: cause == .fenceChanged)
            }
        }
        tracks[track, default: Track()].stays[fence] = stay
    }
}
