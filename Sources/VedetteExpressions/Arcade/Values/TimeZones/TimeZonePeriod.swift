// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A stretch of time in which the clocks of a zone keep one distance from UTC.
struct TimeZonePeriod {
    /// What clocks show in it.
    struct Kind: Hashable, Sendable {
        /// Seconds east of Greenwich.
        let offset: Int
        let isDaylightSaving: Bool
        /// `PDT`; digits with a sign where people there have no short name: `+07`.
        let abbreviation: String
    }

    /// A place in the zone's kinds.
    let kind: Int
    /// Seconds east of Greenwich.
    let offset: Int64
    /// The first second, of the seconds since 1970 in UTC; `Int64.min` for the first period.
    let start: Int64
    /// The second after the last; `Int64.max` for the last period.
    let end: Int64
}
