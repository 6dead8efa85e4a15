// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteValues

/// A moment, and the zone that it is shown in.
package struct ArcadeDate: Sendable {
    package let instant: Instant
    package let zone: ArcadeTimeZone

    package init(instant: Instant, zone: ArcadeTimeZone) {
        (self.instant, self.zone) = (instant, zone)
    }

    /// What `Number()` of it is: milliseconds since 1970.
    package var milliseconds: Double { Double(instant.microsecondsSince1970) / 1_000 }
}
