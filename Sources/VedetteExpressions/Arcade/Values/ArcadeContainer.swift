// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What can hold values of a run, and so can be part of a cycle. The run lets go of the contents of all at its end.
package class ArcadeContainer {
    init() {}

    /// Empties it.
    package func removeAll() {}
}
