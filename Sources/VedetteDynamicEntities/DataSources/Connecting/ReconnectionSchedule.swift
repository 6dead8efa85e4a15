// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// When to open a lost stream again: the first two attempts at once, the others after an interval that differs by up to a tenth.
struct ReconnectionSchedule {
    /// How many attempts are made without waiting.
    static let immediateAttempts = 2
    /// The part of the interval by which a wait is shorter or longer at the most.
    static let jitter = 0.1

    /// Attempts begun so far.
    private(set) var attempts = 0

    /// Counts an attempt.
    ///
    /// - Parameters:
    ///   - maximum: how many attempts there may be in all.
    ///   - interval: the wait between attempts in seconds.
    ///   - random: a number from 0 up to 1.
    /// - Returns: the seconds to wait before the attempt; nil when there shall be none.
    mutating func next(maximum: Int, interval: Double, random: Double) -> Double? {
        guard attempts < maximum else { return nil }
        attempts += 1
        return attempts <= Self.immediateAttempts ? 0 : interval * (1 - Self.jitter + 2 * Self.jitter * random)
    }

    /// How long a connection has to stand, in seconds, for attempts to be counted anew: the interval, at least a second. So a stream that opens and
    /// breaks off at once does not go on for ever.
    static func standing(interval: Double) -> Double { max(interval, 1) }
}
