// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Crossing a limit of speed while in a fence is told once; again only after the speed came back past the limit by the hysteresis, or the track left.
struct SpeedRule: Sendable {
    /// Metres a second; nil: there is no such rule.
    let above: Double?
    let below: Double?
    let hysteresis: Double

    struct State: Equatable, Sendable {
        var isSpeeding = false
        var isSlow = false
    }

    var isEmpty: Bool { above == nil && below == nil }

    /// Judges the speed at a fix, in metres a second, for a fence that the track is in and told to be in, or not; says what is to be told.
    func judge(_ state: inout State, speed: Double, isIn: Bool) -> (speeding: Bool, slow: Bool) {
        var told = (speeding: false, slow: false)
        if let above {
            if speed > above {
                told.speeding = isIn && !state.isSpeeding
                if isIn { state.isSpeeding = true }
            } else if speed <= above - hysteresis {
                state.isSpeeding = false
            }
        }
        if let below {
            if speed < below {
                told.slow = isIn && !state.isSlow
                if isIn { state.isSlow = true }
            } else if speed >= below + hysteresis {
                state.isSlow = false
            }
        }
        return told
    }
}
