// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteValues

/// What an evaluation takes from the world: all of it is handed in, so that the same script and variables give the same result.
package struct ArcadeContext: Sendable {
    /// What `Now()` is.
    package var now: Instant
    /// That of `Date()`, `Now()`, of dates in text without an offset, and of date fields.
    package var timeZone: ArcadeTimeZone
    /// What `system` means as a time zone.
    package var systemTimeZone: ArcadeTimeZone
    /// Where the row of `Random()` and `Guid()` begins.
    package var seed: UInt64
    package var spatialReference: SpatialReference?
    package var limits = ArcadeLimits()
    /// What the functions are about whose names begin with `Track`; nil where there is none.
    package var track: ArcadeTrack?

    package init(now: Instant, timeZone: ArcadeTimeZone = .utc, seed: UInt64 = 0) {
        (self.now, self.timeZone, systemTimeZone, self.seed) = (now, timeZone, timeZone, seed)
    }
}
