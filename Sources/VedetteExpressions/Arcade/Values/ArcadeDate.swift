// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteValues

/// A moment to the millisecond, and the zone that it is shown in.
///
/// In the unknown zone it is no moment but what a clock shows, kept as if that clock were in UTC.
package struct ArcadeDate: Sendable {
    package let instant: Instant
    package let zone: ArcadeTimeZone

    /// The last millisecond after 1970 that a date can name, and the first before it: 100,000,000 days, about 273,790 years.
    package static let bound: Int64 = 8_640_000_000_000_000

    /// Rounds down to a millisecond; moments beyond what a date can name become the first or the last one.
    package init(instant: Instant, zone: ArcadeTimeZone) {
        let milliseconds = CivilCalendar.floorDivide(instant.microsecondsSince1970, 1_000).quotient
        self.init(clamping: milliseconds, zone: zone)
    }

    private init(clamping milliseconds: Int64, zone: ArcadeTimeZone) {
        instant = Instant(microsecondsSince1970: min(max(milliseconds, -Self.bound), Self.bound) * 1_000)
        self.zone = zone
    }

    /// Fails beyond what a date can name.
    package init?(milliseconds: Int64, zone: ArcadeTimeZone) {
        guard (-Self.bound...Self.bound).contains(milliseconds) else { return nil }
        self.init(clamping: milliseconds, zone: zone)
    }

    /// Drops parts of a millisecond; fails for what is no number, and beyond what a date can name.
    package init?(milliseconds: Double, zone: ArcadeTimeZone) {
        guard let whole = Int64(exactly: milliseconds.rounded(.down)) else { return nil }
        self.init(milliseconds: whole, zone: zone)
    }

    /// When the clocks of `zone` show `wall`; fails beyond what a date can name.
    package init?(wall: CivilMilliseconds, zone: ArcadeTimeZone) {
        guard wall.milliseconds.magnitude <= UInt64(Self.bound + CivilMilliseconds.perDay) else { return nil }
        self.init(milliseconds: zone.milliseconds(ofWall: wall.milliseconds), zone: zone)
    }

    /// Milliseconds since 1970 in UTC.
    package var wholeMilliseconds: Int64 { instant.microsecondsSince1970 / 1_000 }

    /// What `Number()` of it is: milliseconds since 1970.
    package var milliseconds: Double { Double(wholeMilliseconds) }

    /// What calendar and clock show in its zone.
    package var wall: CivilMilliseconds { CivilMilliseconds(wholeMilliseconds + zone.offset(at: wholeMilliseconds)) }

    /// The same moment in another zone. Where one of the zones is unknown, what the clock shows stays, and the moment is that of the new zone.
    package func shown(in zone: ArcadeTimeZone) -> ArcadeDate {
        if self.zone === zone { return self }
        guard self.zone.isUnknown || zone.isUnknown else { return ArcadeDate(clamping: wholeMilliseconds, zone: zone) }
        return ArcadeDate(clamping: zone.milliseconds(ofWall: wall.milliseconds), zone: zone)
    }

    /// The moment to compare by, in milliseconds since 1970: a date without a zone is read in `executionZone`.
    package func moment(in executionZone: ArcadeTimeZone) -> Int64 {
        zone.isUnknown ? executionZone.milliseconds(ofWall: wholeMilliseconds) : wholeMilliseconds
    }
}
