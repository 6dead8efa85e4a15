// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Times as binary messages say them.
extension GNSSContext {
    /// UTC of a time of the week, in milliseconds and nanoseconds, which may be negative. A week below 1024 is one of the present period; one that is
    /// smaller than before begins the next.
    mutating func time(week: Int, milliseconds: Int64, nanoseconds: Int64 = 0) -> GNSSTime {
        let start = time(week: week, seconds: milliseconds / 1000, nanoseconds: 0)
        return GNSSTime(seconds: start.seconds, adding: milliseconds % 1000 * 1_000_000 + nanoseconds)
    }

    /// The same in the week that was named last.
    mutating func time(milliseconds: Int64) -> GNSSTime {
        time(week: week, milliseconds: milliseconds)
    }

    /// Learns the week from UTC.
    mutating func adopt(_ time: GNSSTime) {
        let seconds = time.seconds &+ Int64(leapSeconds) &- Self.gpsEpoch
        guard seconds >= 0 else { return }
        week = Int(seconds / Self.secondsPerWeek)
        rollovers = week / 1024
    }

    /// Takes the leap seconds of the receiver for right.
    mutating func adopt(leapSeconds: Int) {
        self.leapSeconds = leapSeconds
        leapSecondsAreKnown = true
    }
}

extension GNSSTime {
    /// A time and nanoseconds of any sign and size.
    init(seconds: Int64, adding nanoseconds: Int64) {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(seconds: seconds + whole - (rest < 0 ? 1 : 0), nanoseconds: Int32(rest < 0 ? rest + 1_000_000_000 : rest))
    }

    /// UTC from a date; nil where it is none.
    init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, nanoseconds: Int64 = 0) {
        var calendar = GNSSCalendar(year: year, month: month, day: day)
        (calendar.hour, calendar.minute, calendar.second) = (hour, minute, second)
        guard let seconds = calendar.seconds else { return nil }
        self.init(seconds: seconds, adding: nanoseconds)
    }
}
