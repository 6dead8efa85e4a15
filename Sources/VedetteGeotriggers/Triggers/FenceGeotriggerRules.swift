// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Rules on top of entering and exiting. Each is off where it is nil. They go by the times of fixes and, where no fix comes, by the monitor's clock.
public struct FenceGeotriggerRules: Hashable, Sendable {
    /// Seconds, 0 or more: a stay that has lasted this long is reported as `dwelled`, once, at the time of the entry and as much later.
    public var dwell: Double?

    /// Seconds, 0 or more: `entered` is reported only when the stay has lasted this long, with the time of the crossing; a return before that gives nothing.
    public var minimumIn: Double?

    /// Seconds, 0 or more: `exited` is reported only when it has been outside this long, with the time of the crossing; a return before that gives nothing.
    public var minimumOut: Double?

    /// Seconds above 0: inside, and no fix for this long, is reported as `silent`, once for each gap.
    public var silence: Double?

    /// Metres a second: inside, and faster, is reported as `speeding`.
    public var speedAbove: Double?

    /// Metres a second: inside, and slower, is reported as `slow`.
    public var speedBelow: Double?

    /// How far, in metres a second, the speed must come back past a limit before crossing it is reported again; 0.5 unless set.
    public var speedHysteresis = 0.5

    public init(
        dwell: Double? = nil, minimumIn: Double? = nil, minimumOut: Double? = nil, silence: Double? = nil, speedAbove: Double? = nil,
        speedBelow: Double? = nil, speedHysteresis: Double = 0.5
    ) {
        (self.dwell, self.minimumIn, self.minimumOut, self.silence) = (dwell, minimumIn, minimumOut, silence)
        (self.speedAbove, self.speedBelow, self.speedHysteresis) = (speedAbove, speedBelow, speedHysteresis)
    }
}
