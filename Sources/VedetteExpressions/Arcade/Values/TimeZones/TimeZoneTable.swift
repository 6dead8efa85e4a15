// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// When the clocks of a zone were and will be changed: a list for the past, and a rule for all the years after it.
struct TimeZoneTable: Sendable {
    let kinds: [TimeZonePeriod.Kind]
    /// In order: seconds since 1970 in UTC.
    let transitions: [Int64]
    /// Places in ``kinds``: what holds before the first transition, and from each on. One more than there are transitions.
    let kindsAround: [Int]
    /// What holds from the last transition on; nil where that stays.
    let rule: TimeZoneRule?

    /// Whether clocks go back for what the zone calls daylight saving time.
    var hasWinterTime: Bool {
        guard let rule, let change = rule.daylightSaving else { return false }
        return change.kind.offset < rule.standard.offset
    }

    /// No clock on Earth is this many seconds, a day, from UTC.
    static let offsetBound = 86_400

    /// The period that `second`, since 1970 in UTC, lies in.
    ///
    /// - Complexity: O(log n) for n transitions.
    func period(at second: Int64) -> TimeZonePeriod {
        if let rule, let last = transitions.last, second >= last { return rule.period(at: second, from: last) }
        if let rule, transitions.isEmpty { return rule.period(at: second, from: .min) }
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return TimeZonePeriod(
            kind: kindsAround[low], offset: Int64(kinds[kindsAround[low]].offset), start: low > 0 ? transitions[low - 1] : .min,
            end: low < transitions.count ? transitions[low] : .max)
    }

    /// The second, since 1970 in UTC, in which clocks show `wall`.
    ///
    /// Of two, the first; where clocks leap over `wall`, it moves on by as much as they leap.
    func second(ofWall wall: Int64) -> Int64 {
        // The answer lies in the period of the day before, or in one soon after.
        var period = period(at: wall - Int64(Self.offsetBound))
        while true {
            let second = wall - period.offset
            if second < period.end { return second }
            let next = self.period(at: period.end)
            if wall - next.offset < period.end { return second }
            period = next
        }
    }
}
