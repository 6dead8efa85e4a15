// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The rules of an engine, ready to be asked.
struct FenceRuleSet: Sendable {
    let presence: PresenceRule
    let dwell: DwellRule
    let silence: SilenceRule
    let speed: SpeedRule
    /// Whether there is any: without one, entering and exiting are told as they are seen, and nothing more is kept.
    let isEmpty: Bool

    init(_ rules: FenceRules) {
        presence = PresenceRule(minimumIn: max(0, rules.minimumIn ?? 0), minimumOut: max(0, rules.minimumOut ?? 0))
        dwell = DwellRule(duration: rules.dwell.map { max(0, $0) })
        silence = SilenceRule(duration: rules.silence.map { max(1, $0) })
        speed = SpeedRule(above: rules.speedAbove, below: rules.speedBelow, hysteresis: rules.speedHysteresis)
        isEmpty = rules.isEmpty
    }

    /// What a rule that waited tells. Raw values are the order at one moment.
    enum Told: UInt8, Sendable {
        case dwelled = 0
        case silent = 1
        case exited = 2
        case entered = 3
        /// What was due before the entry could be told: right behind it.
        case dwelledBefore = 4
        case silentSince = 5

        var kind: FenceEvent.Kind {
            switch self {
            case .dwelled, .dwelledBefore: .dwelled
            case .silent, .silentSince: .silent
            case .exited: .exited
            case .entered: .entered
            }
        }
    }

    /// Hands `tell` what one stay has to tell up to a time, in order, each with the time at which it became sure. `silenceDue` is when the
    /// track's gap has lasted long enough.
    func elapse(_ stay: FenceStay, upTo time: Int64, silenceDue: Int64, tell: (Told, Int64) -> Void) {
        let dwellDue = dwell.due(entry: stay.entry, isTold: stay.isDwellTold)
        let silenceDue = self.silenceDue(stay, ofTrack: silenceDue)
        switch stay.state {
        case .outside: break
        case .entering:
            let due = presence.due(.entering, since: stay.crossing.time)
            guard due <= time else { return }
            tell(.entered, due)
            if dwellDue <= due { tell(.dwelledBefore, due) }
            if silenceDue == due { tell(.silentSince, due) }
            if dwellDue > due, dwellDue <= time { tell(.dwelled, dwellDue) }
            if silenceDue > due, silenceDue <= time { tell(.silent, silenceDue) }
        case .inside:
            if dwellDue <= time { tell(.dwelled, dwellDue) }
            if silenceDue <= time { tell(.silent, silenceDue) }
        case .exiting:
            let due = presence.due(.exiting, since: stay.crossing.time)
            if due <= time { tell(.exited, due) }
        }
    }

    /// When a stay next has something to tell.
    func nextDue(_ stay: FenceStay, silenceDue: Int64) -> Int64 {
        switch stay.state {
        case .outside: .max
        case .entering, .exiting: presence.due(stay.state, since: stay.crossing.time)
        case .inside:
            min(dwell.due(entry: stay.entry, isTold: stay.isDwellTold), self.silenceDue(stay, ofTrack: silenceDue))
        }
    }

    /// When a track's gap is silence at the fence of a stay: only if the track was in, and told so, by then. The end of time where that is told already.
    private func silenceDue(_ stay: FenceStay, ofTrack due: Int64) -> Int64 {
        guard !stay.isSilenceTold else { return .max }
        let told = stay.entry == FenceFixes.noTime ? stay.entry : stay.entry.later(by: presence.minimumIn)
        return stay.crossing.time < due && told <= due ? due : .max
    }
}
