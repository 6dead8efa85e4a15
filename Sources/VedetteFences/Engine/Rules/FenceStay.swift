// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// What the rules know of one track and one fence that it is in, or has left too lately to tell.
struct FenceStay: Sendable {
    let fence: UInt32
    var state = PresenceRule.State.outside
    /// When the stay began, which dwelling counts from; `FenceFixes.noTime` where nobody knows.
    var entry = FenceFixes.noTime
    /// When, where and how the track last crossed: what a state that holds long enough is told with.
    var crossing: Crossing
    /// The ordinal that `dwelled` will have.
    var dwellOrdinal: UInt32 = 0
    var isDwellTold = false
    /// Whether the gap since the track's last decided fix was told as silence here.
    var isSilenceTold = false
    var speed = SpeedRule.State()

    struct Crossing: Equatable, Sendable {
        var time = FenceFixes.noTime
        var position: GridPosition
        var cause = FenceEvent.Cause.fix
        /// The record of the feed; 0 where an edit crossed.
        var observation: UInt64 = 0
        var ordinal: UInt32 = 0
    }
}

extension Int64 {
    /// A time moved by a duration that is not negative; the end of time where there is no time, or none so late.
    func later(by duration: Int64) -> Int64 {
        guard self != FenceFixes.noTime else { return .max }
        let (sum, isBeyond) = addingReportingOverflow(duration)
        return isBeyond ? .max : sum
    }

    /// A time moved back by a duration that is not negative; the first there is where none is so early.
    func earlier(by duration: Int64) -> Int64 {
        let (difference, isBeyond) = subtractingReportingOverflow(duration)
        return isBeyond ? FenceFixes.noTime + 1 : Swift.max(difference, FenceFixes.noTime + 1)
    }
}
