// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteValues

/// A time zone as a script names it: an IANA zone, a fixed offset, UTC, or unknown.
package final class ArcadeTimeZone: Sendable {
    /// What `TimeZone()` says: `America/New_York`, `+07:00`, `UTC`, `unknown`.
    package let name: String

    private init(name: String) {
        self.name = name
    }

    package static let utc = ArcadeTimeZone(name: "UTC")

    /// That of dates that say none.
    package static let unknown = ArcadeTimeZone(name: "unknown")
}
