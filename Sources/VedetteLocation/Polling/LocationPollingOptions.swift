// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How somebody is asked again and again where a device is.
public struct LocationPollingOptions: Hashable, Sendable {
    /// Seconds from the beginning of one request to that of the next. A request that takes longer is followed by the next at once, but two are never
    /// under way together. Less than 0.05, and what is no number, counts as 0.05; more than a week as a week.
    public var interval: Double

    /// How long a request may take, in seconds. Then it is cancelled and counts as failed; what it answers later is passed over. Less than 0.05, and
    /// what is no number, counts as 0.05.
    public var timeout: Double

    /// The longest pause after requests that failed, in seconds. The first is one interval, each later one twice as long, each shortened by chance by
    /// up to a quarter. An interval that is longer is used as it is.
    public var maximumPause: Double

    /// Seconds without a new fix after which the location is told once more, marked `isLastKnown`; nil for three intervals, infinity for never.
    public var staleAfter: Double?

    /// Whether speed and course that a fix lacks are derived from the fix before, see ``LocationPoller``. Where not, fixes are told as they come.
    public var derivesMotion: Bool

    public init(
        interval: Double = 5, timeout: Double = 10, maximumPause: Double = 300, staleAfter: Double? = nil, derivesMotion: Bool = true
    ) {
        (self.interval, self.timeout, self.maximumPause) = (interval, timeout, maximumPause)
        (self.staleAfter, self.derivesMotion) = (staleAfter, derivesMotion)
    }

    /// What ``interval`` counts as.
    var effectiveInterval: Double { interval >= 0.05 ? min(interval, 604_800) : 0.05 }
    var effectiveTimeout: Double { timeout >= 0.05 ? min(timeout, 604_800) : 0.05 }
    var effectiveStaleness: Double? {
        let seconds = staleAfter ?? 3 * effectiveInterval
        return seconds.isNaN || seconds == .infinity ? nil : min(max(0, seconds), 1e9)
    }
}
