// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How fast a feed is taken in.
///
/// A pace of 0 or less, of infinity or NaN, is as fast as possible. Very slow ones count as a millionth.
public enum FeedPace: Sendable, Hashable {
    /// As the bytes come.
    case asFastAsPossible
    /// So many observations in each second.
    case observationsPerSecond(Double)
    /// As it was recorded: an observation is due as long after the first as its event time is after the first's, divided by `speed`.
    ///
    /// An observation without a time is due with the one before it, and one whose time is before another's that has been taken in is due at once.
    /// Of a pause longer than `longestGap` seconds, in the recording's own time, only so much is waited; where it is given, a step back by
    /// more than that is where the recording goes on. nil is for pauses of any length.
    case recorded(speed: Double = 1, longestGap: Double? = nil)

    /// The same with figures that can be counted with.
    var checked: FeedPace {
        func factor(_ value: Double) -> Double? { value > 0 && value.isFinite ? min(max(value, 1e-6), 1e9) : nil }
        switch self {
        case .asFastAsPossible: return self
        case .observationsPerSecond(let rate):
            return rate > 1e9 ? .asFastAsPossible : factor(rate).map { .observationsPerSecond($0) } ?? .asFastAsPossible
        case .recorded(let speed, let gap):
            guard let speed = factor(speed) else { return .asFastAsPossible }
            return .recorded(speed: speed, longestGap: gap.flatMap { $0 >= 0 ? min($0, 1e9) : nil })
        }
    }
}
