// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteDynamicEntities
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
}
