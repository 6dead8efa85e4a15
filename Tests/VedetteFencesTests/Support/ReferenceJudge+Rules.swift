// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences
import VedetteGeometry
import VedetteValues

extension ReferenceJudge {
    private enum Rank: Int {
        case dwelled
        case silent
        case exited
        case entered
        /// What was due before its entry was told, behind all entries of that moment.
        case dwelledBefore
        case silentSince
    }

    private struct Timer {
        var due: Int64
        /// The order at one moment.
        var rank: Rank
        var fence: String
    }

    /// Everything of a track that waits for time to pass and is due, in order.
    mutating func fireTimers(_ track: Int, upTo now: Int64) {
        while let timer = nextTimer(track), timer.due <= now {
            var stay = tracks[track, default: Track()].stays[timer.fence, default: Stay()]
            guard let last = tracks[track]?.last else { return }
            let time = FenceEvent.Time.event(Instant(microsecondsSince1970: timer.due))
            switch timer.rank {
            case .dwelled, .dwelledBefore:
                stay.mayDwell = false
                let began = FenceEvent.Time.event(Instant(microsecondsSince1970: (stay.entry ?? 0) + (options.rules.dwell ?? 0)))
                tell(
                    .dwelled, track, timer.fence, time: began, position: last.position, cause: .clock, observation: nil,
                    isOfEdit: stay.isOfEdit)
            case .silent, .silentSince:
                stay.isSilenceTold = true
                tell(.silent, track, timer.fence, time: time, position: last.position, cause: .clock, observation: nil)
            case .exited, .entered:
                guard let event = stay.pending?.event else { return }
                stay.pending = nil
                stay.isReported = stay.isIn
                tell(
                    event.kind, track, timer.fence, time: event.time, position: event.position, cause: event.cause,
                    observation: event.observation, confirmedAt: event.confirmedAt, isOfEdit: event.cause == .fenceChanged)
                if !stay.isIn { stay = Stay() }
            }
            tracks[track, default: Track()].stays[timer.fence] = stay
        }
    }

    private func nextTimer(_ number: Int) -> Timer? {
        guard let track = tracks[number], track.last != nil else { return nil }
        var timers: [Timer] = []
        for fence in fenceIDs {
            guard let stay = track.stays[fence] else { continue }
            if let pending = stay.pending { timers.append(Timer(due: pending.due, rank: stay.isIn ? .entered : .exited, fence: fence)) }
            // Nothing of a stay is told before the stay itself.
            guard stay.isIn, stay.isReported, let entry = stay.entry else { continue }
            let told = entry + (options.rules.minimumIn ?? 0)
            if stay.mayDwell, let dwell = options.rules.dwell {
                let isBefore = options.rules.minimumIn != nil && entry + dwell <= told
                timers.append(Timer(due: isBefore ? told : entry + dwell, rank: isBefore ? .dwelledBefore : .dwelled, fence: fence))
            }
            if !stay.isSilenceTold, let silence = options.rules.silence, let time = track.last?.time {
                // Silent is who was in, and known to be, before the time was up.
                let due = time + silence
                let isSince = options.rules.minimumIn != nil && due == told
                if stay.crossed < due, told <= due { timers.append(Timer(due: due, rank: isSince ? .silentSince : .silent, fence: fence)) }
            }
        }
        // The first of those with the least (due, rank): fences are in the order of their ids.
        var next: Timer?
        for timer in timers where next.map({ (timer.due, timer.rank.rawValue) < ($0.due, $0.rank.rawValue) }) ?? true { next = timer }
        return next
    }

    /// Faster or slower than a limit, in each fence that the track is in.
    mutating func judgeSpeed(_ number: Int, _ fix: Fix, before: Fix?) {
        guard options.rules.speedAbove != nil || options.rules.speedBelow != nil, let time = fix.time else { return }
        var speed = fix.speed
        if speed.isNaN {
            guard let before, let start = before.time, time > start else { return }
            speed = Self.metres(before.position, fix.position) / (Double(time - start) / 1e6)
        }
        let moment = FenceEvent.Time.event(Instant(microsecondsSince1970: time))
        let hysteresis = options.rules.speedHysteresis
        for (kind, limit) in [(FenceEvent.Kind.speeding, options.rules.speedAbove), (.slow, options.rules.speedBelow)] {
            guard let limit else { continue }
            // As if both were above: below is above with the sign turned.
            let sign: Double = kind == .speeding ? 1 : -1
            if abs(speed - limit) < 1e-6 || abs(sign * (limit - speed) - hysteresis) < 1e-6 { isTied = true }
            for fence in fenceIDs {
                guard var stay = tracks[number, default: Track()].stays[fence], stay.isIn || stay.pending != nil else { continue }
                let isArmed = kind == .speeding ? stay.maySpeed : stay.maySlow
                var isArmedNow = isArmed
                if isArmed, stay.isIn, stay.isReported, sign * speed > sign * limit {
                    tell(kind, number, fence, time: moment, position: fix.position, cause: .fix, observation: fix.observation)
                    isArmedNow = false
                } else if !isArmed, sign * speed <= sign * limit - hysteresis {
                    isArmedNow = true
                }
                if kind == .speeding { stay.maySpeed = isArmedNow } else { stay.maySlow = isArmedNow }
                tracks[number, default: Track()].stays[fence] = stay
            }
        }
    }

    static func metres(_ a: GridPosition, _ b: GridPosition) -> Double {
        Geodesic.inverse(from: (a.latitudeDegrees, a.longitudeDegrees), to: (b.latitudeDegrees, b.longitudeDegrees)).metres
    }
}
