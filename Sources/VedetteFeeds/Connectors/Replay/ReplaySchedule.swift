// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Says when each observation of a feed is due: a core, which is handed event times and the time since it began.
package struct ReplaySchedule: Sendable {
    private let pace: FeedPace
    /// When the observation before was due, since the beginning.
    private var lastDue: Duration?
    /// The largest event time so far, and what has been waited for up to it, in microseconds of the recording.
    private var latest: Int64?
    private var elapsed: Double = 0
    /// What is added to event times in this round, and what it has seen, in microseconds.
    private var shift: Int64 = 0
    private var range: ClosedRange<Int64>?

    /// Between the end of a round and the beginning of the next, in the recording's own time.
    private static let pauseBetweenRounds: Int64 = 1_000_000
    /// A paced feed that was held up makes up for this much of it.
    private static let longestDelay = Duration.seconds(1)
    /// Nobody waits longer, and clocks can count so far: in seconds, some thirty years.
    private static let longestReplay = 1e9

    package init(pace: FeedPace) {
        self.pace = pace.checked
    }

    /// Whether observations are ever to be waited for.
    package var isPaced: Bool { pace != .asFastAsPossible }
    /// Whether event times are other than those of the recording.
    package var shiftsTimes: Bool { shift != 0 }

    /// Takes the next observation.
    ///
    /// - Parameters:
    ///   - time: its event time in microseconds; nil for none.
    ///   - now: the time since the beginning.
    /// - Returns: when it is due, since the beginning, never before the one taken before; and its event time in this round.
    package mutating func take(_ time: Int64?, now: Duration) -> (due: Duration, time: Int64?) {
        if let time { range = min(range?.lowerBound ?? time, time)...max(range?.upperBound ?? time, time) }
        let shifted = time.map { Self.sum($0, shift) }
        let due: Duration
        switch pace {
        case .asFastAsPossible: due = now
        case .observationsPerSecond(let rate):
            due = lastDue.map { max($0, now - Self.longestDelay) + .seconds(1 / rate) } ?? now
        case .recorded(let speed, let gap):
            advance(to: shifted, longestGap: gap.map { $0 * 1e6 })
            due = max(lastDue ?? .zero, .seconds(min(elapsed / 1e6 / speed, Self.longestReplay)))
        }
        lastDue = due
        return (due, shifted)
    }

    private mutating func advance(to time: Int64?, longestGap: Double?) {
        guard let time else { return }
        guard let before = latest else {
            latest = time
            return
        }
        let step = Double(time) - Double(before)
        if step > 0 {
            elapsed += min(step, longestGap ?? step)
            latest = time
        } else if let longestGap, -step > longestGap {
            latest = time
        }
    }

    /// Begins the recording anew: its times go on behind those of the round before.
    package mutating func beginRound() {
        if let range {
            let length = Self.sum(range.upperBound.subtractingReportingOverflow(range.lowerBound).partialValue, Self.pauseBetweenRounds)
            shift = Self.sum(shift, max(0, length))
        }
        range = nil
    }

    /// Times far beyond all calendars stay at their end.
    private static func sum(_ first: Int64, _ second: Int64) -> Int64 {
        let (sum, isOver) = first.addingReportingOverflow(second)
        return isOver ? (second > 0 ? .max : .min + 1) : sum
    }
}
