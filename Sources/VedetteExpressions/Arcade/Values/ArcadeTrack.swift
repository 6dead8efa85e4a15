// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteValues

/// The observations of one thing in the order of their times, and which of them is the current one: what the functions are about whose names
/// begin with `Track`.
package final class ArcadeTrack: Sendable {
    package let rows: [any ArcadeRow]
    /// As many as rows; nil where it is not known.
    package let times: [Instant?]
    /// The place of the current observation.
    package let current: Int

    /// - Parameter current: the last, unless given.
    package init(_ observations: [(row: any ArcadeRow, time: Instant?)], current: Int? = nil) {
        rows = observations.map(\.row)
        times = observations.map(\.time)
        self.current = min(max(0, current ?? rows.count - 1), max(0, rows.count - 1))
    }
}
