// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

/// Which elements are fences.
///
// Sendable by hand: subclasses exist only inside this package and hold their state behind locks.
public class FenceParameters: @unchecked Sendable {
    init() {}

    /// The elements that are fences now.
    package var elements: [any GeoElement] { [] }

    /// Calls `body` after elements came, went or changed their geometry, until the observation is dropped.
    package func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
        Observation {}
    }
}
