// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences
import VedetteGeometry
import VedetteValues

extension ReferenceJudge {
    private struct Timer {
        var due: Int64
        /// dwelled, silent, exited, entered.
        var rank: Int
        var fence: String
    }

    /// Everything of a track that waits for time to pass and is due, in order. A fix brought the time, or a clock.
    mutating func fireTimers(_ track: Int, upTo now: Int64, by observation: UInt64?) {
        while let timer = nextTimer(track), timer.due <= now {
            var stay = tracks[track]!.stays[timer.fence]!
            let last = tracks[track]!.last!
            let cause = observation == nil ? FenceEvent.Cause.clock : .fix
            let time = FenceEvent.Time.event(Instant(microsecondsSince1970: timer.due))
            switch timer.rank {
            case 0:
                stay.mayDwell = false
                let began = FenceEvent.Time.event(Instant(microsecondsSince1970: stay.entry! + options.rules.dwell!))
                tell(.dwelled, track, timer.fence, time: began, position: last.position, cause: cause, observation: observation)
            case 1:
                stay.isSilenceTold = true
                tell(.silent, track, timer.fence, time: time, position: last.position, cause: cause, observation: observation)
            default:
                let event = stay.pending!.event
                stay.pending = nil
                stay.isReported = stay.isIn
                tell(
                    event.kind, track, timer.fence, time: event.time, position: event.position, cause: event.cause,
                    observation: event.observation, confirmedAt: event.confirmedAt)
                if !stay.isIn { stay = Stay() }
            }
            tracks[track]!.stays[timer.fence] = stay
        }
    }

    private func nextTimer(_ number: Int) -> Timer? {
        guard let track = tracks[number], track.last != nil else { return nil }
        var timers: [Timer] = []
        for fence in fenceIDs {
            guard let stay = track.stays[fence] else { continue }
            if stay.mayDwell, stay.isIn, let dwell = options.rules.dwell, let entry = stay.entry {
                // Not before the stay itself was told.
                if stay.pending == nil { timers.append(Timer(due: entry + dwell, rank: 0, fence: fence)) }
            }
            if stay.isIn, stay.isReported, !stay.isSilenceTold, let silence = options.rules.silence, let time = track.last?.time {
                timers.append(Timer(due: time + silence, rank: 1, fence: fence))
            }
            if let pending = stay.pending { timers.append(Timer(due: pending.due, rank: stay.isIn ? 3 : 2, fence: fence)) }
        }
        // The first of those with the least (due, rank): fences are in the order of their ids.
        var next: Timer?
        for timer in timers where next.map({ (timer.due, timer.rank) < ($0.due, $0.rank) }) ?? true { next = timer }
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
                guard var stay = tracks[number]!.stays[fence], stay.isIn else { continue }
                let isArmed = kind == .speeding ? stay.maySpeed : stay.maySlow
                var isArmedNow = isArmed
                if isArmed, sign * speed > sign * limit {
                    tell(kind, number, fence, time: moment, position: fix.position, cause: .fix, observation: fix.observation)
                    isArmedNow = false
                } else if !isArmed, sign * speed <= sign * limit - hysteresis {
                    isArmedNow = true
                }
                if kind == .speeding { stay.maySpeed = isArmedNow } else { stay.maySlow = isArmedNow }
                tracks[number]!.stays[fence] = stay
            }
        }
    }

    static func metres(_ a: GridPosition, _ b: GridPosition) -> Double {
        Geodesic.inverse(from: (a.latitudeDegrees, a.longitudeDegrees), to: (b.latitudeDegrees, b.longitudeDegrees)).metres
    }
}
