// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteDynamicEntities
package import VedetteExpressions
package import VedetteModel

/// Where the positions that a geotrigger watches come from.
///
// Sendable by hand: subclasses exist only inside this package and add immutable state.
public class GeotriggerFeed: @unchecked Sendable {
    init() {}

    /// Calls `body` with every batch of fixes, on the task that brought it, until the observation is dropped.
    package func observe(_ body: @escaping @Sendable (borrowing ObservationArrival) -> Void) -> Observation {
        Observation {}
    }

    /// Reads and checks the script that says which fixes count, where there is one.
    package func check() throws(ArcadeError) {}

    /// What is known of a thing at a time, for scripts; nil where nothing is.
    package func content(ofTrack trackID: String, at time: Instant) -> ArcadeContent? { nil }
}
